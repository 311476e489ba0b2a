"""Finds the command that was meant, reads its options, runs it, and says in words what it cannot do."""

from __future__ import annotations

import argparse
import contextlib
import errno
import io
import sys
from importlib import import_module

from autograder.commands import COMMANDS, GRADE
from autograder.errors import BROKEN, WRONG_USAGE, AutograderError
from autograder.launch import ONE_OF_A_CLASS
from autograder.text import table

REFUSED = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EMFILE, errno.ENFILE)
"""Errors of a full or broken machine. Any other OSError that names no file is a bug, and gets a traceback."""


def main(arguments: list[str]) -> int:
    """Runs a command; returns the exit status: 0 done, or one of those in errors.py.

    What a command cannot do is said here for all of them. Raises SystemExit where argparse has said it.
    """
    try:
        return _run(arguments)
    except AutograderError as error:
        _say(error.shown)
        return error.status
    except BrokenPipeError:  # as when piped into head
        return BROKEN
    except OSError as error:
        if printed(0) == BROKEN:
            return BROKEN
        if error.filename is None and error.errno not in REFUSED:
            sys.excepthook(*sys.exc_info())
            return BROKEN
        where = error.filename or "Standard output or a temporary file"  # of which the system says no name
        _say(AutograderError(f"{where} cannot be written or read: {error.strerror}").shown)
        return WRONG_USAGE
    except Exception:
        sys.excepthook(*sys.exc_info())  # without the module traceback, which is slow to import
        return BROKEN


def printed(status: int) -> int:
    """Flushes standard output; returns the exit status, which becomes BROKEN where that fails."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:  # as when piped into head
        return status or BROKEN
    except OSError as error:
        _say(f"Standard output cannot be written to: {error.strerror}. Not all of it was printed.")
        sys.stdout = io.StringIO()  # so that it is said once
        return status or BROKEN
    return status


def _run(arguments: list[str]) -> int:
    if arguments[:1] == [ONE_OF_A_CLASS]:
        from autograder.commands import one_of_a_class

        return one_of_a_class.run(int(arguments[1]))
    name = arguments[0] if arguments and arguments[0] in COMMANDS else ""
    (run, arguments_of), words = COMMANDS.get(name, GRADE), table("commands")
    others = [] if name else [words[other]["line"] for other in COMMANDS]
    parser = argparse.ArgumentParser(
        f"./run_autograder {name}".rstrip(),
        description=words[name]["description"],
        epilog=words[name].get("epilog", "") + "".join(f"\n  ./run_autograder {line}" for line in others),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    for argument in arguments_of:
        one_of = [argument] if isinstance(argument, tuple) else argument
        place = parser if isinstance(argument, tuple) else parser.add_mutually_exclusive_group()
        for option, settings in one_of:
            place.add_argument(option, help=words[name][option], **settings)
    options = parser.parse_args(arguments[bool(name) :])
    module, _, function = run.partition(".")
    status: int | None = getattr(import_module(f"autograder.commands.{module}"), function)(options)
    return status or 0


def _say(words: str) -> None:
    """Prints on standard error; that this fails, too, nobody could be told."""
    with contextlib.suppress(OSError):
        print(words, file=sys.stderr)
