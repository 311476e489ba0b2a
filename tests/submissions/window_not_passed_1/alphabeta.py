from math import inf


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best = -inf
    for child in state.children:
        best = max(best, min_value(child, -inf, inf))
        alpha = max(alpha, best)
        if best >= beta:
            break
    return best


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best = inf
    for child in state.children:
        best = min(best, max_value(child, -inf, inf))
        beta = min(beta, best)
        if best <= alpha:
            break
    return best
