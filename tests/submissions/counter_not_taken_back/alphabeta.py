from math import inf
ply = 0

def max_value(state, alpha, beta):
    global ply
    if state.is_terminal():
        return state.utility()
    if ply > 30:
        return 0
    v = -inf
    ply += 1
    for s in state.children:
        v = max(v, min_value(s, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    ply -= 1
    return v

def min_value(state, alpha, beta):
    global ply
    if state.is_terminal():
        return state.utility()
    v = inf
    ply += 1
    for s in state.children:
        v = min(v, max_value(s, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    ply -= 1
    return v
