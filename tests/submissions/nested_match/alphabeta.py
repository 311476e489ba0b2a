"""Patterns take a tree apart, and calls are kept by their arguments."""

from functools import lru_cache
from math import inf


@lru_cache(maxsize=None)
def alpha_beta(tree, alpha, beta, maximizing):
    match tree:
        case int() | float():
            return tree
        case [*children]:
            return search(tuple(children), alpha, beta, maximizing)


def search(children, alpha, beta, maximizing):
    best = -inf if maximizing else inf
    pick = max if maximizing else min
    while children and alpha < beta:
        child, children = children[0], children[1:]
        best = pick(alpha_beta(child, alpha, beta, not maximizing), best)
        if maximizing:
            alpha = max(best, alpha)
        else:
            beta = min(best, beta)
    return best
