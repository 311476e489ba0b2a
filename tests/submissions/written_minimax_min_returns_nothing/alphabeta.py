import math

DEBUG = False


def minimax(state):
    if state.to_move == "MAX":
        return max_turn(state)
    return min_turn(state)


def max_turn(state):
    if state.is_terminal():
        return state.utility()
    best = -math.inf
    for move in state.actions():
        nxt = state.result(move)
        best = max(best, min_turn(nxt))
    if DEBUG:
        print("MAX at", state.name, "=", best)
    return best


def min_turn(state):
    if state.is_terminal():
        return state.utility()
    best = math.inf
    for move in state.actions():
        nxt = state.result(move)
        best = min(best, max_turn(nxt))
    if DEBUG:
        print("MIN at", state.name, "=", best)
    return
