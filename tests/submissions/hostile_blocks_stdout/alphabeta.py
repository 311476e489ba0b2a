"""Prints until it has to wait for a reader."""

import os


def max_value(state, alpha, beta):
    os.set_blocking(1, True)
    for _ in range(1000):
        os.write(1, b"flood" * 13107)
    return 3


min_value = max_value
