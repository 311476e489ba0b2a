import math


def alpha_beta_search(state):
    alpha, beta = -math.inf, math.inf
    best_action = None
    for a in state.actions():
        if state.to_move == "MAX":
            v = min_value(state.result(a), alpha, beta)
            if v >= alpha:
                alpha, best_action = v, a
        else:
            v = max_value(state.result(a), alpha, beta)
            if v <= beta:
                beta, best_action = v, a
        if alpha >= beta:
            break
    return best_action


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
