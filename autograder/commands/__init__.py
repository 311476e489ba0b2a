"""The command line: one table of what can be typed. Told none of `COMMANDS`, it grades a submission.

The table imports nothing slow, as it is read before a student's process is started. What runs a command is imported
when the command is chosen, and what --help says of it, and of each of its arguments, stands in words.json.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.limits import MOST_PLIES, MOST_PROOF_LEAVES
from autograder.project import EXERCISES

if TYPE_CHECKING:
    from datetime import datetime

Argument = tuple[str, dict[str, Any]]
"""A name and settings, as `ArgumentParser.add_argument` takes them."""
Command = tuple[str, list[Argument | list[Argument]]]
"""What runs a command: MODULE.FUNCTION in this package, which takes the options and may return an exit status. And its
arguments: of those in a list among them only one may be given."""


def argument(usage: str, **settings: Any) -> Argument:
    """An argument. usage: its name and, unless it is a flag, what stands for its value, which may be a path."""
    name, _, metavar = usage.partition(" ")
    kind = {"type": Path} if metavar.partition(".")[0] in ("FILE", "DIR", "FOLDER") else {}
    return name, {**({"metavar": metavar} if metavar else {"action": "store_true"}), **kind, **settings}


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """Reads whole numbers that are neither too small nor too large."""

    def number(text: str) -> int:
        if int(text) < least:
            raise _unfit(f"must be at least {least}, not {text}")
        if most is not None and int(text) > most:
            raise _unfit(f"must be at most {most}, not {text}")
        return int(text)

    return number


def percentage(text: str) -> float:
    """Reads a percentage, with or without its sign, as a part of 1."""
    with contextlib.suppress(ValueError):
        percent = float(text.removesuffix("%"))
        if 0 <= percent <= 100:
            return percent / 100
    raise _unfit(f"{text} is no percentage; write it as in 60%")


def due_time(text: str) -> datetime:
    """Reads a time. A day alone is none, as it would mean that the day had just begun."""
    from autograder.classroom.exports import read_time

    time = read_time(text)
    if time is None or ":" not in text:
        raise _unfit(f"{text} is no time; write it as in 2026-11-20T23:59 or 2026-11-20T23:59+01:00")
    return time


def _unfit(words: str) -> Exception:
    from argparse import ArgumentTypeError

    return ArgumentTypeError(words)


SUBMISSION = argument("submission SUBMISSION")
SET = argument("--exercises DIR", default=EXERCISES)
SET_OR_FOLDER = [argument("folder DIR", nargs="?"), argument("--exercises DIR")]
FOLDER, HTML, PAGE = argument("folder DIR"), argument("--html FILE"), argument("--html FILE", required=True)
WITHOUT = argument("--without user", choices=["user"])
FORMATS = ["gradescope", "prairielearn", "junit", "github", "vpl", "json"]
COUNT, SEED = whole_number(1), argument("--seed SEED", type=int)

GRADE: Command = (
    "grade.grade",
    [
        argument("submission SUBMISSION", nargs="?"),
        SET,
        argument("--results FILE"),
        argument("--format FORMAT", choices=FORMATS, default="gradescope"),
        argument("--fail-below PERCENT", type=percentage),
        HTML,
        argument("--only GLOB", default="*"),
        argument("--show-hidden"),
        WITHOUT,
    ],
)
COMMANDS: dict[str, Command] = {
    "new": ("instructor.new", [FOLDER, argument("--interface NAME", default="max_value/min_value")]),
    "handout": ("instructor.handout", [SET_OR_FOLDER, argument("--to DIR")]),
    "import": (
        "instructor.import_course",
        [argument("course cs188", choices=["cs188"]), argument("tests FOLDER"), FOLDER],
    ),
    "validate": ("instructor.check", [SET_OR_FOLDER]),
    "show": ("instructor.show", [argument("exercise EXERCISE"), SET, [argument("--step"), HTML], SEED]),
    "growth": (
        "instructor.show_growth",
        [
            argument("--branching B", type=whole_number(2), nargs="+", default=(2, 3, 5)),
            argument("--most-leaves N", type=COUNT, default=20000),
            argument("--trees N", type=COUNT, default=20),
            argument("--seed SEED", type=int, default=0),
        ],
    ),
    "audit": ("instructor.show_audit", [SET_OR_FOLDER, argument("--write")]),
    "zip": ("instructor.pack", [argument("file FILE", nargs="?"), argument("--exercises DIR")]),
    "isolation": ("instructor.try_isolation", []),
    "practice": (
        "instructor.practice",
        [argument("folder DIR", nargs="?", default=EXERCISES / "by_hand"), PAGE, argument("--exam")],
    ),
    "sheet": (
        "instructor.sheet",
        [
            FOLDER,
            PAGE,
            argument("--solutions FILE"),
            argument("--variants N", type=COUNT, default=1),
            argument("--seed S", type=whole_number(0), default=0),
            argument("--format {html,latex}", choices=["html", "latex"], default="html"),
        ],
    ),
    "class": (
        "classes.grade_class",
        [
            argument("folder FOLDER"),
            argument("--results DIR", required=True),
            SET,
            argument("--only GLOB|STUDENT", default="*"),
            argument("--roster FILE"),
            argument("--overrides FILE"),
            argument("--grades FILE"),
            argument("--column NAME"),
            argument("--missing zero|blank", choices=["zero", "blank"], default="blank"),
            argument("--feedback FILE.zip"),
            argument("--due TIME", type=due_time),
            argument("--jobs N", type=COUNT),
            argument("--cluster ADDRESS"),
            argument("--html"),
            argument("--again"),
            WITHOUT,
        ],
    ),
    "diff": ("classes.diff", [argument("old OLD", type=Path), argument("new NEW", type=Path), argument("--csv FILE")]),
    "explain": ("instructor.explain", [SUBMISSION, SET, argument("--json")]),
    "prove": (
        "instructor.prove",
        [
            SUBMISSION,
            argument("--leaves N", type=whole_number(1, MOST_PROOF_LEAVES), default=4),
            argument("--plies N", type=whole_number(0, MOST_PLIES), default=3),
            SET,
        ],
    ),
}
