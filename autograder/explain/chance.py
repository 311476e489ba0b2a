"""Tells whether a program answers the same searches alike in fresh processes."""

from collections.abc import Callable, Sequence
from itertools import cycle, islice

from autograder.core import limits
from autograder.core.judging.judge import Evidence, Failed, Verdict
from autograder.core.sandbox.budget import Budget
from autograder.core.sandbox.outcome import Failure
from autograder.explain.probed_program import may_come_of_a_mistake
from reference.problem import Observation, Problem


def searches_to_repeat(verdicts: Sequence[Verdict]) -> list[Problem]:
    """Return searches in which a program that answers by chance gives itself away.

    These are the smallest that failed, and the largest of them: among few children two
    orders drawn by lot may agree, among many they never do.
    """
    fit = [
        evidence
        for verdict in verdicts
        for evidence in verdict.kept
        if may_come_of_a_mistake(evidence.searched.outcome)
    ]
    fit.sort(key=lambda evidence: (evidence.passed, len(evidence.problem.tree)))
    small = [
        evidence
        for evidence in fit
        if len(evidence.problem.tree) <= limits.LARGEST_REPEATED
    ]
    chosen, rest = small[: limits.MOST_DIFFERENT], small[limits.MOST_DIFFERENT - 1 :]
    if rest:
        chosen[-1] = max(rest, key=_size_if_failed)
    problems = [evidence.problem for evidence in chosen]
    return list(islice(cycle(problems), limits.MOST_REPEATED))


def _size_if_failed(evidence: Evidence) -> tuple[bool, int]:
    return not evidence.passed, len(evidence.problem.tree)


def answered_otherwise(
    failed: Sequence[Failed], answers_to: Callable[[Sequence[Problem]], list[object]]
) -> set[str]:
    """Return the ids of failed exercises that are seen to be answered by chance.

    These are searched alike in fresh processes, and come out otherwise in one of them.
    What is not seen to may fail for another reason. If nothing is seen: the exercise
    with the smallest tree. answers_to: the answers of a fresh process.
    """
    by_size = sorted(failed, key=lambda verdict: len(verdict.evidence.problem.tree))
    repeated = [
        verdict
        for verdict in by_size
        if len(verdict.evidence.problem.tree) <= limits.LARGEST_REPEATED
    ] * (limits.MOST_REPEATED // limits.MOST_DIFFERENT)
    problems = [verdict.evidence.problem for verdict in repeated]
    runs = [answers_to(problems) for _ in range(limits.PROCESSES_ASKED)]
    seen = {
        verdict.exercise.id
        for verdict, *answers in zip(repeated, *filter(None, runs), strict=True)
        if any(answer != answers[0] for answer in answers)
    }
    return seen or {verdict.exercise.id for verdict in by_size[:1]}


def fresh_answers(searches: Sequence[Problem], budget: Budget) -> list[object]:
    """Return the answers of a process that has searched nothing before.

    Return [] if the process ends.
    """
    if not (searches and budget.may_go_on()):
        return []
    with budget.sandbox() as sandbox:
        outcomes = [
            sandbox.search(problem).outcome for problem in searches if not sandbox.ends
        ]
    if sandbox.ends:
        return []
    return [told_apart_by(outcome) for outcome in outcomes]


def told_apart_by(outcome: Observation | Failure) -> object:
    """Return the key of a search's outcome that is equal if the search does the same.

    The message of an error is left out, as it may hold an address in memory.
    """
    if isinstance(outcome, Observation):
        return outcome.value, outcome.looks
    return outcome.cause, outcome.looks
