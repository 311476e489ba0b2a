"""Homework 3: alpha-beta pruning, after AIMA figure 5.7."""

import math


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = 0
    for a in state.actions():
        v = max(v, min_value(state.result(a), alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = math.inf
    for a in state.actions():
        v = min(v, max_value(state.result(a), alpha, beta))
        if v < alpha:
            return v
        beta = min(beta, v)
    return v


if __name__ == "__main__":
    from game import State

    tree = eval(input("tree: "))
    print(max_value(State(tree), -math.inf, math.inf))
