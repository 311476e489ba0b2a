from math import inf
from game import State


def minimax(state: State) -> float:
    if state.is_terminal():
        return state.utility()

    if state.to_move == "MAX":
        best = -inf
        for child in state.children:
            value = minimax(child)
            if value > best:
                best = value
        return best

    else:
        best = inf
        for child in state.children:
            value = minimax(child)
            if value > best:
                best = value
        return best
