"""Asks for one more leaf a moment after it has answered."""

import threading
import time

import right
from channel import LOOK, send
from right import min_value


def ask(leaf):
    time.sleep(0.005)
    send(LOOK, leaf)


def max_value(state, alpha, beta):
    value = right.max_value(state, alpha, beta)
    threading.Thread(target=ask, args=(0,), daemon=True).start()
    return value
