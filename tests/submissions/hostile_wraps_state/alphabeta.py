"""Asks by hand, and keeps State out of it."""

import right
from channel import LOOK, receive, send
from right import min_value


def max_value(state, alpha, beta):
    def utility(self):
        send(LOOK, self.index)
        return receive()[2]

    original = type(state).utility
    type(state).utility = utility
    try:
        return right.max_value(state, alpha, beta)
    finally:
        type(state).utility = original
