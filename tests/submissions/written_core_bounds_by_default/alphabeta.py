from math import inf


def max_value(state, alpha=-inf, beta=inf):
    """Value for MAX. The window is everything unless somebody says otherwise."""
    if not state.actions():
        return state.utility()
    v = -inf
    for (move, succ) in state.successors():
        v = max(v, min_value(succ))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha=-inf, beta=inf):
    """Value for MIN."""
    if not state.actions():
        return state.utility()
    v = inf
    for (move, succ) in state.successors():
        v = min(v, max_value(succ, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
