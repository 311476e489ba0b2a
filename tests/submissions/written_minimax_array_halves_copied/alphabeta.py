from math import inf


def minimax(depth, index, maximizing_player, values, alpha, beta):
    # I do not need depth and index, I split the list
    if len(values) == 1:
        return values[0]
    half = len(values) // 2
    if maximizing_player:
        best = -inf
        for part in (values[:half], values[half:]):
            best = max(best, minimax(depth + 1, index, False, part, alpha, beta))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
    else:
        best = inf
        for part in (values[:half], values[half:]):
            best = min(best, minimax(depth + 1, index, True, part, alpha, beta))
            beta = min(beta, best)
            if alpha >= beta:
                break
    return best
