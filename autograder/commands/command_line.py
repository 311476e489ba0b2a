"""Finds the command that was meant, reads its options, runs it, and says in words what it cannot do."""

import contextlib
import errno
import io
import sys
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

from autograder.commands import COMMANDS
from autograder.errors import BROKEN, WRONG_USAGE, AutograderError, resources_lacking
from autograder.launch import ONE_OF_A_CLASS
from autograder.limits import MOST_PLIES, MOST_PROOF_LEAVES
from autograder.project import EXERCISES
from autograder.showing.formats import FORMATS
from autograder.text import table

REFUSED = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EROFS, errno.EIO)
"""Errors of a full or broken machine. Any other OSError that names no file is a bug, and gets a traceback."""


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """Reads whole numbers that are neither too small nor too large."""

    def number(text: str) -> int:
        if int(text) < least:
            raise ArgumentTypeError(f"must be at least {least}, not {text}")
        if most is not None and int(text) > most:
            raise ArgumentTypeError(f"must be at most {most}, not {text}")
        return int(text)

    return number


def percentage(text: str) -> float:
    """Reads a percentage, with or without its sign, as a part of 1."""
    with contextlib.suppress(ValueError):
        percent = float(text.removesuffix("%"))
        if 0 <= percent <= 100:
            return percent / 100
    raise ArgumentTypeError(f"{text} is no percentage; write it as in 60%")


def due_time(text: str) -> object:
    """Read when a class's work was due, as a `Due`. Raise ArgumentTypeError with words for what is no such time."""
    from autograder.classroom.lateness import (
        NoDueTime,
        parse_due,
    )  # no other command needs it

    try:
        return parse_due(text)
    except NoDueTime as error:
        raise ArgumentTypeError(str(error)) from None


TYPES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(("FILE", "FILE.zip", "DIR", "FOLDER", "OLD", "NEW"), Path),
    "N": whole_number(1),
    "SEED": int,
    "PERCENT": percentage,
    "TIME": due_time,
}
"""What an argument is, by what --help writes in its place; text, where that is none of these."""
SETTINGS: dict[str, dict[str, Any]] = {
    **{
        name: {"required": True}
        for name in ("practice --html", "sheet --html", "class --results")
    },
    "--exercises": {"default": EXERCISES},
    "--only": {"default": "*"},
    "--without": {"choices": ["user"]},
    " --format": {"choices": list(FORMATS), "default": "gradescope"},
    "new --interface": {"default": "max_value/min_value"},
    "import course": {"choices": ["cs188"]},
    "growth --branching": {"type": whole_number(2), "nargs": "+", "default": (2, 3, 5)},
    "growth --most-leaves": {"default": 20000},
    "growth --trees": {"default": 20},
    "growth --seed": {"default": 0},
    "practice folder": {"default": EXERCISES / "by_hand"},
    "sheet --variants": {"default": 1},
    "sheet --seed": {"type": whole_number(0), "default": 0},
    "sheet --format": {"choices": ["html", "latex"], "default": "html"},
    "class --missing": {"choices": ["zero", "blank"], "default": "blank"},
    "prove --leaves": {"type": whole_number(1, MOST_PROOF_LEAVES), "default": 4},
    "prove --plies": {"type": whole_number(0, MOST_PLIES), "default": 3},
}
"""What else `add_argument` is told of some arguments, of all commands or of one."""
ONE_OF = {
    "show": ("--step", "--html"),
    **dict.fromkeys(("handout", "validate", "audit"), ("folder", "--exercises")),
}


def main(arguments: list[str]) -> int:
    """Runs a command, or says why not; returns 0 or a status of errors.py. Raises SystemExit where argparse did so."""
    try:
        return _run(arguments)
    except AutograderError as error:
        _say(error.shown)
        return error.status
    except BrokenPipeError:  # as when piped into head
        return BROKEN
    except OSError as error:
        return BROKEN if printed(0) == BROKEN else _broken(error)
    except Exception as error:
        return _broken(error)


def _broken(error: Exception) -> int:
    """Say what a user can do about an exception that no code expected, or print its traceback; return the status."""
    lacking = resources_lacking(error)
    if lacking is not None:
        _say(lacking.shown)
        return lacking.status
    if isinstance(error, OSError) and (
        error.filename is not None or error.errno in REFUSED
    ):
        where = (
            error.filename or "Standard output or a temporary file"
        )  # of which the system says no name
        _say(
            AutograderError(
                f"{where} cannot be written or read: {error.strerror}"
            ).shown
        )
        return WRONG_USAGE
    sys.excepthook(
        type(error), error, error.__traceback__
    )  # without the module traceback, which is slow to import
    return BROKEN


def printed(status: int) -> int:
    """Flushes standard output; returns the exit status, which becomes BROKEN where that fails."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:  # as when piped into head
        return status or BROKEN
    except OSError as error:
        _say(
            f"Standard output cannot be written to: {error.strerror}. Not all of it was printed."
        )
        sys.stdout = io.StringIO()  # so that it is said once
        return status or BROKEN
    return status


def _run(arguments: list[str]) -> int:
    if arguments[:1] == [ONE_OF_A_CLASS]:
        from autograder.commands import one_of_a_class

        return one_of_a_class.run(int(arguments[1]))
    name = arguments[0] if arguments and arguments[0] in COMMANDS else ""
    module, _, function = COMMANDS.get(name, "commands.grade.grade").rpartition(".")
    options = _parser(name).parse_args(arguments[bool(name) :])
    status: int | None = getattr(import_module(f"autograder.{module}"), function)(
        **vars(options)
    )
    return status or 0


def _parser(name: str) -> ArgumentParser:
    """Reads the options of a command. Its words name each, and what stands for its value, in brackets if optional."""
    words: Any = table("commands")
    others = [] if name else [words[other]["line"] for other in COMMANDS]
    parser = ArgumentParser(
        f"./run_autograder {name}".rstrip(),
        description=words[name]["description"],
        epilog=words[name].get("epilog", "")
        + "".join(f"\n  ./run_autograder {line}" for line in others),
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    one_of = parser.add_mutually_exclusive_group() if name in ONE_OF else parser
    for usage, said in words[name].get("arguments", {}).items():
        option, _, metavar = usage.strip("[]").partition(" ")
        settings: dict[str, Any] = {"nargs": "?"} if usage[0] == "[" else {}
        settings |= (
            {"metavar": metavar, "type": TYPES.get(metavar)}
            if metavar
            else {"action": "store_true"}
        )
        settings |= SETTINGS.get(option, {}) | SETTINGS.get(f"{name} {option}", {})
        place = one_of if option in ONE_OF.get(name, ()) else parser
        place.add_argument(option, help=said, **settings)
    return parser


def _say(words: str) -> None:
    """Prints on standard error; that this fails, too, nobody could be told."""
    with contextlib.suppress(OSError):
        print(words, file=sys.stderr)
