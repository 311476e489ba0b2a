"""A process that forks and ends, and so on, for twenty seconds at most."""

import contextlib
import os
import time

from right import max_value, min_value

UNTIL = time.monotonic() + 20

with contextlib.suppress(OSError):
    if os.fork() == 0:
        try:
            while time.monotonic() < UNTIL:
                os.setsid()
                if os.fork():
                    break
        finally:
            os._exit(0)
