"""Plies are counted, too; a node is told from a leaf by its type."""

from math import inf


def alphabeta(node, depth, alpha, beta, maximizing_player):
    if depth == 0 or type(node) is not list:
        return node
    if maximizing_player:
        value = -inf
        for child in node:
            value = max(value, alphabeta(child, depth - 1, alpha, beta, False))
            alpha = max(alpha, value)
            if beta <= alpha:
                break
        return value
    value = inf
    for child in node:
        value = min(value, alphabeta(child, depth - 1, alpha, beta, True))
        beta = min(beta, value)
        if beta <= alpha:
            break
    return value
