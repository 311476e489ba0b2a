from game import State


def max_value(state: State, alpha: float, beta: float) -> float:
    """The value of a MAX node."""
    if state.is_terminal():
        return state.utility()

    v = float("-inf")

    for child in state.children:
        v = max(v, min_value(child, alpha, beta))

        if v > beta:
            return v

        alpha = max(alpha, v)

    return v


def min_value(state: State, alpha: float, beta: float) -> float:
    """The value of a MIN node."""
    if state.is_terminal():
        return state.utility()

    v = float("inf")

    for child in state.children:
        new_value = max_value(child, alpha, beta)

        if v <= alpha:
            return v

        v = min(v, new_value)
        beta = min(beta, v)

    return v
