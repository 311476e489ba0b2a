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


def again(state, v, alpha, beta):
    if v <= alpha:
        return search(state, -inf, beta)
    if v >= beta:
        return search(state, v + 1, inf)
    return v


def aspiration_search(state, guess, epsilon):
    alpha, beta = guess - epsilon, guess + epsilon
    v = search(state, alpha, beta)
    return again(state, v, alpha, beta)
