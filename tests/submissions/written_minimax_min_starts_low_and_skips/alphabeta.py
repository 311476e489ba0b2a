from math import inf

from game import State


def minimax(state: State) -> float:
    if state.is_terminal():
        return state.utility()
    elif state.to_move == "MAX":
        return max_player(state)
    elif state.to_move == "MIN":
        return min_player(state)


def max_player(state):
    v = -inf
    children = state.children
    for i in range(0, len(children) - 1):
        v = max(v, minimax(children[i]))
    return v


def min_player(state):
    v = -inf
    children = state.children
    for i in range(0, len(children)):
        v = min(v, minimax(children[i]))
    return v
