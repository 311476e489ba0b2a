"""Grades a submission: ./run_autograder without a command."""

import contextlib
import os
import shlex
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from autograder.cli import COMMANDS
from autograder.core.errors import BELOW, AutograderError, WrongUsage
from autograder.core.exercises.documents import from_here
from autograder.core.exercises.load import guard_set, speak_language_of
from autograder.core.exercises.model import FeedbackByAttempt, points_mismatch
from autograder.core.grading.report import Report, attempt_number
from autograder.core.grading.run import NOBODY, RunListener
from autograder.core.launch import STARTED_WITH
from autograder.core.limits import LONGEST_MESSAGE
from autograder.core.outputs import Gate, Output
from autograder.core.project import PROJECT, gradescope_root
from autograder.core.sandbox.containment import ALL_LAYERS
from autograder.core.sandbox.submission import imported_files
from autograder.core.sentences import has_sentence, in_a_row, sentence
from autograder.core.text import named, nearest, visible_name
from autograder.explain.graded import ExplainedReport, grade_and_explain
from autograder.tell import feedback, formats
from autograder.tell.terminal import load_aloud, print_report

SAMPLE = PROJECT / "tests" / "submissions" / "strict_cutoff"
ROWS_OF_A_WATCH = 3
"""Rows below a report: the sentence on waiting, and the cursor's."""
NAME_IT = "name the student's folder or .py file"


class GradeOptions(NamedTuple):
    """The options of a command line without a command.

    submission: None for Gradescope's or, elsewhere, the sample. format: a key of
    `formats.FORMATS`. fail_below: a share of the points, up to 1. without: the layer of
    isolation that the run leaves out.
    """

    submission: str | None
    exercises: Path
    results: Path | None
    format: str
    fail_below: float | None
    html: Path | None
    watch: bool
    force: bool
    only: str
    all: bool
    show_hidden: bool
    lists: bool
    without: str | None


class _Task(NamedTuple):
    """The work of a command line, to be done once or again and again.

    results: the files of results, by the ends of their names; empty if none is asked
    for. page: the file of the page, or None. gradescope: Gradescope's folder, or None
    elsewhere.
    """

    options: GradeOptions
    submission: Path
    results: Mapping[str, Output]
    page: Output | None
    gradescope: Path | None


def grade(**given: Any) -> int:
    """Grade a submission, and return the exit status of the command.

    given: the fields of `GradeOptions`. The status is BELOW if the submission earns
    less than --fail-below asks, else 0. Before an exception is raised, valid results
    are written that say so.
    """
    options = GradeOptions(**given)
    if options.watch:
        _check_watch(options)
    gradescope = None if options.submission is not None else _gradescope()
    submission = _submission(options.submission, gradescope)
    if options.format != "gradescope" and not (options.results or gradescope):
        raise WrongUsage(
            "--format says how results are written;"
            " name the file to write them to with --results FILE"
        )
    task = _admitted(options, submission, gradescope)
    if options.watch:
        from autograder.cli.watch import Watched, watch

        written = [output.file for output in task.results.values()]
        written += [task.page.file] if task.page is not None else []
        watch(Watched(submission, written), partial(_graded_and_saved, task))
    report = _graded_and_saved(task)
    earned = formats.share(report.points, report.max_points)
    is_below = options.fail_below is not None and earned < options.fail_below
    return BELOW if is_below else 0


def _admitted(
    options: GradeOptions, submission: Path, gradescope: Path | None
) -> _Task:
    """Let the files that a run will write through the gate; return the task.

    Raise WrongUsage if one of them cannot be written.
    """
    gate = Gate(force=options.force)
    is_folder = os.path.isdir(submission)
    gate.distrust(submission if is_folder else submission.parent)
    for file in [submission] if is_folder else imported_files(submission):
        gate.reads(file, "a file of the submission")
    guard_set(gate, options.exercises)
    results: dict[str, Output] = {}
    for ending in formats.FORMATS[options.format].files:
        if options.results is not None:
            file = Path(f"{options.results}{ending}")
            results[ending] = gate.ask(file, formats.RESULTS, "--results")
        elif gradescope is not None:
            file = gradescope / "results" / f"results.json{ending}"
            results[ending] = gate.own(file, formats.RESULTS)
    page = None
    if options.html is not None:
        from autograder.tell.pages.render import A_PAGE  # slow to import

        page = gate.ask(options.html, A_PAGE, "--html")
    return _Task(options, submission, results, page, gradescope)


