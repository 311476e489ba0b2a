"""What the options of several commands have in common."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.errors import WrongUsage
from autograder.limits import LONGEST_ERROR, LONGEST_MESSAGE
from autograder.paths import EXERCISES
from autograder.text import visible, visible_name

NAME_IT = "name the student's folder or .py file"

if TYPE_CHECKING:
    from autograder.exercises import ExerciseSet

    Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]


def add_command(
    commands: Subparsers, name: str, description: str, run: Callable[[argparse.Namespace], int], epilog: str = ""
) -> argparse.ArgumentParser:
    """The parser of a command. run: what to call with its options; returns the exit status."""
    parser = commands.add_parser(
        name,
        prog=f"./run_autograder {'' if name == 'grade' else name}".rstrip(),
        description=description,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(run=run)
    return parser


def add_exercises(parser: argparse.ArgumentParser) -> None:
    """The option that names the set to grade with."""
    parser.add_argument("--exercises", type=Path, metavar="DIR", default=EXERCISES, help="the exercises")


def add_set(parser: argparse.ArgumentParser) -> None:
    """The set that a command is about: it stands by itself or, as elsewhere, after --exercises."""
    named = parser.add_mutually_exclusive_group()
    named.add_argument("folder", nargs="?", type=Path, metavar="DIR", help="the exercises")
    named.add_argument("--exercises", type=Path, metavar="DIR", help="the same")


def set_named(options: argparse.Namespace) -> Path:
    """The folder that `add_set` read."""
    folder: Path = options.folder or options.exercises or EXERCISES
    return folder


def say(error: Exception | str) -> None:
    """Says on standard error what is wrong; where that cannot be written to either, nobody is there to read it."""
    with contextlib.suppress(OSError):
        print(visible(str(error), LONGEST_ERROR), file=sys.stderr)


def is_there(submission: Path | str) -> bool:
    """Whether a submission is there; where it is not, standard error says so."""
    if not os.path.exists(submission):
        say_not_there(submission, NAME_IT)
        return False
    return True


def say_not_there(submission: Path | str, meant: str) -> None:
    """Says on standard error that a submission is not there, and what may have been meant."""
    name = visible_name(str(submission), LONGEST_MESSAGE)
    print(f"{name}: there is no such file or folder; {meant}", file=sys.stderr)


def from_least(least: int, most: int | None = None) -> Callable[[str], int]:
    """What reads whole numbers that are neither too small nor too large."""

    def number(text: str) -> int:
        if int(text) < least:
            raise argparse.ArgumentTypeError(f"must be at least {least}, not {text}")
        if most is not None and int(text) > most:
            raise argparse.ArgumentTypeError(f"must be at most {most}, not {text}")
        return int(text)

    return number


def load_programs_set(folder: Path, wanted: str) -> ExerciseSet:
    """The set in a folder. Raises InvalidExercises, and WrongUsage where it is answered by hand.

    wanted: what no answer by hand can be used for, as in "prove right".
    """
    from autograder.exercises import from_here, load_set

    exercises = load_set(folder)
    if exercises.assignment.by_hand:
        words = f"these exercises are answered by hand, so there is no program to {wanted}; name another set"
        raise WrongUsage(f"{from_here(folder)}: {words}")
    return exercises
