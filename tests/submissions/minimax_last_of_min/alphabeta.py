from math import inf


def minimax(state):
    if state.is_terminal():
        return state.utility()
    best = -inf if state.to_move == "MAX" else inf
    if state.to_move == "MIN":
        for child in state.children:
            best = minimax(child)
    else:
        for child in state.children:
            best = max(best, minimax(child))
    return best
