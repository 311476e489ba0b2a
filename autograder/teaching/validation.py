"""Checks a set, or one exercise of it, and says what an instructor wants to know of it."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from autograder.exercises import (
    ASSIGNMENT,
    Adapter,
    ExerciseSet,
    InvalidExercises,
    Mistake,
    assignment_beside,
    from_here,
    load_exercise,
    load_set,
    problems_of,
    to_tell,
    told,
)
from autograder.judging import Passed, run
from autograder.sandbox import Failure
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
    if os.path.isfile(place) and place.name != ASSIGNMENT:
        exercise = load_exercise(place, assignment_beside(place))
        print(f"{from_here(place)}: {counted(exercise.max_points, 'point')}, no mistakes")
        return
    folder = place.parent if place.name == ASSIGNMENT and os.path.isfile(place) else place
    exercises = load_set(folder, reached=Progress("file").reached)
    progress = Progress("generated exercise")
    generated = exercises.generated
    trees = 0
    for number, exercise in enumerate(generated):
        trees += len(problems_of(exercise))
        progress.reached(number + 1, len(generated))
    tried = _tried_solution(exercises)
    drawn = f", {counted(trees, 'generated tree')}" if generated else ""
    print(f"{from_here(folder)}: {counted(len(exercises.exercises), 'exercise')}{drawn}, no mistakes")
    if tried:
        print(tried)
    print_worth(exercises)


def print_worth(exercises: ExerciseSet) -> None:
    """Prints what a set is worth on Gradescope, and what may not be meant in it."""
    print(to_tell(exercises.max_points))
    doubtful = list(told(list(doubts(exercises))))
    if doubtful:
        print("\nThis is allowed, but may not be meant:")
        print("\n".join(doubtful))


def _tried_solution(exercises: ExerciseSet) -> str:
    """What to say of the right program of a set that has an adapter, after it was run on every exercise.

    Raises InvalidExercises where it fails.
    """
    adapter = exercises.assignment.adapter
    if adapter is None:
        return ""
    solution = from_here(adapter.solution)
    if not os.path.isfile(adapter.solution):
        unknown = f"nobody knows whether {adapter.file.name} works: write the right program there"
        return f"There is no {solution}, so {unknown}."
    report = run.grade(adapter.solution, exercises)
    if report.failure is not None:
        raise InvalidExercises([_unlike(adapter, report.failure, "")])
    failed = [verdict for verdict in report.verdicts if not isinstance(verdict, Passed)]
    if failed:
        raise InvalidExercises([_unlike(adapter, verdict.failure, verdict.exercise.id) for verdict in failed])
    return f"{solution} gets {counted(report.points, 'point')} of {counted(report.max_points, 'point')}."


def _unlike(adapter: Adapter, outcome: Failure | None, exercise: str) -> Mistake:
    """What to say where the right program fails: the adapter's line where that broke, else what the program did."""
    on = f" on {exercise}" if exercise else ""
    if outcome is None:
        return Mistake(adapter.solution, "", f"this is to be the right program, and is wrong{on}; grade it to see more")
    if outcome.cause == "adapter":
        place, _, raised = outcome.words.partition("\n")[2].removeprefix(f"{adapter.file.name}, ").partition(": ")
        return Mistake(adapter.file, place, f"{raised}{on}")
    words = " ".join([outcome.words.replace("\n", " "), *outcome.details.replace("\n", " ").split()])
    return Mistake(adapter.solution, "", f"{words}{on}")
