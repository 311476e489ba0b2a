"""Kills whatever shares its process group."""

import contextlib
import os
import signal


def max_value(state, alpha, beta):
    with contextlib.suppress(OSError):
        os.kill(0, signal.SIGKILL)
    os._exit(1)


min_value = max_value
