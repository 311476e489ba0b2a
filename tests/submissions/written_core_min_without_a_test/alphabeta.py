# name: K. Lindqvist
# Assignment 2 part b - alpha beta

infinity = float("inf")
neg_infinity = float("-inf")


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()

    value = neg_infinity
    for succ in state.children:
        value = max(value, min_value(succ, alpha, beta))
        alpha = max(alpha, value)
        if alpha >= beta:
            break  # beta cutoff
    return value


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()

    value = infinity
    for succ in state.children:
        value = min(value, max_value(succ, alpha, beta))
        beta = min(beta, value)
    return value
