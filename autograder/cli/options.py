"""The options of each command, for argparse and --help."""

import contextlib
from argparse import (
    Action,
    ArgumentError,
    ArgumentParser,
    ArgumentTypeError,
    Namespace,
    RawDescriptionHelpFormatter,
)
from collections.abc import Callable
from math import inf
from pathlib import Path

from autograder.core.limits import MOST_PLIES, MOST_PROOF_LEAVES
from autograder.core.project import EXERCISES
from autograder.tell.formats import FORMATS

PROGRAM = "./run_autograder"
SUMMARIES = {
    "new DIR": "make a set of exercises",
    "handout [DIR]": "write what students get: a stub, a README, the game and tests",
    "import cs188 FOLDER DIR": "make a set of the Pacman project's tests",
    "validate [DIR]": "check exercises",
    "show EXERCISE ...": "walk through the textbook's search, step by step",
    "growth": "how visited leaves grow with depth",
    "audit [DIR]": "show which known mistakes they catch",
    "zip [FILE]": "build the archive for Gradescope",
    "isolation": "what shuts students' programs in on this machine",
    "practice [DIR]": "make a page to practise on, with pencil and paper",
    "sheet DIR": "make sheets to print, in variants, with solutions",
    "class FOLDER --results DIR": "grade a whole class",
    "diff OLD NEW": "compare two gradings of a class",
    "explain SUBMISSION": "find the change that makes a submission right",
    "prove SUBMISSION": "search every tree up to a size, which is a proof for it",
    "--version": "print which version this is",
}
"""The lines of --help on the commands, by their usages."""
EXAMPLES = """without a command it grades:
  ./run_autograder alphabeta.py            grade one file
  ./run_autograder folder --only '0[1-3]*' grade a folder on some exercises
other commands (each has its own --help):"""
ABOUT_CLASS_FOLDERS = (
    "FOLDER holds a folder or a .py file for each student, or is what Gradescope,"
    " Canvas or Moodle\n"
    "exports, or a .zip of any of these. DIR gets NAME.json for each submission,"
    " and class.csv. Run again, it\n"
    "grades what is new or changed. DIR/class.html shows it all in a browser;"
    " with --html, so does NAME.html for\n"
    "each submission."
)


def parser_of(name: str) -> ArgumentParser:
    """Return the parser of a command's options.

    name: one of `COMMANDS`, or "" for grading a submission.
    """
    parser = ArgumentParser(
        f"{PROGRAM} {name}".rstrip(),
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    ADD_OPTIONS[name](parser)
    return parser


# --- The values of options ---


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """Return a reader of whole numbers that are neither too small nor too large."""

    # argparse names this function if a text is no number.
    def number(text: str) -> int:
        value = int(text)
        if value < least:
            raise ArgumentTypeError(f"must be at least {least}, not {text}")
        if most is not None and value > most:
            raise ArgumentTypeError(f"must be at most {most}, not {text}")
        return value

    return number


def percentage(text: str) -> float:
    """Return a percentage, written with or without its sign, as a part of 1."""
    with contextlib.suppress(ValueError):
        percent = float(text.removesuffix("%"))
        if 0 <= percent <= 100:
            return percent / 100
    raise ArgumentTypeError(f"{text} is no percentage; write it as in 60%")


def most_points(text: str) -> float:
    """Return the most points that a grade can have: a number above 0."""
    with contextlib.suppress(ValueError):
        points = float(text)
        if 0 < points < inf:
            return points
    raise ArgumentTypeError(f"{text} is no number of points; write it as in 20")


def due_time(text: str) -> tuple[str, object]:
    """Return a section, "" for the whole class, and when its work was due, as a `Due`.

    Raise ArgumentTypeError, with the reason, for a text that is no such time.
    """
    # No other command needs it.
    from autograder.classroom.lateness import NoDueTime, parse_due

    section, sign, time = text.rpartition("=")
    section = section.strip()
    if sign and not section:
        raise ArgumentTypeError(
            f"{text} names no section before the =; write it as in B=2026-11-20T23:59"
        )
    try:
        return section, parse_due(time)
    except NoDueTime as error:
        raise ArgumentTypeError(str(error)) from None


class _Once(Action):
    """Stores the value of an option that has one, and refuses a second."""

    _is_given = False

    def __call__(
        self,
        _parser: ArgumentParser,
        namespace: Namespace,
        values: object,
        _option: str | None = None,
    ) -> None:
        """Store the value. Raise ArgumentError for a second one."""
        if self._is_given:
            raise ArgumentError(
                self, "is there twice; one GLOB can match several, as in '0[13]*'"
            )
        self._is_given = True
        setattr(namespace, self.dest, values)


# --- The options that several commands have ---


def _add_exercises(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--exercises",
        metavar="DIR",
        type=Path,
        default=EXERCISES,
        help="the exercises",
    )


def _add_folder_or_exercises(parser: ArgumentParser) -> None:
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "folder", metavar="DIR", nargs="?", type=Path, help="the exercises"
    )
    group.add_argument(
        "--exercises", metavar="DIR", type=Path, default=EXERCISES, help="the same"
    )


