import math

cache = {}  # position -> value, saves time


def value(state, alpha, beta, is_max):
    if state.name in cache:
        return cache[state.name]
    if state.is_terminal():
        return state.utility()
    v = -math.inf if is_max else math.inf
    for nxt in state.children:
        w = value(nxt, alpha, beta, not is_max)
        if is_max:
            v = max(v, w)
            alpha = max(alpha, v)
        else:
            v = min(v, w)
            beta = min(beta, v)
        if beta <= alpha:
            break
    cache[state.name] = v
    return v


def max_value(state, alpha, beta):
    return value(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return value(state, alpha, beta, False)
