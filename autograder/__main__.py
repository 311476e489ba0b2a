"""Starts the command line. Run by path, isolated, so that no file in the current folder can stand in for a module."""

import gc
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from autograder import launch, signals
from autograder.commands import COMMANDS


def open_what_is_closed() -> None:
    """Opens the null device in place of closed standard streams: else the next files opened got their descriptors.

    Standard output is opened for reading, so that printing to it fails, as it does to a closed one.
    """
    for number, how in ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.set_inheritable(os.open(os.devnull, how), True)
    sys.stdin = sys.stdin or os.fdopen(0, closefd=False)
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)


if __name__ == "__main__":
    gc.set_threshold(50_000)  # modules make many objects that stay; at a threshold of 700 a run takes a tenth longer
    open_what_is_closed()
    signals.end_on_signals()
    if not set(sys.argv[1:2]) & set(COMMANDS):
        launch.prefork()  # its Python starts while this process imports

    from autograder.commands.command_line import main, printed

    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal without ✓ shows the rest all the same
    try:
        status = main(sys.argv[1:])
    except SystemExit as ended:
        status = int(ended.code or 0)
    os._exit(printed(status))  # without Python's own shutdown, which frees every object
