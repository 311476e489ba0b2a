from math import inf


def max_value(state, alpha, beta):
    if alpha >= beta:
        return beta  # MIN above has better already
    if state.is_terminal():
        return state.utility()
    best, entry = -inf, alpha
    for child in state.children:
        best = max(best, min_value(child, alpha, beta))
        alpha = max(alpha, best)
    return best if best > entry else -inf  # nobody will let the game come here


def min_value(state, alpha, beta):
    if alpha >= beta:
        return alpha  # MAX above has better already
    if state.is_terminal():
        return state.utility()
    best = inf
    for child in state.children:
        best = min(best, max_value(child, alpha, beta))
        beta = min(beta, best)
    return best
