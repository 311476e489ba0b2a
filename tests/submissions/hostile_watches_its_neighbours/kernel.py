"""Calls of the kernel by their numbers, past whatever Python and the C library would check."""

import ctypes
import os

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.syscall.restype = ctypes.c_long


def call(x86_64, aarch64, *arguments):
    """Makes a call; returns its result, -1 where it failed or where this machine has no such call."""
    number = {"x86_64": x86_64, "aarch64": aarch64}.get(os.uname().machine)
    if number is None or not hasattr(os, "sched_getaffinity"):
        return -1
    ctypes.set_errno(0)
    longs = (ctypes.c_long(each) if isinstance(each, int) else each for each in arguments)
    return LIBC.syscall(ctypes.c_long(number), *longs)
