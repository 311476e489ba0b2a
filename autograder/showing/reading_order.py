"""The order in which failed exercises are best read, the simplest first, and what of them was told already."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from autograder.judging import Verdict, max_points_of, points_of
from autograder.sandbox import Failure
from autograder.text import counted

LINES_OF_A_PLACE = 2
"""Lines of a traceback that name the place of an exception: its file and line, and the line itself."""


def simplest_first(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The failed ones of some verdicts, the clearest first, and last those that were not run at all.

    The fewer nodes the evidence has, the clearer it is. A search that broke before its first look has a traceback and
    no tree. Between trees of one size a wrong value says more than a leaf too many; then the earlier exercise comes.
    """
    failed = [verdict for verdict in verdicts if not verdict.passed]
    return sorted(failed, key=lambda verdict: (verdict.trees == 0, size_of_evidence(verdict), verdict.checks["value"]))


def size_of_evidence(verdict: Verdict) -> int:
    """How many nodes the tree has that a failure is shown on; none where the search broke before its first look."""
    outcome = verdict.found.outcome
    return 0 if isinstance(outcome, Failure) and not outcome.looks else len(verdict.problem.tree)


def told_before(verdicts: Sequence[Verdict]) -> Mapping[str, Verdict]:
    """Of exercises that ended in an equal failure, by id, the one in which it is told.

    verdicts: in the order of reading. The first of equal ones tells it and has no entry. Failures are equal if what
    is said of them is, and the last line of the traceback: exceptions of one type, with one message, in one place.
    Where a wrong thing was returned, each exercise has more to say, as what the search looked at counts there.
    """
    first: dict[tuple[str, ...], Verdict] = {}
    told: dict[str, Verdict] = {}
    for verdict in verdicts:
        outcome = verdict.found.outcome
        if isinstance(outcome, Failure) and outcome.cause != "not a value":
            place = outcome.details.split("\n")[-LINES_OF_A_PLACE:]
            teller = first.setdefault((outcome.cause, outcome.words, *place), verdict)
            if teller is not verdict:
                told[verdict.exercise.id] = teller
    return told


def why_first(order: Sequence[Verdict]) -> str:
    """Which failed exercise to look at first, and why, in a sentence. order: the failed ones, simplest first."""
    first = order[0]
    words = f"Look at {first.exercise.id} first"
    if first.trees == 0:
        return f"{words}: it could not be run."
    if len(order) == 1:
        return f"{words}: it is the only one that fails."
    of_all = f"{words}: of {counted(len(order), 'exercise')} that fail it is the simplest"
    size = size_of_evidence(first)
    if size == 0:
        return f"{of_all}, as the search broke off before it looked at any leaf."
    return f"{of_all}, on a tree of {counted(size, 'node')}."


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
