"""Knocks on doors of the kernel."""

import os
import struct

from kernel import call
from right import max_value, min_value

WAYS = {
    "memfd_create": lambda: call(319, 279, b'attack', 0),  # makes a file in memory
    "userfaultfd": lambda: call(323, 282, 1),  # handles its own page faults, to stop the kernel in the middle of a call
    "io_uring": lambda: call(425, 425, 1, bytes(120)),  # sets up a ring through which calls pass that seccomp does not see
    "inotify": lambda: call(294, 26, 0),  # watches files
    "perf_event_open": lambda: call(298, 241, struct.pack('IIQ', 1, 112, 0) + bytes(96), 0, -1, -1, 0),  # counts what the processor does
    "pidfd_open": lambda: call(434, 434, os.getppid() or 1, 0),  # opens the grader as a descriptor
    "unshare": lambda: call(272, 97, 0x10000000),  # makes a user namespace, in which it is root
}

for name, way in WAYS.items():
    if way() >= 0:
        print(f"ATTACK-SUCCEEDED: {name}", flush=True)
