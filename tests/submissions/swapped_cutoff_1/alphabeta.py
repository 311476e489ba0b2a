def max_value(position, lower, upper):
    if position.is_terminal():
        return position.utility()
    best = float("-inf")
    for child in position.children:
        score = min_value(child, lower, upper)
        if score > best:
            best = score
        if best >= lower:
            break
        lower = max(lower, best)
    return best


def min_value(position, lower, upper):
    if position.is_terminal():
        return position.utility()
    best = float("inf")
    for child in position.children:
        score = max_value(child, lower, upper)
        if score < best:
            best = score
        if best <= upper:
            break
        upper = min(upper, best)
    return best
