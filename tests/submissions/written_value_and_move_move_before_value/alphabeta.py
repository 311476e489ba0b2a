from math import inf


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility(), None
    v = -inf
    best = None
    for action, successor in state.successors():
        child_value = min_value(successor, alpha, beta)[0]
        if child_value > v or best is None:
            v = child_value
            best = action
        alpha = max(alpha, v)
        if alpha >= beta:
            break
    return best, v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility(), None
    v = inf
    best = None
    for action, successor in state.successors():
        child_value = max_value(successor, alpha, beta)[0]
        if child_value < v or best is None:
            v = child_value
            best = action
        beta = min(beta, v)
        if alpha >= beta:
            break
    return v, best
