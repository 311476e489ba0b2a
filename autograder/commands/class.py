"""`class`: grades every submission of a class."""

from __future__ import annotations

import argparse
import os
import re
import signal
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from autograder.classroom.discovery import find_class
from autograder.classroom.exports import read_time
from autograder.classroom.grading import Grading
from autograder.classroom.overview import PAGE, TABLE, class_page, summary, table
from autograder.classroom.pool import LOCAL, processors
from autograder.classroom.records import Class, Record
from autograder.classroom.results_folder import ResultsFolder
from autograder.classroom.roster import matched, read_roster
from autograder.commands.options import add_command, from_least
from autograder.errors import WrongUsage
from autograder.exercises import from_here, load_set
from autograder.isolation import ALL_LAYERS, MEANING
from autograder.limits import LONGEST_MESSAGE, MOST_LINES_NAMED
from autograder.paths import EXERCISES
from autograder.sandbox import temporary_folder
from autograder.signals import SIGNALS, signals_blocked
from autograder.text import counted, visible_name

if TYPE_CHECKING:
    from autograder.commands.options import Subparsers

NOT_ALL = 1
USAGE = "class FOLDER --results DIR   grade a whole class"
DESCRIPTION = "Grades every submission of a class, several at a time."
NO_SUBMISSION = "there is no submission in it; name the folder that holds one for each student, or an export"
EPILOG = """FOLDER holds a folder or a .py file for each student, or is what Gradescope, Canvas or Moodle exports, or a
.zip of any of these. DIR gets NAME.json for each submission, and class.csv. Run again, it grades what is new or
changed. DIR/class.html shows it all in a browser; with --html, so does NAME.html for each submission."""


def add_to(commands: Subparsers) -> argparse.ArgumentParser:
    """Adds the command."""
    parser = add_command(commands, "class", DESCRIPTION, run, EPILOG)
    parser.add_argument("folder", type=_resolved, metavar="FOLDER", help="what the class handed in, or a .zip of it")
    parser.add_argument("--results", type=_resolved, metavar="DIR", required=True, help="where the results go")
    parser.add_argument("--exercises", type=_resolved, metavar="DIR", default=EXERCISES, help="the exercises")
    parser.add_argument("--only", default="*", metavar="GLOB", help="grade the exercises whose id matches")
    roster = "a .csv of the class: who handed in nothing has a row"
    parser.add_argument("--roster", type=Path, metavar="FILE", help=roster)
    parser.add_argument("--due", type=_time, metavar="TIME", help="when it was due, as in 2026-11-20T23:59")
    parser.add_argument("--jobs", type=from_least(1), metavar="N", help="how many at a time (one a processor)")
    cluster = f"a dask scheduler whose workers grade, as tcp://HOST:8786, or {LOCAL} for one on this machine"
    parser.add_argument("--cluster", metavar="ADDRESS", help=cluster)
    parser.add_argument("--html", action="store_true", help="make a page for each submission, too")
    parser.add_argument("--again", action="store_true", help="grade what is unchanged again, too")
    without = "as root: run students' programs as root where they cannot be run as another user"
    parser.add_argument("--without", choices=["user"], metavar="user", help=without)
    return parser


class Interrupted(BaseException):
    """Raised with the number of a signal that asks the run to end. words: what is printed then."""

    words = "Stopped before anything was graded."


def run(options: argparse.Namespace) -> int:
    """Grades a class. Returns 0 if all submissions have results, 1 if not, 128 + N where signal N stopped the run."""
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:  # as nohup wants it
            signal.signal(number, _interrupt)
    try:
        return _class(options)
    except Interrupted as interrupted:
        print(interrupted.words)
        return 128 + int(interrupted.args[0])


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Raises Interrupted: once, as what follows is cleaning up."""
    for other in SIGNALS:
        signal.signal(other, lambda number, frame: None)  # to SIG_IGN Python would report signals that came already
    raise Interrupted(number)


def _class(options: argparse.Namespace) -> int:
    exercises = load_set(options.exercises, options.only)
    roster = read_roster(options.roster) if options.roster else None
    layers = tuple(layer for layer in ALL_LAYERS if layer != options.without)
    shown = from_here(options.results / TABLE)
    if options.results == options.folder:
        raise WrongUsage(f"{from_here(options.results)}: the submissions are there; name another folder for --results")
    with ResultsFolder(options.results) as folder, temporary_folder(lambda folder: folder) as place:
        os.environ["TMPDIR"] = str(place.parent)  # so that whatever becomes of its processes, nothing of them is left
        found = find_class(options.folder, exercises.assignment.file, place, options.results)
        whom, missing, strangers = matched(found.hand_ins, roster or [])
        _say_what_was_found(found, strangers=[hand_in.name for hand_in in strangers] if roster else [])
        if not found.hand_ins:
            raise WrongUsage(f"{visible_name(str(options.folder), LONGEST_MESSAGE)}: {NO_SUBMISSION}")
        if exercises.assignment.late and options.due is None and any(hand_in.at for hand_in in found.hand_ins):
            print("Nothing counts as late, as it is not known when it was due: say so, as in --due 2026-11-20T23:59")
        how = {"only": options.only, "pages": options.html, "again": options.again}
        grading = Grading(found.hand_ins, exercises, folder, **how)
        if grading.kept:
            print(f"{grading.kept} of {counted(len(found.hand_ins), 'submission')} unchanged since the last run.")
        try:
            try:
                grading.run(layers, options.jobs or processors(), options.cluster)
            finally:
                with signals_blocked():  # so that what is written here is written
                    records = grading.records(options.due, whom, missing)
                    folder.write(TABLE, table(records, [exercise.id for exercise in exercises.exercises]))
                    title = exercises.assignment.title
                    folder.write(PAGE, class_page(title, exercises.exercises, records, folder.has_page))
            _report(records, grading)
        except Interrupted as interrupted:
            how_far = f"{len(grading.outcomes)} of {counted(len(found.hand_ins), 'submission')} have results."
            interrupted.words = f"Stopped. {how_far} The same command grades the rest."
            raise
        print(f"\n{shown}: {counted(len(records), 'row')}; the same to look at in {PAGE}")
        return 0 if len(grading.outcomes) == len(found.hand_ins) else NOT_ALL


def _say_what_was_found(found: Class, strangers: Sequence[str]) -> None:
    for name, why in found.not_understood[:MOST_LINES_NAMED]:
        print(f"Not understood: {visible_name(name)}: {why}")
    left = len(found.not_understood) - MOST_LINES_NAMED
    if left > 0:
        print(f"Not understood: {left} more like these")
    if strangers:
        names = ", ".join(map(visible_name, strangers[:MOST_LINES_NAMED]))
        more = f" and {len(strangers) - MOST_LINES_NAMED} more" if len(strangers) > MOST_LINES_NAMED else ""
        print(f"Not on the roster, and graded all the same: {names}{more}")


def _report(records: Sequence[Record], grading: Grading) -> None:
    print("\n".join(summary(records)))
    for layer, why in grading.isolation_missing.items():
        print(f"\nNot isolated by {layer}: {why}. So {MEANING[layer]}.")


def _resolved(text: str) -> Path:
    return Path(os.path.realpath(text))


def _time(text: str) -> datetime:
    time = read_time(text)
    if time is None or re.search(r"\d:\d", text) is None:  # a day alone would mean that it had just begun
        words = "is no time; write it as in 2026-11-20T23:59 or 2026-11-20T23:59+01:00"
        raise argparse.ArgumentTypeError(f"{text} {words}")
    return time
