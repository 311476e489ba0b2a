INFINITY = 1000


def alphabeta(node, alpha, beta, maximizing):
    if node.is_terminal():
        return node.utility()
    if maximizing:
        value = -INFINITY
        for child in node.children:
            value = max(value, alphabeta(child, alpha, beta, False))
            alpha = max(alpha, value)
            if value >= beta:
                break
        return value
    value = INFINITY
    for child in node.children:
        value = min(value, alphabeta(child, alpha, beta, True))
        beta = min(beta, value)
        if value <= alpha:
            break
    return value


def max_value(state, alpha, beta):
    return alphabeta(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return alphabeta(state, alpha, beta, False)
