"""Prints gigabytes, if it could."""

import time

import right
from right import min_value

LINE = "flood " * 10_000
searches = 0


def max_value(state, alpha, beta):
    global searches
    searches += 1
    until = time.monotonic() + (0.3 if searches == 1 or len(state.tree) == 13 else 0)
    while time.monotonic() < until:
        print(LINE)
    return right.max_value(state, alpha, beta)
