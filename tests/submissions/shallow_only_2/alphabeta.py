INFINITY = float("inf")


def max_value(node, alpha, beta):
    if node.is_terminal():
        return node.utility()
    alpha = -INFINITY
    i = 0
    while i < len(node.children) and alpha < beta:
        alpha = max(alpha, min_value(node.children[i], alpha, INFINITY))
        i += 1
    return alpha


def min_value(node, alpha, beta):
    if node.is_terminal():
        return node.utility()
    beta = INFINITY
    i = 0
    while i < len(node.children) and beta > alpha:
        beta = min(beta, max_value(node.children[i], -INFINITY, beta))
        i += 1
    return beta
