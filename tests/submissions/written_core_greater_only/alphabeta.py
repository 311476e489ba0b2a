import math
from game import State


# CS 3243 homework 2, task 3

def max_value(state: State, alpha: float, beta: float) -> float:
    if state.is_terminal():
        return state.utility()
    v = -math.inf
    for child in state.children:
        v = max(v, min_value(child, alpha, beta))
        # prune
        if v > beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state: State, alpha: float, beta: float) -> float:
    if state.is_terminal():
        return state.utility()
    v = math.inf
    for child in state.children:
        v = min(v, max_value(child, alpha, beta))
        # prune
        if v < alpha:
            return v
        beta = min(beta, v)
    return v
