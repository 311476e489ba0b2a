"""The feedback on all exercises of a report, made once for all who show it, and the order in which it is best read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from autograder.exercises.model import GeneratedExercise
from autograder.judging import Failed, NotPassed, NotRun, Report, Verdict, max_points_of, points_of, simplicity
from autograder.showing.feedback import Parts, feedback, whole
from autograder.showing.styled_text import Page
from autograder.text import counted


class ReportFeedback(NamedTuple):
    """What is shown of the exercises of a report.

    order: the failed ones, the simplest first. same_failure_as: of those that ended in an equal failure, by id, the one
    whose page describes it. parts: what is shown of each exercise, by its id.
    """

    order: Sequence[NotPassed]
    same_failure_as: Mapping[str, NotPassed]
    parts: Mapping[str, Parts]

    def page(self, verdict: Verdict) -> Page:
        """What is shown of an exercise, whole."""
        return whole(self.parts[verdict.exercise.id])


def feedback_of(report: Report, *, show_hidden: bool = False) -> ReportFeedback:
    """The feedback on a report. show_hidden: shows an instructor all of every exercise."""
    order = simplest_first(report.verdicts if show_hidden else report.visible)
    same = same_failure_as([verdict for verdict in order if show_hidden or verdict.feedback != "verdict"])
    adapter = report.exercises.assignment.adapter
    mirrored = adapter is not None and adapter.mirrored
    parts = {
        each.exercise.id: feedback(each, same.get(each.exercise.id), show_hidden=show_hidden, mirrored=mirrored)
        for each in report.verdicts
    }
    return ReportFeedback(order, same, parts)


def simplest_first(verdicts: Sequence[Verdict]) -> list[NotPassed]:
    """The failed ones of some verdicts, the clearest first, and last those that were not run at all.

    A search that broke before its first look has a traceback and no tree. Where a change mends a part, what it mends
    comes next; of the others the simplest comes first (see `simplicity`). Of sizes between two powers of 2 a wrong
    value comes before a leaf too many, then the author's order.
    """
    failed = [verdict for verdict in verdicts if isinstance(verdict, (NotRun, Failed))]
    return sorted(failed, key=_simplicity)


def _simplicity(verdict: NotPassed) -> tuple[bool, bool, tuple[int, ...], bool]:
    if isinstance(verdict, NotRun) or not size_of_evidence(verdict):
        return isinstance(verdict, NotRun), False, (), verdict.checks["value"]
    *kind, size = simplicity(verdict.evidence.problem, drawn=isinstance(verdict.exercise, GeneratedExercise))
    return False, not _is_mended(verdict), (*kind, size.bit_length()), verdict.checks["value"]


def _is_mended(verdict: NotPassed) -> bool:
    """Whether a change was found that mends this exercise and not all."""
    nearest = verdict.explanation.nearest if isinstance(verdict, Failed) else None
    return nearest is not None and bool(nearest.mends) and verdict.feedback == "full"


def size_of_evidence(verdict: NotPassed) -> int:
    """The number of nodes of the tree that a failure is shown on; 0 where the search broke before its first look."""
    broke_at_once = verdict.failure is not None and not verdict.failure.looks
    return 0 if isinstance(verdict, NotRun) or broke_at_once else len(verdict.evidence.problem.tree)


def same_failure_as(verdicts: Sequence[NotPassed]) -> Mapping[str, NotPassed]:
    """Of exercises that ended in an equal failure, by id, the first of them, whose page describes it.

    verdicts: in the order of reading. The first of equal ones has no entry. Failures are equal if what is said of them
    is, and the last line of the traceback: exceptions of one type, with one message, in one place. Where a wrong thing
    was returned, each exercise has more to say, as what the search looked at counts there.
    """
    first: dict[tuple[str, ...], NotPassed] = {}
    same: dict[str, NotPassed] = {}
    for verdict in verdicts:
        failure = verdict.failure
        if failure is not None and failure.cause != "not a value":
            place = failure.details.split("\n")[-2:]  # the file with the line's number, and the line itself
            earlier = first.setdefault((failure.cause, failure.words, *place), verdict)
            if earlier is not verdict:
                same[verdict.exercise.id] = earlier
    return same


def why_first(order: Sequence[NotPassed]) -> str:
    """Which failed exercise to look at first, and why, in a sentence. order: the failed ones, simplest first."""
    first = order[0]
    words = f"Look at {first.exercise.id} first"
    if isinstance(first, NotRun):
        return f"{words}: it could not be run."
    if len(order) == 1:
        return f"{words}: it is the only one that fails."
    if _is_mended(first):
        return f"{words}: a change was found that makes it right, though not every exercise."
    of_all = f"{words}: of {counted(len(order), 'exercise')} that fail it is the simplest"
    size = size_of_evidence(first)
    why = f"on a tree of {counted(size, 'node')}" if size else "as the search ended before it looked at any leaf"
    return f"{of_all}, {why}."


def visible_sum(verdicts: Sequence[Verdict]) -> str:
    """The points in the exercises that students see, and that there are others, whatever became of these."""
    seen = [verdict for verdict in verdicts if verdict.exercise.is_visible]
    hidden = len(verdicts) - len(seen)
    points = f"{points_of(seen):g} of {counted(max_points_of(seen), 'point')}"
    if not hidden:
        return points
    of_seen = f"Visible exercises: {points}." if seen else "No exercise is visible."
    many = counted(hidden, "more exercise" if seen else "exercise")
    return f"{of_seen} {many} {'is hidden: it counts' if hidden == 1 else 'are hidden: they count'} for the score too."
