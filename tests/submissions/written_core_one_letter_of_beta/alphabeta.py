from math import inf


def max_value(node, alpha, beta):
    if node.is_terminal():
        return node.utility()
    best = -inf
    for child in node.children:
        best = max(best, min_value(child, alpha, beta))
        if best > beta:
            break
        alpha = max(alpha, best)
    return best


def min_value(node, alpha, beta):
    if node.is_terminal():
        return node.utility()
    best = inf
    for child in node.children:
        best = min(best, max_value(child, alpha, beta))
        if best <= alpha:
            break
        bete = min(beta, best)
    return best
