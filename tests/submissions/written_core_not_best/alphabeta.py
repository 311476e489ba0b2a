def max_value(state, alpha, beta):
    best = None
    for child in state.children:
        score = min_value(child, alpha, beta)
        if not best or score > best:
            best = score
        if best >= beta:
            break
        if best > alpha:
            alpha = best
    return state.utility() if best is None else best


def min_value(state, alpha, beta):
    best = None
    for child in state.children:
        score = max_value(child, alpha, beta)
        if not best or score < best:
            best = score
        if best <= alpha:
            break
        if best < beta:
            beta = best
    return state.utility() if best is None else best
