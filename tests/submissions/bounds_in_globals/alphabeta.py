from math import inf
ALPHA, BETA = -inf, inf

def max_value(state, alpha, beta):
    global ALPHA
    if state.is_terminal():
        return state.utility()
    v = -inf
    for s in state.children:
        v = max(v, min_value(s, alpha, beta))
        if v >= BETA:
            return v
        ALPHA = max(ALPHA, v)
    return v

def min_value(state, alpha, beta):
    global BETA
    if state.is_terminal():
        return state.utility()
    v = inf
    for s in state.children:
        v = min(v, max_value(s, alpha, beta))
        if v <= ALPHA:
            return v
        BETA = min(BETA, v)
    return v
