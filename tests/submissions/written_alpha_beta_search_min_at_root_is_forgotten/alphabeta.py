from math import inf


def alpha_beta_search(state):
    value, action = max_value(state, -inf, inf)
    return action


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility(), None
    v, best = -inf, None
    for action in state.actions():
        v2, _ = min_value(state.result(action), alpha, beta)
        if v2 > v or best is None:
            v, best = v2, action
        if v >= beta:
            return v, best
        alpha = max(alpha, v)
    return v, best


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility(), None
    v, best = inf, None
    for action in state.actions():
        v2, _ = max_value(state.result(action), alpha, beta)
        if v2 < v or best is None:
            v, best = v2, action
        if v <= alpha:
            return v, best
        beta = min(beta, v)
    return v, best
