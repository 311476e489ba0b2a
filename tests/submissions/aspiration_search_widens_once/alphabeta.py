from math import inf


def aspiration_search(state, guess, epsilon):
    value = search(state, guess - epsilon, guess + epsilon)
    if value <= guess - epsilon or value >= guess + epsilon:
        epsilon = 2 * epsilon
        value = search(state, guess - epsilon, guess + epsilon)
    return value


def search(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    if state.to_move == "MAX":
        best = -inf
        for child in state.children:
            best = max(best, search(child, alpha, beta))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    else:
        best = inf
        for child in state.children:
            best = min(best, search(child, alpha, beta))
            beta = min(beta, best)
            if alpha >= beta:
                break
    return best
