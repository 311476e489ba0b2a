"""Name the known mistakes that agree with answers by hand."""

from collections.abc import Sequence

from autograder.core.judging.judge import Evidence, Failed, Verdict
from autograder.core.limits import MOST_MISTAKES_BY_HAND
from autograder.explain.findings import Findings
from autograder.explain.probe_trees import known


def with_known_mistakes(verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    """Return the verdicts, the failed ones with the mistakes that agree.

    These are the mistakes that agree with all visible answers; else, if they are few,
    those that agree with this answer.
    """
    agreeing = {
        verdict.exercise.id: _agreeing(verdict.kept[0])
        for verdict in verdicts
        if verdict.kept
    }
    throughout = _in_all(
        [
            agreeing[verdict.exercise.id]
            for verdict in verdicts
            if verdict.kept and verdict.exercise.is_visible
        ]
    )
    named: list[Verdict] = []
    for verdict in verdicts:
        if isinstance(verdict, Failed):
            names = throughout or agreeing[verdict.exercise.id]
            if not throughout and len(names) > MOST_MISTAKES_BY_HAND:
                names = []
            findings = Findings(by_hand=True)
            named.append(
                verdict._replace(misconceptions=tuple(names), findings=findings)
            )
        else:
            named.append(verdict)
    return tuple(named)


def _in_all(names_of_each: Sequence[Sequence[str]]) -> list[str]:
    if not names_of_each:
        return []
    first, *rest = names_of_each
    return [name for name in first if all(name in names for names in rest)]


def _agreeing(evidence: Evidence) -> list[str]:
    """Return the mistakes that a search makes which comes to an answer, each once."""
    problem, answered = evidence.problem, evidence.searched.finished
    if answered is None:
        return []
    names: dict[str, None] = {}
    for variant in known(problem.interface, problem.prune_when):
        # By hand one does as the textbook says.
        observed = None if variant.form else variant.attempt(problem)
        if observed is None:
            continue
        same_visits = observed.visited == answered.visited
        if same_visits and observed.value == answered.value:
            names[variant.misconception.id] = None
    return list(names)
