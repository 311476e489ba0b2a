from math import inf


def max_value(state, alpha, beta):
    if alpha >= beta:
        return alpha
    if state.is_terminal():
        return state.utility()
    v = -inf
    for child in state.children:
        v = max(v, min_value(child, max(alpha, v), beta))
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = inf
    for child in state.children:
        v = min(v, max_value(child, alpha, min(beta, v)))
    return v
