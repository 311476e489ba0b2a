"""Raises an exception from a file that it does not stand in."""

import os

DEVICE = os.path.dirname(os.path.abspath(__file__)) + "/../../../../../../dev/zero"


def fail():
    raise ValueError("from nowhere")


fail.__code__ = fail.__code__.replace(co_filename=DEVICE, co_name="\x1b[35m\u202e", co_firstlineno=10**6)


def max_value(state, alpha, beta):
    raise fail()


min_value = max_value
