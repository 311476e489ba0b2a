"""Tells whether a program answers the same searches alike in fresh processes."""

from collections.abc import Sequence
from itertools import cycle, islice

from autograder.core import limits
from autograder.core.judging.judge import Evidence, Verdict
from autograder.core.sandbox.budget import Budget
from autograder.core.sandbox.outcome import Failure
from autograder.explain.diagnosis import may_come_of_a_mistake
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
