"""Judges a submission against a set of exercises.

As a library, in the project's folder:

    >>> from autograder import grade, load_set
    >>> exercises = load_set("exercises", only="0[19]*")
    >>> report = grade("tests/submissions/strict_cutoff", exercises)
    >>> report.points, report.max_points
    (4, 6)
    >>> [verdict.exercise.id for verdict in report.verdicts if not verdict.passed]
    ['09_ties_at_min_nodes']

`grade` runs the program in a process of its own, shut in as the command line does, and
touches no other process of its caller's. No submission makes it raise anything;
`load_set` raises `errors.InvalidExercises` with every mistake.

The parts; each imports only those before it:

- `core`: grades.
- `explain`: why a program failed.
- `tell`: texts and pages for people.
- `teach`: the instructors' work on a set.
- `classroom`: a whole class.
- `cli`: the command line.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograder.core.exercises.load import load_set
    from autograder.core.grading.run import grade
    from autograder.core.project import VERSION

__all__ = ["VERSION", "grade", "load_set"]
_MODULES = {
    "VERSION": "autograder.core.project",
    "grade": "autograder.core.grading.run",
    "load_set": "autograder.core.exercises.load",
}


def __getattr__(name: str) -> Any:
    """Import a name only when it is asked for.

    This file is imported beside a student's program, too.
    """
    if name not in _MODULES:
        raise AttributeError(name)
    if name == "grade":
        return _grade_and_explain()
    return getattr(import_module(_MODULES[name]), name)


def _grade_and_explain() -> Any:
    """Return `core`'s function with a function that names the known mistakes."""
    from functools import partial

    from autograder.core.grading.run import grade
    from autograder.explain import explain

    return partial(grade, explain=lambda judged: explain(judged).verdicts)
