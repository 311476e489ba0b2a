from math import inf


def best(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -inf
    for number, child in enumerate(state.children):
        v = max(v, worst(child, number, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def worst(state, number, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = inf
    for child in state.children:
        v = min(v, worst(child, number, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


def max_value(state, alpha, beta):
    return best(state, alpha, beta)


def min_value(state, alpha, beta):
    return worst(state, 0, alpha, beta)
