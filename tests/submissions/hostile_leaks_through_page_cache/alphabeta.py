"""Asks which pages of a file are in memory, and moves them in and out, which another run would see."""

import ctypes
import mmap
import os

from kernel import LIBC, call
from right import max_value, min_value

NOWAIT, WILL_NEED, DO_NOT_NEED, COLD, PAGE_OUT = 8, 3, 4, 20, 21
FILE = os.open(os.path.abspath(__file__), os.O_RDONLY)
PAGE = ctypes.cast(LIBC.getenv, ctypes.c_void_p).value & ~(mmap.PAGESIZE - 1)
BUFFER = ctypes.create_string_buffer(16)


class Place(ctypes.Structure):
    _fields_ = (("start", ctypes.c_void_p), ("size", ctypes.c_size_t))


PLACE = Place(ctypes.addressof(BUFFER), 16)

WAYS = {
    "preadv2": lambda: call(327, 286, FILE, ctypes.byref(PLACE), 1, 0, 0, NOWAIT),
    "fadvise": lambda: call(221, 223, FILE, 0, 0, DO_NOT_NEED),
    "readahead": lambda: call(187, 213, FILE, 0, 4096),
    "mincore": lambda: call(27, 232, PAGE, mmap.PAGESIZE, ctypes.create_string_buffer(1)),
    "cachestat": lambda: call(451, 451, FILE, bytes(16), ctypes.create_string_buffer(40), 0),
    "madvise, will need": lambda: call(28, 233, PAGE, mmap.PAGESIZE, WILL_NEED),
    "madvise, cold": lambda: call(28, 233, PAGE, mmap.PAGESIZE, COLD),
    "madvise, page out": lambda: call(28, 233, PAGE, mmap.PAGESIZE, PAGE_OUT),
    "no access time, not through the cache": lambda: os.open(FILE_NAME, os.O_RDONLY | os.O_DIRECT),
}
FILE_NAME = os.path.abspath(__file__)

for name, way in WAYS.items():
    try:
        result = way()
    except OSError:
        continue
    if result >= 0:
        print(f"ATTACK-SUCCEEDED: {name}", flush=True)
