"""Wrong where MIN begins, and dies at the second search in one process."""

import os
from math import inf

searches = 0


def right_max(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -inf
    for a in state.actions():
        v = max(v, right_min(state.result(a), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def right_min(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = inf
    for a in state.actions():
        v = min(v, right_max(state.result(a), alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def max_value(state, alpha, beta):
    return searched(right_max, state, alpha, beta)


def min_value(state, alpha, beta):
    searched(right_min, state, alpha, beta)
    return -1000


def searched(function, state, alpha, beta):
    global searches
    searches += 1
    if searches == 2:
        os._exit(1)
    return function(state, alpha, beta)
