from math import inf

def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -inf
    for s in state.children:
        if min_value(s, alpha, beta) > v:
            v = min_value(s, alpha, beta)
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = inf
    for s in state.children:
        if max_value(s, alpha, beta) < v:
            v = max_value(s, alpha, beta)
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
