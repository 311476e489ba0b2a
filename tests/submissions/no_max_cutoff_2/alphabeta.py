def max_value(node, low, high):
    if node.is_terminal():
        return node.utility()
    best = None
    for k in range(len(node.children)):
        found = min_value(node.children[k], low, high)
        best = found if best is None else max(best, found)
        low = max(low, best)
    return best


def min_value(node, low, high):
    if node.is_terminal():
        return node.utility()
    best = None
    k = 0
    while k < len(node.children) and (best is None or best > low):
        if best is not None:
            high = min(high, best)
        found = max_value(node.children[k], low, high)
        best = found if best is None else min(best, found)
        k += 1
    return best
