"""Speaks slowly, so that each wait is short and all together take an hour. Ignores the limit of processor time."""

import os
import signal
import time

from channel import RAISED, SOCKET, send

signal.signal(signal.SIGXCPU, signal.SIG_IGN)


def max_value(state, alpha, beta):
    send(RAISED, 32 * 1024)
    while True:
        time.sleep(0.05)
        os.write(SOCKET, b"x")


min_value = max_value
