"""Asks about the network, the grader and its neighbours, through its one socket and by numbers of processes."""

import ctypes
import os
import stat
import struct

from kernel import call
from right import max_value, min_value

GRADER = os.getppid() or 1  # the former is 0 in a PID namespace
ADDRESSES, HARDWARE, SET_FLAGS, NAME = 0x8912, 0x8927, 0x8914, 0x8910
PEER, RECEIVE_BUFFER, SOCKET = 17, 8, 1


def channel():
    for number in range(3, 16):
        try:
            if stat.S_ISSOCK(os.fstat(number).st_mode):
                return number
        except OSError:
            pass
    return -1


SOCKET_HERE = channel()
ANSWER = ctypes.create_string_buffer(64)
LENGTH = ctypes.c_int(12)
LOOPBACK = struct.pack("16s24x", b"lo")


def interface(request):
    return call(16, 29, SOCKET_HERE, request, ctypes.create_string_buffer(LOOPBACK, 40))


WAYS = {
    "addresses": lambda: call(16, 29, SOCKET_HERE, ADDRESSES, bytes(16)),
    "hardware addresses": lambda: interface(HARDWARE),
    "setting an interface down": lambda: interface(SET_FLAGS),
    "who is at the other end": lambda: call(55, 209, SOCKET_HERE, SOCKET, PEER, ANSWER, ctypes.byref(LENGTH)),
    "setting a buffer's size": lambda: call(54, 208, SOCKET_HERE, SOCKET, RECEIVE_BUFFER, struct.pack("i", 9999), 4),
    "sending out of band": lambda: call(44, 206, SOCKET_HERE, b"x", 0, 0, None, 0),
    "the grader's processor time": lambda: call(228, 113, ~GRADER << 3 | 2, ANSWER),
    "the grader's session": lambda: call(124, 156, GRADER),
    "the grader's priority": lambda: call(140, 141, 0, GRADER),
    "the grader's processors": lambda: call(204, 123, GRADER, 64, ANSWER),
    "the machine's load": lambda: call(99, 179, ctypes.create_string_buffer(256)),
    "signals when the other end writes": lambda: call(72, 25, SOCKET_HERE, 4, 0o20000),
}

for name, way in WAYS.items():
    if way() >= 0:
        print(f"ATTACK-SUCCEEDED: {name}", flush=True)
