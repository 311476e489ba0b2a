from math import inf


def aspiration_search(state, guess, epsilon):
    window = guess - epsilon, guess + epsilon
    v = search(state, *window)
    if v <= window[0]:
        return search(state, -inf, inf)
    if v >= window[1]:
        return search(state, -inf, inf)
    return v


def search(state, alpha, beta):
    if state.is_terminal():
        return state.utility()

    # MAX: keep the largest value, stop once MIN above would not come here
    if state.to_move == "MAX":
        v = -inf
        for child in state.children:
            v = max(v, search(child, v, inf))
            if v >= beta:
                return v
        return v

    # MIN: just the other way round
    v = inf
    for child in state.children:
        v = min(v, search(child, -inf, v))
        if v <= alpha:
            return v
    return v
