from math import inf

def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -inf
    for task in [lambda: min_value(s, alpha, beta) for s in state.children]:
        v = max(v, task())
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = inf
    for task in [lambda: max_value(s, alpha, beta) for s in state.children]:
        v = min(v, task())
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
