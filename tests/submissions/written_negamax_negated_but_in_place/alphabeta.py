import math


def negamax(state, depth, alpha, beta):
    # game over?
    if state.is_terminal():
        return state.utility()
    # horizon
    if depth <= 0:
        return state.evaluate()

    best_value = -math.inf
    for a, s in state.successors():
        v = -negamax(s, depth - 1, -alpha, -beta)
        if v > best_value:
            best_value = v
        if best_value > alpha:
            alpha = best_value
        if best_value >= beta:
            return best_value
    return best_value
