from math import inf

best_so_far = -inf

def max_value(state, alpha, beta):
    global best_so_far
    if state.is_terminal():
        return state.utility()
    v = -inf
    for s in state.children:
        v = max(v, min_value(s, max(alpha, best_so_far), beta))
        if v >= beta:
            return v
        if state.ply == 0:
            best_so_far = max(best_so_far, v)
        alpha = max(alpha, v)
    return v

def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = inf
    for s in state.children:
        v = min(v, max_value(s, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
