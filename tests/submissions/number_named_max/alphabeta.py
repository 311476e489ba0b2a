from math import inf


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    max = value = -inf
    for child in state.children:
        value = max(value, min_value(child, alpha, beta))
        if value >= beta:
            break
        alpha = max(alpha, value)
    return value


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    value = inf
    for child in state.children:
        value = min(value, max_value(child, alpha, beta))
        if value <= alpha:
            break
        beta = min(beta, value)
    return value
