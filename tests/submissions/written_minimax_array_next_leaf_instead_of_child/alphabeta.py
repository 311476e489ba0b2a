"""Minimax over a binary tree kept in a list."""

from math import inf


def children(depth, index):
    return [(depth + 1, index + i) for i in range(2)]


def minimax(depth, index, maximizing, values, alpha, beta):
    plies = len(values).bit_length() - 1
    if depth >= plies:
        return values[index]

    best = -inf if maximizing else inf
    for child_depth, child in children(depth, index):
        score = minimax(child_depth, child, not maximizing, values, alpha, beta)
        if maximizing:
            best = max(best, score)
            alpha = max(alpha, best)
        else:
            best = min(best, score)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
