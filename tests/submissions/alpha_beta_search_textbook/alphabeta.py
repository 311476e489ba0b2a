"""AIMA figure 5.7, with the action kept beside the value."""

import math


def alpha_beta_search(state):
    if state.to_move == "MAX":
        value, action = max_value(state, -math.inf, math.inf)
    else:
        value, action = min_value(state, -math.inf, math.inf)
    return action


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility(), None
    v, move = -math.inf, None
    for a in state.actions():
        v2, _ = min_value(state.result(a), alpha, beta)
        if v2 > v or move is None:
            v, move = v2, a
        if v >= beta:
            return v, move
        alpha = max(alpha, v)
    return v, move


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility(), None
    v, move = math.inf, None
    for a in state.actions():
        v2, _ = max_value(state.result(a), alpha, beta)
        if v2 < v or move is None:
            v, move = v2, a
        if v <= alpha:
            return v, move
        beta = min(beta, v)
    return v, move
