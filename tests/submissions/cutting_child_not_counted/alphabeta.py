INFINITY = float("inf")


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best = -INFINITY
    for child in state.children:
        score = min_value(child, alpha, beta)
        if score >= beta:
            break
        best = max(best, score)
        alpha = max(alpha, best)
    return best


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    best = INFINITY
    for child in state.children:
        score = max_value(child, alpha, beta)
        if score <= alpha:
            break
        best = min(best, score)
        beta = min(beta, best)
    return best
