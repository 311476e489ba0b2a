from math import inf


def ordered(state):
    """The children from left to right."""
    return sorted(state.children, key=lambda s: s.name)


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -inf
    for s in ordered(state):
        v = max(v, min_value(s, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = inf
    for s in ordered(state):
        v = min(v, max_value(s, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
