import math


def alpha_beta_search(state):
    if state.to_move == "MAX":
        v = max_value(state, -math.inf, math.inf)
        return next(a for a in state.actions() if min_value(state.result(a), -math.inf, math.inf) == v)
    v = min_value(state, -math.inf, math.inf)
    return next(a for a in state.actions() if max_value(state.result(a), -math.inf, math.inf) == v)


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -math.inf
    for a in state.actions():
        v = max(v, min_value(state.result(a), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = math.inf
    for a in state.actions():
        v = min(v, max_value(state.result(a), alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
