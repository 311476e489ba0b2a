"""Finds the command that was meant, reads its options and runs it."""

from __future__ import annotations

import argparse
import errno
import sys
import traceback
from importlib import import_module
from typing import Any

from autograder.commands import COMMANDS
from autograder.commands.options import say
from autograder.errors import BROKEN, WRONG_USAGE, AutograderError
from autograder.launch import ONE_OF_A_CLASS

REFUSED = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EMFILE, errno.ENFILE)
"""What a machine answers that is full or broken, in errors that name no file."""


def main(arguments: list[str]) -> int:
    """Runs a command; returns the exit status: 0 done, 1 the grader broke, 2 wrong usage, exercises or machine.

    What a command cannot do is said here for all of them. Raises SystemExit where argparse has said it.
    """
    try:
        return _run(arguments)
    except AutograderError as error:
        say(error.shown)
        return error.status
    except BrokenPipeError:  # as when piped into head
        return BROKEN
    except OSError as error:
        return _status_of(error)
    except Exception:
        traceback.print_exc()
        return BROKEN


def printed(status: int) -> int:
    """Sees to it that all that was printed has gone out; returns the exit status, which is not 0 where it could not."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:  # as when piped into head
        return status or BROKEN
    except OSError as error:
        say(f"Standard output cannot be written to: {error.strerror}. Not all of it was printed.")
        return status or BROKEN
    return status


def _run(arguments: list[str]) -> int:
    if arguments[:1] == [ONE_OF_A_CLASS]:
        return int(_module(ONE_OF_A_CLASS.strip("-").replace("-", "_")).run(int(arguments[1])))
    name, options = (
        (arguments[0], arguments[1:]) if arguments[:1] and arguments[0] in COMMANDS else ("grade", arguments)
    )
    parser = argparse.ArgumentParser("./run_autograder", allow_abbrev=False)
    command = _module(name).add_to(parser.add_subparsers())
    if name == "grade" and {"-h", "--help"} & set(options):
        command.epilog += "".join(f"\n  ./run_autograder {_module(other).USAGE}" for other in COMMANDS)
    chosen = parser.parse_args([name, *options])
    status: int = chosen.run(chosen)
    return status


def _status_of(error: OSError) -> int:
    """The exit status after what the machine refused, which is said; that output is lost is said later."""
    try:
        sys.stdout.flush()
    except OSError:
        return BROKEN
    if error.filename is None and error.errno not in REFUSED:
        traceback.print_exception(type(error), error, error.__traceback__)
        return BROKEN
    say(f"{error.filename or 'A file'} cannot be written or read: {error.strerror}")
    return WRONG_USAGE


def _module(name: str) -> Any:
    return import_module(f"autograder.commands.{name}")
