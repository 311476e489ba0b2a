"""MAX's function asks for its children as the line in the place of the word in capitals says."""

from math import inf


def max_value(state, alpha, beta):
    v = -inf
    for child in state.children:
        ASKED
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    return min(child.utility() for child in state.children)
