from math import inf
from operator import ge, le

MAX = {"start": -inf, "pick": max, "stops": ge, "own": 0}
MIN = {"start": inf, "pick": min, "stops": le, "own": 1}


def search(state, window, me, you):
    if state.is_terminal():
        return state.utility()
    window = list(window)
    best = me["start"]
    for child in state.children:
        best = me["pick"](best, search(child, window, you, me))
        if me["stops"](best, window[me["own"]]):
            return best
        window[me["own"]] = me["pick"](window[me["own"]], best)
    return best


def max_value(state, alpha, beta):
    return search(state, (alpha, beta), MAX, MIN)


def min_value(state, alpha, beta):
    return search(state, (alpha, beta), MIN, MAX)
