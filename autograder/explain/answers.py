"""Names the known mistakes that agree with answers by hand."""

from collections.abc import Sequence

from autograder.core.judging.judge import Evidence, Failed, Verdict
from autograder.explain.findings import Explanation, Findings
from autograder.explain.probe_trees import known


def with_known_mistakes(verdicts: Sequence[Verdict]) -> Explanation:
    """Return the verdicts, the failed ones with the mistakes that agree.

    These are the mistakes that agree with all visible answers, of which several are
    wrong. A single wrong answer may be a slip of the pen.
    """
    visible = [
        verdict for verdict in verdicts if verdict.kept and verdict.exercise.is_visible
    ]
    names: Sequence[str] = ()
    if sum(isinstance(verdict, Failed) for verdict in visible) > 1:
        names = _in_all([_agreeing(verdict.kept[0]) for verdict in visible])
    explained = Explanation({}, {})
    for verdict in verdicts:
        name = verdict.exercise.id
        explained.verdicts[name] = verdict
        if isinstance(verdict, Failed):
            named = verdict._replace(misconceptions=tuple(names))
            explained.verdicts[name] = named
            explained.findings[name] = Findings(by_hand=True)
    return explained


def _in_all(names_of_each: Sequence[Sequence[str]]) -> list[str]:
    if not names_of_each:
        return []
    first, *rest = names_of_each
    return [name for name in first if all(name in names for names in rest)]


def _agreeing(evidence: Evidence) -> list[str]:
    """Return the mistakes with which a search comes to an answer, each once."""
    problem, answered = evidence.problem, evidence.searched.finished
    if answered is None:
        return []
    names: dict[str, None] = {}
    for variant in known(problem.interface, problem.prune_when):
        # A person works as the textbook does, in no other form.
        observed = None if variant.form else variant.attempt(problem)
        if observed is None:
            continue
        same_visits = observed.visited == answered.visited
        if same_visits and observed.value == answered.value:
            names[variant.misconception.id] = None
    return list(names)
