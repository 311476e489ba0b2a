from math import inf


def search(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    is_max = state.to_move == "MAX"
    v = -inf if is_max else inf
    for child in state.children:
        value = search(child, alpha, beta)
        if is_max:
            v = max(v, value)
            alpha = max(alpha, v)
        else:
            v = min(v, value)
            beta = min(beta, v)
        if alpha >= beta:
            return v
    return v


def is_known(v, alpha, beta):
    return alpha < v <= beta


def aspiration_search(state, guess, epsilon):
    alpha, beta = guess - epsilon, guess + epsilon
    v = search(state, alpha, beta)
    if is_known(v, alpha, beta):
        return v
    return search(state, -inf, inf)
