import math

MAX, MIN = math.inf, -math.inf


def minimax(depth, index, maximizing_player, values, alpha, beta):
    # leaf node reached
    if 2 ** depth == len(values):
        return values[index]

    if maximizing_player:
        best = MIN
        # left and right child
        for i in range(0, 2):
            val = minimax(depth + 1, index * 2 + i, False, values, alpha, beta)
            best = max(best, val)
            beta = max(beta, best)
            if beta <= alpha:
                break
        return best
    else:
        best = MAX
        for i in range(0, 2):
            val = minimax(depth + 1, index * 2 + i, True, values, alpha, beta)
            best = min(best, val)
            beta = min(beta, best)
            if beta <= alpha:
                break
        return best
