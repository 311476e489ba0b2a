"""Alpha-beta on nested lists."""

from math import inf


def alphabeta(tree, alpha, beta, maximizing):
    if not isinstance(tree, (list, tuple)):
        return tree
    best = -inf if maximizing else inf
    for child in tree:
        value = alphabeta(child, alpha, beta, not maximizing)
        if maximizing:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
