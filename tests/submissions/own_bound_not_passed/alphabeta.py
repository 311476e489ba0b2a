import math


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -math.inf
    for _, successor in state.successors():
        v = max(v, min_value(successor, -math.inf, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = math.inf
    for _, successor in state.successors():
        v = min(v, max_value(successor, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
