"""Ends the program politely in each search."""

import sys


def max_value(state, alpha, beta):
    sys.exit(0)


min_value = max_value
