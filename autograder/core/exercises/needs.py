"""Tells what exercises ask for: functions, or an adapter's NEEDS as they are written.

Such a need is "Player.max_value", or "f|g" for one of two functions.
"""

from autograder.core.exercises.model import Assignment, Exercise, ExerciseSet
from reference import interfaces


def needs_of(exercise: Exercise, assignment: Assignment) -> tuple[str, ...]:
    """Return what an exercise needs of a program."""
    if assignment.adapter is not None:
        return assignment.adapter.needs
    return interfaces.load(exercise.pattern.interface).functions


def asked_for(exercises: ExerciseSet) -> list[str]:
    """Return what a set asks for, in order; nothing if it is answered by hand."""
    assignment = exercises.assignment
    if assignment.by_hand:
        return []
    names: dict[str, None] = {}  # a dictionary keeps the order
    for exercise in exercises.exercises:
        names.update(dict.fromkeys(needs_of(exercise, assignment)))
    return [*names]
