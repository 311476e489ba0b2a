from math import inf


def ab(state, alpha, beta, max_turn):
    if state.is_terminal():
        return state.utility()
    if max_turn:
        v = -inf
        for _, s in state.successors():
            v = max(v, ab(s, alpha, beta, False))
            alpha = max(alpha, v)
            if v >= beta:
                break
    else:
        v = inf
        for _, s in state.successors():
            v = min(v, ab(s, alpha, beta, False))
            beta = min(beta, v)
            if v <= alpha:
                break
    return v


def max_value(state, alpha, beta):
    return ab(state, alpha, beta, True)


def min_value(state, alpha, beta):
    return ab(state, alpha, beta, False)
