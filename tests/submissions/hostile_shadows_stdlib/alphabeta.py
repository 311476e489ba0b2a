"""Right, among files that must not be imported in the place of Python's own."""

import right
from game import State


def max_value(state: State, alpha, beta):
    return right.max_value(state, alpha, beta)


def min_value(state: State, alpha, beta):
    return right.min_value(state, alpha, beta)
