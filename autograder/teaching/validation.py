"""Checks a set, or one exercise of it, and says what an instructor wants to know of it."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from autograder.exercises import (
    ASSIGNMENT,
    ExerciseSet,
    assignment_beside,
    from_here,
    load_exercise,
    load_set,
    problems_of,
    to_tell,
    told,
)
from autograder.teaching.doubts import doubts
from autograder.text import counted

SECONDS_OF_SILENCE = 2.0


class Progress:
    """Says on standard error how far a long run is, a line every few seconds; a short one says nothing."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._said = time.monotonic()

    def reached(self, done: int, of: int) -> None:
        """Notes that so many of so many are done."""
        if time.monotonic() - self._said >= SECONDS_OF_SILENCE and done < of:
            self._said = time.monotonic()
            print(f"{done:,} of {counted(of, self._what)}", file=sys.stderr, flush=True)


def validate(place: Path) -> None:
    """Prints that the set in a folder is right, or the exercise in a file, and what it is worth.

    Raises InvalidExercises with every mistake.
    """
    if place.is_file() and place.name != ASSIGNMENT:
        exercise = load_exercise(place, assignment_beside(place))
        print(f"{from_here(place)}: {counted(exercise.max_points, 'point')}, no mistakes")
        return
    folder = place.parent if place.name == ASSIGNMENT and place.is_file() else place
    exercises = load_set(folder, reached=Progress("file").reached)
    progress = Progress("generated exercise")
    generated = [exercise for exercise in exercises.exercises if exercise.generate]
    trees = 0
    for number, exercise in enumerate(generated):
        trees += len(problems_of(exercise))
        progress.reached(number + 1, len(generated))
    drawn = f", {counted(trees, 'generated tree')}" if generated else ""
    print(f"{from_here(folder)}: {counted(len(exercises.exercises), 'exercise')}{drawn}, no mistakes")
    print_worth(exercises)


def print_worth(exercises: ExerciseSet) -> None:
    """Prints what a set is worth on Gradescope, and what may not be meant in it."""
    print(to_tell(exercises.max_points))
    doubtful = list(told(list(doubts(exercises))))
    if doubtful:
        print("\nThis is allowed, but may not be meant:")
        print("\n".join(doubtful))
