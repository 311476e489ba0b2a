def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    for _, child in state.successors():
        alpha = max(alpha, min_value(child, alpha, beta))
        if alpha >= beta:
            return beta
    return alpha


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    for _, child in state.successors():
        beta = min(beta, max_value(child, alpha, beta))
        if beta <= alpha:
            return alpha
    return beta
