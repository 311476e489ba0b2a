"""`class`: grades every submission of a class."""

from __future__ import annotations

import os
import signal
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

from autograder.classroom.discovery import find_class
from autograder.classroom.grading import Grading
from autograder.classroom.overview import PAGE, TABLE, class_page, summary, table
from autograder.classroom.pool import processors
from autograder.classroom.records import Class
from autograder.classroom.results_folder import ResultsFolder
from autograder.classroom.roster import matched, read_roster
from autograder.errors import WrongUsage
from autograder.exercises.documents import from_here
from autograder.exercises.load import load_set
from autograder.launch import ALL_LAYERS, MEANING
from autograder.limits import LONGEST_MESSAGE, MOST_LINES_NAMED
from autograder.sandbox import temporary_folder
from autograder.signals import SIGNALS, signals_blocked
from autograder.text import counted, visible_name

NO_SUBMISSION = "there is no submission in it; name the folder that holds one for each student, or an export"


class Interrupted(BaseException):
    """Raised with the number of a signal that asks the run to end. words: what is printed then."""

    words = "Stopped before anything was graded."


def grade_class(options: Namespace) -> int:
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
    """Raises Interrupted once; later signals are ignored, as the run is cleaning up then."""
    for other in SIGNALS:
        signal.signal(other, lambda number, frame: None)  # with SIG_IGN, Python would report a signal that is pending
    raise Interrupted(number)


def _class(options: Namespace) -> int:
    named, results, folder_of_set = map(
        Path, map(os.path.realpath, (options.folder, options.results, options.exercises))
    )
    exercises = load_set(folder_of_set, options.only)
    roster = read_roster(options.roster) if options.roster else None
    layers = tuple(layer for layer in ALL_LAYERS if layer != options.without)
    shown = from_here(results / TABLE)
    if results == named:
        raise WrongUsage(f"{from_here(results)}: the submissions are there; name another folder for --results")
    with ResultsFolder(results) as folder, temporary_folder(lambda folder: folder) as place:
        os.environ["TMPDIR"] = str(place.parent)  # even processes that are killed leave no files then
        found = find_class(named, exercises.assignment.file, place, results)
        whom, missing, strangers = matched(found.hand_ins, roster or [])
        _say_what_was_found(found, strangers=[hand_in.name for hand_in in strangers] if roster else [])
        if not found.hand_ins:
            raise WrongUsage(f"{visible_name(str(named), LONGEST_MESSAGE)}: {NO_SUBMISSION}")
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
                with signals_blocked():  # the table is written whatever happens
                    records = grading.records(options.due, whom, missing)
                    folder.write(TABLE, table(records, [exercise.id for exercise in exercises.exercises]))
                    title = exercises.assignment.title
                    folder.write(PAGE, class_page(title, exercises.exercises, records, folder.has_page))
            print("\n".join(summary(records)))
            for layer, why in grading.isolation_missing.items():
                print(f"\nNot isolated by {layer}: {why}. So {MEANING[layer]}.")
        except Interrupted as interrupted:
            how_far = f"{len(grading.outcomes)} of {counted(len(found.hand_ins), 'submission')} have results."
            interrupted.words = f"Stopped. {how_far} The same command grades the rest."
            raise
        print(f"\n{shown}: {counted(len(records), 'row')}; the same to look at in {PAGE}")
        return 0 if len(grading.outcomes) == len(found.hand_ins) else 1


def _say_what_was_found(found: Class, strangers: Sequence[str]) -> None:
    for name, why in found.not_understood[:MOST_LINES_NAMED]:
        print(f"Not understood: {visible_name(name)}: {why}")
    if len(found.not_understood) > MOST_LINES_NAMED:
        print(f"Not understood: {len(found.not_understood) - MOST_LINES_NAMED} more like these")
    if strangers:
        names = ", ".join(map(visible_name, strangers[:MOST_LINES_NAMED]))
        more = f" and {len(strangers) - MOST_LINES_NAMED} more" if len(strangers) > MOST_LINES_NAMED else ""
        print(f"Not on the roster, and graded all the same: {names}{more}")
