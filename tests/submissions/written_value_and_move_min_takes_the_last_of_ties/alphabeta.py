"""Returns (value, move) pairs."""

import math
from game import State


def max_value(state: State, alpha: float, beta: float) -> tuple:
    if state.is_terminal():
        return (state.utility(), None)
    result = (-math.inf, None)
    for m in state.actions():
        val = min_value(state.result(m), alpha, beta)[0]
        if val > result[0] or result[1] is None:
            result = (val, m)
        if result[0] >= beta:
            return result
        alpha = max(alpha, result[0])
    return result


def min_value(state: State, alpha: float, beta: float) -> tuple:
    if state.is_terminal():
        return (state.utility(), None)
    result = (math.inf, None)
    for m in state.actions():
        val = max_value(state.result(m), alpha, beta)[0]
        if val <= result[0]:
            result = (val, m)
        if result[0] <= alpha:
            return result
        beta = min(beta, result[0])
    return result
