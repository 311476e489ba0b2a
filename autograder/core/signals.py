"""Ends the grader when a signal asks for it, with nothing left and no traceback.

That may be at any moment. The handler raises nothing, as an exception could interrupt
code that is cleaning up. It runs the registered clean-ups and then ends the process by
that same signal, as its sender expects.
"""

import contextlib
import os
import signal
from collections.abc import Callable, Iterator
from types import FrameType

SIGNALS = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)

_cleanups: list[Callable[[], None]] = []
"""The clean-ups before the process ends, the newest last. Each must be idempotent: a
signal may interrupt a clean-up and run it again."""


@contextlib.contextmanager
def on_exit(clean_up: Callable[[], None]) -> Iterator[None]:
    """Call `clean_up` when the block ends, however it ends.

    It may end by a signal, too, if `end_on_signals` was called.
    """
    _cleanups.append(clean_up)
    try:
        yield
    finally:
        clean_up()
        _cleanups.remove(clean_up)


def handle_signals(handler: Callable[[int, FrameType | None], None]) -> None:
    """Have a handler called for each signal that is not ignored, as nohup wants it."""
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def end_on_signals() -> None:
    """Make signals clean up before they end the process.

    For the command line, not for a library.
    """
    handle_signals(_end)
    # run_autograder blocked them until there is a handler
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


@contextlib.contextmanager
def signals_blocked() -> Iterator[None]:
    """Block the signals that end the process: they are delivered after the block."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end(number: int, frame: FrameType | None) -> None:
    """Run the cleanups, the last first, and end the process by the same signal."""
    for other in SIGNALS:
        signal.signal(other, signal.SIG_IGN)
    for clean_up in reversed(_cleanups):
        # one that fails must not keep the others from their turn
        with contextlib.suppress(Exception):
            clean_up()
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    os._exit(128 + number)  # the first process of a container outlives its own signals
