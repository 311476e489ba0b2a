from math import inf

from game import State


def max_value(state: State, alpha: float, beta: float) -> float:
    if state.is_terminal():
        return state.utility()
    v = -inf
    for child in state.children:
        x = min_value(child, alpha, beta)
        if v > beta:
            return v
        v = max(v, x)
        alpha = max(alpha, v)
    return v


def min_value(state: State, alpha: float, beta: float) -> float:
    if state.is_terminal():
        return state.utility()
    v = inf
    for child in state.children:
        x = max_value(child, alpha, beta)
        v = min(v, x)
        if v < alpha:
            return v
        beta = max(beta, v)
    return v
