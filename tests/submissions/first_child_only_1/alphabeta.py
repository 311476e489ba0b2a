from math import inf


def search(node, alpha, beta, maximizing):
    if node.is_terminal():
        return node.utility()
    if maximizing:
        value = -inf
        for child in node.children:
            value = max(value, search(child, alpha, beta, False))
            alpha = max(alpha, value)
            if value >= beta:
                break
            return value
        return value
    value = inf
    for child in node.children:
        value = min(value, search(child, alpha, beta, True))
        beta = min(beta, value)
        if value <= alpha:
            break
        return value
    return value


def max_value(state, alpha, beta):
    return search(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return search(state, alpha, beta, False)
