from math import inf

NO_MOVE = {
    "MAX": (-inf, None),
    "MIN": (-inf, None),
}


def max_value(state, alpha, beta):
    if state.is_terminal():
        return (state.utility(), None)
    best = NO_MOVE["MAX"]
    for action in state.actions():
        value = min_value(state.result(action), alpha, beta)[0]
        if value > best[0]:
            best = (value, action)
        if best[0] >= beta:
            break
        alpha = max(alpha, best[0])
    return best


def min_value(state, alpha, beta):
    if state.is_terminal():
        return (state.utility(), None)
    best = NO_MOVE["MIN"]
    for action in state.actions():
        value = max_value(state.result(action), alpha, beta)[0]
        if value < best[0]:
            best = (value, action)
        if best[0] <= alpha:
            break
        beta = min(beta, best[0])
    return best
