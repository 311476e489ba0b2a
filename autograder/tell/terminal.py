"""Shows a grading run to the person who started it.

The simplest failures are in full, and each other exercise has a line.
"""

import contextlib
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import CHECKS, ExerciseSet
from autograder.core.grading.report import (
    Report,
    about_attempt,
    max_points_of,
    points_of,
)
from autograder.core.judging.judge import NotPassed, Passed, Verdict
from autograder.core.launch import MISSING_MEANS
from autograder.core.limits import LONGEST_MESSAGE, MOST_PAGES, SILENCE_SECONDS
from autograder.core.text import QUOTE, counted, visible_name
from autograder.tell.feedback import (
    ReportFeedback,
    failure_page,
    feedback_of,
    printed,
    visible_sum,
    why_first,
)
from autograder.tell.styled_text import (
    Line,
    Span,
    Text,
    as_lists,
    fitting,
    line,
    plain,
    styled,
)

if TYPE_CHECKING:
    from autograder.explain.graded import ExplainedReport

BY_AN_OPTION = "To see another one in full, name it: --only ID"
SUM_OF_ALL = "--show-hidden is for course staff: it shows them too, and the whole sum."
ON_GRADESCOPE = (
    "Gradescope shows each failed exercise in full, in the output of its own test."
)
STARTS_OF_VALUE_ROWS = ("value     expected ", "action    expected ")


class ProgressLines:
    """Lines that tell how far a long run is, ever more rarely; a short run has none."""

    def __init__(
        self, counted_thing: str, to: TextIO | None = None, plural: str = ""
    ) -> None:
        """Begin to measure the time.

        counted_thing, plural: what is counted; the plural is by default the word with
        an s. to: where lines are printed, by default standard error.
        """
        self._counted_thing, self._plural = counted_thing, plural
        self._to = to or sys.stderr
        self._began = self._last_line = time.monotonic()

    def reached(self, done: int, of: int) -> None:
        """Print how many are done, unless the last line was printed just now."""
        now = time.monotonic()
        seconds = now - self._began
        pause = max(SILENCE_SECONDS, seconds / 20)
        if done >= of or now - self._last_line < pause:
            return
        self._last_line = now
        minutes_left = seconds / done * (of - done) / 60
        forecast = f", about {minutes_left:.0f} min left" if minutes_left >= 1 else ""
        all_things = counted(of, self._counted_thing, self._plural)
        # Where nobody is left to read it, the run goes on.
        with contextlib.suppress(OSError):
            print(f"{done:,} of {all_things}{forecast}", file=self._to, flush=True)


def load_aloud(folder: Path | str, only: str = "*") -> ExerciseSet:
    """Load a set as `load_set` does; on a terminal, say how far a long load is."""
    if not sys.stderr.isatty():
        return load_set(folder, only)
    return load_set(folder, only, ProgressLines("file").reached)


def print_report(
    explained: "ExplainedReport",
    made_feedback: ReportFeedback | None = None,
    *,
    show_hidden: bool = False,
    more: str = BY_AN_OPTION,
    lists: bool = False,
) -> None:
    """Print the simplest failed exercises in full, a line for each other, and the sum.

    made_feedback: the feedback on the report, if it was made already. show_hidden: show
    an instructor everything. more: where other failures are to be seen in full. lists:
    trees are lists, and not drawn.
    """
    shown = made_feedback
    if shown is None or show_hidden:
        shown = feedback_of(explained, show_hidden=show_hidden)
    report = explained.report
    told = shown.told
    page = _heading(told)
    if told.failure is not None:
        page += failure_page(told.failure)
    else:
        verdicts = told.verdicts if show_hidden else told.visible
        is_shown_in_full = show_hidden or told.feedback == "full"
        page += _exercises(verdicts, shown, more if is_shown_in_full else "")
    if told.printed:
        page += [line(), *printed(told.printed)]
    for layer, reason in report.isolation.missing.items():
        warning = f"Not isolated by {layer}: {reason}. So {MISSING_MEANS[layer]}."
        page.append(line(Span(warning, "cutoff")))
    points = visible_sum(report.verdicts)
    if show_hidden:
        points = f"{report.points:g} of {counted(report.max_points, 'point')}"
    page += [line(), line(Span(points, "strong"))]
    has_hidden = len(report.visible) < len(report.verdicts)
    # Where a platform shows the output to students it is no terminal.
    if has_hidden and not show_hidden and sys.stdout.isatty():
        page.append(line(SUM_OF_ALL))
    print(styled(fitting(as_lists(page) if lists else page)))


def _heading(report: Report) -> Text:
    """Return the lines above the exercises, and a blank one."""
    assignment = report.exercises.assignment
    submission = visible_name(str(report.submission), LONGEST_MESSAGE)
    text = [line(Span(assignment.title, "strong")), line(f"Submission: {submission}")]
    text += [line(Span(note, "cutoff")) for note in report.notes]
    attempt = about_attempt(assignment.feedback, report.attempt)
    if attempt:
        text.append(line(attempt))
    return [*text, line()]


