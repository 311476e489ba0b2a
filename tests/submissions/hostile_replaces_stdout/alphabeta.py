"""Prints through an object that fails, and through none."""

import sys

import right
from right import min_value


class Broken:
    def __getattr__(self, name):
        raise RuntimeError(name)


sys.stdout = sys.__stdout__ = Broken()
sys.stderr = sys.__stderr__ = None
sys.stdin = 5


def max_value(state, alpha, beta):
    try:
        print("lost")
    except RuntimeError:
        pass
    return right.max_value(state, alpha, beta)
