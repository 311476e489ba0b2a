from math import inf


def aspiration_search(state, guess, epsilon):
    return minimax(state)


def minimax(state):
    if state.is_terminal():
        return state.utility()
    values = [minimax(child) for child in state.children]
    return max(values) if state.to_move == "MAX" else min(values)
