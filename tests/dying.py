"""Stands for a submission that costs the worker that grades it its life, as one may that fills a machine's memory."""

from __future__ import annotations

import os
import signal
import time

from autograder.classroom.work import Done, Graded, Work


def work(work: Work, exercises: bytes) -> Done:
    """Ends the worker if the submission is the deadly one."""
    time.sleep(0.2)
    if work.name == "deadly":
        os.kill(os.getpid(), signal.SIGKILL)
    return Graded(work.name, "{}")
