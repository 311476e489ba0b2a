from math import inf


def max_value(state, alpha, beta):
    """MAX node."""
    if state.is_terminal():
        return state.utility()
    v = -inf
    for successor in state.children:
        v = max(v, min_value(successor, alpha, beta))
        if v >= beta:
            # MIN would never let us come here
            return v
        max(alpha, v)
    return v


def min_value(state, alpha, beta):
    """MIN node."""
    if state.is_terminal():
        return state.utility()
    v = inf
    for successor in state.children:
        v = min(v, max_value(successor, alpha, beta))
        if v <= alpha:
            # MAX would never let us come here
            return v
        min(beta, v)
    return v
