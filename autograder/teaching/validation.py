"""`validate`: checks a set, or one exercise of it, and says what an instructor wants to know of it.

The lint finds what is valid but probably unintended. `validate` and `zip` print it; nothing depends on it.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from autograder.errors import InvalidExercises, Mistake, format_mistakes
from autograder.exercises import packages
from autograder.exercises.documents import ASSIGNMENT, from_here
from autograder.exercises.generated import problems_of
from autograder.exercises.load import assignment_beside, load_exercise, load_set
from autograder.exercises.model import Adapter, Exercise, ExerciseSet, FixedExercise, Limits
from autograder.judging import run
from autograder.judging.judge import Passed
from autograder.project import EXERCISES
from autograder.sandbox.outcome import Failure
from autograder.showing.terminal import ProgressLines
from autograder.text import counted
from reference.observe import observe

SECONDS_A_LOOK = 40e-6
"""What a look at a leaf takes, search included, where the processor is shared: twice what it takes on an idle one."""


def validate(folder: Path | None, exercises: Path = EXERCISES) -> None:
    """Prints what the set in a folder, or the exercise in a file, is worth. Raises InvalidExercises."""
    place = folder or exercises
    if os.path.isfile(place) and place.name != ASSIGNMENT:
        exercise = load_exercise(place, assignment_beside(place))
        print(f"{from_here(place)}: {counted(exercise.max_points, 'point')}, no mistakes")
        return
    place = place.parent if place.name == ASSIGNMENT and os.path.isfile(place) else place
    checked = load_set(place, reached=ProgressLines("file").reached)
    progress, trees = ProgressLines("generated exercise"), 0
    for number, generated in enumerate(checked.generated, 1):
        trees += len(problems_of(generated))
        progress.reached(number, len(checked.generated))
    tried = _tried_solution(checked)
    drawn = f", {counted(trees, 'generated tree')}" if checked.generated else ""
    print(f"{from_here(place)}: {counted(len(checked.exercises), 'exercise')}{drawn}, no mistakes{tried}")
    print_worth(checked)


def print_worth(exercises: ExerciseSet) -> None:
    """Prints what a set is worth on Gradescope, and its lint."""
    points = exercises.max_points
    print(f"{counted(points, 'point')}: set the assignment's points on Gradescope to {points:.10g}.")
    if found := list(format_mistakes(list(lint(exercises)))):
        print("\nThis is allowed, but may not be meant:", *found, sep="\n")


def _tried_solution(exercises: ExerciseSet) -> str:
    """A line about what the right program of a set with an adapter gets. Raises InvalidExercises if it loses points."""
    if (adapter := exercises.assignment.adapter) is None:
        return ""
    solution = from_here(adapter.solution)
    if not os.path.isfile(adapter.solution):
        unknown = f"nobody knows whether {adapter.file.name} works: write the right program there"
        return f"\nThere is no {solution}, so {unknown}."
    report = run.grade(adapter.solution, exercises)
    if report.failure is not None:
        raise InvalidExercises([_unlike(adapter, report.failure, "")])
    if failed := [verdict for verdict in report.verdicts if not isinstance(verdict, Passed)]:
        raise InvalidExercises([_unlike(adapter, verdict.failure, f" on {verdict.exercise.id}") for verdict in failed])
    return f"\n{solution} gets {counted(report.points, 'point')} of {counted(report.max_points, 'point')}."


def _unlike(adapter: Adapter, outcome: Failure | None, on: str) -> Mistake:
    """What to say where the right program fails: the adapter's line where that broke, else what the program did."""
    if outcome is None:
        return Mistake(adapter.solution, "", f"this is to be the right program, and is wrong{on}; grade it to see more")
    if outcome.cause == "adapter":
        place, _, raised = outcome.words.partition("\n")[2].removeprefix(f"{adapter.file.name}, ").partition(": ")
        return Mistake(adapter.file, place, f"{raised}{on}")
    words = " ".join([outcome.words.replace("\n", " "), *outcome.details.replace("\n", " ").split()])
    return Mistake(adapter.solution, "", f"{words}{on}")


def lint(exercises: ExerciseSet) -> Iterator[Mistake]:
    """What the author of a set may want to look at again, in the order of the exercises."""
    titles: dict[str, Exercise] = {}
    for exercise in exercises.exercises:
        file = exercises.folder / f"{exercise.id}.json"
        namesake = titles.setdefault(exercise.title, exercise)
        if namesake is not exercise:
            yield Mistake(file, "title", f"{namesake.id} has the same title; students tell exercises apart by it")
        if exercise.max_points == 0 and exercises.max_points:
            yield Mistake(file, "points", "every check is worth 0, so nothing is lost or won here")
        if slow := _slow(exercise, exercises.assignment.limits):
            yield Mistake(file, "tree", slow)
    names, lock = exercises.assignment.packages, exercises.assignment.packages_lock
    said = packages.not_locked(names, exercises.folder), packages.not_installed(names, lock, exercises.folder)
    yield from (Mistake(exercises.folder / ASSIGNMENT, "packages", words) for words in said if words)
    if not exercises.max_points:
        yield Mistake(exercises.folder / ASSIGNMENT, "points", "all exercises together are worth 0")


def _slow(exercise: Exercise, limits: Limits) -> str:
    """A warning about a tree so large that a right search may exceed the time limit; "" where there is none."""
    most = min(limits.seconds, limits.cpu_seconds, limits.run_seconds)
    if not isinstance(exercise, FixedExercise) or len(exercise.problem.tree) * SECONDS_A_LOOK <= most:
        return ""
    looks = len(observe(exercise.problem).looks)
    if (seconds := looks * SECONDS_A_LOOK) <= most:
        return ""
    taken = f"{seconds:.0f}" if seconds >= 10 else f"{seconds:.1g}"
    words = f"a right search looks at {counted(looks, 'leaf', 'leaves')}, which can take {taken} seconds"
    return f"{words}; it is ended after {most:g}, so make the tree smaller or the limit larger"