def _add_submission(parser: ArgumentParser) -> None:
    parser.add_argument(
        "submission", metavar="SUBMISSION", help="a folder or a .py file"
    )


def _add_force(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--force",
        action="store_true",
        help="replace a file of the same kind, such as a page by a page, that"
        " something else wrote; nothing that is read",
    )


def _add_without(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--without",
        metavar="user",
        choices=["user"],
        help="as root: run students' programs as root where they cannot be run as"
        " another user",
    )


# --- The options of each command ---


def _add_grading(parser: ArgumentParser) -> None:
    default, *others = FORMATS
    parser.description = "Grades a submission."
    lines = [EXAMPLES]
    for usage, summary in SUMMARIES.items():
        lines.append(f"  {PROGRAM} {usage:23} {summary}")
    parser.epilog = "\n".join(lines)
    parser.add_argument(
        "submission", metavar="SUBMISSION", nargs="?", help="a folder or a .py file"
    )
    _add_exercises(parser)
    parser.add_argument(
        "--results", metavar="FILE", type=Path, help="where to write the results"
    )
    parser.add_argument(
        "--format",
        metavar="FORMAT",
        choices=list(FORMATS),
        default=default,
        help=f"how they are written: {default} (as results.json), or for another"
        f" platform {', '.join(others[:-1])} or {others[-1]}; see docs/platforms.md",
    )
    parser.add_argument(
        "--fail-below",
        metavar="PERCENT",
        type=percentage,
        help="exit with status 3 where it earns less, as in 60%%",
    )
    parser.add_argument(
        "--html",
        metavar="FILE",
        type=Path,
        help="write the report as a page too, with drawn trees",
    )
    _add_force(parser)
    parser.add_argument(
        "--watch",
        action="store_true",
        help="grade again whenever a file of the submission changes, until Ctrl-C",
    )
    parser.add_argument(
        "--only",
        action=_Once,
        metavar="GLOB",
        default="*",
        help="grade the exercises whose id matches",
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help="print every failed exercise in full, and not only the simplest",
    )
    parser.add_argument(
        "--show-hidden",
        action="store_true",
        help="show hidden exercises too, in full, on the terminal alone:"
        " for instructors",
    )
    parser.add_argument(
        "--list",
        dest="lists",
        action="store_true",
        help="write trees as lists instead of drawing them: for screen readers",
    )
    _add_without(parser)


def _add_new(parser: ArgumentParser) -> None:
    parser.description = (
        "Makes a set of exercises in a new folder: an assignment and two exercises."
    )
    parser.add_argument("folder", metavar="DIR", type=Path, help="the folder to make")
    parser.add_argument(
        "--interface",
        metavar="NAME",
        default="max_value/min_value",
        help="what students write, see docs/exercises.md;"
        " max_value/min_value where it is left out",
    )


def _add_handout(parser: ArgumentParser) -> None:
    parser.description = (
        "Writes what the students of a set get: the file to write in, the game,"
        " a README, and tests for home."
    )
    _add_folder_or_exercises(parser)
    parser.add_argument(
        "--to",
        metavar="DIR",
        type=Path,
        help="the folder to write; NAME-student for a set NAME",
    )
    _add_force(parser)


def _add_import(parser: ArgumentParser) -> None:
    parser.description = (
        "Makes a set of exercises in a new folder of a course's own tests."
    )
    parser.add_argument(
        "course",
        metavar="cs188",
        choices=["cs188"],
        help="the Pacman project's question 3",
    )
    parser.add_argument(
        "tests",
        metavar="FOLDER",
        type=Path,
        help="the folder with .test and .solution files",
    )
    parser.add_argument("folder", metavar="DIR", type=Path, help="the folder to make")


def _add_validate(parser: ArgumentParser) -> None:
    parser.description = (
        "Checks every exercise of a folder, or one file, and says every mistake with"
        " its place."
    )
    _add_folder_or_exercises(parser)


def _add_show(parser: ArgumentParser) -> None:
    parser.description = (
        "Shows an exercise's tree and the textbook's search of it, step by step."
    )
    parser.add_argument(
        "exercise",
        metavar="EXERCISE",
        nargs="+",
        help="an id such as 01_two_plies or 01, or a .json file; several are a lesson",
    )
    _add_exercises(parser)
    parser.add_argument(
        "--html",
        metavar="FILE",
        type=Path,
        help="write a page for the lecture, on which the tree can be changed",
    )
    _add_force(parser)
    parser.add_argument(
        "--seed",
        metavar="SEED",
        type=int,
        help="of generated trees those of a submission's results",
    )


