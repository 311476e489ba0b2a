"""Aborts, which would leave a core file beside it."""

import os


def max_value(state, alpha, beta):
    os.abort()


min_value = max_value
