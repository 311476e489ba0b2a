def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = None
    for s in state.children:
        w = min_value(s, alpha, beta)
        if not v or w > v:
            v = w
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v

def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = None
    for s in state.children:
        w = max_value(s, alpha, beta)
        if not v or w < v:
            v = w
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
