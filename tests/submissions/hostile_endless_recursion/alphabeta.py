"""Recurs without a base case, and has told Python to let it."""

import sys

sys.setrecursionlimit(2**31 - 1)


def max_value(state, alpha, beta):
    return max_value(state, alpha, beta)


min_value = max_value
