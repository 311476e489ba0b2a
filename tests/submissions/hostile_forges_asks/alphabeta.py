"""Lets the grader search in its place."""

import time

from channel import ASK, WINDOW_END, FLOAT, INT, receive, send


def max_value(state, alpha, beta):
    send(ASK, 0, float("-inf"))
    send(WINDOW_END, 0, float("inf"))
    kind, _, value = receive()
    if kind in (INT, FLOAT):
        print(f"ATTACK-SUCCEEDED: the grader says {value}", flush=True)
        return value
    time.sleep(5)


min_value = max_value
