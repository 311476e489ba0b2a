"""A window is a list of its two ends, and each child gets a copy of it."""

from math import inf


def max_value(state, alpha, beta):
    return best_for_max(state, [alpha, beta])


def min_value(state, alpha, beta):
    return best_for_min(state, [alpha, beta])


def best_for_max(state, window):
    if state.is_terminal():
        return state.utility()
    best = -inf
    for child in state.children:
        best = max(best, best_for_min(child, list(window)))
        window[0] = max(window[0], best)
        if window[0] >= window[1]:
            break
    return best


def best_for_min(state, window):
    if state.is_terminal():
        return state.utility()
    best = inf
    for child in state.children:
        best = min(best, best_for_max(child, [window[0], window[0]]))
        window[1] = min(window[1], best)
        if window[0] >= window[1]:
            break
    return best
