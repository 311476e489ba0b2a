"""Shows a grading run to the person who started it.

All verdicts are a block; the text about the next step stands last.
"""

import contextlib
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import ExerciseSet
from autograder.core.grading.report import Report, about_attempt
from autograder.core.judging.judge import Verdict
from autograder.core.limits import LONGEST_MESSAGE, SILENCE_SECONDS
from autograder.core.sandbox.containment import warnings_about
from autograder.core.sentences import sentence
from autograder.core.text import counted, visible_name
from autograder.tell.feedback import (
    ReportFeedback,
    feedback_of,
    is_about_an_action,
    printed,
)
from autograder.tell.next_step import Screen, next_step_text
from autograder.tell.styled_text import (
    COLUMNS,
    GAP,
    Line,
    Span,
    Text,
    as_lists,
    columns_of,
    fitting,
    line,
    styled,
)

if TYPE_CHECKING:
    from autograder.explain.graded import ExplainedReport


class ProgressLines:
    """Lines that tell how far a long run is, ever more rarely; a short run has none."""

    def __init__(
        self, counted_thing: str, to: TextIO | None = None, plural: str = ""
    ) -> None:
        """Begin to measure the time.

        counted_thing, plural: the noun for the things that are counted; the plural is
        by default the noun with an s. to: the file for the lines, by default standard
        error.
        """
        self._counted_thing, self._plural = counted_thing, plural
        self._to = to or sys.stderr
        self._began = time.monotonic()
        self._last_line = self._began

    def reached(self, done: int, of: int) -> None:
        """Print how many are done, unless the last line was printed just now."""
        now = time.monotonic()
        seconds = now - self._began
        pause = max(SILENCE_SECONDS, seconds / 20)
        if done >= of or now - self._last_line < pause:
            return
        self._last_line = now
        minutes = seconds / done * (of - done) / 60
        minutes_left = round(minutes) if minutes >= 1 else 0
        # If nobody is left to read it, the run goes on.
        with contextlib.suppress(OSError):
            print(self._line(done, of, minutes_left), file=self._to, flush=True)

    def _line(self, done: int, of: int, minutes_left: int) -> str:
        """Return a line for course staff."""
        all_things = counted(of, self._counted_thing, self._plural)
        forecast = f", about {minutes_left} min left" if minutes_left else ""
        return f"{done:,} of {all_things}{forecast}"


class LinesOfLoad(ProgressLines):
    """Lines that tell how many files of a set are read. Students read them, too."""

    def __init__(self) -> None:
        """Begin to measure the time."""
        super().__init__("file")

    def _line(self, done: int, of: int, minutes_left: int) -> str:
        situation = "files, with time" if minutes_left else "files"
        # Languages part thousands in different ways, and all read plain digits.
        return sentence(
            "progress",
            situation,
            done=done,
            of=of,
            count=of,
            minutes=minutes_left,
        )


def load_aloud(folder: Path | str, only: str = "*") -> ExerciseSet:
    """Load a set as `load_set` does; on a terminal, say how far a long load is."""
    if not sys.stderr.isatty():
        return load_set(folder, only)
    return load_set(folder, only, LinesOfLoad().reached)


def print_report(
    explained: "ExplainedReport",
    made_feedback: ReportFeedback | None = None,
    *,
    show_hidden: bool = False,
    in_full: bool = False,
    on_gradescope: bool = False,
    lists: bool = False,
    is_part: bool = False,
    changes: Text | None = None,
    rows_below: int = 1,
) -> None:
    """Print all verdicts in a block, and last the text about the next step.

    made_feedback: the feedback on the report, if it was made already. show_hidden: show
    an instructor everything, in full. in_full: show each failed exercise in full.
    on_gradescope: nobody types options there. lists: write trees as lists, and draw
    none. is_part: whether the set has more exercises than were graded. changes: those
    since the run before. rows_below: the rows that a terminal shows below the report,
    as that of the prompt.
    """
    shown = made_feedback
    if shown is None or show_hidden:
        shown = feedback_of(explained, show_hidden=show_hidden)
    report = shown.report
    verdicts = report.verdicts if show_hidden else report.visible
    in_full = in_full or show_hidden or len(verdicts) == 1
    text = [*_heading(report), *_warnings(report, show_hidden=show_hidden)]
    if report.failure is None and verdicts:
        text += [line(), *_block(verdicts)]
        if in_full:
            text += _all_in_full(verdicts, shown)
    if report.printed:
        text += [line(), *printed(report.printed)]
    advice = next_step_text(
        shown,
        of_all=show_hidden,
        changes=changes,
        link=_link_to_others(shown, in_full=in_full, on_gradescope=on_gradescope),
        in_full=in_full,
        screen=_screen(rows_below),
    )
    is_right = report.failure is None and bool(verdicts) and not shown.order
    if is_part and is_right:
        advice.append(line(sentence("next_step", "grade all")))
    if lists:
        text, advice = as_lists(text), as_lists(advice)
    print(styled(fitting([*text, line(), *advice])))


