"""Recurs through C code until the stack is full."""

import sys

sys.setrecursionlimit(2**31 - 1)


class Nested:
    def __getattr__(self, name):
        return getattr(self, name + "x"[:0])

    def __repr__(self):
        return repr([self])


def max_value(state, alpha, beta):
    return len(repr(Nested()))


min_value = max_value
