from math import inf


def ab(state, alpha, beta, is_max):
    if state.is_terminal():
        return state.utility()
    best = -inf if is_max else inf
    for child in state.children:
        value = ab(child, alpha, beta, not is_max)
        if is_max:
            best = max(best, value)
            if best >= beta:
                break
            alpha = value
        else:
            best = min(best, value)
            if best <= alpha:
                break
            beta = value
    return best


def max_value(state, alpha, beta):
    return ab(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return ab(state, alpha, beta, False)
