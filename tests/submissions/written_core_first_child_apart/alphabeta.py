# Assignment 3 -- alpha beta
# The first successor gives the start value, so no infinity is needed.


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    first, *others = state.children
    v = min_value(first, alpha, beta)
    if v >= beta:
        return v
    a = max(alpha, v)
    for s in others:
        v = max(v, min_value(s, a, beta))
        if v >= beta:
            return v
        a = max(a, v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    first, *others = state.children
    v = max_value(first, alpha, beta)
    b = min(beta, v)
    for s in others:
        v = min(v, max_value(s, alpha, b))
        if v <= alpha:
            return v
        b = min(b, v)
    return v
