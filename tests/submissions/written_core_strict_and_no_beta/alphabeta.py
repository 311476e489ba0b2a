def max_value(s, alpha, beta):
    if s.is_terminal():
        return s.utility()
    v = -float("inf")
    for c in s.children:
        m = min_value(c, alpha, beta)
        if m > v:
            v = m
        if v > beta:
            return v
        if v > alpha:
            alpha = v
    return v


def min_value(s, alpha, beta):
    if s.is_terminal():
        return s.utility()
    v = float("inf")
    for c in s.children:
        m = max_value(c, alpha, beta)
        if m < v:
            v = m
        if v <= alpha:
            return v
    return v


print("alpha-beta loaded")
