"""What is right in a set but hardly meant so: `validate` and `zip` tell it, and nothing else depends on it."""

from __future__ import annotations

from collections.abc import Iterator

from autograder.exercises import ASSIGNMENT, Exercise, ExerciseSet, GeneratedExercise, Limits, Mistake, packages
from autograder.text import counted
from reference.observe import observe

SECONDS_A_LOOK = 40e-6
"""What a look at a leaf takes, search included, where the processor is shared: twice what it takes on an idle one."""


def doubts(exercises: ExerciseSet) -> Iterator[Mistake]:
    """What the author of a set may want to look at again, in the order of the exercises."""
    titles: dict[str, Exercise] = {}
    for exercise in exercises.exercises:
        file = exercises.folder / f"{exercise.id}.json"
        namesake = titles.setdefault(exercise.title, exercise)
        if namesake is not exercise:
            yield Mistake(file, "title", f"{namesake.id} has the same title; students tell exercises apart by it")
        if exercise.max_points == 0 and exercises.max_points:
            yield Mistake(file, "points", "every check is worth 0, so nothing is lost or won here")
        slow = _slow(exercise, exercises.assignment.limits)
        if slow:
            yield Mistake(file, "tree", slow)
    names, lock = exercises.assignment.packages, exercises.assignment.packages_lock
    for words in (packages.not_locked(names, exercises.folder), packages.not_installed(names, lock, exercises.folder)):
        if words:
            yield Mistake(exercises.folder / ASSIGNMENT, "packages", words)
    if not exercises.max_points:
        yield Mistake(exercises.folder / ASSIGNMENT, "points", "all exercises together are worth 0")


def _slow(exercise: Exercise, limits: Limits) -> str:
    """What to say of a tree that a right search may not get through in its time, "" of one that it does."""
    seconds = min(limits.seconds, limits.cpu_seconds, limits.run_seconds)
    if isinstance(exercise, GeneratedExercise) or len(exercise.problem.tree) * SECONDS_A_LOOK <= seconds:
        return ""
    looks = len(observe(exercise.problem).looks)
    if looks * SECONDS_A_LOOK <= seconds:
        return ""
    taken = looks * SECONDS_A_LOOK
    shown = f"{taken:.0f}" if taken >= 10 else f"{taken:.1g}"
    words = f"a right search looks at {counted(looks, 'leaf', 'leaves')}, which can take {shown} seconds"
    return f"{words}; it is ended after {seconds:g}, so make the tree smaller or the limit larger"
