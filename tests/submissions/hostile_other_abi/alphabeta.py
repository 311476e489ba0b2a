"""Forks through int 0x80, from machine code of its own, and through x32."""

import ctypes
import mmap
import os

from kernel import call

FORK = b"\xb8\x02\x00\x00\x00\xcd\x80\xc3"  # mov eax, 2; int 0x80; ret


def attempt(name, fork):
    child = fork()
    if child == 0:
        os._exit(0)
    if child > 0:
        print(f"ATTACK-SUCCEEDED: started a process by {name}", flush=True)


def max_value(state, alpha, beta):
    if os.uname().machine == "x86_64" and hasattr(os, "fork"):
        attempt("x32", lambda: call(0x40000000 | 57, None))
        code = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        code.write(FORK)
        start = ctypes.addressof(ctypes.c_char.from_buffer(code))
        attempt("int 0x80", ctypes.CFUNCTYPE(ctypes.c_int)(start))
    os._exit(1)


min_value = max_value
