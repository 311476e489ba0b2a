from math import inf


def aspiration_search(state, guess, epsilon):
    alpha, beta = guess - epsilon, guess + epsilon
    v = search(state, alpha, beta)
    if alpha < v < beta:
        return v
    return search(state, -inf, inf)


def search(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    if state.to_move == "MAX":
        v = -inf
        for child in state.children:
            v = max(v, search(child, alpha, beta))
            if v >= beta:
                return v
    else:
        v = inf
        for child in state.children:
            v = min(v, search(child, alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
    return v
