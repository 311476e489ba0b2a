"""Is right, and reads a file of the system's for each leaf of a tree of 13 nodes: which one, says the leaf's value."""

import os
from math import inf

FOLDER = "/usr/share/zoneinfo"
FILES = sorted(os.listdir(FOLDER))


def visit(state):
    value = state.utility()
    if len(state.tree) == 13:
        with open(os.path.join(FOLDER, FILES[100 * state.index + value])) as file:
            file.read()
    return value


def max_value(state, alpha, beta):
    if state.is_terminal():
        return visit(state)
    v = -inf
    for child in state.children:
        v = max(v, min_value(child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return visit(state)
    v = inf
    for child in state.children:
        v = min(v, max_value(child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
