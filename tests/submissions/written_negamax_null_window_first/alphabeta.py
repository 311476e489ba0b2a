from game import State


def negamax(state: State, depth: int, alpha: float, beta: float) -> float:
    """Negamax with principal variation search: the first child is probably the best."""
    if depth == 0 or state.is_terminal():
        return state.evaluate()
    best = float("-inf")
    first = True
    for child in state.children:
        if first:
            score = -negamax(child, depth - 1, -beta, -alpha)
            first = False
        else:
            # null window
            score = -negamax(child, depth - 1, -alpha - 1, -alpha)
            if alpha < score < beta:
                score = -negamax(child, depth - 1, -beta, -alpha)
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
