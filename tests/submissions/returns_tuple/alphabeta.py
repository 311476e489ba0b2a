from math import inf


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility(), None
    best, move = -inf, None
    for action in state.actions():
        value, _ = min_value(state.result(action), alpha, beta)
        if value > best:
            best, move = value, action
        if best >= beta:
            return best, move
        alpha = max(alpha, best)
    return best, move


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility(), None
    best, move = inf, None
    for action in state.actions():
        value, _ = max_value(state.result(action), alpha, beta)
        if value < best:
            best, move = value, action
        if best <= alpha:
            return best, move
        beta = min(beta, best)
    return best, move
