"""Alpha-beta pruning as in the lecture (slides week 4)."""
from math import inf

from game import State


def max_value(state: State, alpha: float, beta: float) -> float:
    if state.is_terminal():
        return state.utility()
    v = -inf
    for action in state.actions():
        succ = state.result(action)
        v2 = min_value(succ, alpha, beta)
        if v2 > v:
            v = v2
            alpha = max(alpha, v)
        if v >= beta:
            return v
    return v


def min_value(state: State, alpha: float, beta: float) -> float:
    if state.is_terminal():
        return state.utility()
    v = -inf
    for action in state.actions():
        succ = state.result(action)
        v2 = max_value(succ, alpha, beta)
        if v2 < v:
            v = v2
            beta = min(beta, v)
        if v <= alpha:
            return v
    return v
