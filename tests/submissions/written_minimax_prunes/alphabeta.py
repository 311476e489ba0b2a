from game import State


def minimax(state: State) -> float:
    """Returns the minimax value. I added alpha-beta so that it is faster."""
    return value(state, float("-inf"), float("inf"))


def value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    if state.to_move == "MAX":
        v = float("-inf")
        for action, nxt in state.successors():
            v = max(v, value(nxt, alpha, beta))
            alpha = max(alpha, v)
            if alpha >= beta:
                break
        return v
    v = float("inf")
    for action, nxt in state.successors():
        v = min(v, value(nxt, alpha, beta))
        beta = min(beta, v)
        if alpha >= beta:
            break
    return v
