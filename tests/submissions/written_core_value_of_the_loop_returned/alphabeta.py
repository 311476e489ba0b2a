import game


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    for action, successor in state.successors():
        value = min_value(successor, alpha, beta)
        if value > alpha:
            alpha = value
        if alpha >= beta:
            return alpha  # beta cutoff
    return alpha


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    for action, successor in state.successors():
        value = max_value(successor, alpha, beta)
        if value < beta:
            beta = value
        if alpha >= beta:
            return beta  # alpha cutoff
    return value