def _add_growth(parser: ArgumentParser) -> None:
    parser.description = (
        "Prints a Markdown table of how many leaves alpha-beta visits in trees of"
        " b moves and d plies, for the worst, random and perfect order of moves."
        " The d-th root of that is the effective branching factor."
    )
    parser.add_argument(
        "--branching",
        metavar="B",
        type=whole_number(2),
        nargs="+",
        default=(2, 3, 5),
        help="numbers of moves (2 3 5)",
    )
    parser.add_argument(
        "--most-leaves",
        metavar="N",
        type=whole_number(1),
        default=20000,
        help="how large trees may grow (20000)",
    )
    parser.add_argument(
        "--trees",
        metavar="N",
        type=whole_number(1),
        default=20,
        help="random trees for each row (20)",
    )
    parser.add_argument(
        "--seed",
        metavar="SEED",
        type=int,
        default=0,
        help="another seed draws other random trees (0)",
    )


def _add_audit(parser: ArgumentParser) -> None:
    parser.description = (
        "Shows which exercise catches which known mistake, and what would pass."
        " Exit 1 if any."
    )
    _add_folder_or_exercises(parser)
    parser.add_argument(
        "--write",
        action="store_true",
        help="save an exercise for each mistake that would pass",
    )


def _add_zip(parser: ArgumentParser) -> None:
    parser.description = "Builds the archive to upload to Gradescope."
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        type=Path,
        help="the archive; a folder of exercises is packed itself",
    )
    _add_force(parser)
    _add_exercises(parser)


def _add_isolation(parser: ArgumentParser) -> None:
    parser.description = "Tries what each layer of isolation must stop on this machine."


def _add_practice(parser: ArgumentParser) -> None:
    parser.description = (
        "Makes a page on which the trees of a set are worked out by hand."
    )
    parser.add_argument(
        "folder",
        metavar="DIR",
        nargs="?",
        type=Path,
        default=EXERCISES / "by_hand",
        help="the set",
    )
    parser.add_argument(
        "--html", metavar="FILE", type=Path, required=True, help="the page to write"
    )
    _add_force(parser)
    parser.add_argument(
        "--exam",
        action="store_true",
        help="a page without Check and Hint: no answer is in its source",
    )


def _add_sheet(parser: ArgumentParser) -> None:
    parser.description = "Makes sheets to print of a set: its trees, with blank lines."
    parser.add_argument("folder", metavar="DIR", type=Path, help="the set")
    file = parser.add_mutually_exclusive_group(required=True)
    file.add_argument("--html", metavar="FILE", type=Path, help="the page to write")
    file.add_argument(
        "--latex",
        metavar="FILE",
        type=Path,
        help="write LaTeX instead, with trees drawn by the package forest, to paste"
        " into an exam of your own",
    )
    parser.add_argument(
        "--solutions",
        metavar="FILE",
        type=Path,
        help="the file to write the solutions to",
    )
    _add_force(parser)
    parser.add_argument(
        "--variants",
        metavar="N",
        type=whole_number(1),
        default=1,
        help="how many sheets, each with trees of its own in generated exercises",
    )
    parser.add_argument(
        "--seed",
        metavar="S",
        type=whole_number(0),
        default=0,
        help="another seed makes other trees",
    )
    parser.add_argument(
        "--format",
        choices=["html", "latex"],
        default="html",
        help="of what --html FILE names; --latex FILE is shorter",
    )


