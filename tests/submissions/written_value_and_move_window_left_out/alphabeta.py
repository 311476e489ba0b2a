INF = float('inf')


def max_value(state, alpha=-INF, beta=INF):
    if state.is_terminal():
        return (state.utility(), None)
    best_score = -INF
    best_move = None
    for (move, child) in state.successors():
        (score, _) = min_value(child)
        if best_move is None or score > best_score:
            best_score = score
            best_move = move
        if best_score >= beta:
            return (best_score, best_move)
        if best_score > alpha:
            alpha = best_score
    return (best_score, best_move)


def min_value(state, alpha=-INF, beta=INF):
    if state.is_terminal():
        return (state.utility(), None)
    best_score = INF
    best_move = None
    for (move, child) in state.successors():
        (score, _) = max_value(child, alpha, beta)
        if best_move is None or score < best_score:
            best_score = score
            best_move = move
        if best_score <= alpha:
            return (best_score, best_move)
        if best_score < beta:
            beta = best_score
    return (best_score, best_move)
