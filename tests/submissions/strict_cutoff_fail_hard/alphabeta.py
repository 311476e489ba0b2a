def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    for child in state.children:
        alpha = max(alpha, min_value(child, alpha, beta))
        if alpha > beta:
            return beta
    return alpha


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    for child in state.children:
        beta = min(beta, max_value(child, alpha, beta))
        if alpha > beta:
            return alpha
    return beta
