"""Starts the command line. Run by path, isolated, so that no file in the current folder can stand in for a module."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from autograder import launch, signals
from autograder.commands import COMMANDS

if __name__ == "__main__":  # and not one of dask's own processes, which look at this file again
    signals.end_on_signals()
    signals.let_through()
    if not set(sys.argv[1:2]) & set(COMMANDS):
        launch.start_ahead()  # Python starts in it while this one still imports

    from autograder.commands.command_line import main

    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal without ✓ shows the rest all the same
    status = main(sys.argv[1:])
    try:
        sys.stdout.flush()
    except OSError:  # as when piped into head
        status = status or 1
    os._exit(status)  # a process that is done need not be taken apart first
