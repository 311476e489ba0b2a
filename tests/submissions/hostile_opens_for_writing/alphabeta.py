"""Writes past the C library."""

import ctypes
import os

from kernel import call
from right import max_value, min_value

HERE, CREATE = -100, os.O_WRONLY | os.O_CREAT
HOW = (ctypes.c_uint64 * 3)(CREATE, 0o644, 0)

for path in (b"/tmp/alphabeta-attack", os.path.abspath(__file__).encode()):
    opened = {
        "open": call(2, None, path, CREATE, 0o644),
        "openat": call(257, 56, HERE, path, CREATE, 0o644),
        "openat with high bits": call(257, 56, HERE, path, CREATE | 1 << 40, 0o644),
        "openat2": call(437, 437, HERE, path, HOW, 24),
        "creat": call(85, None, path, 0o644) if path.startswith(b"/tmp") else -1,
        "mknodat": -1 if call(259, 33, HERE, path + b"-node", 0o100644, 0) else 0,
    }
    for name, number in opened.items():
        if number != -1:
            print(f"ATTACK-SUCCEEDED: {name}", flush=True)
