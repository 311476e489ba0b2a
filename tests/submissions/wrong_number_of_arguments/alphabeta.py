from math import inf

alpha, beta = -inf, inf


def max_value(state):
    if state.is_terminal():
        return state.utility()
    return max(min_value(child) for child in state.children)


def min_value(state):
    if state.is_terminal():
        return state.utility()
    return min(max_value(child) for child in state.children)
