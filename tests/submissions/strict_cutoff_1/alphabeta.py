from math import inf


def max_value(node, alpha, beta):
    if node.is_terminal():
        return node.utility()
    children = node.children
    best, i = -inf, 0
    while i < len(children) and best <= beta:
        best = max(best, min_value(children[i], max(alpha, best), beta))
        i += 1
    return best


def min_value(node, alpha, beta):
    if node.is_terminal():
        return node.utility()
    children = node.children
    best, i = inf, 0
    while i < len(children) and alpha <= best:
        best = min(best, max_value(children[i], alpha, min(beta, best)))
        i += 1
    return best
