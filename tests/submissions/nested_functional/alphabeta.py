"""Folds that take the first child from the rest: no loop, no assignment to a bound."""

from math import inf


def alphabeta(tree, alpha, beta, maximizing):
    if isinstance(tree, (int, float)):
        return tree
    if maximizing:
        return best_of(tree, alpha, beta, -inf, higher)
    return -best_of(tree, -beta, -alpha, -inf, lower)


def higher(tree, alpha, beta):
    return alphabeta(tree, alpha, beta, False)


def lower(tree, alpha, beta):
    return -alphabeta(tree, -beta, -alpha, True)


def best_of(trees, alpha, beta, best, value_of):
    if not trees or best >= beta:
        return best
    first, *rest = trees
    value = value_of(first, max(alpha, best), beta)
    return best_of(rest, alpha, beta, max(best, value), value_of)
