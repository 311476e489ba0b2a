"""Answers for the engine that looks for repairs: the mistake is in a file outside, and on a line that is not there."""

import time

EXPLAINED = 15
CLAIM = b"""repair\t0
edit\tcomparison\tat equals\ttest\tMAX\t../../../etc/passwd\t1
lines\t../../../etc/passwd\t1\t1\t1
 root::0:0
repair\t0
edit\t\x1b[35mcomparison\x1b[0m\tat equals\ttest\tMAX\talphabeta.py\t999999"""

if "__step__" in globals():  # only the engine's import has it
    from channel import send

    send(EXPLAINED, len(CLAIM), 0.0, CLAIM)
    time.sleep(5)


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = float("-inf")
    for child in state.children:
        v = max(v, min_value(child, alpha, beta))
        if v > beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = float("inf")
    for child in state.children:
        v = min(v, max_value(child, alpha, beta))
        if v < alpha:
            return v
        beta = min(beta, v)
    return v
