from math import inf


def alphabeta(node, alpha, beta, minimizing):
    if node.is_terminal():
        return node.utility()
    if minimizing:
        value = inf
        for child in node.children:
            value = min(value, alphabeta(child, alpha, beta, False))
            if value <= alpha:
                break
            beta = min(beta, value)
        return value
    value = -inf
    for child in node.children:
        value = max(value, alphabeta(child, alpha, beta, True))
        if value >= beta:
            break
        alpha = max(alpha, value)
    return value


def max_value(state, alpha, beta):
    return alphabeta(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return alphabeta(state, alpha, beta, False)
