"""Grades a submission: what ./run_autograder does when it is told no command."""

import contextlib
import os
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TextIO

from autograder.commands import COMMANDS
from autograder.errors import BELOW, WrongUsage
from autograder.exercises.documents import from_here
from autograder.exercises.load import load_set
from autograder.exercises.model import FeedbackByAttempt, points_mismatch
from autograder.files import save, write_whole
from autograder.grading import run
from autograder.grading.report import Report, attempt_number
from autograder.launch import ALL_LAYERS, STARTED_WITH
from autograder.limits import LONGEST_MESSAGE
from autograder.project import PROJECT
from autograder.showing import feedback, formats
from autograder.showing.terminal import BY_AN_OPTION, ON_GRADESCOPE, print_report
from autograder.text import nearest, table, visible_name

SAMPLE = PROJECT / "tests" / "submissions" / "strict_cutoff"
NAME_IT = "name the student's folder or .py file"


def grade(**given: Any) -> int:
    """Grades. Whatever goes wrong, valid results are written before it is raised. Returns BELOW or 0."""
    options = Namespace(**given)
    root = Path(os.environ.get("AUTOGRADER_ROOT", "/autograder"))
    gradescope = (
        root
        if options.submission is None and os.access(root / "results", os.W_OK | os.X_OK)
        else None
    )
    place = options.results or (gradescope and gradescope / "results" / "results.json")
    results = place and Path(os.path.realpath(place))
    submission = _submission(options.submission, gradescope)
    if options.format != "gradescope" and results is None:
        raise WrongUsage(
            "--format says how results are written; name the file to write them to with --results FILE"
        )
    if results is not None:  # first with results that say that there are none yet
        _write(
            results, options.format, formats.unfinished(), partial(save, what="results")
        )
    try:
        graded = _graded(submission, options, gradescope, results)
    except Exception as error:
        said = table("commands")["said"]
        with contextlib.suppress(OSError):  # what broke may be the disk
            if results is not None:
                _write(
                    results,
                    options.format,
                    formats.unfinished(said.get(type(error).__name__, said["broke"])),
                )
        raise
    if options.html is not None:
        from autograder.pages.report import report_page

        save(options.html, report_page(*graded), "the page")
    earned = formats.share(graded[0].points, graded[0].max_points)
    return (
        BELOW if options.fail_below is not None and earned < options.fail_below else 0
    )


def existing(named: str, meant: str = NAME_IT) -> Path:
    """A submission that was named. Raises WrongUsage where it is not there. meant: what may have been meant."""
    if not named:
        raise WrongUsage(f"An empty name is none; {NAME_IT}")
    if not os.path.exists(named):
        raise WrongUsage(
            f"{visible_name(named, LONGEST_MESSAGE)}: there is no such file or folder; {meant}"
        )
    return Path(named)


def say_what_isolates(where: TextIO | None = None) -> None:
    """Says, before any student's program runs, that the system hardly shuts one in, where that is so."""
    if sys.platform != "linux":
        here = " and ".join(STARTED_WITH)
        print(
            table("sandbox")["said"]["hardly isolated"].format(
                many=len(ALL_LAYERS), here=here
            ),
            file=where,
        )


def _graded(
    submission: Path, options: Namespace, gradescope: Path | None, results: Path | None
) -> tuple[Report, feedback.ReportFeedback]:
    exercises = load_set(options.exercises, options.only)
    metadata = gradescope and gradescope / "submission_metadata.json"
    if (
        metadata
        and options.only == "*"
        and (differs := points_mismatch(metadata, exercises.max_points))
    ):
        print(f"{differs}\n")
    say_what_isolates()
    by_attempt = isinstance(exercises.assignment.feedback, FeedbackByAttempt)
    attempt = attempt_number(metadata) if metadata and by_attempt else None
    layers, hidden = (
        tuple(layer for layer in ALL_LAYERS if layer != options.without),
        options.show_hidden,
    )
    report = run.grade(
        submission, exercises, layers=layers, attempt=attempt, diagnose_hidden=hidden
    )
    said = feedback.feedback_of(report)
    if results is not None:
        _write(
            results,
            options.format,
            formats.results(report, said, formats.FORMATS[options.format].shown),
        )
    with contextlib.suppress(
        OSError
    ):  # a closed output: the results are written already
        more = (
            ON_GRADESCOPE if gradescope else BY_AN_OPTION
        )  # where nobody types options
        print_report(report, said, show_hidden=hidden, more=more)
    return report, said


def _write(
    results: Path,
    name: str,
    record: Mapping[str, Any],
    write: Callable[..., None] = write_whole,
) -> None:
    for ending, text in formats.texts(name, record).items():
        write(results.with_name(results.name + ending), text, mode=0o644)


def _submission(named: str | None, gradescope: Path | None) -> Path:
    if named is not None:
        near = nearest(named, list(COMMANDS)) if not os.path.exists(named) else None
        return existing(named, f"did you mean the command {near}?" if near else NAME_IT)
    if gradescope is not None and os.path.isdir(gradescope / "submission"):
        return gradescope / "submission"
    print(f"No submission was named, so this grades the sample {from_here(SAMPLE)}.\n")
    return SAMPLE
