"""The time that a test waits on a busy machine: no test fails because the machine does something else.

A limit that ends what comes to an end by itself is PATIENCE, which costs nothing if nothing is wrong. Whether
something is quick is counted in steps or in processor time.
"""

import time
from collections.abc import Callable

from autograder.core.exercises.model import Limits

PATIENCE = 300.0
"""Seconds after which what must come will not come."""
UNHURRIED = Limits(seconds=PATIENCE, run_seconds=PATIENCE)
"""For programs that come to an end by themselves."""


def wait_for(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not condition() and time.monotonic() < until:
        time.sleep(0.05)
    assert condition()
