from game import State

INF = float("inf")


def aspiration_search(state: State, guess: float, epsilon: float) -> float:
    """Searches with a small window around guess first."""
    start = max_value if state.to_move == "MAX" else min_value
    low = guess - epsilon
    high = guess + epsilon
    value = start(state, low, high)
    if value >= high:
        # guess was too low, search again
        value = start(state, -INF, INF)
    return value


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -INF
    for child in state.children:
        v = max(v, min_value(child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = INF
    for child in state.children:
        v = min(v, max_value(child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
