from math import inf
from game import State


def max_value(state: State, alpha: float, beta: float) -> tuple:
    v = -inf
    bestMove = None
    if state.is_terminal():
        v = state.utility()
        return v, bestMove
    for move in state.actions():
        successor = state.result(move)
        childValue, childMove = min_value(successor, alpha, beta)
        if childValue > v or bestMove is None:
            v = childValue
            bestMove = move
        if v >= beta:
            return v, bestMove
        alpha = max(alpha, v)
    return v, bestMove


def min_value(state: State, alpha: float, beta: float) -> tuple:
    v = inf
    bestMove = None
    if state.is_terminal():
        v = state.utility()
        return v, bestMove
    for move in state.actions():
        successor = state.result(move)
        childValue, childMove = max_value(successor, alpha, beta)
        if childValue < v or bestMove is None:
            v = childValue
            bestMove = move
        if v <= alpha:
            return
        beta = min(beta, v)
    return v, bestMove
