"""Writes the value wherever the other process could look it up."""

import contextlib
import ctypes
import os

import right
from kernel import LIBC, call
from right import min_value

KEY, CREATE = 0x616C7068, 0o1666
PLACES = ("/dev/shm/alphabeta-attack", "/tmp/alphabeta-attack", os.path.dirname(os.path.abspath(__file__)) + "/note.txt")


def memory(flags):
    LIBC.shmat.restype = ctypes.c_void_p
    number = call(29, 194, KEY, 4096, flags)
    address = LIBC.shmat(number, None, 0) if number >= 0 else None
    return None if address in (None, 2**64 - 1) else ctypes.c_int64.from_address(address)


def max_value(state, alpha, beta):
    for place in PLACES:
        with contextlib.suppress(OSError):
            with open(place) as file:
                print(f"ATTACK-SUCCEEDED: {place} says {file.read()}", flush=True)
    shared = memory(0)
    if shared is not None:
        print(f"ATTACK-SUCCEEDED: shared memory says {shared.value}", flush=True)
    value = right.max_value(state, alpha, beta)
    if 10**6 < value < 10**9:
        for place in PLACES:
            with contextlib.suppress(OSError):
                with open(place, "w") as file:
                    file.write(str(value))
        shared = memory(CREATE)
        if shared is not None:
            shared.value = value
    return value
