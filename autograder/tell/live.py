"""Shows on a terminal how far a run is, and the changes since the run before."""

import contextlib
import os
import shutil
import sys
from collections.abc import Iterable
from typing import TextIO

from autograder.core.grading.report import Report
from autograder.core.grading.run import RunListener
from autograder.core.judging.judge import Verdict
from autograder.core.sentences import sentence
from autograder.core.text import listed
from autograder.tell.styled_text import (
    GAP,
    Span,
    Text,
    columns_of,
    line,
    styled,
)


def can_move_cursor() -> bool:
    """Return whether standard output is a terminal that can take text back."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


class LiveVerdicts(RunListener):
    """The verdicts of a run on a terminal, row by row, until its report is shown."""

    def __init__(self, *, show_hidden: bool, to: TextIO | None = None) -> None:
        """Begin a row. show_hidden: show all exercises. to: by default stderr."""
        self._show_hidden = show_hidden
        self._to = to or sys.stderr
        self._columns, self._screen_rows = shutil.get_terminal_size()
        self._column = 0
        self._rows_above = 0

    def judged(self, verdict: Verdict) -> None:
        """Show the verdict on an exercise, unless students do not see it."""
        exercise = verdict.exercise
        if not (exercise.is_visible or self._show_hidden):
            return
        if verdict.passed:
            self._show(Span(f"✓ {exercise.id}", "good"))
        else:
            self._show(Span(f"✗ {exercise.id}", "bad"))

    def repair_sought(self) -> None:
        """Say that the rest of the time is for the repair."""
        self._begin_row()
        self._show(Span(sentence("report", "looking"), "faint"))

    def take_away(self) -> None:
        """Remove the lines on the screen, so that the report takes their place."""
        if not can_move_cursor():
            self._begin_row()
            return
        # Rows that have left the screen at its top cannot be reached any more.
        rows = min(self._rows_above, self._screen_rows - 1)
        up = f"\x1b[{rows}A" if rows else ""
        self._write(f"\r{up}\x1b[J")
        self._column = 0
        self._rows_above = 0

    def _show(self, span: Span) -> None:
        """Show a piece of text in this row or, if it does not fit, in the next."""
        text = span.text
        width = sum(columns_of(char) for char in text)
        if self._column and self._column + len(GAP) + width >= self._columns:
            self._begin_row()
        gap = GAP if self._column else ""
        self._write(gap + styled([line(span)]))
        self._column += len(gap) + width
        # A row that is exactly full ends when more is written.
        full_rows = (self._column - 1) // self._columns
        self._rows_above += full_rows
        self._column -= full_rows * self._columns

    def _begin_row(self) -> None:
        if self._column:
            self._write("\n")
            self._rows_above += 1
            self._column = 0

    def _write(self, text: str) -> None:
        # If nobody is left to read it, the run goes on.
        with contextlib.suppress(OSError):
            self._to.write(text)
            self._to.flush()


def changes_text(before: Report, after: Report, *, show_hidden: bool) -> Text:
    """Return the changes in the verdicts from one run to the next.

    If a program cannot be run now, there are none: another text says so.
    """
    if after.failure is not None:
        return []
    verdicts = after.verdicts if show_hidden else after.visible
    earlier = _right_names(before.verdicts)
    now = _right_names(verdicts)
    names = {verdict.exercise.id for verdict in verdicts}
    gained = [name for name in now if name not in earlier]
    lost = [name for name in earlier if name in names and name not in now]
    if not gained and not lost:
        right, all_exercises = len(now), len(verdicts)
        message = sentence("report", "as before", count=right, exercises=all_exercises)
        return [line(message)]
    text: Text = []
    if gained:
        message = sentence("report", "now right", exercises=listed(gained))
        text.append(line(Span(message, "good")))
    if lost:
        message = sentence("report", "no longer right", exercises=listed(lost))
        text.append(line(Span(message, "bad")))
    return text


def _right_names(verdicts: Iterable[Verdict]) -> list[str]:
    return [verdict.exercise.id for verdict in verdicts if verdict.passed]
