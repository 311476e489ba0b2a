"""Answers first and searches afterwards, and so is always one message ahead."""

import right
from channel import RETURNED_INT, send
from right import min_value


def max_value(state, alpha, beta):
    send(RETURNED_INT, 0, -123456.0)
    return right.max_value(state, alpha, beta)
