from game import State

INF = float("inf")


def alpha_beta_search(state: State) -> str:
    """Chooses the best action."""
    alpha = -INF
    beta = INF
    chosen = None
    if state.to_move == "MAX":
        best = -INF
        for action, successor in state.successors():
            v = min_value(successor, alpha, beta)
            if v > best or chosen is None:
                best = v
                chosen = action
    else:
        best = INF
        for action, successor in state.successors():
            v = max_value(successor, alpha, beta)
            if v < best or chosen is None:
                best = v
                chosen = action
            beta = min(beta, v)
    return chosen


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -INF
    for action, successor in state.successors():
        v = max(v, min_value(successor, alpha, beta))
        alpha = max(alpha, v)
    if v >= beta:
        return v
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = INF
    for action, successor in state.successors():
        v = min(v, max_value(successor, alpha, beta))
        beta = min(beta, v)
        if v <= alpha:
            return v
    return v
