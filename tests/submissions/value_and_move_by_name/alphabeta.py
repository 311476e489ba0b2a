from math import inf


def worth(pair):
    return pair[0]


def max_value(state, alpha, beta):
    if state.is_terminal():
        return (state.utility(), None)
    best = None
    for action in state.actions():
        found = (min_value(state.result(action), alpha, beta)[0], action)
        best = found if best is None else max(best, found)
        if best[0] >= beta:
            break
        alpha = max(alpha, best[0])
    return best


def min_value(state, alpha, beta):
    if state.is_terminal():
        return (state.utility(), None)
    best = None
    for action in state.actions():
        found = (max_value(state.result(action), alpha, beta)[0], action)
        best = found if best is None else min(best, found, key=worth)
        if best[0] <= alpha:
            break
        beta = min(beta, best[0])
    return best
