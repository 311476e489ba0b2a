from math import inf

def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -inf
    for a in sorted(state.actions()):
        v = max(v, min_value(state.result(a), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = inf
    for a in sorted(state.actions()):
        v = min(v, max_value(state.result(a), alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
