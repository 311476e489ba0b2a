from math import inf


def ab(node, alpha, beta, is_max):
    if node.is_terminal():
        return node.utility()
    if is_max:
        value = -inf
        for child in node.children:
            value = max(value, ab(child, alpha, beta, False))
            alpha = max(alpha, value)
        return value
    else:
        value = inf
        for child in node.children:
            value = min(value, ab(child, alpha, beta, True))
            if value <= alpha:
                break
            beta = min(beta, value)
        return value


def max_value(state, alpha, beta):
    return ab(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return ab(state, alpha, beta, False)
