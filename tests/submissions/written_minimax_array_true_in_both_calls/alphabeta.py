from collections.abc import Sequence
from math import log2


def minimax(
    depth: int, index: int, maximizing_player: bool, values: Sequence[float], alpha: float, beta: float
) -> float:
    if depth == int(log2(len(values))):
        return values[index]
    if maximizing_player:
        left = minimax(depth + 1, 2 * index, False, values, alpha, beta)
        alpha = max(alpha, left)
        if alpha >= beta:
            return left
        right = minimax(depth + 1, 2 * index + 1, False, values, alpha, beta)
        return max(left, right)
    left = minimax(depth + 1, 2 * index, False, values, alpha, beta)
    beta = min(beta, left)
    if alpha >= beta:
        return left
    right = minimax(depth + 1, 2 * index + 1, False, values, alpha, beta)
    return min(left, right)