def _screen(rows_below: int) -> Screen | None:
    """Return the terminal's room; None for a file, as that may be long."""
    if not sys.stdout.isatty():
        return None
    columns, rows = shutil.get_terminal_size()
    return Screen(rows - rows_below, columns)


def _link_to_others(
    shown: ReportFeedback, *, in_full: bool, on_gradescope: bool
) -> str:
    """Return how to see the other failed exercises in full, if they can be."""
    if in_full or shown.report.feedback != "full" or len(shown.order) < 2:
        return ""
    if on_gradescope:
        return sentence("next_step", "on gradescope")
    from autograder.explain.repair.kinds import STATE_KEPT  # only failures need it

    if any(STATE_KEPT in verdict.misconceptions for verdict in shown.order):
        return sentence("next_step", "how to see more of a memory")
    return sentence("next_step", "how to see more", exercise=shown.order[1].exercise.id)


def _heading(report: Report) -> Text:
    """Return the lines above the verdicts."""
    assignment = report.exercises.assignment
    submission = visible_name(str(report.submission), LONGEST_MESSAGE)
    submission = sentence("report", "submission", path=submission)
    text = [line(Span(assignment.title, "strong")), line(submission)]
    attempt = about_attempt(assignment.feedback, report.attempt)
    if attempt:
        text.append(line(attempt))
    return text


def _block(verdicts: Sequence[Verdict]) -> Text:
    """Return all verdicts, as many in a row as have room, with the points lost."""
    columns = shutil.get_terminal_size().columns if sys.stdout.isatty() else COLUMNS
    text: Text = []
    row: list[Span] = []
    used = 0
    for verdict in verdicts:
        span = _short_verdict(verdict)
        width = sum(map(columns_of, span.text))
        if row and used + len(GAP) + width > columns:
            text.append(tuple(row))
            row = []
            used = 0
        if row:
            row.append(Span(GAP))
            used += len(GAP)
        row.append(span)
        used += width
    return [*text, tuple(row)] if row else text


def _short_verdict(verdict: Verdict) -> Span:
    """Return an exercise's id with a mark and, if it failed, its points."""
    exercise = verdict.exercise
    name = exercise.id
    if not exercise.is_visible:
        name += f" ({sentence('report', exercise.visibility)})"
    if verdict.passed:
        return Span(f"✓ {name}", "good")
    return Span(f"✗ {name} {verdict.points:g}/{exercise.max_points:g}", "bad")


def _all_in_full(verdicts: Sequence[Verdict], shown: ReportFeedback) -> Text:
    """Return each exercise but the one of the last text, in full.

    A passed one is there only if it is alone, or if the program printed something.
    """
    text: Text = []
    last = shown.order[0].exercise.id if shown.order else ""
    for verdict in verdicts:
        name = verdict.exercise.id
        has_more = not verdict.passed or bool(shown.sections[name].printed)
        if name != last and has_more:
            rows = shown.text_of(verdict)
            if verdict.passed:  # the head says so
                rows = rows[1:]
            text += [line(), _head(verdict), *_indented(rows)]
    return text


def _warnings(report: Report, *, show_hidden: bool) -> Text:
    """Return the warnings about the run, and not about the program."""
    text: Text = []
    for warning in warnings_about(report.isolation.missing):
        text.append(line(Span(warning, "cutoff")))
    has_hidden = len(report.visible) < len(report.verdicts)
    # A platform that shows the output to students is no terminal.
    if has_hidden and not show_hidden and sys.stdout.isatty():
        text.append(line(sentence("report", "how to see hidden")))
    return text


def _indented(text: Text) -> Text:
    return [(Span("    "), *row) if row else row for row in text]


def _head(verdict: Verdict) -> Line:
    """Return the first line about an exercise."""
    exercise = verdict.exercise
    name = exercise.id
    points = f"{verdict.points:g}/{exercise.max_points:g}"
    title = f"  {points:>5}  {exercise.title}"
    if not exercise.is_visible:
        title += f"  ({sentence('report', exercise.visibility)})"
    if verdict.passed:
        return line(Span(f"✓ {name}", "good"), title)
    marks: list[str] = []
    for check in exercise.asked_checks:
        mark = "✓" if verdict.checks[check] else "✗"
        is_action = check == "value" and is_about_an_action(exercise)
        noun = sentence("report", "action" if is_action else check)
        marks.append(f"{noun} {mark}")
    return line(Span(f"✗ {name}", "bad"), f"{title}  ({' '.join(marks)})")
