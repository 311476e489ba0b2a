"""Tells which features no exercise of a set has, so that nothing tries them."""

from collections.abc import Callable, Iterator
from math import isfinite
from typing import NamedTuple

from autograder.core.exercises.generated import problems_of
from autograder.core.exercises.model import (
    Every,
    Exercise,
    ExerciseSet,
    FixedExercise,
    Generate,
)
from reference import interfaces
from reference.game import Value
from reference.observe import observe
from reference.problem import Problem

FAR = 10**9
"""A number that programs take for infinity."""


class Feature(NamedTuple):
    """A feature of exercises.

    is_in: returns whether an exercise has it. sentence: the remark if none has.
    """

    is_in: Callable[[Exercise], bool]
    sentence: str


def _has_value(is_meant: Callable[[Value], bool]) -> Callable[[Exercise], bool]:
    """Return a function that tells whether an exercise has a value of some sort."""

    def is_in(exercise: Exercise) -> bool:
        match exercise.generate:
            case Every(values=None):
                return True  # its leaves have values of every sort
            case Every(values=(low, high)):
                return any(map(is_meant, (low, high)))
            case Generate() as ranges:
                return any(map(is_meant, ranges.utilities))
        values_of_leaves = exercise.pattern.tree.values
        return any(value is not None and is_meant(value) for value in values_of_leaves)

    return is_in


def _is_given_a_window(exercise: Exercise) -> bool:
    """Return whether a search of an exercise begins with a finite window."""
    match exercise.generate:
        case Generate(windows=True):
            return True
    return any(map(isfinite, exercise.pattern.window))


def _has_ties(exercise: Exercise) -> bool:
    """Return whether it matters in an exercise whether equal bounds prune."""
    if isinstance(exercise, FixedExercise):
        return _differs_by_convention(exercise.problem)
    if isinstance(exercise.generate, Every):
        return True
    return any(map(_differs_by_convention, problems_of(exercise)))


def _differs_by_convention(problem: Problem) -> bool:
    other = problem._replace(prune_when="alpha > beta")
    if other == problem:
        other = problem._replace(prune_when="alpha >= beta")
    return observe(problem).visited != observe(other).visited


def _begins_with_min(exercise: Exercise) -> bool:
    return (
        isinstance(exercise.generate, Every)
        or exercise.pattern.tree.players[0] == "MIN"
    )


FRACTION = Feature(
    _has_value(lambda value: isfinite(value) and value != int(value)),
    "a fraction as a value, so a program that makes whole numbers of all values may get"
    " full points",
)
FAR_VALUE = Feature(
    _has_value(lambda value: isfinite(value) and abs(value) > FAR),
    f"a value beyond {FAR:,}, so a program that takes such a number for infinity may"
    " get full points",
)
INFINITY = Feature(
    _has_value(lambda value: not isfinite(value)),
    "a leaf worth inf or -inf, so nothing tries positions that are won or lost",
)
MIN_ROOT = Feature(
    _begins_with_min,
    "MIN at the root, so nothing tries a search that begins with MIN",
)
TIES = Feature(
    _has_ties,
    "a tie at a cutoff, so it makes no difference whether equal bounds prune",
)
WINDOW = Feature(
    _is_given_a_window,
    "a window at the root, so nothing tries a search that is given one",
)


def missing_features(exercises: ExerciseSet) -> Iterator[str]:
    """Yield a sentence for each feature that no exercise of a set has.

    Features that its interfaces could not have are left out, and all in a set that is
    done by hand.
    """
    if exercises.assignment.by_hand:
        return  # no program treats its numbers
    all_exercises = exercises.exercises
    features = [FRACTION, FAR_VALUE, INFINITY, MIN_ROOT]
    if any(map(_may_have_ties, all_exercises)):
        features.append(TIES)
    if any(map(_may_be_given_a_window, all_exercises)):
        features.append(WINDOW)
    for feature in features:
        if not any(map(feature.is_in, all_exercises)):
            yield f"No exercise has {feature.sentence}."


def _may_have_ties(exercise: Exercise) -> bool:
    """Return whether a search of an exercise's interface prunes."""
    return "prune_when" in interfaces.load(exercise.pattern.interface).options


def _may_be_given_a_window(exercise: Exercise) -> bool:
    """Return whether an author may give an exercise's search a window."""
    interface = interfaces.load(exercise.pattern.interface)
    if "window" not in interface.options:
        return False
    given = exercise.pattern._replace(window=(0, 1))
    return all(field != "window" for field, _ in interface.mistakes(given))
