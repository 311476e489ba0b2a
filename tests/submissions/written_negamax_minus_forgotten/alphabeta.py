from math import inf
from game import State


def negamax(state: State, depth: int, alpha: float, beta: float) -> float:
    if depth == 0 or state.is_terminal():
        return state.evaluate()
    best = -inf
    for child in state.children:
        score = negamax(child, depth - 1, -beta, -alpha)
        best = max(best, score)
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best
