"""Looks into the grader."""

import ctypes
import errno
import os

from kernel import call
from right import max_value, min_value

PTRACE_SEIZE = 0x4206
GRADER = os.getppid() or 1  # the former is 0 in a PID namespace


class Piece(ctypes.Structure):
    _fields_ = (("start", ctypes.c_void_p), ("size", ctypes.c_size_t))


MINE = Piece(ctypes.addressof(ctypes.create_string_buffer(64)), 64)
THEIRS = Piece(0x400000, 64)

if call(101, 117, PTRACE_SEIZE, GRADER, 0, 0) == 0:
    print("ATTACK-SUCCEEDED: traces the grader", flush=True)
# No rights give EPERM; with rights the call goes on, and at worst there is nothing at that address.
for name, numbers in (("process_vm_readv", (310, 270)), ("process_vm_writev", (311, 271))):
    done = call(*numbers, GRADER, ctypes.byref(MINE), 1, ctypes.byref(THEIRS), 1, 0)
    if done >= 0 or ctypes.get_errno() == errno.EFAULT:
        print(f"ATTACK-SUCCEEDED: {name} of the grader", flush=True)
handle = call(434, 434, GRADER, 0)
if handle >= 0 and call(438, 438, handle, 0, 0) >= 0:
    print("ATTACK-SUCCEEDED: takes a descriptor of the grader's", flush=True)