def _check_watch(options: GradeOptions) -> None:
    """Raise WrongUsage if --watch cannot serve the other options."""
    if options.submission is None:
        raise WrongUsage(f"--watch follows the changes of a submission; {NAME_IT}")
    if options.fail_below is not None:
        raise WrongUsage(
            "--fail-below sets the exit status of one run,"
            " and --watch grades until Ctrl-C ends it; leave one of them out"
        )


def _graded_and_saved(task: _Task, before: Report | None = None) -> Report:
    """Grade once; write and print all that was asked for.

    before: the run before this one, if its changes are to be told.
    """
    options = task.options
    # A grader that is killed leaves results that say that there are none yet.
    speak_language_of(options.exercises)
    _write_results(task, formats.unfinished())
    try:
        explained, shown = _graded(task, before)
    except Exception as error:
        _write_failure(task, error)
        raise
    if task.page is not None:
        from autograder.tell.pages.report import report_page

        task.page.write(report_page(explained, shown))
        if sys.stdout.isatty() or options.watch:
            name = visible_name(str(task.page.file), LONGEST_MESSAGE)
            print(sentence("watch", "page", file=name))
    return explained.report


def existing(name: str, advice: str = NAME_IT) -> Path:
    """Return the path of a submission that was named.

    advice: names another input to type. Raise WrongUsage if the file is not there.
    """
    if not name:
        raise WrongUsage(f"An empty name is none; {NAME_IT}")
    if not os.path.exists(name):
        shown = visible_name(name, LONGEST_MESSAGE)
        raise WrongUsage(f"{shown}: there is no such file or folder; {advice}")
    return Path(name)


def say_what_isolates(stream: TextIO | None = None) -> None:
    """Print how little this system isolates a student's program, if it is no Linux.

    To be called before any such program runs. stream: None for standard output.
    """
    if sys.platform != "linux":
        layers = in_a_row(STARTED_WITH, "and")
        text = sentence("sandbox", "hardly isolated", many=len(ALL_LAYERS), here=layers)
        print(text, file=stream)


def _gradescope() -> Path | None:
    """Return Gradescope's folder; None if this does not run there."""
    root = gradescope_root()
    return root if os.access(root / "results", os.W_OK | os.X_OK) else None


def _submission(name: str | None, gradescope: Path | None) -> Path:
    """Return the submission to grade; print its name if nobody named it.

    Raise WrongUsage if it was named and is not there.
    """
    if name is not None:
        advice = NAME_IT
        if not os.path.exists(name):
            command = nearest(name, list(COMMANDS))
            if command is not None:
                advice = f"did you mean the command {command}?"
        return existing(name, advice)
    if gradescope is not None and os.path.isdir(gradescope / "submission"):
        return Path(os.path.realpath(gradescope / "submission"))
    print(f"No submission was named, so this grades the sample {from_here(SAMPLE)}.\n")
    return SAMPLE


@contextlib.contextmanager
def terminal_listener(*, show_hidden: bool) -> Iterator[RunListener]:
    """Give a listener for a run: on a terminal, it shows the verdicts meanwhile."""
    if not (sys.stdout.isatty() and sys.stderr.isatty()):
        yield NOBODY
        return
    from autograder.tell.live import LiveVerdicts  # of no use in a file

    live = LiveVerdicts(show_hidden=show_hidden)
    try:
        yield live
    finally:
        live.take_away()


