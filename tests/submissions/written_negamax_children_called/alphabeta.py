import math


def negamax(state, depth, alpha, beta):
    # base case
    if depth <= 0:
        return state.evaluate()
    if state.is_terminal():
        return state.evaluate()

    best_value = -math.inf
    for next_state in state.children():
        score = -negamax(next_state, depth - 1, -beta, -alpha)
        if score > best_value:
            best_value = score
        if best_value > alpha:
            alpha = best_value
        if alpha >= beta:
            return best_value
    return best_value
