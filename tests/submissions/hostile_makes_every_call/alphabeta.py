"""Makes every system call by its number, and tries out what arguments the conditional ones take.

Prints which were refused, as the bits of a number: tests/test_syscalls.py holds them against the list.
"""

import ctypes
import errno
import os

from kernel import call
from right import max_value, min_value

MINE = os.getpid()
# rt_sigreturn, pause, exit, exit_group, and what the kernel lets no filter see: uretprobe and uprobe, which end a program.
ENDS_OR_WAITS = {"x86_64": (15, 34, 60, 231, 335, 336), "aarch64": (93, 94, 139)}.get(os.uname().machine, ())
HELD = ctypes.create_string_buffer(4096)


def error(x86_64, aarch64, *arguments):
    result = call(x86_64, aarch64, *arguments)
    if os.getpid() != MINE:  # it was a call that starts a process
        os._exit(0)
    return ctypes.get_errno() if result == -1 else 0


def tried(name, numbers, attempt):
    results = [(place, attempt(number)) for place, number in enumerate(numbers)]
    for what in ("EPERM", "ENOSYS", "EAGAIN"):
        bits = sum(1 << place for place, result in results if result == getattr(errno, what))
        print(f"{name} {what} {bits:x}", flush=True)


def by_number(number):
    return None if number in ENDS_OR_WAITS else error(number, number, -1, -1, -1, -1, -1, -1)


tried("calls", range(601), by_number)
call(37, -1, 0)  # the alarm, which may have been set
tried("fcntl", range(1100), lambda command: error(72, 25, -1, command, 0))
tried("ioctl 5400", range(0x5400, 0x5500), lambda request: error(16, 29, -1, request, 0))
tried("ioctl 8900", range(0x8900, 0x8A00), lambda request: error(16, 29, -1, request, 0))
tried("futex", range(512), lambda operation: error(202, 98, -1, operation, 0, None, None, 0))
tried("madvise", range(128), lambda advice: error(28, 233, 0, 0, advice))
tried("clock_getres", range(-64, 64), lambda clock: error(229, 114, clock, HELD))
tried("openat", range(32), lambda bit: error(257, 56, -1, None, 1 << bit, 0))
tried("mmap", range(4), lambda kind: error(9, 222, 0, 0, 1, (1, 2, 3, 0x21)[kind], -1, 0))
tried("setrlimit", range(20), lambda limit: error(160, 164, limit, None))
tried("prlimit64", range(20), lambda limit: error(302, 261, 0, limit, HELD, None))
tried("kill", range(3), lambda whom: error(62, 129, (0, 1, MINE)[whom], 0))
tried("sched_getaffinity", range(3), lambda whom: error(204, 123, (0, 1, MINE)[whom], len(HELD), HELD))
tried("x32", range(601), lambda number: error(0x40000000 | number, -1, -1, -1, -1, -1, -1, -1))
