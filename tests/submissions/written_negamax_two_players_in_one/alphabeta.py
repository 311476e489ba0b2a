from game import State

INFINITY = float("inf")


def negamax(state: State, depth: int, alpha: float, beta: float) -> float:
    if depth <= 0 or state.is_terminal():
        return state.evaluate()

    best = -INFINITY
    for child in state.children:
        best = max(best, -negamax(child, depth - 1, -beta, -alpha))
        if best >= beta:
            return best
        if state.to_move == "MAX":
            alpha = max(alpha, best)
        else:
            beta = min(beta, -best)

    return best
