"""Prints into nothing."""

import os
import sys

import right
from right import min_value

for stream in (sys.stdin, sys.stdout, sys.stderr, sys.__stdin__, sys.__stdout__, sys.__stderr__):
    stream.close()
os.closerange(0, 3)


def max_value(state, alpha, beta):
    value = right.max_value(state, alpha, beta)
    try:
        print(value)
    except ValueError:
        pass
    return value
