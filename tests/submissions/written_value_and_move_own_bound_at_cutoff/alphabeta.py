import math


def max_value(state, alpha, beta):
    return search(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return search(state, alpha, beta, False)


def search(state, alpha, beta, is_max):
    if state.is_terminal():
        return state.utility(), None
    best = None
    v = -math.inf if is_max else math.inf
    for action in state.actions():
        x = search(state.result(action), alpha, beta, not is_max)[0]
        if is_max:
            if best is None or x > v:
                v, best = x, action
            if v >= beta:
                return alpha, best
            alpha = max(alpha, v)
        else:
            if best is None or x < v:
                v, best = x, action
            if v <= alpha:
                return v, best
            beta = min(beta, v)
    return v, best
