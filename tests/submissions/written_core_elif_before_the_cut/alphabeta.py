from game import State

MINUS_INFINITY = float("-inf")
PLUS_INFINITY = float("inf")


def max_value(state: State, alpha: float, beta: float) -> float:
    if state.is_terminal():
        return state.utility()
    best = MINUS_INFINITY
    for _, successor in state.successors():
        value = min_value(successor, max(alpha, best), beta)
        if value > best:
            best = value
        elif best >= beta:
            break
    return best


def min_value(state: State, alpha: float, beta: float) -> float:
    if state.is_terminal():
        return state.utility()
    best = PLUS_INFINITY
    for _, successor in state.successors():
        value = max_value(successor, alpha, min(beta, best))
        if value < best:
            best = value
        if best <= alpha:
            break
    return best
