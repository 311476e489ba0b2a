"""Waits and wakes where other processes could: on a page of the C library's file, which all share."""

import ctypes
import mmap
import os
import struct

from kernel import LIBC, call
from right import max_value, min_value

WAIT, WAKE, WAIT_BITSET, WAKE_BITSET, ANYONE = 0, 1, 9, 10, 0xFFFFFFFF
WALL_CLOCK = 256
ETIMEDOUT = 110
PAGE = ctypes.cast(LIBC.getenv, ctypes.c_void_p).value & ~3
VALUE = ctypes.c_int32.from_address(PAGE).value
SOON = struct.pack("qq", 0, 1000)
LONG_AGO = struct.pack("qq", 0, 0)


def refused(result):
    return result < 0 and ctypes.get_errno() != ETIMEDOUT


def shared_page():
    descriptor = os.open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "right.py"), os.O_RDONLY)
    return 0 if mmap.mmap(descriptor, 64, mmap.MAP_SHARED, mmap.PROT_READ) else -1


def attempt(way):
    try:
        return way()
    except OSError:
        return -1


WAYS = {
    "waits": lambda: call(202, 98, PAGE, WAIT, VALUE, SOON),
    "waits for bits": lambda: call(202, 98, PAGE, WAIT_BITSET, VALUE, SOON, None, ANYONE),
    "waits as pthread_join does": lambda: call(202, 98, PAGE, WAIT_BITSET | WALL_CLOCK, VALUE, LONG_AGO, None, ANYONE),
    "wakes": lambda: call(202, 98, PAGE, WAKE, 1),
    "wakes for bits": lambda: call(202, 98, PAGE, WAKE_BITSET, 1, None, None, ANYONE),
    "waits for several": lambda: call(449, 449, struct.pack("QQII", VALUE & ANYONE, PAGE, 2, 0), 1, 0, SOON, 1),
    "wakes by the newer call": lambda: call(454, 454, PAGE, ANYONE, 1, 2),
    "maps a shared page": shared_page,
}

for name, way in WAYS.items():
    if not refused(attempt(way)):
        print(f"ATTACK-SUCCEEDED: {name}", flush=True)
