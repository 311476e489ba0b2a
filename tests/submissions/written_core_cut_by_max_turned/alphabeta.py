# alphabeta.py
# Written by Tomas R. (second year)
from math import inf


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    value = -inf
    for action, next_state in state.successors():
        value = max(value, min_value(next_state, alpha, beta))
        if value <= beta:
            return value
        alpha = max(alpha, value)
    return value


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    value = inf
    for action, next_state in state.successors():
        value = min(value, max_value(next_state, alpha, beta))
        if value <= alpha:
            return value
        beta = min(beta, value)
    return value
