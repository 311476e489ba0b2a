from math import inf


def max_value(node, alpha, beta):
    if node.is_terminal():
        return node.utility()
    value = -inf
    for move in node.actions():
        value = max(value, min_value(node.result(move), alpha, beta))
        if value >= beta:
            break
        alpha = min(alpha, value)
    return value


def min_value(node, alpha, beta):
    if node.is_terminal():
        return node.utility()
    value = inf
    for move in node.actions():
        value = min(value, max_value(node.result(move), alpha, beta))
        if value <= alpha:
            break
        beta = max(beta, value)
    return value
