from game import State


def alpha_beta_search(state: State) -> str:
    alpha = float("-inf")
    beta = float("inf")
    best = None
    for pair in state.successors():
        if state.to_move == "MAX":
            v = mini(pair[1], alpha, beta)
            if best is None or v > alpha:
                best = pair
                alpha = v
        else:
            v = maxi(pair[1], alpha, beta)
            if best is None or v < beta:
                best = pair
                beta = v
    return best[1]


def maxi(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    for _, s in state.successors():
        alpha = max(alpha, mini(s, alpha, beta))
        if alpha >= beta:
            return beta
    return alpha


def mini(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    for _, s in state.successors():
        beta = min(beta, maxi(s, alpha, beta))
        if beta <= alpha:
            return alpha
    return beta
