"""Hands a judged submission to a function that explains it."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from autograder.core.exercises.model import Assignment
from autograder.core.judging.judge import Verdict
from autograder.core.sandbox.budget import Budget


class ProgramRun(NamedTuple):
    """A program that was judged, and the means to explain it.

    sources: its files. budget: the time and the processes for it. repair: whether to
    look for a change that makes the program right. repair_sought: is called when that
    search begins.
    """

    sources: Mapping[str, bytes]
    budget: Budget
    repair: bool
    repair_sought: Callable[[], None]


class Judged(NamedTuple):
    """The verdicts on a submission, the passed ones too, in the set's order.

    program: None for answers by hand, which are explained without a process.
    """

    verdicts: Sequence[Verdict]
    assignment: Assignment
    program: ProgramRun | None


Explain: TypeAlias = Callable[[Judged], dict[str, Verdict]]
"""Returns the verdicts by exercise, the failed ones with their known mistakes.

If it finds more, it keeps that: a report has no place for it.
"""
