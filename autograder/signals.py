"""Ends the grader when a signal asks for it: at whatever moment, with nothing left behind and no traceback.

Nothing is raised, as code that is in the middle of tidying up would be torn out of it. What has to be tidied is on a
list; the signal's handler goes through it and ends the process by that same signal, as whoever sent it expects.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from types import FrameType

SIGNALS = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)

_LEAVINGS: list[Callable[[], None]] = []
"""What is to be tidied, the newest last. Each may be called a second time, when the first was not let finish."""


@contextlib.contextmanager
def tidied(tidy: Callable[[], None]) -> Iterator[None]:
    """Calls `tidy` when the block ends, however it ends: a signal included, where `end_on_signals` was called."""
    _LEAVINGS.append(tidy)
    try:
        yield
    finally:
        tidy()
        _LEAVINGS.remove(tidy)


def end_on_signals() -> None:
    """From now on the grader tidies up first where a signal asks it to end. For the command line, not for a library."""
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup wants it
            signal.signal(number, _end)


def let_through() -> None:
    """Lets the signals come that run_autograder held back until there is a handler."""
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


@contextlib.contextmanager
def held_back(signals: Iterable[signal.Signals] = SIGNALS) -> Iterator[None]:
    """In the block signals wait; what is started there is deaf to them until it says otherwise."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def interrupts() -> Iterator[None]:
    """In the block Ctrl-C raises KeyboardInterrupt, for what is tidied up by being left, as a terminal is."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _end(number: int, frame: FrameType | None) -> None:
    for other in SIGNALS:
        signal.signal(other, signal.SIG_IGN)
    for tidy in reversed(_LEAVINGS):
        with contextlib.suppress(Exception):  # one that fails must not keep the others from their turn
            tidy()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    os._exit(128 + number)  # where the kernel spares the first process of a container
