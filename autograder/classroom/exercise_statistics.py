"""Counts how a class did on each exercise, and measures how well the exercise tells its
students apart.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from statistics import fmean
from typing import NamedTuple

from autograder.classroom.records import Outcome
from autograder.exercises.model import CHECKS, Check, Exercise
from autograder.limits import POINT_UNITS


class ExerciseStatistics(NamedTuple):
    """How students did on an exercise.

    judged: how many have a result. passed: how many of them hold each check.
    passed_all: how many hold all of them. Both are None where some results do not say.
    mean: of the points; None where nobody was judged. discrimination: the correlation
    of the points with those of all other exercises together; None where one of both
    does not vary, and where not all exercises of the set were judged. mistakes: how
    many students made each, the most frequent first; of an exercise that students may
    not see none is named.
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

    outcomes: a student's each, of just these exercises. is_whole: whether they are all
    exercises of the set.
    """
    totals = [
        sum(_units(points) for points, _ in outcome.exercises.values())
        for outcome in outcomes
    ]
    made = []
    for exercise in exercises:
        points = [outcome.exercises[exercise.id][0] for outcome in outcomes]
        own = [_units(earned) for earned in points]
        rest = [total - earned for total, earned in zip(totals, own, strict=True)]
        checks = [outcome.checks.get(exercise.id, {}) for outcome in outcomes]
        named = (
            name
            for outcome in outcomes
            for name in outcome.mistakes.get(exercise.id, ())
        )
        of_exercise = ExerciseStatistics(
            exercise,
            judged=len(outcomes),
            passed={check: _count_held(checks, [check]) for check in CHECKS},
            passed_all=_count_held(checks, CHECKS),
            mean=fmean(points) if points else None,
            discrimination=correlation(own, rest) if is_whole else None,
            mistakes=most_frequent_first(named),
        )
        made.append(of_exercise)
    return made


def _units(points: float) -> int:
    """Return points as a whole number, as sums of these are exact: 0.1 + 0.2 is not
    0.3.
    """
    return round(points * POINT_UNITS)


def _count_held(
    checks: Sequence[Mapping[str, bool]], wanted: Sequence[Check]
) -> int | None:
    """Return for how many students all wanted checks hold; None where it is not known
    of each.
    """
    if not all(set(wanted) <= held.keys() for held in checks):
        return None
    return sum(all(held[check] for check in wanted) for held in checks)


def correlation(one: Sequence[int], other: Sequence[int]) -> float | None:
    """Return Pearson's correlation of two sequences of the same length; None where one
    of them does not vary.

    It is computed in whole numbers: `statistics.correlation` may see a spread where
    equal numbers were rounded.
    """
    covariance = _covariance(one, other)
    variances = _covariance(one, one), _covariance(other, other)
    if 0 in variances:
        return None
    return max(-1.0, min(1.0, covariance / (sqrt(variances[0]) * sqrt(variances[1]))))


def _covariance(one: Sequence[int], other: Sequence[int]) -> int:
    """Return the covariance of two sequences, times the square of their length."""
    products = sum(
        number * its_other for number, its_other in zip(one, other, strict=True)
    )
    return len(one) * products - sum(one) * sum(other)


def most_frequent_first(names: Iterable[str]) -> dict[str, int]:
    """Return how often each name occurs, the most frequent ones first and equally
    frequent ones by their names.
    """
    return dict(sorted(Counter(names).items(), key=lambda entry: (-entry[1], entry[0])))
