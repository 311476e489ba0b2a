"""Judges a submission on every small tree: many short searches, of which the textbook's were worked out before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from autograder.exercises import CHECKS, Batch, Check, GeneratedExercise, batches
from autograder.judging.judge import NOTHING_RIGHT, Evidence, Failed, NotRun, Passed, Verdict, evidence_of
from autograder.limits import MOST_PRINTED
from autograder.sandbox import Failure, Searched
from reference.problem import Observation, Problem

SearchEach = Callable[[Sequence[Problem]], list[Searched]]
"""Lets the student's function search problems that differ in their values alone; where it ends, not all of them."""


def judge_exhaustively(
    exercise: GeneratedExercise,
    search_each: SearchEach,
    going_on: Callable[[], bool],
    reached: Callable[[int], None] = lambda searched: None,
    draw: Callable[[GeneratedExercise], Iterable[Batch]] = batches,
) -> Verdict:
    """Judges a submission on every small tree of an exercise: a check holds if it holds for every tree.

    search_each: runs the student's function. going_on: whether the program may still be run again.
    reached: called now and then with how many trees were searched. draw: makes the searches.
    """
    checks: dict[Check, bool] = dict.fromkeys(CHECKS, True)
    count, printed = 0, ""
    failed: Evidence | None = None
    for batch in draw(exercise):
        if not any(checks.values()):
            break
        if not going_on():
            return _cut_short(exercise, count, failed)
        for problem, expected, found in zip(batch.problems, batch.expected, search_each(batch.problems), strict=False):
            count += 1
            printed += found.printed if len(printed) < MOST_PRINTED else ""
            if found.outcome == expected or _takes_nothing(checks, expected, found):
                continue
            tried = evidence_of(problem, found)
            checks = {check: checks[check] and tried.checks[check] for check in CHECKS}
            if failed is None and not tried.passed:  # trees come by their size, so none that fails is smaller
                failed = tried
        reached(count)
    return Passed(exercise, count, (), printed) if failed is None else Failed(exercise, checks, count, failed)


def _takes_nothing(checks: Mapping[Check, bool], expected: Observation, found: Searched) -> bool:
    """Whether a search has the very value, where nothing but the value can still be lost."""
    seen = found.outcome
    if checks["pruned"] or checks["order"] or not isinstance(seen, Observation):
        return False
    return seen.value == expected.value and bool(seen.looks)


def _cut_short(exercise: GeneratedExercise, count: int, failed: Evidence | None) -> Verdict:
    """The verdict where the time was used up, or too many processes ended."""
    if failed is not None:
        return Failed(exercise, NOTHING_RIGHT, count, failed)
    why = f"The time for the whole submission was used up after {count} of these trees."
    return NotRun(exercise, Failure("not run", why))
