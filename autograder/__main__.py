"""Starts the command line. Run by path.

It is isolated, so that no file in the current folder can stand in for a module.
"""

import contextlib
import gc
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from autograder.cli import COMMANDS
from autograder.core import launch, signals

if __name__ == "__main__":
    # run_autograder starts Python without the installed packages.
    if launch.SITE_PACKAGES not in sys.path:
        sys.path.append(launch.SITE_PACKAGES)
    # modules make many objects that stay; at a threshold of 700 a run takes a tenth
    # longer
    gc.set_threshold(50_000)
    signals.end_on_signals()
    arguments = sys.argv[1:]
    if not set(arguments[:1]) & set(COMMANDS):
        # whoever needs the process says what is lacking
        with contextlib.suppress(OSError):
            launch.preforked.append(launch.started(launch.SETTLED))

    from autograder.cli.command_line import main, printed

    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]  # a terminal without ✓ shows the rest all the same
    try:
        status = main(arguments)
    except SystemExit as ended:
        status = int(ended.code or 0)
    os._exit(printed(status))  # without Python's own shutdown, which frees every object
