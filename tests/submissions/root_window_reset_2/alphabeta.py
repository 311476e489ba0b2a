INF = float("inf")


def max_value(state, alpha, beta, at_root=True):
    if state.is_terminal():
        return state.utility()
    best = -INF
    for child in state.children:
        window = (-INF, INF) if at_root else (alpha, beta)
        best = max(best, min_value(child, *window, at_root=False))
        if best >= beta:
            break
        alpha = max(alpha, best)
    return best


def min_value(state, alpha, beta, at_root=True):
    if state.is_terminal():
        return state.utility()
    best = INF
    for child in state.children:
        window = (-INF, INF) if at_root else (alpha, beta)
        best = min(best, max_value(child, *window, at_root=False))
        if best <= alpha:
            break
        beta = min(beta, best)
    return best
