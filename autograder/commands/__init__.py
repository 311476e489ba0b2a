"""The command line: one table of what can be typed. Told none of `COMMANDS`, it grades a submission.

The table imports nothing slow, as it is read before a student's process is started. What runs a command is imported
when the command is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from autograder.limits import MOST_PLIES, MOST_PROOF_LEAVES
from autograder.project import EXERCISES

if TYPE_CHECKING:
    from datetime import datetime

Argument = tuple[str, Mapping[str, Any]]
"""A name and settings, as `ArgumentParser.add_argument` takes them."""


class Command:
    """One command.

    line: what the list of all commands says of it. run: MODULE.FUNCTION in this package, which takes the options and
    may return an exit status. description, epilog: what the command's own --help says.
    arguments: a list among them holds arguments of which only one may be given.
    """

    def __init__(
        self, line: str, run: str, description: str, *arguments: Argument | list[Argument], epilog: str = ""
    ) -> None:
        self.line, self.run, self.description, self.arguments, self.epilog = line, run, description, arguments, epilog


def argument(usage: str, words: str, **settings: Any) -> Argument:
    """An argument. usage: its name and, unless it is a flag, what stands for its value. words: for --help."""
    name, _, metavar = usage.partition(" ")
    kind = {"metavar": metavar} if metavar else {"action": "store_true"}
    return name, {**kind, "help": words, **settings}


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """Reads whole numbers that are neither too small nor too large."""

    def number(text: str) -> int:
        from argparse import ArgumentTypeError

        if int(text) < least:
            raise ArgumentTypeError(f"must be at least {least}, not {text}")
        if most is not None and int(text) > most:
            raise ArgumentTypeError(f"must be at most {most}, not {text}")
        return int(text)

    return number


def percentage(text: str) -> float:
    """Reads a percentage, with or without its sign, as a part of 1."""
    from argparse import ArgumentTypeError

    try:
        percent = float(text.removesuffix("%"))
    except ValueError:
        percent = -1.0
    if not 0 <= percent <= 100:
        raise ArgumentTypeError(f"{text} is no percentage; write it as in 60%")
    return percent / 100


def due_time(text: str) -> datetime:
    """Reads a time. A day alone is none, as it would mean that the day had just begun."""
    from argparse import ArgumentTypeError

    from autograder.classroom.exports import read_time

    time = read_time(text)
    if time is None or ":" not in text:
        raise ArgumentTypeError(f"{text} is no time; write it as in 2026-11-20T23:59 or 2026-11-20T23:59+01:00")
    return time


SUBMISSION = argument("submission SUBMISSION", "a folder or a .py file")
SET = argument("--exercises DIR", "the exercises", type=Path, default=EXERCISES)
SET_OR_FOLDER = [
    argument("folder DIR", "the exercises", nargs="?", type=Path),
    argument("--exercises DIR", "the same", type=Path),
]
ONLY = argument("--only GLOB", "grade the exercises whose id matches", default="*")
WITHOUT = argument(
    "--without user",
    "as root: run students' programs as root where they cannot be run as another user",
    choices=["user"],
)

GRADE = Command(
    "",
    "grade.grade",
    "Grades a submission.",
    argument("submission SUBMISSION", "a folder or a .py file", nargs="?"),
    SET,
    argument("--results FILE", "where to write the results", type=Path),
    argument(
        "--format FORMAT",
        "how they are written: gradescope (as results.json), or for another platform prairielearn, junit, github, vpl "
        "or json; see docs/platforms.md",
        choices=["gradescope", "prairielearn", "junit", "github", "vpl", "json"],
        default="gradescope",
    ),
    argument("--fail-below PERCENT", "exit with status 3 where it earns less, as in 60%%", type=percentage),
    argument("--html FILE", "write the report as a page too, with drawn trees", type=Path),
    ONLY,
    argument("--show-hidden", "show hidden exercises too, in full, on the terminal alone: for instructors"),
    WITHOUT,
    epilog="""without a command it grades:
  ./run_autograder alphabeta.py            grade one file
  ./run_autograder folder --only '0[1-3]*' grade a folder on some exercises
