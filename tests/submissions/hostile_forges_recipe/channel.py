"""Finds the socket to the grader, and writes frames to it as the worker does."""

import os
import stat
from struct import Struct

FRAME = Struct("<B3xId")
LOOK, CALL, LOCKED, LOADED, RETURNED_INT, RETURNED_FLOAT, RETURNED_TEXT, REFUSED, RAISED = range(1, 10)
ASK, WINDOW_END = 10, 11
INT, FLOAT, NOTHING, COMMAND = range(17, 21)


def is_socket(number):
    try:
        return stat.S_ISSOCK(os.fstat(number).st_mode)
    except OSError:
        return False


SOCKET = next(number for number in range(3, 256) if is_socket(number))


def send(kind, number=0, value=0.0, words=b""):
    os.write(SOCKET, FRAME.pack(kind, number, value) + words)


def receive():
    data = b""
    while len(data) < FRAME.size:
        data += os.read(SOCKET, FRAME.size - len(data))
    return FRAME.unpack(data)
