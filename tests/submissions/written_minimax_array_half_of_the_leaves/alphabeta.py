import math


def maximum(depth, i, values, alpha, beta, height):
    if depth == height:
        return values[i]
    best = -math.inf
    for k in (2 * i, 2 * i + 1):
        best = max(best, minimum(depth + 1, k, values, alpha, beta, height))
        if best >= beta:
            return best
        alpha = max(alpha, best)
    return best


def minimum(depth, i, values, alpha, beta, height):
    if depth == height:
        return values[i]
    best = math.inf
    for k in (2 * i, 2 * i + 1):
        best = min(best, maximum(depth + 1, k, values, alpha, beta, height))
        if best <= alpha:
            return best
        beta = min(beta, best)
    return best


def minimax(depth, index, maximizing_player, values, alpha, beta):
    height = len(values) // 2 - 1  # 8 leaves -> 3
    if maximizing_player:
        return maximum(depth, index, values, alpha, beta, height)
    return minimum(depth, index, values, alpha, beta, height)