def _add_class(parser: ArgumentParser) -> None:
    parser.description = "Grades every submission of a class, several at a time."
    parser.epilog = ABOUT_CLASS_FOLDERS
    parser.add_argument(
        "folder",
        metavar="FOLDER",
        type=Path,
        help="what the class handed in, or a .zip of it",
    )
    parser.add_argument(
        "--results",
        metavar="DIR",
        type=Path,
        required=True,
        help="where the results go",
    )
    _add_exercises(parser)
    parser.add_argument(
        "--only",
        action=_Once,
        metavar="GLOB|STUDENT",
        default="*",
        help="grade the exercises whose id matches or, where none does,"
        " this student alone, anew",
    )
    parser.add_argument(
        "--roster",
        metavar="FILE",
        type=Path,
        help="a .csv of the class: who handed in nothing has a row",
    )
    parser.add_argument(
        "--groups",
        metavar="FILE",
        type=Path,
        help="a .csv of groups, with the columns group and student: what one hands in,"
        " all have handed in",
    )
    parser.add_argument(
        "--section",
        metavar="NAME",
        help="rows and grades for this section alone, by the roster's column section",
    )
    parser.add_argument(
        "--overrides",
        metavar="FILE",
        type=Path,
        help="a .csv of what you change of students' grades, and why"
        " (overrides.csv in the set's folder)",
    )
    parser.add_argument(
        "--grades",
        metavar="FILE",
        type=Path,
        help="write the roster there, with the grades in the column that takes them",
    )
    parser.add_argument(
        "--column",
        metavar="NAME",
        help="the column of the roster that takes the grades, where several may",
    )
    parser.add_argument(
        "--out-of",
        metavar="N",
        type=most_points,
        help="the most points that this column holds, where the file does not say it",
    )
    parser.add_argument(
        "--missing",
        metavar="zero|blank",
        choices=["zero", "blank"],
        default="blank",
        help="what --grades writes for who handed in nothing: 0, or what stood there"
        " (blank)",
    )
    parser.add_argument(
        "--feedback",
        metavar="FILE.zip",
        type=Path,
        help="a page for each submission, in an archive that Moodle and Canvas take"
        " back",
    )
    parser.add_argument(
        "--stats",
        metavar="FILE",
        type=Path,
        help="write a .csv with how the class did on each exercise, and how well that"
        " tells students apart",
    )
    parser.add_argument(
        "--programs",
        metavar="DIR",
        type=Path,
        help="write each program there without what was handed out, for tools that look"
        " for plagiarism, as MOSS, JPlag and Dolos",
    )
    parser.add_argument(
        "--due",
        metavar="[SECTION=]TIME",
        type=due_time,
        action="append",
        default=[],
        help="when it was due, as in 2026-11-20T23:59 by this machine's clock,"
        ' or "2026-11-20T23:59 Europe/Berlin"; once more for each section that has'
        ' another due time, as in "B=2026-11-27T23:59 Europe/Berlin"',
    )
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=whole_number(1),
        help="how many at a time (one a processor)",
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="a dask scheduler whose workers grade, as tcp://HOST:8786,"
        " or local for one on this machine",
    )
    parser.add_argument(
        "--html", action="store_true", help="make a page for each submission, too"
    )
    parser.add_argument(
        "--published",
        action="store_true",
        help="show on the pages what students see after the due date or once grades are"
        " out",
    )
    parser.add_argument(
        "--format",
        choices=["classroom50"],
        help="write what Classroom 50 takes, too, into a folder of the results;"
        " see docs/platforms.md",
    )
    parser.add_argument(
        "--any-name",
        action="store_true",
        help="grade a program by another name if it alone defines what is asked for",
    )
    _add_force(parser)
    parser.add_argument(
        "--again", action="store_true", help="grade what is unchanged again, too"
    )
    _add_without(parser)


def _add_diff(parser: ArgumentParser) -> None:
    parser.description = (
        "Compares two gradings of a class: whose score changes, by how much,"
        " on which exercises."
    )
    parser.add_argument(
        "old",
        metavar="OLD",
        type=Path,
        help="the results of one run of class, a folder",
    )
    parser.add_argument("new", metavar="NEW", type=Path, help="those of another")
    parser.add_argument(
        "--csv", metavar="FILE", type=Path, help="write the changes there, too"
    )
    _add_force(parser)


def _add_explain(parser: ArgumentParser) -> None:
    parser.description = (
        "Shows the smallest change to a submission that makes it right on every"
        " visible exercise, as a diff."
    )
    _add_submission(parser)
    _add_exercises(parser)
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def _add_prove(parser: ArgumentParser) -> None:
    parser.description = (
        "Searches all trees of at most so many leaves and plies, with every order of"
        " the leaves' values, ties\n"
        "included, and either player first. For a program that only compares values"
        " that is a proof for these sizes.\n"
        "Exit 1 if one is wrong."
    )
    _add_submission(parser)
    parser.add_argument(
        "--leaves",
        metavar="N",
        type=whole_number(1, MOST_PROOF_LEAVES),
        default=4,
        help="the most leaves (4)",
    )
    parser.add_argument(
        "--plies",
        metavar="N",
        type=whole_number(0, MOST_PLIES),
        default=3,
        help="the most plies (3)",
    )
    _add_exercises(parser)


def _add_version(parser: ArgumentParser) -> None:
    parser.description = "Prints which version of the autograder this is."


ADD_OPTIONS: dict[str, Callable[[ArgumentParser], None]] = {
    "": _add_grading,
    "new": _add_new,
    "handout": _add_handout,
    "import": _add_import,
    "validate": _add_validate,
    "show": _add_show,
    "growth": _add_growth,
    "audit": _add_audit,
    "zip": _add_zip,
    "isolation": _add_isolation,
    "practice": _add_practice,
    "sheet": _add_sheet,
    "class": _add_class,
    "diff": _add_diff,
    "explain": _add_explain,
    "prove": _add_prove,
    "--version": _add_version,
}
"""The functions that add a command's description and options to its parser.

Their keys are the names in `COMMANDS`; "" is grading a submission.
"""
