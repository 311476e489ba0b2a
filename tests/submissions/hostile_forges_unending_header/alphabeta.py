"""Asks for a leaf, one byte at a time, again and again."""

import os
import time

from channel import FRAME, LOOK, SOCKET


def max_value(state, alpha, beta):
    while True:
        for byte in FRAME.pack(LOOK, 1, 0.0):
            time.sleep(0.07)
            os.write(SOCKET, bytes([byte]))


min_value = max_value
