"""Finds the command that was meant, runs it, and reports errors in words."""

import contextlib
import errno
import io
import os
import sys
from importlib import import_module

from autograder.cli import COMMANDS, GRADE
from autograder.core.errors import (
    BROKEN,
    AutograderError,
    WrongUsage,
    resources_lacking,
)
from autograder.core.launch import ONE_OF_A_CLASS

REFUSED = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EROFS, errno.EIO)
"""Errors of a full or broken machine. Any other OSError that names no file is a bug,
and gets a traceback."""


def main(arguments: list[str]) -> int:
    """Run a command, or say why it cannot run.

    Return 0 or a status of errors.py. Raise SystemExit if argparse does.
    """
    try:
        return _run(arguments)
    except AutograderError as error:
        return _report(error)
    except BrokenPipeError:  # as when piped into head
        return BROKEN
    except OSError as error:
        return BROKEN if printed(0) == BROKEN else _broken(error)
    except Exception as error:
        return _broken(error)


def printed(status: int) -> int:
    """Flush standard output; return the exit status, BROKEN if that fails."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:  # as when piped into head
        return status or BROKEN
    except OSError as error:
        _say(
            f"Standard output cannot be written to: {error.strerror}."
            " Not all of it was printed."
        )
        sys.stdout = io.StringIO()  # so that the error is printed once
        return status or BROKEN
    return status


def _run(arguments: list[str]) -> int:
    parent = os.getppid()
    if arguments == [ONE_OF_A_CLASS, str(parent)]:
        from autograder.cli import one_of_a_class

        return one_of_a_class.run(parent)
    if arguments[:1] == [ONE_OF_A_CLASS]:
        raise WrongUsage(
            f"{ONE_OF_A_CLASS} cannot be typed: the command class starts its processes "
            "with it."
        )
    # Not for the process of a class's submission, which has no options: argparse is
    # slow to import.
    from autograder.cli.options import parser_of

    name = ""
    if arguments and arguments[0] in COMMANDS:
        name, *arguments = arguments
    options = parser_of(name).parse_args(arguments)
    module, _, function = COMMANDS.get(name, GRADE).rpartition(".")
    command = getattr(import_module(f"autograder.{module}"), function)
    status: int | None = command(**vars(options))
    return status or 0


def _broken(error: Exception) -> int:
    """Report an exception that no code expected, and return the exit status.

    Print a remedy if a user has one; else print a traceback.
    """
    lacking = resources_lacking(error)
    if lacking is not None:
        return _report(lacking)
    if isinstance(error, OSError):
        names_file = error.filename is not None
        if names_file or error.errno in REFUSED:
            # The system names only a file that was opened by its name.
            where = error.filename or "Standard output or a temporary file"
            reason = f"{where} cannot be written or read: {error.strerror}"
            return _report(AutograderError(reason))
    # The module traceback is slow to import.
    sys.excepthook(type(error), error, error.__traceback__)
    return BROKEN


def _report(error: AutograderError) -> int:
    """Print why a command ended, and return its exit status."""
    _say(error.shown)
    return error.status


def _say(message: str) -> None:
    """Print on standard error; nobody could be told that this fails, too."""
    with contextlib.suppress(OSError):
        print(message, file=sys.stderr)
