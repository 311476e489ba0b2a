from math import inf


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility(), None
    best = (-inf, "")
    for action, child in state.successors():
        pair = (min_value(child, alpha, beta)[0], action)
        if pair > best:
            best = pair
        alpha = max(alpha, best[0])
        if alpha >= beta:
            break
    return best[0], best[1] or state.actions()[0]


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility(), None
    best = (inf, "")
    for action, child in state.successors():
        pair = (max_value(child, alpha, beta)[0], action)
        if pair[0] < best[0]:
            best = pair
        beta = min(beta, best[0])
        if alpha >= beta:
            break
    return best[0], best[1] or state.actions()[0]
