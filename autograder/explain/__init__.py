"""Explains what failed: by smaller trees, known mistakes, and the change that mends it.

Nothing that is found here costs or gives a point. `findings` is what was found, for
whoever shows it, and `catalogue` and `ways` are the known mistakes.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.core.exercises.model import Assignment
    from autograder.core.judging.judge import Verdict
    from autograder.core.sandbox.budget import Budget

RUNS_IN = "the grader"
MODULES = ("catalogue", "findings", "probe_trees", "ways")


def explain_program(
    verdicts: "list[Verdict]",
    assignment: "Assignment",
    sources: Mapping[str, bytes],
    budget: "Budget",
    *,
    repair: bool,
    repair_sought: Callable[[], None] = lambda: None,
) -> "dict[str, Verdict]":
    """Return a program's verdicts by exercise, the failed ones with what explains them.

    sources: its files. budget: what may be used for it. repair: whether a change that
    mends the program is looked for. repair_sought: called where that search begins.
    """
    from autograder.explain.failures import FailedProgram

    program = FailedProgram(assignment, sources, budget, repair_sought)
    return program.explained(verdicts, repair=repair)


def explain_answers(verdicts: "tuple[Verdict, ...]") -> "tuple[Verdict, ...]":
    """Return the verdicts on answers by hand, the failed ones with known mistakes."""
    from autograder.explain.answers import with_known_mistakes

    return with_known_mistakes(verdicts)
