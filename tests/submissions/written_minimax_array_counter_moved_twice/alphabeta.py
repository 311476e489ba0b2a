def minimax(depth, position, maxTurn, values, alpha, beta):
    if 2 ** depth >= len(values):
        return values[position]

    i = 0
    best = None
    while i < 2:
        child = position * 2 + i
        i += 1
        value = minimax(depth + 1, child, not maxTurn, values, alpha, beta)
        if best is None:
            best = value
        elif maxTurn and value > best:
            best = value
        elif not maxTurn and value < best:
            best = value
        # update the window
        if maxTurn:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if beta <= alpha:
            return best
        i += 1
    return best
