import math
from game import State


def max_value(state: State, alpha: float, beta: float) -> float:
    if state.is_terminal():
        return state.utility()
    max_so_far = 0
    kids = state.children
    for i in range(len(kids)):
        tmp = min_value(kids[i], alpha, beta)
        if tmp > max_so_far:
            max_so_far = tmp
        if max_so_far > alpha:
            alpha = max_so_far
        if alpha >= beta:
            return max_so_far
    return max_so_far


def min_value(state: State, alpha: float, beta: float) -> float:
    if state.is_terminal():
        return state.utility()
    min_so_far = math.inf
    kids = state.children
    for i in range(len(kids)):
        tmp = max_value(kids[i], alpha, beta)
        if tmp < min_so_far:
            min_so_far = tmp
        if min_so_far < beta:
            beta = min_so_far
        if alpha >= beta:
            return min_so_far
    return min_so_far
