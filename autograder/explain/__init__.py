"""Explains what failed: by smaller trees, known mistakes, and the change that mends it.

Nothing that is found here costs or gives a point. `findings` is what was found, for
whoever shows it, and `catalogue` and `ways` are the known mistakes.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from autograder.core.grading.judged import Judged
    from autograder.core.judging.judge import Verdict

RUNS_IN = "the grader"
MODULES = ("catalogue", "findings", "probe_trees", "ways")


def explain(judged: "Judged") -> "dict[str, Verdict]":
    """Return the verdicts by exercise, the failed ones with what explains them.

    This is the function that `grade` takes. What it needs is imported only now, as no
    right submission needs it.
    """
    if judged.program is None:
        from autograder.explain.answers import with_known_mistakes

        verdicts = with_known_mistakes(judged.verdicts)
        return {verdict.exercise.id: verdict for verdict in verdicts}
    from autograder.explain.failures import FailedProgram

    sources, budget, repair, repair_sought = judged.program
    program = FailedProgram(judged.assignment, sources, budget, repair_sought)
    return program.explained(list(judged.verdicts), repair=repair)