def _graded(
    task: _Task, before: Report | None
) -> tuple[ExplainedReport, feedback.ReportFeedback]:
    """Grade a submission, and write and print its results."""
    explained = _explained(task)
    shown = feedback.feedback_of(explained)
    if task.results:
        _write_results(task, _record(task, explained, shown))
    # The results are written already, so a closed output breaks nothing.
    with contextlib.suppress(OSError):
        _print(task, explained, shown, before)
    return explained, shown


def _explained(task: _Task) -> ExplainedReport:
    """Load the set and grade the submission; print warnings about both."""
    options, submission, gradescope = task.options, task.submission, task.gradescope
    exercises = load_aloud(options.exercises, options.only)
    metadata = None
    if gradescope is not None:
        metadata = gradescope / "submission_metadata.json"
    if metadata is not None and options.only == "*":
        mismatch = points_mismatch(metadata, exercises.max_points)
        if mismatch:
            print(f"{mismatch}\n")
    if gradescope is None:
        _say_if_a_class(submission, exercises.assignment.file)
    say_what_isolates()
    attempt = None
    by_attempt = isinstance(exercises.assignment.feedback, FeedbackByAttempt)
    if metadata is not None and by_attempt:
        attempt = attempt_number(metadata)
    with terminal_listener(show_hidden=options.show_hidden) as listener:
        return grade_and_explain(
            submission,
            exercises,
            layers=tuple(layer for layer in ALL_LAYERS if layer != options.without),
            attempt=attempt,
            diagnose_hidden=options.show_hidden,
            listener=listener,
        )


def _record(
    task: _Task, explained: ExplainedReport, shown: feedback.ReportFeedback
) -> Mapping[str, Any]:
    """Return the results, with texts as the format of the task takes them."""
    form = formats.FORMATS[task.options.format]
    draw = None
    if form.has_images:
        from autograder.tell.pages.image import image_of  # slow to import

        draw = image_of
    return formats.results(explained, shown, form.shown, draw, form.layout)


def _print(
    task: _Task,
    explained: ExplainedReport,
    shown: feedback.ReportFeedback,
    before: Report | None,
) -> None:
    """Print the report on the terminal. before: the run whose changes are told."""
    options = task.options
    changes = None
    if before is not None:
        from autograder.tell.live import changes_text

        changes = changes_text(
            before, explained.report, show_hidden=options.show_hidden
        )
    print_report(
        explained,
        shown,
        show_hidden=options.show_hidden,
        in_full=options.all,
        on_gradescope=task.gradescope is not None,
        lists=options.lists,
        is_part=options.only != "*",
        changes=changes,
        rows_below=ROWS_OF_A_WATCH if options.watch else 1,
    )


def _say_if_a_class(submission: Path, file: str) -> None:
    """Print a command to type if a folder seems to be a whole class's.

    file: the name of the file that students write.
    """
    if not os.path.isdir(submission) or os.path.lexists(submission / file):
        return
    from autograder.classroom.discovery import seems_a_class  # slow to import

    if seems_a_class(submission, file):
        typed = shlex.quote(visible_name(str(submission), LONGEST_MESSAGE))
        print(
            f"{named(submission, LONGEST_MESSAGE)} seems to hold submissions of several"
            f" students. To grade each of them: ./run_autograder class {typed}\n"
        )


def _write_failure(task: _Task, error: Exception) -> None:
    """Write results that say that the autograder broke, if they can be written."""
    kind = type(error).__name__
    has_own = has_sentence("unfinished", kind)
    message = sentence("unfinished", kind if has_own else "broke")
    with contextlib.suppress(AutograderError):  # the disk itself may be the cause
        _write_results(task, formats.unfinished(message))


def _write_results(task: _Task, record: Mapping[str, Any]) -> None:
    """Write the files of a format, if any are asked for. Raise WrongUsage."""
    if not task.results:
        return
    for ending, text in formats.texts(task.options.format, record).items():
        task.results[ending].write(text, mode=0o644)
