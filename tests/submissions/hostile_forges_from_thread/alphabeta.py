"""Sends answers all the time, one of which may come when it is wanted."""

import contextlib
import threading
import time

import right
from channel import RETURNED_INT, send
from right import min_value


def forge():
    with contextlib.suppress(OSError):
        while True:
            send(RETURNED_INT, 0, -123456.0)
            time.sleep(0.001)


threading.Thread(target=forge, daemon=True).start()


def max_value(state, alpha, beta):
    time.sleep(0.1)
    return right.max_value(state, alpha, beta)
