"""Forks past the C library."""

import ctypes
import os
import signal

from kernel import call
from right import max_value, min_value

CLONE_PARENT, CLONE_FILES = 0x8000, 0x400
ARGUMENTS = (ctypes.c_uint64 * 8)(0, 0, 0, 0, signal.SIGCHLD, 0, 0, 0)
WAYS = {
    "fork": lambda: call(57, None),
    "clone": lambda: call(56, 220, int(signal.SIGCHLD), 0, 0, 0, 0),
    "clone as a sibling": lambda: call(56, 220, CLONE_PARENT | CLONE_FILES, 0, 0, 0, 0),
    "clone with high bits": lambda: call(56, 220, 1 << 40 | signal.SIGCHLD, 0, 0, 0, 0),
    "clone3": lambda: call(435, 435, ARGUMENTS, 64),
}

for name, way in WAYS.items():
    child = way()
    if child == 0:
        os._exit(0)
    if child > 0:
        print(f"ATTACK-SUCCEEDED: {name}", flush=True)
