"""Shows a grading run to the person who started it: a line an exercise, and under a failed one its feedback."""

from __future__ import annotations

import sys
import time

from autograder.confine import MEANING
from autograder.exercise import CHECKS, ExerciseSet
from autograder.feedback import feedback, in_short, printed
from autograder.grade import Report
from autograder.judge import Verdict
from autograder.page import RICH_STYLES, Page, Span, line, paragraph, plain

MOST_PAGES = 3
"""Failed exercises that are shown in full; of the others the first line, as one mistake often fails many."""
LONG_RUN = 1.0
"""Seconds after which a run shows its progress."""


class Terminal:
    """Standard output, in colour where it is a terminal. Shows verdicts as they come, and the sum at the end."""

    def __init__(self, exercises: ExerciseSet) -> None:
        self._screen = _Screen(len(exercises.exercises)) if sys.stdout.isatty() else None
        self._width = max((len(exercise.id) for exercise in exercises.exercises), default=0)
        self._pages = 0

    def show(self, page: Page, indent: str = "") -> None:
        """Prints a page."""
        page = [(Span(indent), *row) if row else row for row in page]
        if self._screen is not None:
            self._screen.show(page)
        elif page:
            print(plain(page))

    def reached(self) -> None:
        """Counts an exercise."""
        if self._screen is not None:
            self._screen.advance()

    def report(self, report: Report) -> None:
        """Prints the whole report."""
        if self._screen is not None:
            self._screen.stop()
        self.show(
            [line(Span(report.exercises.assignment.title, "strong")), line(f"Submission: {report.submission}"), line()]
        )
        for verdict in report.verdicts:
            self._verdict(verdict, report)
        if self._pages > MOST_PAGES and report.failure is None:
            self.show([line("To see the others in full, name one: --only ID")])
        if report.failure is not None:
            self.show([line(), *paragraph(report.failure.words, "bad"), *paragraph(report.failure.details)])
        if report.printed:
            self.show([line(), *printed(report.printed)])
        for layer, why in report.isolation.missing.items():
            self.show([line(Span(f"Not isolated by {layer}: {why}. So {MEANING[layer]}.", "cutoff"))])
        self.show([line(), line(Span(f"{report.points:g} of {report.max_points:g} points", "strong"))])

    def _verdict(self, verdict: Verdict, report: Report) -> None:
        exercise = verdict.exercise
        marks = " ".join(f"{check} {'✓' if verdict.checks[check] else '✗'}" for check in CHECKS)
        style = "good" if verdict.passed else "bad"
        points = f"{verdict.points:g}/{exercise.max_points:g}"
        head = Span(f"{'✓' if verdict.passed else '✗'} {exercise.id:<{self._width}}", style)  # type: ignore[arg-type]
        self.show([line(head, f"  {points:>5}  {exercise.title}" + ("" if verdict.passed else f"  ({marks})"))])
        if not verdict.passed and report.failure is None:
            self._pages += 1
            page = feedback(verdict)
            self.show([*page, line()] if self._pages <= MOST_PAGES else in_short(page), indent="    ")
        elif verdict.passed and exercise.visibility == "visible" and verdict.found.printed:
            self.show(printed(verdict.found.printed), indent="    ")


class _Screen:
    """A terminal that someone watches: what needs rich, which is slow to import."""

    def __init__(self, total: int) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        self._console = Console(highlight=False, soft_wrap=True)
        columns = TextColumn("grading"), BarColumn(), MofNCompleteColumn()
        self._progress = Progress(*columns, console=self._console, transient=True)
        self._task = self._progress.add_task("", total=total)
        self._start = time.monotonic()

    def show(self, page: Page) -> None:
        """Prints a page in colour."""
        from rich.text import Text

        for row in page:
            self._console.print(Text.assemble(*((span.text, RICH_STYLES[span.style]) for span in row)))

    def advance(self) -> None:
        """Counts an exercise; the bar is there only where the run is long."""
        if time.monotonic() - self._start > LONG_RUN:
            self._progress.start()
        self._progress.advance(self._task)

    def stop(self) -> None:
        """Takes the bar away."""
        self._progress.stop()
