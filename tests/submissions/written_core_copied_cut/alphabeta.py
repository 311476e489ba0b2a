from game import State

INFINITY = float("inf")


def max_value(state: State, alpha: float, beta: float) -> float:
    # leaf
    if state.is_terminal():
        return state.utility()
    v = -INFINITY
    for action in state.actions():
        child = state.result(action)
        v = max(v, min_value(child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state: State, alpha: float, beta: float) -> float:
    # leaf
    if state.is_terminal():
        return state.utility()
    v = INFINITY
    for action in state.actions():
        child = state.result(action)
        v = min(v, max_value(child, alpha, beta))
        if v >= beta:
            return v
        beta = min(beta, v)
    return v
