def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best = None
    for action in state.actions():
        value = min_value(state.result(action), alpha, beta)
        if best is None or value > best:
            best = value
        if best >= beta:
            return best
        if best > alpha:
            alpha = best
    return best


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    first, *others = state.children
    best = max_value(first, alpha, beta)
    for other in others:
        if best <= alpha:
            return best
        beta = min(beta, best)
        best = min(best, max_value(other, alpha, beta))
    return best
