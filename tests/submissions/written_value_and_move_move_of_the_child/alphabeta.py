import math


def max_value(state, alpha, beta):
    if state.is_terminal():
        return (state.utility(), None)
    v = -math.inf
    move = None
    for a in state.actions():
        v2, a2 = min_value(state.result(a), alpha, beta)
        if v2 > v:
            v, move = v2, a2
            alpha = max(alpha, v)
        if v >= beta:
            return (v, move)
    return (v, move)


def min_value(state, alpha, beta):
    if state.is_terminal():
        return (state.utility(), None)
    v = math.inf
    move = None
    for a in state.actions():
        v2, a2 = max_value(state.result(a), alpha, beta)
        if v2 < v:
            v, move = v2, a
            beta = min(beta, v)
        if v <= alpha:
            return (v, move)
    return (v, move)
