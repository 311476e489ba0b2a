from game import State


def ordered(state: State) -> list[State]:
    """Leaves are cheap, so look at them first. This gives better bounds for the others!"""
    return sorted(state.children, key=lambda s: not s.is_terminal())


def max_value(state: State, alpha: float, beta: float) -> float:
    if state.is_terminal():
        return state.utility()
    v = float("-inf")
    for child in ordered(state):
        v = max(v, min_value(child, alpha, beta))
        if v >= beta:
            break
        alpha = max(alpha, v)
    return v


def min_value(state: State, alpha: float, beta: float) -> float:
    if state.is_terminal():
        return state.utility()
    v = float("inf")
    for child in ordered(state):
        v = min(v, max_value(child, alpha, beta))
        if v <= alpha:
            break
        beta = min(beta, v)
    return v
