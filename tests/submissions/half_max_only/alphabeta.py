"""max_value is right; min_value is still the stub."""

from math import inf


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -inf
    for action in state.actions():
        v = max(v, min_value(state.result(action), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    raise NotImplementedError
