"""Each call goes two plies down."""

import math


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -math.inf
    for child in state.children:
        w = child.utility() if child.is_terminal() else math.inf
        for below in child.children:
            w = min(w, max_value(below, alpha, beta))
        v = max(v, w)
    return v



def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = math.inf
    for child in state.children:
        w = child.utility() if child.is_terminal() else -math.inf
        for below in child.children:
            w = max(w, min_value(below, alpha, beta))
        v = min(v, w)
    return v
