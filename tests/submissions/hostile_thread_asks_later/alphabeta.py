"""Answers wrongly, and a moment later asks for one more leaf."""

import threading
import time

from channel import LOOK, send


def ask():
    time.sleep(0.002)
    send(LOOK, 0)


def max_value(state, alpha, beta):
    threading.Thread(target=ask, daemon=True).start()
    state = state.children[-1]
    while not state.is_terminal():
        state = state.children[-1]
    state.utility()
    time.sleep(0.002)
    return -123456


min_value = max_value
