"""`class` and `diff`: grades every submission of a class, and compares two gradings."""

import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from autograder.classroom.class_options import ClassOptions
from autograder.classroom.comparison import (
    CHANGES,
    changes,
    csv_of,
    difference,
    read_grading,
)
from autograder.classroom.grading import locked
from autograder.classroom.lateness import Due
from autograder.classroom.run import ClassRun
from autograder.cli.grade import say_what_isolates
from autograder.core.errors import WrongUsage
from autograder.core.outputs import Gate
from autograder.core.sandbox.staging import temporary_folder
from autograder.core.signals import SIGNALS, handle_signals
from autograder.core.text import named


class Interrupted(BaseException):
    """A signal, whose number it holds, asks the run to end.

    message: to print at the end.
    """

    message = "Stopped before anything was graded."


def grade_class(due: Sequence[tuple[str, Due]], **options: Any) -> int:
    """Grade a class.

    due: when it was due, by the section's name or "". options: those of `ClassOptions`.
    Return 0 if all submissions have results, 1 if not, and 128 + N if signal N stopped
    the run.
    """

    def interrupt(number: int, frame: FrameType | None) -> None:
        # The run cleans up now, and no other signal may stop that. With SIG_IGN, Python
        # would report a signal that is pending.
        for ignored in SIGNALS:
            signal.signal(ignored, lambda number, frame: None)
        raise Interrupted(number)

    handle_signals(interrupt)
    dues = _by_section(due)
    of_all = dues.pop("", None)
    try:
        return _run_class(ClassOptions(**options, due=of_all, section_dues=dues))
    except Interrupted as interrupted:
        print(interrupted.message)
        return 128 + int(interrupted.args[0])


def _by_section(due: Sequence[tuple[str, Due]]) -> dict[str, Due]:
    """Return the due times by their sections. Raise WrongUsage if one has two."""
    dues: dict[str, Due] = {}
    for section, time in due:
        names = {name.casefold() for name in dues}
        if section.casefold() in names:
            whose = f"the section {named(section)}" if section else "the class"
            raise WrongUsage(f"--due: {whose} has two due times; leave one out")
        dues[section] = time
    return dues


def _run_class(options: ClassOptions) -> int:
    run = ClassRun(options)
    with (
        locked(run.results),
        temporary_folder(lambda folder: folder) as temporary,
        _temporary_files_in(temporary.parent),
    ):
        submissions = run.find(temporary)
        say_what_isolates()
        try:
            records = run.grade(submissions)
        except Interrupted as interrupted:
            progress = f"Stopped. {submissions.graded_of_all} have results."
            interrupted.message = f"{progress} The same command grades the rest."
            raise
        run.write(records)
        return 0 if submissions.is_graded else 1


@contextmanager
def _temporary_files_in(folder: Path) -> Iterator[None]:
    """Have all processes make their temporary files in a folder.

    Even those that are killed leave none outside of it then.
    """
    before = os.environ.get("TMPDIR")
    os.environ["TMPDIR"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["TMPDIR"]
        else:
            os.environ["TMPDIR"] = before


def diff(old: Path, new: Path, csv: Path | None, *, force: bool) -> None:
    """Compare two folders of results.

    Raise WrongUsage.
    """
    output = None
    if csv is not None:
        gate = Gate(force=force)
        for folder in (old, new):
            gate.reads(folder, "a file of the results that are compared")
        output = gate.ask(csv, CHANGES, "--csv")
    before = read_grading(old)
    after = read_grading(new)
    print("\n".join(difference(before, after)))
    if output is not None:
        output.write(csv_of(changes(before, after)))
