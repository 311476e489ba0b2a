"""A lock on one byte of a file that both processes can read; which byte, is the message."""

import fcntl
import os
import struct

import right
from right import min_value

FLOCK = "hhqqi4x"  # l_type, l_whence, l_start, l_len, l_pid
file = os.open(__file__, os.O_RDONLY)


def max_value(state, alpha, beta):
    try:
        asked = fcntl.fcntl(file, fcntl.F_GETLK, struct.pack(FLOCK, fcntl.F_WRLCK, os.SEEK_SET, 10**6, 0, 0))
        kind, _, start, _, _ = struct.unpack(FLOCK, asked)
        if kind != fcntl.F_UNLCK:
            print(f"ATTACK-SUCCEEDED: the hidden exercise's value is {start}", flush=True)
    except OSError:
        pass
    value = right.max_value(state, alpha, beta)
    if 10**6 < value < 10**9:
        try:
            fcntl.fcntl(file, fcntl.F_SETLK, struct.pack(FLOCK, fcntl.F_RDLCK, os.SEEK_SET, value, 1, 0))
        except OSError:
            pass
    return value
