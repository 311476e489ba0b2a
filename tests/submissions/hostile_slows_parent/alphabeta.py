"""Makes the grader slow."""

import os

from kernel import call
from right import max_value, min_value

GRADER = os.getppid() or 1  # the former is 0 in a PID namespace


def refuse(result):
    if result == -1:
        raise OSError


WAYS = {
    "setpriority": lambda: os.setpriority(os.PRIO_PROCESS, GRADER, 19),
    "sched_setscheduler": lambda: os.sched_setscheduler(GRADER, os.SCHED_IDLE, os.sched_param(0)),
    "sched_setaffinity": lambda: os.sched_setaffinity(GRADER, {0}),
    "ioprio_set": lambda: refuse(call(251, 30, 1, GRADER, 3 << 13)),
}
for name, way in WAYS.items():
    try:
        way()
        print(f"ATTACK-SUCCEEDED: {name} on the grader", flush=True)
    except (OSError, AttributeError):
        pass
