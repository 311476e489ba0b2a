def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility(), None
    actions = state.actions()
    best = 0
    v = None
    for i in range(len(actions)):
        x = min_value(state.result(actions[i]), alpha, beta)[0]
        if v is None or x > v:
            v = x
            best = i
        if v >= beta:
            break
        alpha = max(alpha, v)
    return v, actions[best]


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility(), None
    actions = state.actions()
    best = 0
    v = None
    for i in range(len(actions)):
        x = max_value(state.result(actions[i]), alpha, beta)[1]
        if v is None or x < v:
            v = x
            best = i
        if v <= alpha:
            break
        beta = min(beta, v)
    return v, actions[best]
