import math

from game import State


def pick_max(values):
    best = 0
    for x in values:
        if x > best:
            best = x
    return best


def pick_min(values):
    best = math.inf
    for x in values:
        if x < best:
            best = x
    return best


def minimax(state: State) -> float:
    """Minimax value of a state, no pruning here"""
    if state.is_terminal():
        return state.utility()
    results = []
    for child in state.children:
        results.append(minimax(child))
    if state.to_move == "MAX":
        return pick_max(results)
    return pick_min(results)
