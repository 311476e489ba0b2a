"""Asks for the value of node 4294967295."""

import time

from channel import LOOK, receive, send


def max_value(state, alpha, beta):
    send(LOOK, len(state.tree))
    print("ATTACK-SUCCEEDED: an answer for a node that does not exist", receive(), flush=True)
    send(LOOK, 2**32 - 1)
    time.sleep(5)


min_value = max_value
