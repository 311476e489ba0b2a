from game import State
import math


def max_value(state: State, alpha: float, beta: float) -> float:
    '''returns the highest value MAX can get from here'''
    if state.is_terminal():
        return state.utility()
    highest = -math.inf
    for next_state in state.children:
        v = min_value(next_state, alpha, beta)
        highest = max(highest, v)
        if highest > beta:
            return highest
        alpha = max(alpha, highest)
    return highest


def min_value(state: State, alpha: float, beta: float) -> float:
    '''returns the lowest value MIN can get from here'''
    if state.is_terminal():
        return state.utility()
    lowest = math.inf
    for next_state in state.children:
        v = max_value(next_state, alpha, beta)
        lowest = min(lowest, v)
        if lowest <= alpha:
            return lowest
        alpha = min(alpha, lowest)
    return lowest
