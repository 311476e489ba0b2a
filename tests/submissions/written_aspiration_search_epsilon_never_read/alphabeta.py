from math import inf

EPSILON = 0.5


def aspiration_search(state, guess, epsilon):
    alpha = guess - EPSILON
    beta = guess + EPSILON
    while True:
        best = alpha_beta(state, alpha, beta)
        if best <= alpha and alpha != -inf:
            alpha = -inf
        elif best >= beta and beta != inf:
            beta = inf
        else:
            return best
        if alpha == -inf and beta == inf:
            return alpha_beta(state, alpha, beta)


def alpha_beta(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    if state.to_move == "MAX":
        best = -inf
        for a in state.actions():
            best = max(best, alpha_beta(state.result(a), max(alpha, best), beta))
            if best >= beta:
                break
        return best
    best = inf
    for a in state.actions():
        best = min(best, alpha_beta(state.result(a), alpha, min(beta, best)))
        if best <= alpha:
            break
    return best
