from math import inf


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility(), None
    v, best = -inf, None
    for action, successor in state.successors():
        value, _ = min_value(successor, alpha, beta)
        if value > v or best is None:
            v, best = value, action
        if v > beta:
            return v, best
        alpha = max(alpha, v)
    return v, best


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility(), None
    v, best = inf, None
    for action, successor in state.successors():
        value, _ = max_value(successor, alpha, beta)
        if value < v or best is None:
            v, best = value, action
        if v < alpha:
            return v, best
        beta = min(beta, v)
    return v, best
