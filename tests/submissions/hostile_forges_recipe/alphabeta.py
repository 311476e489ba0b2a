"""Answers for the engine that looks for repairs: a change that is on no list, with words that would colour a terminal."""

import time

EXPLAINED = 15
CLAIM = b"""repair\t9999999
repair\t3
edit\t\x1b[35mcomparison\tat equals\t\x1b[2Jtest\tMAX\talphabeta.py\t7
lines\talphabeta.py\t7\t7\t1
 \x1b[35mEXPLAINED = 16\x07"""

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
