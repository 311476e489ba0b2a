def minimax(depth, index, maximizing_player, values, alpha, beta):
    plies = len(values).bit_length() - 1
    if depth == plies:
        leaf = values[index : index + 1]
        assert len(leaf) == 1 and values[index] == leaf[0]
        return leaf[0]
    children = [(depth + 1, 2 * index), (depth + 1, 2 * index + 1)]
    best = None
    for ply, place in children:
        value = minimax(ply, place, not maximizing_player, values, alpha, beta)
        if maximizing_player:
            best = value if best is None else max(best, value)
            alpha = max(alpha, best)
        else:
            best = value if best is None else min(best, value)
            beta = min(beta, best)
        if alpha >= beta:
            return best
    return best
