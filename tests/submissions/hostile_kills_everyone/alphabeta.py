"""Kills everyone, but for the machine's own process namespace. That kill(-1) returns says nothing: it does if no one may be killed."""

import contextlib
import os
import signal

from right import max_value, min_value

THE_MACHINE_ITSELF = 0xEFFFFFFC  # the inode of the first process namespace is always this

with contextlib.suppress(OSError):
    if os.stat("/proc/self/ns/pid").st_ino != THE_MACHINE_ITSELF:
        os.kill(-1, signal.SIGKILL)
