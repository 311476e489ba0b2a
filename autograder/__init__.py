"""Judges a submission against a set of exercises. As a library, in the project's folder:

    >>> from autograder import grade, load_set
    >>> report = grade("tests/submissions/strict_cutoff", load_set("exercises", only="0[19]*"))
    >>> report.points, report.max_points
    (4, 6)
    >>> [verdict.exercise.id for verdict in report.verdicts if not verdict.passed]
    ['09_ties_at_min_nodes']

`grade` runs the program in a process of its own, shut in as the command line does, and touches no other process of its
caller's. It raises nothing for what a submission does; `load_set` raises
`errors.InvalidExercises` with every mistake.
"""

from typing import TYPE_CHECKING, Any

from autograder.version import VERSION

if TYPE_CHECKING:
    from autograder.exercises import load_set
    from autograder.judging.run import grade

__all__ = ["VERSION", "grade", "load_set"]


def __getattr__(name: str) -> Any:
    """Imports what is asked for only then: this file is imported beside a student's program too."""
    if name == "grade":
        from autograder.judging.run import grade

        return grade
    if name == "load_set":
        from autograder.exercises import load_set

        return load_set
    raise AttributeError(name)
