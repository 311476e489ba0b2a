"""The problems of an exercise whose trees are not written down."""

from __future__ import annotations

from collections.abc import Sequence

from autograder.exercises.generated_cache import drawn_problems
from autograder.exercises.model import Every, GeneratedExercise
from autograder.exercises.small_trees import batches
from reference.problem import Problem


def problems_of(exercise: GeneratedExercise) -> Sequence[Problem]:
    """The problems of a generated exercise: those of its seed. Where it has none, those of the seed 0."""
    if isinstance(exercise.generate, Every):
        return [problem for batch in batches(exercise) for problem in batch.problems]
    return drawn_problems(exercise)
