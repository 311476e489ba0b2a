def minimax(depth, index, maximizing_player, values, alpha, beta):
    if 2**depth == len(values):
        return values[index]
    best = -1000 if maximizing_player else 1000
    for i in (2 * index, 2 * index + 1):
        value = minimax(depth + 1, i, not maximizing_player, values, alpha, beta)
        if maximizing_player:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            break
    return best
