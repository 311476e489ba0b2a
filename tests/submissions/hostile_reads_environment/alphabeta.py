"""Prints its environment, from Python, from the C library, and from the kernel."""

import contextlib
import ctypes
import os

from right import max_value, min_value

print(dict(os.environ))
with contextlib.suppress(ValueError):
    variables = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
    number = 0
    while variables and variables[number]:
        print(variables[number])
        number += 1
with contextlib.suppress(OSError):
    with open("/proc/self/environ", "rb") as file:
        print(file.read())
for name in ("PATH", "HOME", "USER", "PYTHONPATH", "AUTOGRADER_ROOT", "ALPHABETA_SECRET"):
    if name in os.environ:
        print(f"ATTACK-SUCCEEDED: knows {name}")
