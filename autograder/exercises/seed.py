"""Gives each submission trees of its own: their seeds follow from its files, from what is asked, and from a secret.

With the same secret the same files get the same trees, whoever grades them, wherever they lie and however often. A
program into which somebody wrote answers is another program, and gets other trees than those that it has answers to.
Nobody without the secret can tell beforehand which trees a program gets.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from autograder.exercises.cache import digest, installation_secret
from autograder.exercises.model import Assignment, Exercise, ExerciseSet, FixedExercise
from autograder.limits import LARGEST_EXACT
from reference.problem import Problem


def seeded(exercises: ExerciseSet, submission: Path) -> ExerciseSet:
    """The set with a seed for each generated exercise that has none.

    submission: the folder of the files that the student's process will see, and of nothing else.
    """
    if not exercises.generated:
        return exercises
    whole = _of_files(submission) + exercises.digest + exercises.secret
    return exercises._replace(exercises=tuple(_seeded(exercise, whole) for exercise in exercises.exercises))


def secret_digest(assignment: Assignment) -> bytes:
    """A digest of the assignment's secret or, where it has none, of the installation's."""
    return digest((assignment.secret or installation_secret()).encode("utf-8", "surrogatepass"))


def exercises_digest(exercises: Iterable[Exercise]) -> bytes:
    """A digest of what the exercises ask, without titles, points and what else changes no answer."""
    asked = [(exercise.id, exercise.generate, *_terms(exercise.pattern)) for exercise in exercises]
    return digest(repr(asked).encode("utf-8", "surrogatepass"))


def _terms(problem: Problem) -> list[object]:
    tree = problem.tree
    terms = [term for name, term in problem._asdict().items() if name != "tree"]
    return [*terms, tree.players, tree.child_counts.tolist(), list(tree.values), tree.own_names]


def _seeded(exercise: Exercise, whole: bytes) -> Exercise:
    if isinstance(exercise, FixedExercise) or exercise.generate.seed is not None:
        return exercise
    # Each its own, so that a program that somehow came by the trees of one exercise has not come by all.
    own = digest(whole + os.fsencode(exercise.id))
    return exercise._replace(generate=exercise.generate._replace(seed=int.from_bytes(own, "big") % LARGEST_EXACT))


def _of_files(folder: Path) -> bytes:
    """A digest of the contents and relative names of all files below a folder."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    names = [os.fsencode(file.relative_to(folder)) for file in files]
    return digest(b"".join(digest(name) + digest(file.read_bytes()) for name, file in zip(names, files, strict=True)))
