import json
from math import inf
from random import in_order

import game
from game import State


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = -inf
    for action in in_order(state):
        v = max(v, min_value(state.result(action), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = inf
    for action in in_order(state):
        v = min(v, max_value(state.result(action), alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


if __name__ == "__main__":
    print(max_value(State(json.PUBLIC_TREE), -inf, inf), game.__file__)
