"""minimax of the article, with infinity for its MIN and MAX and any number of plies."""

from math import inf

MAX, MIN = inf, -inf


def minimax(depth, index, maximizingPlayer, values, alpha, beta):
    # Terminating condition
    if 2 ** depth == len(values):
        return values[index]

    if maximizingPlayer:
        optimum = MIN
        for i in range(0, 2):
            val = minimax(depth + 1, index * 2 + i, True, values, alpha, beta)
            optimum = max(optimum, val)
            alpha = max(alpha, optimum)
            if beta <= alpha:
                break
        return optimum

    else:
        optimum = MAX
        for i in range(0, 2):
            val = minimax(depth + 1, index * 2 + i, True, values, alpha, beta)
            optimum = min(optimum, val)
            beta = min(beta, optimum)
            if beta <= alpha:
                break
        return optimum
