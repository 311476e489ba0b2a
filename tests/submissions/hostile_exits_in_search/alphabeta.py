"""Ends the process in the middle of a search."""

import os


def max_value(state, alpha, beta):
    os._exit(0)


min_value = max_value