def _exercises(verdicts: Sequence[Verdict], shown: ReportFeedback, more: str) -> Text:
    """Return the pages of some failures, and lines about all other exercises.

    more: where the others are to be seen in full; "" if nowhere.
    """
    order, same = shown.order, shown.same_failure_as
    in_full = _different_failures(shown)[:MOST_PAGES]
    ids_elsewhere = {verdict.exercise.id for verdict in in_full} | same.keys()
    in_a_line = [
        verdict for verdict in verdicts if verdict.exercise.id not in ids_elsewhere
    ]
    width = max((len(verdict.exercise.id) for verdict in verdicts), default=0)
    text: Text = []
    if len(order) > 1:
        text += [line(Span(why_first(shown), "strong")), line()]
    for failed in in_full:
        text += [_head(failed, width), *_indented(shown.page(failed))]
        is_last = failed is in_full[-1] and not in_a_line and not same
        if not is_last:
            text.append(line())
    for verdict in in_a_line:
        text.append(_head(verdict, width))
        text += _indented(_beside_head(verdict, shown.page(verdict)))
    for first in order:
        text += _repeated(first, _ended_as(first, verdicts, shown))
    if more and len(order) > len(in_full):
        text.append(line(more))
    return text


def _different_failures(shown: ReportFeedback) -> list[NotPassed]:
    """Return the failures that differ from each earlier one in order of reading.

    They differ in how they ended and in their diagnosis.
    """
    different: list[NotPassed] = []
    diagnosed: set[tuple[str, ...]] = set()
    for verdict in shown.order:
        name = verdict.exercise.id
        is_repeated = name in shown.same_failure_as or name in shown.same_mistake
        if is_repeated or verdict.misconceptions in diagnosed:
            continue
        different.append(verdict)
        if verdict.misconceptions:
            diagnosed.add(verdict.misconceptions)
    return different


def _beside_head(verdict: Verdict, text: Text) -> Text:
    """Return what is told of an exercise that is not shown in full, under its head."""
    if isinstance(verdict, Passed):  # the head says the verdict
        return text[1:]
    return in_short(verdict, text)


def in_short(verdict: NotPassed, text: Text) -> Text:
    """Return the line of a text that tells most.

    It says why the search broke off, where it went wrong, or has both values. A line of
    the student's that it introduces follows it.
    """
    if verdict.failure is not None:
        end = 3 if _introduces_quote(text) else 2
        return text[1:end] or text
    for row in text:
        if row and (row[0].style == "cutoff" or row[0].text in STARTS_OF_VALUE_ROWS):
            return [row]
    return text[:1]


def _introduces_quote(text: Text) -> bool:
    """Return whether the second line of a text introduces a line of the student's."""
    introduction, quoted_line = plain(text[1:2]), plain(text[2:3])
    return introduction.endswith(":") and quoted_line.startswith(QUOTE)


def _indented(text: Text) -> Text:
    return [(Span("    "), *row) if row else row for row in text]


def _ended_as(
    first: NotPassed, verdicts: Sequence[Verdict], shown: ReportFeedback
) -> list[Verdict]:
    """Return the verdicts of the exercises that ended in the same failure."""
    same = shown.same_failure_as
    return [verdict for verdict in verdicts if same.get(verdict.exercise.id) is first]


def _repeated(first: NotPassed, repeated: Sequence[Verdict]) -> Text:
    """Return the lines about the exercises that ended in the same failure."""
    if not repeated or first.failure is None:
        return []
    ids = [verdict.exercise.id for verdict in repeated]
    names = ", ".join(ids) if len(ids) <= 2 else f"{ids[0]} … {ids[-1]}"
    points = f"{points_of(repeated):g}/{max_points_of(repeated):g}"
    title = Span(f"✗ {counted(len(ids), 'more exercise')}", "bad")
    head = line(title, f"  {points}  {names}")
    return [head, *_indented(failure_page(first.failure, first))]


def _head(verdict: Verdict, width: int) -> Line:
    """Return the first line about an exercise. width: of the column of ids."""
    exercise = verdict.exercise
    name = f"{exercise.id:<{width}}"
    points = f"{verdict.points:g}/{exercise.max_points:g}"
    title = f"  {points:>5}  {exercise.title}"
    if not exercise.is_visible:
        title += f"  ({exercise.visibility.replace('_', ' ')})"
    if verdict.passed:
        return line(Span(f"✓ {name}", "good"), title)
    marks: list[str] = []
    for check in CHECKS:
        mark = "✓" if verdict.checks[check] else "✗"
        marks.append(f"{check} {mark}")
    return line(Span(f"✗ {name}", "bad"), f"{title}  ({' '.join(marks)})")
