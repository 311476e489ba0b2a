from math import inf


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v, left = -inf, list(state.children)
    while left and v < beta:
        v = max(v, min_value(left.pop(0), alpha, beta))
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v, left = inf, list(state.children)
    while left and v >= alpha:
        v = min(v, max_value(left.pop(0), alpha, beta))
        beta = min(beta, v)
    return v
