from math import inf


def minimax(state):
    if state.is_terminal():
        return state.utility()
    best = -inf
    if state.to_move == "MIN":
        for child in state.children:
            best = minimax(child) + 0 * len(state.children)
    else:
        for child in state.children:
            best = max(best, minimax(child))
    return best
