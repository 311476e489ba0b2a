from math import inf


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best = -inf
    for child in state.children:
        best = max(best, min_value(child, max(alpha, best), beta))
        if best >= beta:
            return best
    return best


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best = alpha
    for child in state.children:
        best = min(best, max_value(child, alpha, min(beta, best)))
        if best <= alpha:
            return best
    return best
