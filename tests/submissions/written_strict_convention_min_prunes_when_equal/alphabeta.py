from game import State

INF = float("inf")


def max_value(state: State, alpha: float, beta: float) -> float:
    if state.is_terminal():
        return state.utility()
    best, i = -INF, 0
    successors = state.successors()
    while i < len(successors):
        name, child = successors[i]
        best = max(best, min_value(child, alpha, beta))
        alpha = max(alpha, best)
        if alpha > beta:
            return best
        i += 1
    return best


def min_value(state: State, alpha: float, beta: float) -> float:
    if state.is_terminal():
        return state.utility()
    best, i = INF, 0
    successors = state.successors()
    while i < len(successors):
        name, child = successors[i]
        best = min(best, max_value(child, alpha, beta))
        beta = min(beta, best)
        if alpha >= beta:
            return best
        i += 1
    return best
