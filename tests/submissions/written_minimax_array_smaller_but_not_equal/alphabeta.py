import math
from collections.abc import Sequence


def minimax(
    depth: int, index: int, maximizing_player: bool, values: Sequence[float], alpha: float, beta: float
) -> float:
    height = int(math.log2(len(values)))
    if depth == height:
        return values[index]

    left, right = 2 * index, 2 * index + 1
    better = max if maximizing_player else min

    value = minimax(depth + 1, left, not maximizing_player, values, alpha, beta)
    if maximizing_player:
        alpha = better(alpha, value)
    else:
        beta = better(beta, value)

    if beta < alpha:
        return value
    return better(value, minimax(depth + 1, right, not maximizing_player, values, alpha, beta))
