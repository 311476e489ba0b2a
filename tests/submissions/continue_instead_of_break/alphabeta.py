from math import inf


def search(state, alpha, beta, is_max):
    if state.is_terminal():
        return state.utility()
    v = -inf if is_max else inf
    for child in state.children:
        found = search(child, alpha, beta, not is_max)
        if is_max:
            v = max(v, found)
            alpha = max(alpha, v)
        else:
            v = min(v, found)
            beta = min(beta, v)
        if alpha >= beta:
            continue
    return v


def max_value(state, alpha, beta):
    return search(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return search(state, alpha, beta, False)
