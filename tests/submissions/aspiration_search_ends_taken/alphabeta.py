from math import inf


def aspiration_search(state, guess, epsilon):
    value = search(state, guess - epsilon, guess + epsilon)
    if value < guess - epsilon or value > guess + epsilon:
        value = search(state, -inf, inf)
    return value


def search(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    if state.to_move == "MAX":
        v = -inf
        for child in state.children:
            v = max(v, search(child, alpha, beta))
            if v >= beta:
                return v
            alpha = max(alpha, v)
    else:
        v = inf
        for child in state.children:
            v = min(v, search(child, alpha, beta))
            if v <= alpha:
                return v
            beta = min(beta, v)
    return v
