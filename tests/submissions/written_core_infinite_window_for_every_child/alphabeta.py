from math import inf
from game import State


def game_over(state):
    return state.is_terminal()


def max_value(state: State, alpha: float, beta: float) -> float:
    if game_over(state):
        return state.utility()
    result = -inf
    for move in state.actions():
        nxt = state.result(move)
        score = min_value(nxt, -inf, inf)
        if score > result:
            result = score
        if result >= beta:
            break
        alpha = max(alpha, result)
    return result


def min_value(state: State, alpha: float, beta: float) -> float:
    if game_over(state):
        return state.utility()
    result = inf
    for move in state.actions():
        nxt = state.result(move)
        score = max_value(nxt, -inf, inf)
        if score < result:
            result = score
        if result <= alpha:
            break
        beta = min(beta, result)
    return result
