"""A daemon that writes to standard output for twenty seconds at most, as fast as the pipe takes it."""

import contextlib
import os
import time

from right import max_value, min_value

UNTIL = time.monotonic() + 20

with contextlib.suppress(OSError):
    if os.fork() == 0:
        try:
            os.setsid()
            os.set_blocking(1, True)
            while time.monotonic() < UNTIL:
                os.write(1, b"flood" * 13107)
        finally:
            os._exit(0)
