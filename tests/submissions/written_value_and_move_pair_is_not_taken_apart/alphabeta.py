from math import inf
from game import State


def max_value(state: State, alpha: float, beta: float) -> tuple:
    if state.is_terminal():
        return state.utility(), None
    v = -inf
    best_move = None
    for action, successor in state.successors():
        value = min_value(successor, alpha, beta)
        if value > v:
            v = value
            best_move = action
        if v >= beta:
            return v, best_move
        alpha = max(alpha, v)
    return v, best_move


def min_value(state: State, alpha: float, beta: float) -> tuple:
    if state.is_terminal():
        return state.utility(), None
    v = inf
    best_move = None
    for action, successor in state.successors():
        value, _ = max_value(successor, alpha, beta)
        if value < v:
            v = value
            best_move = action
        if v <= alpha:
            return v, best_move
        beta = min(beta, v)
    return v, best_move
