from math import inf


def aspiration_search(state, guess, epsilon):
    low = guess - epsilon
    high = guess + epsilon
    value = search(state, low, high)
    if value <= low or value >= high:
        value = search(state, -inf, inf)
    return value


def search(state, alpha, beta):
    if state.to_move == "MAX":
        return max_value(state, alpha, beta)
    return min_value(state, alpha, beta)


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -inf
    for child in state.children:
        v = max(v, min_value(child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = inf
    for child in state.children:
        v = min(v, max_value(child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
