from math import inf


def minimax(state):
    if state.is_terminal():
        return state.utility()
    won = inf if state.to_move == "MAX" else -inf
    better = max if state.to_move == "MAX" else min
    best = -won
    for child in state.children:
        best = better(best, minimax(child))
        if best == won:
            break
    return best
