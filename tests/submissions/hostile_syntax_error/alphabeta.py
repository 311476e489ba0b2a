"""Lacks a bracket."""


def max_value(state, alpha, beta):
    return max(state.utility(, beta)


min_value = max_value
