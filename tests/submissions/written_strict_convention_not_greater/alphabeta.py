def max_value(state, alpha, beta):
    v = float('-inf')
    for action in state.actions():
        v = max(v, min_value(state.result(action), alpha, beta))
        if v > beta:
            return v
        alpha = max(alpha, v)
    if state.is_terminal():
        v = state.utility()
    return v


def min_value(state, alpha, beta):
    v = float('inf')
    for action in state.actions():
        v = min(v, max_value(state.result(action), alpha, beta))
        if not v > alpha:
            return v
        beta = min(beta, v)
    if state.is_terminal():
        v = state.utility()
    return v
