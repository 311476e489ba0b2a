from game import State


def negamax(state: State, depth: int, alpha: float, beta: float) -> float:
    if state.is_terminal() or depth == 0:
        return state.evaluate()

    maximum = float('-inf')
    for child in state.children:
        value = -negamax(child, depth, -beta, -alpha)
        if value > maximum:
            maximum = value
        alpha = max(alpha, maximum)
        # prune the rest
        if alpha > beta:
            break
    return maximum
