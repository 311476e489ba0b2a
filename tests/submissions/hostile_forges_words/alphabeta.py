"""Raises an exception that it never raised, by hand."""

import time

from channel import RAISED, RETURNED_TEXT, send

FRAMES = b"Forged\x1b[35m\0\x1b[2J\xff\xfe\xe2\x80\xae" + b"message " * 1000 + b"\0" + b"line\x07\r" * 1000


def max_value(state, alpha, beta):
    send(RAISED, len(FRAMES), 0.0, FRAMES)
    time.sleep(300)


def min_value(state, alpha, beta):
    send(RETURNED_TEXT, 4, 0.0, b"C1\x1b\0")
    time.sleep(300)
