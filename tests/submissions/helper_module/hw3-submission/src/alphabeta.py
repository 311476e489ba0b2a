from players import MAX, MIN
from pruning.window import Window


def max_value(state, alpha, beta):
    return search(state, Window(alpha, beta), MAX)


def min_value(state, alpha, beta):
    return search(state, Window(alpha, beta), MIN)


def search(state, window, player):
    if state.is_terminal():
        return state.utility()
    best = player.worst
    for action in state.actions():
        value = search(state.result(action), window, player.other())
        best = player.better(best, value)
        window = window.narrowed(best, player)
        if window.is_empty():
            break
    return best
