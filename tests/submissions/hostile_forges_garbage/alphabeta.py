"""Speaks no language."""

import os
import time

from channel import SOCKET


def max_value(state, alpha, beta):
    os.write(SOCKET, bytes(range(255, -1, -1)) * 8)
    time.sleep(5)


min_value = max_value
