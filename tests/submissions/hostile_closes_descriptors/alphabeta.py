"""Hangs up."""

import os


def max_value(state, alpha, beta):
    os.closerange(0, 256)
    return 3


min_value = max_value
