from math import inf


def alpha_beta_search(state):
    alpha, beta = -inf, inf
    chosen = None
    if state.to_move == "MAX":
        best = -inf
        for action in state.actions():
            value = of_max(state, action, alpha, beta)
            if chosen is None or value > best:
                chosen, best = action, value
            alpha = max(alpha, best)
    else:
        best = inf
        for action in state.actions():
            value = of_min(state, action, alpha, beta)
            if chosen is None or value < best:
                chosen, best = action, value
            beta = min(beta, best)
    return chosen


def of_max(parent, move, alpha, beta):
    state = parent.result(move)
    if state.is_terminal():
        return state.utility()
    best = -inf
    for action in state.actions():
        best = max(best, of_min(state, action, alpha, beta))
        if best >= beta:
            return best
        alpha = max(alpha, best)
    return best


def of_min(parent, move, alpha, beta):
    state = parent.result(move)
    if state.is_terminal():
        return state.utility()
    best = inf
    for action in state.actions():
        best = min(best, of_max(state, action, alpha, beta))
        if best <= alpha:
            return best
        beta = min(beta, best)
    return best
