"""Makes its states itself, of the tree that the first one has."""

from game import State


def children(state):
    return [State(state.tree, node, state.ply + 1) for node in state.tree.children(state.index)]


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = float("-inf")
    for child in children(state):
        v = max(v, min_value(child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = float("inf")
    for child in children(state):
        v = min(v, max_value(child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
