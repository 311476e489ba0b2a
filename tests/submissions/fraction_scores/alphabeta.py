from fractions import Fraction
from math import inf, isinf


def exact(score):
    return score if isinf(score) else Fraction(score)


def max_value(state, alpha, beta):
    alpha, beta = exact(alpha), exact(beta)
    if state.is_terminal():
        return exact(state.utility())
    v = -inf
    for child in state.children:
        v = max(v, min_value(child, alpha, beta))
        if not v < beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    alpha, beta = exact(alpha), exact(beta)
    if state.is_terminal():
        return exact(state.utility())
    v = inf
    for child in state.children:
        v = min(v, max_value(child, alpha, beta))
        if not v > alpha:
            return v
        beta = min(beta, v)
    return v
