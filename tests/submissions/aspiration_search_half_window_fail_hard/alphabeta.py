from math import inf


def aspiration_search(state, guess, epsilon):
    alpha, beta = guess - epsilon, guess + epsilon
    v = clamped(state, alpha, beta)
    if v == beta:
        return clamped(state, beta, inf)
    if v == alpha:
        return clamped(state, -inf, alpha)
    return v


def clamped(state, alpha, beta):
    if state.is_terminal():
        return max(alpha, min(beta, state.utility()))
    for _, successor in state.successors():
        v = clamped(successor, alpha, beta)
        if state.to_move == "MAX":
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
        if alpha >= beta:
            break
    return alpha if state.to_move == "MAX" else beta
