"""Claims that one half is an integer, and so on."""

import itertools
import time

from channel import RETURNED_INT, send

CLAIMS = itertools.cycle((0.5, float("inf"), float("nan")))


def max_value(state, alpha, beta):
    send(RETURNED_INT, 2**32 - 1, next(CLAIMS))
    time.sleep(5)


min_value = max_value
