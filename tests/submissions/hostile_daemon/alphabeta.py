"""Forks twice and leaves the session, as daemons do. Sleeps for a minute at most."""

import contextlib
import os
import signal
import time

from right import max_value, min_value


def daemon():
    os.setsid()
    if os.fork():
        os._exit(0)
    for number in signal.valid_signals():
        with contextlib.suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_IGN)
    os.closerange(0, 256)
    time.sleep(60)


with contextlib.suppress(OSError):
    if os.fork() == 0:
        try:
            daemon()
        finally:
            os._exit(0)
