def max_value(tree, alpha, beta):
    if isinstance(tree, int):
        return tree
    v = float("-inf")
    for child in tree:
        v = max(v, min_value(child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(tree, alpha, beta):
    if isinstance(tree, int):
        return tree
    v = float("inf")
    for child in tree:
        v = min(v, max_value(child, alpha, beta))
        if v <= alpha:
            return v
    return v
