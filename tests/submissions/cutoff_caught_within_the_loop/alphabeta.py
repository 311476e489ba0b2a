"""A cutoff is an exception: the rest of the children cannot change the result."""

from math import inf


class Enough(Exception):
    """The rest of the children need not be searched."""


def raise_if_closed(alpha, beta):
    if alpha >= beta:
        raise Enough


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best = -inf
    try:
        for child in state.children:
            best = max(best, min_value(child, alpha, beta))
            alpha = max(alpha, best)
            raise_if_closed(alpha, beta)
    except Enough:
        pass
    return best


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best = inf
    for child in state.children:
        try:
            best = min(best, max_value(child, alpha, beta))
            beta = min(beta, best)
            raise_if_closed(alpha, beta)
        except Enough:
            continue
    return best
