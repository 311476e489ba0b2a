import math


def alpha_beta_search(state):
    color = 1 if state.to_move == "MAX" else -1
    alpha, beta = -math.inf, math.inf
    best_action = state.actions()[0]
    for action, child in state.successors():
        value = -nega(child, -beta, -alpha, -color)
        if value > alpha:
            alpha = value
            best_action = action
            if alpha >= beta:
                break
    return best_action


def nega(state, alpha, beta, color):
    """Value of the state for the side to move; color is 1 for MAX and -1 for MIN."""
    if state.is_terminal():
        return state.utility()
    value = -math.inf
    for child in state.children:
        value = max(value, -nega(child, -beta, -alpha, -color))
        alpha = max(alpha, value)
        if alpha >= beta:
            break  # beta cutoff
    return value
