from math import inf


def max_value(state, alpha, beta):
    value = -inf
    if state.is_terminal():
        value = state.utility()
    for child in state.children:
        value = max(value, min_value(child, alpha, beta))
        if value >= beta:
            break
        if value > alpha:
            alpha = value
    return value


def min_value(state, alpha, beta):
    value = inf
    if state.is_terminal():
        value = state.utility()
    for child in state.children:
        value = min(value, max_value(child, alpha, beta))
        if value <= alpha:
            break
        if value < beta:
            beta == value
    return value
