"""Announces more than it has."""

import time

from channel import RAISED, send


def max_value(state, alpha, beta):
    send(RAISED, 2**32 - 1)
    time.sleep(5)


min_value = max_value
