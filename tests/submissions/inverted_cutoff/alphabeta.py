import math


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best = -math.inf
    for child in state.children:
        best = max(best, min_value(child, alpha, beta))
        if best <= beta:
            return best
        alpha = max(alpha, best)
    return best


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best = math.inf
    for child in state.children:
        best = min(best, max_value(child, alpha, beta))
        if best >= alpha:
            return best
        beta = min(beta, best)
    return best
