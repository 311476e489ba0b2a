"""Tries every kind of frame."""

import itertools
import time

from channel import send

KINDS = itertools.cycle(kind for kind in range(256) if kind not in (1, 5, 6))


def max_value(state, alpha, beta):
    send(next(KINDS))
    time.sleep(0.02)
    return None


min_value = max_value
