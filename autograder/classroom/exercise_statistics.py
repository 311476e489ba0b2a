"""Counts how a class did on each exercise.

It also measures how well an exercise tells the students apart.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from operator import mul
from statistics import fmean
from typing import NamedTuple

from autograder.classroom.records import Outcome
from autograder.core.exercises.model import CHECKS, Check, Exercise
from autograder.core.limits import POINT_UNITS


class ExerciseStatistics(NamedTuple):
    """How students did on an exercise.

    judged: how many students have a result.
    passed: how many pass each check; None if it is not asked, or if some results do
    not tell it.
    passed_all: how many pass all checks that are asked; None likewise.
    mean: of the points; None if no student has a result.
    discrimination: the correlation of the points with the sum of all other exercises.
    It is None if one of the two does not vary, or if not all exercises of the set were
    judged.
    mistakes: how many students made each mistake, the most frequent first; empty for an
    exercise that students may not see.
    """

    exercise: Exercise
    judged: int
    passed: Mapping[Check, int | None]
    passed_all: int | None
    mean: float | None
    discrimination: float | None
    mistakes: Mapping[str, int]


def statistics_of(
    exercises: Sequence[Exercise], outcomes: Sequence[Outcome], *, is_whole: bool
) -> list[ExerciseStatistics]:
    """Return the statistics of each exercise, in their order.

    outcomes: one of each student, all of just these exercises. is_whole: whether these
    are all exercises of the set.
    """
    totals = [*map(_total, outcomes)]
    return [
        _of_exercise(exercise, outcomes, totals if is_whole else None)
        for exercise in exercises
    ]


def _of_exercise(
    exercise: Exercise, outcomes: Sequence[Outcome], totals: Sequence[int] | None
) -> ExerciseStatistics:
    """Return the statistics of an exercise.

    totals: the points of each outcome in all exercises of the set, in units; None if
    not all exercises were judged.
    """
    points = [outcome.exercises[exercise.id][0] for outcome in outcomes]
    checks = [outcome.checks.get(exercise.id, {}) for outcome in outcomes]
    mistakes: list[str] = []
    for outcome in outcomes:
        mistakes += outcome.mistakes.get(exercise.id, ())
    discrimination = None
    if totals is not None:
        units = [*map(_units, points)]
        rest = [total - earned for total, earned in zip(totals, units, strict=True)]
        discrimination = correlation(units, rest)
    return ExerciseStatistics(
        exercise,
        judged=len(outcomes),
        passed={
            check: _count_held(checks, [check])
            if check in exercise.asked_checks
            else None
            for check in CHECKS
        },
        passed_all=_count_held(checks, exercise.asked_checks),
        mean=fmean(points) if points else None,
        discrimination=discrimination,
        mistakes=most_frequent_first(mistakes),
    )


def _total(outcome: Outcome) -> int:
    """Return the points in all exercises, in units."""
    return sum(_units(points) for points, _ in outcome.exercises.values())


def _units(points: float) -> int:
    """Return points as a whole number, as sums of these are exact.

    With numbers of points, 0.1 + 0.2 is not 0.3.
    """
    return round(points * POINT_UNITS)


def _count_held(
    checks: Sequence[Mapping[str, bool]], wanted: Sequence[Check]
) -> int | None:
    """Return how many students pass all wanted checks; None if that is not known."""
    if not all(set(wanted) <= held.keys() for held in checks):
        return None
    return sum(all(held[check] for check in wanted) for held in checks)


def correlation(first: Sequence[int], second: Sequence[int]) -> float | None:
    """Return Pearson's correlation of two sequences of the same length.

    Return None if one of them does not vary. Whole numbers are used because
    `statistics.correlation` may see a spread in equal numbers that were rounded.
    """
    variances = _covariance(first, first), _covariance(second, second)
    if 0 in variances:
        return None
    spread = sqrt(variances[0]) * sqrt(variances[1])
    return max(-1.0, min(1.0, _covariance(first, second) / spread))


def _covariance(first: Sequence[int], second: Sequence[int]) -> int:
    """Return the covariance of two sequences, times the square of their length."""
    products: int = sum(map(mul, first, second))
    return len(first) * products - sum(first) * sum(second)


def most_frequent_first(names: Iterable[str]) -> dict[str, int]:
    """Return how often each name occurs, the most frequent first.

    Names that are equally frequent are in alphabetical order.
    """
    counts = Counter(names)
    # Sorting keeps the alphabetical order of names with equal counts.
    by_name = sorted(counts)
    by_count = sorted(by_name, key=counts.__getitem__, reverse=True)
    return {name: counts[name] for name in by_count}