other commands (each has its own --help):""",
)

_COMMANDS = (
    Command(
        "new DIR                 make a set of exercises",
        "instructor.new",
        "Makes a set of exercises in a new folder: an assignment and two exercises.",
        argument("folder DIR", "the folder to make", type=Path),
        argument(
            "--interface NAME",
            "what students write, see docs/exercises.md; max_value/min_value where it is left out",
            default="max_value/min_value",
        ),
    ),
    Command(
        "handout [DIR]           write what students get: a stub, a README, the game and tests",
        "instructor.handout",
        "Writes what the students of a set get: the file to write in, the game, a README, and tests for home.",
        SET_OR_FOLDER,
        argument("--to DIR", "the folder to write; NAME-student for a set NAME", type=Path),
    ),
    Command(
        "import cs188 FOLDER DIR make a set of the Pacman project's tests",
        "instructor.import_course",
        "Makes a set of exercises in a new folder of a course's own tests.",
        argument("course cs188", "the Pacman project's question 3", choices=["cs188"]),
        argument("tests FOLDER", "the folder with .test and .solution files", type=Path),
        argument("folder DIR", "the folder to make", type=Path),
    ),
    Command(
        "validate [DIR]          check exercises",
        "instructor.check",
        "Checks every exercise of a folder, or one file, and says every mistake with its place.",
        SET_OR_FOLDER,
    ),
    Command(
        "show EXERCISE           walk through the textbook's search, step by step",
        "instructor.show",
        "Shows an exercise's tree and the textbook's search of it, step by step.",
        argument("exercise EXERCISE", "an id such as 01_two_plies or 01, or a .json file"),
        SET,
        [
            argument("--step", "go through the search one key at a time"),
            argument("--html FILE", "write a page for the lecture, on which the tree can be changed", type=Path),
        ],
        argument("--seed SEED", "of generated trees those of a submission's results", type=int),
    ),
    Command(
        "growth                  how visited leaves grow with depth",
        "instructor.show_growth",
        "Prints a Markdown table of how many leaves alpha-beta visits in trees of b moves and d plies, for the worst, "
        "random and perfect order of moves. The d-th root of that is the effective branching factor.",
        argument("--branching B", "numbers of moves (2 3 5)", type=whole_number(2), nargs="+", default=(2, 3, 5)),
        argument("--most-leaves N", "how large trees may grow (20000)", type=whole_number(1), default=20000),
        argument("--trees N", "random trees for each row (20)", type=whole_number(1), default=20),
        argument("--seed SEED", "another seed draws other random trees (0)", type=int, default=0),
    ),
    Command(
        "audit [DIR]             show which known mistakes they catch",
        "instructor.show_audit",
        "Shows which exercise catches which known mistake, and what would pass. Exit 1 if any.",
        SET_OR_FOLDER,
        argument("--write", "save an exercise for each mistake that would pass"),
    ),
    Command(
        "zip [FILE]              build the archive for Gradescope",
        "instructor.pack",
        "Builds the archive to upload to Gradescope.",
        argument("file FILE", "the archive; a folder of exercises is packed itself", nargs="?", type=Path),
        argument("--exercises DIR", "the exercises", type=Path),
    ),
    Command(
        "isolation               what shuts students' programs in on this machine",
        "instructor.try_isolation",
        "Tries what each layer of isolation must stop on this machine.",
    ),
    Command(
        "practice [DIR]          make a page to practise on, with pencil and paper",
        "instructor.practice",
        "Makes a page on which the trees of a set are worked out by hand.",
        argument("folder DIR", "the set", nargs="?", type=Path, default=EXERCISES / "by_hand"),
        argument("--html FILE", "the page to write", type=Path, required=True),
        argument("--exam", "a page without Check and Hint: no answer is in its source"),
    ),
    Command(
        "sheet DIR               make sheets to print, in variants, with solutions",
        "instructor.sheet",
        "Makes sheets to print of a set: its trees, with blank lines.",
        argument("folder DIR", "the set", type=Path),
        argument("--html FILE", "the file to write", type=Path, required=True),
        argument("--solutions FILE", "the file to write the solutions to", type=Path),
        argument(
            "--variants N",
            "how many sheets, each with trees of its own in generated exercises",
            type=whole_number(1),
            default=1,
        ),
        argument("--seed S", "another seed makes other trees", type=whole_number(0), default=0),
        argument(
            "--format {html,latex}",
            "latex writes what the package forest draws, to paste into an exam of your own",
            choices=["html", "latex"],
            default="html",
        ),
    ),
    Command(
        "class FOLDER --results DIR grade a whole class",
        "classes.grade_class",
        "Grades every submission of a class, several at a time.",
        argument("folder FOLDER", "what the class handed in, or a .zip of it", type=Path),
        argument("--results DIR", "where the results go", type=Path, required=True),
        SET,
        argument(
            "--only GLOB|STUDENT",
            "grade the exercises whose id matches or, where none does, this student alone, anew",
            default="*",
        ),
        argument("--roster FILE", "a .csv of the class: who handed in nothing has a row", type=Path),
        argument(
            "--overrides FILE",
            "a .csv of what you change of students' grades, and why (overrides.csv in the set's folder)",
            type=Path,
        ),
        argument("--grades FILE", "write the roster there, with the grades in the column that takes them", type=Path),
        argument("--column NAME", "the column of the roster that takes the grades, where several may"),
        argument(
            "--missing zero|blank",
            "what --grades writes for who handed in nothing: 0, or what stood there (blank)",
            choices=["zero", "blank"],
            default="blank",
        ),
        argument(
            "--feedback FILE.zip",
            "a page for each submission, in an archive that Moodle and Canvas take back",
            type=Path,
        ),
        argument("--due TIME", "when it was due, as in 2026-11-20T23:59", type=due_time),
        argument("--jobs N", "how many at a time (one a processor)", type=whole_number(1)),
        argument(
            "--cluster ADDRESS",
            "a dask scheduler whose workers grade, as tcp://HOST:8786, or local for one on this machine",
        ),
        argument("--html", "make a page for each submission, too"),
        argument("--again", "grade what is unchanged again, too"),
        WITHOUT,
        epilog="FOLDER holds a folder or a .py file for each student, or is what Gradescope, Canvas or Moodle\n"
        "exports, or a .zip of any of these. DIR gets NAME.json for each submission, and class.csv. Run again, it\n"
        "grades what is new or changed. DIR/class.html shows it all in a browser; with --html, so does NAME.html for\n"
        "each submission.",
    ),
    Command(
        "diff OLD NEW            compare two gradings of a class",
        "classes.diff",
        "Compares two gradings of a class: whose score changes, by how much, on which exercises.",
        argument("old OLD", "the results of one run of class, a folder", type=Path),
        argument("new NEW", "those of another", type=Path),
        argument("--csv FILE", "write the changes there, too", type=Path),
    ),
    Command(
        "explain SUBMISSION      find the change that makes a submission right",
        "instructor.explain",
        "Shows the smallest change to a submission that makes it right on every visible exercise, as a diff.",
        SUBMISSION,
        SET,
        argument("--json", "print it as JSON"),
    ),
    Command(
        "prove SUBMISSION        search every tree up to a size, which is a proof for it",
        "instructor.prove",
        "Searches all trees of at most so many leaves and plies, with every order of the leaves' values, ties\n"
        "included, and either player first. For a program that only compares values that is a proof for these sizes.\n"
        "Exit 1 if one is wrong.",
        SUBMISSION,
        argument("--leaves N", "the most leaves (4)", type=whole_number(1, MOST_PROOF_LEAVES), default=4),
        argument("--plies N", "the most plies (3)", type=whole_number(0, MOST_PLIES), default=3),
        SET,
    ),
)
COMMANDS = {command.line.split()[0]: command for command in _COMMANDS}
"""Each by its name."""
