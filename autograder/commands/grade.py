"""Grades a submission: what ./run_autograder does when it is told no command."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.commands import COMMANDS
from autograder.commands.options import NAME_IT, add_command, add_exercises, say_not_there
from autograder.errors import InvalidExercises, NotIsolated
from autograder.exercises import from_here
from autograder.isolation import ALL_LAYERS
from autograder.limits import LONGEST_MESSAGE
from autograder.paths import PROJECT
from autograder.signals import on_exit
from autograder.text import nearest, visible_name

if TYPE_CHECKING:
    from autograder.commands.options import Subparsers
    from autograder.judging import Report
    from autograder.showing import ReportFeedback

SAMPLE = PROJECT / "tests" / "submissions" / "strict_cutoff"
WRONG_USAGE = 2

OURS = """The autograder itself broke on this submission. This is not your program's fault.
Tell the course staff: the log of this run, which they find beside the submission's results, says what happened."""

NOT_ISOLATED = """Nothing was graded, as programs cannot be shut in on this machine. This is not your program's fault.
Tell the course staff: the log of this run says what is missing."""

EPILOG = """without a command it grades:
  ./run_autograder alphabeta.py            grade one file
  ./run_autograder folder --only '0[1-3]*' grade a folder on some exercises
other commands (each has its own --help):"""


def add_to(commands: Subparsers) -> argparse.ArgumentParser:
    """Adds what grading can be told."""
    parser = add_command(commands, "grade", "Grades a submission.", run, EPILOG)
    parser.add_argument("submission", nargs="?", metavar="SUBMISSION", help="a folder or a .py file")
    add_exercises(parser)
    parser.add_argument("--results", type=Path, metavar="FILE", help="where to write Gradescope's results.json")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write the report as a page too, with drawn trees")
    parser.add_argument("--only", default="*", metavar="GLOB", help="grade the exercises whose id matches")
    hidden = "show hidden exercises too, in full, on the terminal alone: for instructors"
    parser.add_argument("--show-hidden", action="store_true", help=hidden)
    parser.add_argument(
        "--without",
        choices=["user"],
        metavar="user",
        help="as root: run the student's program as root where it cannot be run as another user",
    )
    return parser


def run(options: argparse.Namespace) -> int:
    """Grades, and leaves valid results whatever happens: what went wrong is raised once they are written."""
    gradescope = _gradescope() if options.submission is None else None
    place = options.results or (gradescope and gradescope / "results" / "results.json")
    results = place and Path(os.path.realpath(place))
    try:
        graded = _grade_with(options, gradescope, results)
    except InvalidExercises:
        _write_broken(results, "The exercises of this autograder have mistakes; the course staff must mend them.")
        raise
    except NotIsolated:
        _write_broken(results, NOT_ISOLATED)
        raise
    except Exception:
        _write_broken(results, OURS)
        raise
    if graded is None:
        return WRONG_USAGE
    if options.html is not None:
        from autograder.pages.render import save
        from autograder.pages.report import report_page

        save(options.html, report_page(*graded))
    return 0


def _grade_with(
    options: argparse.Namespace, gradescope: Path | None, results: Path | None
) -> tuple[Report, ReportFeedback] | None:
    """Grades, writes the results and prints them; None, with words, where there is nothing to grade or no place."""
    submission = _submission(options.submission, gradescope)
    if submission is None:
        return None
    from autograder.exercises import load_set, points_mismatch
    from autograder.judging import attempt_number
    from autograder.judging.run import grade
    from autograder.showing import feedback_of
    from autograder.showing.terminal import Terminal

    if results is not None and not _can_be_written(results):
        return None
    exercises = load_set(options.exercises, options.only)
    metadata = gradescope and gradescope / "submission_metadata.json"
    differs = points_mismatch(metadata, exercises.max_points) if metadata and options.only == "*" else ""
    if differs:
        print(f"{differs}\n")
    terminal = Terminal(exercises, show_hidden=options.show_hidden)
    attempt = attempt_number(metadata) if metadata and exercises.assignment.feedback_by_attempt else None
    layers = tuple(layer for layer in ALL_LAYERS if layer != options.without)
    hidden = options.show_hidden
    with on_exit(terminal.stop):
        report = grade(submission, exercises, terminal.reached, layers, attempt=attempt, diagnose_hidden=hidden)
    said = feedback_of(report)
    if results is not None:
        from autograder.showing.gradescope import results as results_of
        from autograder.showing.gradescope import write

        write(results, results_of(report, said))
    with contextlib.suppress(OSError):  # nobody is there to read it: the grade stands
        terminal.report(report, said)
    return report, said


def _submission(named: str | None, gradescope: Path | None) -> Path | None:
    """What is to be graded; None, with words, where that is nothing."""
    if named is None and gradescope is not None and os.path.isdir(gradescope / "submission"):
        return gradescope / "submission"
    if named is None:
        print(f"No submission was named, so this grades the sample {from_here(SAMPLE)}.\n")
        return SAMPLE
    if named and os.path.exists(named):
        return Path(named)
    if not named:
        print(f"An empty name is none; {NAME_IT}", file=sys.stderr)
        return None
    near = nearest(named, COMMANDS)
    say_not_there(named, f"did you mean the command {near}?" if near else NAME_IT)
    return None


def _can_be_written(results: Path) -> bool:
    """Whether results can be written to a file: tries it, with results that say that there are none yet."""
    if not os.path.isdir(results.parent):
        why = f"{results.parent}: there is no such folder to write results to; make it first"
    elif os.path.exists(results) and not os.path.isfile(results):
        why = f"{results}: this is no file, so no results can be written to it; name a file, such as results.json"
    else:
        from autograder.showing.gradescope import unfinished, write

        try:
            write(results, unfinished())
        except OSError as error:
            why = f"{results}: results cannot be written there: {error.strerror}"
        else:
            return True
    print(visible_name(why, LONGEST_MESSAGE), file=sys.stderr)
    return False


def _gradescope() -> Path | None:
    """Gradescope's root, where there is one that this user may write results to."""
    root = Path(os.environ.get("AUTOGRADER_ROOT", "/autograder"))
    return root if os.access(root / "results", os.W_OK | os.X_OK) else None


def _write_broken(results: Path | None, words: str) -> None:
    """Leaves valid results behind whatever happened."""
    if results is not None:
        from autograder.showing.gradescope import unfinished, write

        with contextlib.suppress(OSError):  # what broke may be the disk
            write(results, unfinished(words))
