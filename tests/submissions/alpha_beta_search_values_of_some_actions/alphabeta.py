from math import inf


def alpha_beta_search(state):
    alpha, beta = -inf, inf
    values = []
    for action in state.actions():
        child = state.result(action)
        if state.to_move == "MAX":
            value = min_value(child, alpha, beta)
            if value >= max(values, default=-inf):
                values.append(value)
            alpha = max(alpha, value)
        else:
            value = max_value(child, alpha, beta)
            if value <= min(values, default=inf):
                values.append(value)
            beta = min(beta, value)
        if alpha >= beta:
            break
    best = max(values) if state.to_move == "MAX" else min(values)
    return state.actions()[values.index(best)]


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    value = -inf
    for action in state.actions():
        value = max(value, min_value(state.result(action), alpha, beta))
        if value >= beta:
            return value
        alpha = max(alpha, value)
    return value


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    value = inf
    for action in state.actions():
        value = min(value, max_value(state.result(action), alpha, beta))
        if value <= alpha:
            return value
        beta = min(beta, value)
    return value
