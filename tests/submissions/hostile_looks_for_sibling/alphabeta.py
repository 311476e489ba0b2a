"""Looks for another process that runs this submission. Sends signal 0 only, as it may hit anyone."""

import os

import right
from right import min_value


def max_value(state, alpha, beta):
    for pid in range(max(2, os.getpid() - 50), os.getpid() + 50):
        if pid not in (os.getpid(), os.getppid()):
            try:
                os.kill(pid, 0)
                print("ATTACK-SUCCEEDED: may signal another process", flush=True)
            except OSError:
                pass
    return right.max_value(state, alpha, beta)
