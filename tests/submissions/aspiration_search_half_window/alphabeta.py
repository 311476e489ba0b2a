from math import inf


def aspiration_search(state, guess, epsilon):
    low, high = guess - epsilon, guess + epsilon
    start = max_value if state.to_move == "MAX" else min_value
    v = start(state, low, high)
    if v >= high:  # fail high: the value is v or more
        v = start(state, v, inf)
    elif v <= low:  # fail low: the value is v or less
        v = start(state, -inf, v)
    return v


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -inf
    for a in state.actions():
        v = max(v, min_value(state.result(a), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = inf
    for a in state.actions():
        v = min(v, max_value(state.result(a), alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
