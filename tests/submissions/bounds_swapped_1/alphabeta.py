def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best = None
    for child in state.children:
        value = min_value(child, beta, alpha)
        best = value if best is None else max(best, value)
        if best >= beta:
            break
        if best > alpha:
            alpha = best
    return best


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best = None
    for child in state.children:
        value = max_value(child, beta, alpha)
        best = value if best is None else min(best, value)
        if best <= alpha:
            break
        if best < beta:
            beta = best
    return best
