"""The feedback on all exercises of a report: made once, whoever shows it and however many do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from autograder.judging import NotPassed, Report, Verdict
from autograder.showing.feedback import Parts, feedback, whole
from autograder.showing.reading_order import simplest_first, told_before
from autograder.showing.styled_text import Page


class ReportFeedback(NamedTuple):
    """What is shown of the exercises of a report.

    order: the failed ones, the simplest first. told: of those that ended in an equal failure, by id, the one in which
    it is told. parts: what is shown of each exercise, by its id.
    """

    order: Sequence[NotPassed]
    told: Mapping[str, NotPassed]
    parts: Mapping[str, Parts]

    def page(self, verdict: Verdict) -> Page:
        """What is shown of an exercise, whole."""
        return whole(self.parts[verdict.exercise.id])


def feedback_of(report: Report, *, show_hidden: bool = False) -> ReportFeedback:
    """The feedback on a report. show_hidden: shows an instructor all of every exercise."""
    order = simplest_first(report.verdicts if show_hidden else report.visible)
    told = told_before([verdict for verdict in order if show_hidden or verdict.feedback != "verdict"])
    parts = {
        verdict.exercise.id: feedback(verdict, told.get(verdict.exercise.id), show_hidden=show_hidden)
        for verdict in report.verdicts
    }
    return ReportFeedback(order, told, parts)
