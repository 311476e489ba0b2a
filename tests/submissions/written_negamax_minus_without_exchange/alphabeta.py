from game import State


def negamax(state: State, depth: int, alpha: float, beta: float) -> float:
    """Negamax with alpha-beta.

    max(a, b) == -min(-a, -b), so one function is enough.
    """
    if depth == 0 or state.is_terminal():
        return state.evaluate()

    value = float("-inf")
    for child in state.children:
        value = max(value, -negamax(child, depth - 1, -alpha, -beta))
        alpha = max(alpha, value)
        if alpha >= beta:
            break  # cut-off
    return value
