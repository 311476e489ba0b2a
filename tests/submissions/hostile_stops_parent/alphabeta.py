"""Puts the grader to sleep."""

import os
import signal

from right import max_value, min_value

if os.getppid() > 1:
    try:
        os.kill(os.getppid(), signal.SIGSTOP)
        print("ATTACK-SUCCEEDED: stopped the grader")
    except OSError:
        pass
