def minimax(depth, index, maximizing_player, values, alpha, beta):
    if len(values) == 1:
        return values[0]
    middle = len(values) // 2
    best = None
    for half in (values[:middle], values[middle:]):
        value = minimax(depth + 1, index, not maximizing_player, half, alpha, beta)
        if maximizing_player:
            best = value if best is None else max(best, value)
            alpha = max(alpha, best)
        else:
            best = value if best is None else min(best, value)
            beta = min(beta, best)
        if beta <= alpha:
            break
    return best
