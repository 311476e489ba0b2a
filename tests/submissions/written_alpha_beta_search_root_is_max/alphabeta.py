import math


def value(state, alpha, beta):
    """Minimax value of state inside alpha..beta."""
    if state.is_terminal():
        return state.utility()

    if state.to_move == "MAX":
        v = -math.inf
        for _, child in state.successors():
            v = max(v, value(child, alpha, beta))
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        return v

    v = math.inf
    for _, child in state.successors():
        v = min(v, value(child, alpha, beta))
        beta = min(beta, v)
        if alpha >= beta:
            break
    return v


def alpha_beta_search(state):
    alpha = -math.inf
    beta = math.inf
    chosen = None
    for move in state.actions():
        score = value(state.result(move), alpha, beta)
        if chosen is None or score > alpha:
            chosen = move
            alpha = score
    return chosen
