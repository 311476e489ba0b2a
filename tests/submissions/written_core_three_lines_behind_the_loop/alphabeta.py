from math import inf


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -inf
    for child in state.children:
        v = max(v, min_value(child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = inf
    for child in state.children:
        score = max_value(child, alpha, beta)
    if score < v:
        v = score
    if v <= alpha:
        return v
    beta = min(beta, v)
    return v
