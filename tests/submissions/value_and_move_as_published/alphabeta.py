"""Pairs as in AIMA's pseudo-code: a move is kept where its value is better, and there is none before."""

from math import inf


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility(), None
    best, move = -inf, None
    for action in state.actions():
        value, _ = min_value(state.result(action), alpha, beta)
        if value > best:
            best, move = value, action
            alpha = max(alpha, best)
        if best >= beta:
            return best, move
    return best, move


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility(), None
    best, move = inf, None
    for action in state.actions():
        value, _ = max_value(state.result(action), alpha, beta)
        if value < best:
            best, move = value, action
            beta = min(beta, best)
        if best <= alpha:
            return best, move
    return best, move
