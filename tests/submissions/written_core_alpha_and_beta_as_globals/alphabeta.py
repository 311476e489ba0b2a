from math import inf
from game import State

ALPHA = -inf
BETA = inf


def max_value(state: State, alpha: float, beta: float) -> float:
    global ALPHA, BETA
    ALPHA, BETA = alpha, beta
    return max_node(state)


def min_value(state: State, alpha: float, beta: float) -> float:
    global ALPHA, BETA
    ALPHA, BETA = alpha, beta
    return min_node(state)


def max_node(state):
    global ALPHA
    if state.is_terminal():
        return state.utility()
    v = -inf
    for s in state.children:
        v = max(v, min_node(s))
        if v >= BETA:
            return v
        ALPHA = max(ALPHA, v)
    return v


def min_node(state):
    global BETA
    if state.is_terminal():
        return state.utility()
    v = inf
    for s in state.children:
        v = min(v, max_node(s))
        if v <= ALPHA:
            return v
        BETA = min(BETA, v)
    return v
