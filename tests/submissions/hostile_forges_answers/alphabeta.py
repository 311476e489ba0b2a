"""Answers questions that no one asked."""

import time

from channel import COMMAND, INT, send


def max_value(state, alpha, beta):
    send(INT, 0, 3.0)
    send(COMMAND, 100, 0.0, b"x" * 100)
    time.sleep(5)


min_value = max_value
