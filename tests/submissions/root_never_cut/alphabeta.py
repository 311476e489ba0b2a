from math import inf

def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -inf
    for s in state.children:
        v = max(v, min_value(s, alpha, beta))
        if v >= beta and state.ply > 0:
            return v
        alpha = max(alpha, v)
    return v

def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = inf
    for s in state.children:
        v = min(v, max_value(s, alpha, beta))
        if v <= alpha and state.ply > 0:
            return v
        beta = min(beta, v)
    return v
