def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    actions = state.actions()
    while actions:
        alpha = max(alpha, min_value(state.result(actions.pop()), alpha, beta))
        if alpha >= beta:
            return beta
    return alpha


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    actions = state.actions()
    while actions:
        beta = min(beta, max_value(state.result(actions.pop()), alpha, beta))
        if beta <= alpha:
            return alpha
    return beta
