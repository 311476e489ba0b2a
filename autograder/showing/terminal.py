"""Shows a grading run to the person who started it: the simplest failures in full, and a line for each other one."""

import contextlib
import sys
import time
from collections.abc import Sequence
from typing import TextIO

from autograder.exercises.model import CHECKS
from autograder.judging.judge import NotPassed, Passed, Verdict
from autograder.judging.report import Report, about_attempt, max_points_of, points_of
from autograder.launch import MEANING
from autograder.limits import LONGEST_MESSAGE, MOST_PAGES, SILENCE_SECONDS
from autograder.showing.feedback import (
    ReportFeedback,
    failure_page,
    feedback_of,
    printed,
    visible_sum,
    why_first,
)
from autograder.showing.styled_text import (
    Line,
    Page,
    Span,
    fitting,
    line,
    plain,
    styled,
)
from autograder.text import QUOTE, counted, visible_name


class ProgressLines:
    """Prints how far a long run is, in lines that become rarer; a short one prints nothing.

    what, plural: what is counted; the plural is by default the word with an s. to: by default standard error.
    """

    def __init__(self, what: str, to: TextIO | None = None, plural: str = "") -> None:
        self._what, self._plural, self._to = what, plural, to or sys.stderr
        self._began = self._said = time.monotonic()

    def reached(self, done: int, of: int) -> None:
        """Notes that so many of so many are done."""
        now = time.monotonic()
        if done < of and now - self._said >= max(
            SILENCE_SECONDS, (now - self._began) / 20
        ):
            self._said = now
            minutes = (now - self._began) / done * (of - done) / 60
            left = f", about {minutes:.0f} min left" if minutes >= 1 else ""
            with contextlib.suppress(
                OSError
            ):  # nobody is there to read it: the run goes on
                print(
                    f"{done:,} of {counted(of, self._what, self._plural)}{left}",
                    file=self._to,
                    flush=True,
                )


BY_AN_OPTION = "To see another one in full, name it: --only ID"
ON_GRADESCOPE = (
    "Gradescope shows each failed exercise in full, in the output of its own test."
)


def print_report(
    report: Report,
    said: ReportFeedback | None = None,
    *,
    show_hidden: bool = False,
    more: str = BY_AN_OPTION,
) -> None:
    """Prints the simplest failed exercises in full, each other in a line, and the sum.

    said: the feedback, if made. more: where the others are to be seen in full.
    """
    assignment = report.exercises.assignment
    submission = line(
        f"Submission: {visible_name(str(report.submission), LONGEST_MESSAGE)}"
    )
    page = [
        line(Span(assignment.title, "strong")),
        submission,
        *(line(Span(note, "cutoff")) for note in report.notes),
    ]
    attempt = about_attempt(assignment.feedback, report.attempt)
    page += [line(attempt), line()] if attempt else [line()]
    if report.failure is not None:
        page += failure_page(report.failure)
    else:
        shown = (
            feedback_of(report, show_hidden=show_hidden)
            if show_hidden or said is None
            else said
        )
        page += _verdicts(
            report.verdicts if show_hidden else report.visible, shown, more
        )
    if report.printed and (report.feedback == "full" or show_hidden):
        page += [line(), *printed(report.printed)]
    for layer, why in report.isolation.missing.items():
        page.append(
            line(
                Span(f"Not isolated by {layer}: {why}. So {MEANING[layer]}.", "cutoff")
            )
        )
    of_all = f"{report.points:g} of {counted(report.max_points, 'point')}"
    page += [
        line(),
        line(Span(of_all if show_hidden else visible_sum(report.verdicts), "strong")),
    ]
    print(styled(fitting(page)))


def _verdicts(verdicts: Sequence[Verdict], said: ReportFeedback, more: str) -> Page:
    order, same = said.order, said.same_failure_as
    new: list[
        NotPassed
    ] = []  # with neither the failure nor the diagnosis of an earlier one
    for failed in order:
        diagnosed = {other.misconceptions for other in new} - {()}
        if failed.exercise.id not in same and failed.misconceptions not in diagnosed:
            new.append(failed)
    pages = new[:MOST_PAGES]
    rest = [
        verdict
        for verdict in verdicts
        if verdict not in pages and verdict.exercise.id not in same
    ]
    width = max((len(verdict.exercise.id) for verdict in verdicts), default=0)
    page = [line(Span(why_first(order), "strong")), line()] if len(order) > 1 else []
    for failed in pages:
        page += [_head(failed, width), *_indented(said.page(failed))]
        page += [line()] if rest or same or failed is not pages[-1] else []
    for verdict in rest:
        told = said.page(verdict)
        told = told[1:] if isinstance(verdict, Passed) else in_short(verdict, told)
        page += [_head(verdict, width), *_indented(told)]
    for first in order:
        page += _repeated(
            first,
            [verdict for verdict in verdicts if same.get(verdict.exercise.id) is first],
        )
    return page + ([line(more)] if len(order) > len(pages) else [])


def in_short(verdict: NotPassed, page: Page) -> Page:
    """Return the line of a page that says most: why the search broke off, where it went wrong, or both values.

    A line of the student's that it introduces follows it.
    """
    if verdict.failure is not None:
        introduces = (
            len(page) > 2
            and plain(page[1:2]).endswith(":")
            and plain(page[2:3]).startswith(QUOTE)
        )
        return page[1 : 3 if introduces else 2] or page
    values = ("value     expected ", "action    expected ")
    telling = [
        row
        for row in page
        if row and (row[0].style == "cutoff" or row[0].text in values)
    ]
    return telling[:1] or page[:1]


def _indented(page: Page) -> Page:
    return [(Span("    "), *row) if row else row for row in page]


def _repeated(first: NotPassed, others: Sequence[Verdict]) -> Page:
    if not others or first.failure is None:
        return []
    ids = [verdict.exercise.id for verdict in others]
    names = ", ".join(ids) if len(ids) <= 2 else f"{ids[0]} … {ids[-1]}"
    points = f"{points_of(others):g}/{max_points_of(others):g}"
    head = line(
        Span(f"✗ {counted(len(ids), 'more exercise')}", "bad"), f"  {points}  {names}"
    )
    return [head, *_indented(failure_page(first.failure, first))]


def _head(verdict: Verdict, width: int) -> Line:
    exercise = verdict.exercise
    marks = " ".join(
        f"{check} {'✓' if verdict.checks[check] else '✗'}" for check in CHECKS
    )
    points = f"{verdict.points:g}/{exercise.max_points:g}"
    name = f"{exercise.id:<{width}}"
    head = Span(f"✓ {name}", "good") if verdict.passed else Span(f"✗ {name}", "bad")
    hidden = (
        "" if exercise.is_visible else f"  ({exercise.visibility.replace('_', ' ')})"
    )
    return line(
        head,
        f"  {points:>5}  {exercise.title}{hidden}"
        + ("" if verdict.passed else f"  ({marks})"),
    )
