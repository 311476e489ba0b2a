"""Starts the command line. Run by path, isolated, so that no file in the current folder can stand in for a module."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from autograder import launch, signals
from autograder.commands import COMMANDS


def open_what_is_closed() -> None:
    """Puts something in the place of standard streams that are closed, as the next file opened would take their number.

    What is printed to a closed output fails when it is written.
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
    open_what_is_closed()
    signals.end_on_signals()
    signals.unblock_signals()
    if not set(sys.argv[1:2]) & set(COMMANDS):
        launch.prefork()  # Python starts in it while this one still imports

    from autograder.commands.command_line import main, printed

    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal without ✓ shows the rest all the same
    try:
        status = main(sys.argv[1:])
    except SystemExit as ended:
        status = int(ended.code or 0)
    os._exit(printed(status))  # a process that is done need not be taken apart first
