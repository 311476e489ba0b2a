"""Judges what a student's search did against what the textbook's does. Knows nothing of how it will be shown."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from autograder.drawn import problems_of
from autograder.exercise import CHECKS, Check, Exercise, Feedback
from autograder.outcome import Failure, Searched
from reference import interfaces
from reference.game import Value
from reference.observe import observe
from reference.problem import Observation, Problem

SHRINKING_SECONDS = 5.0
"""How long a smaller failing tree is looked for."""

Search = Callable[[Problem], Searched]
"""Lets the student's function search a problem."""

NOTHING_RIGHT: Mapping[Check, bool] = dict.fromkeys(CHECKS, False)


@dataclass(frozen=True)
class Verdict:
    """What an exercise was judged to be, and on what evidence.

    problem: the problem that the evidence is about; of a generated exercise that failed, the smallest found.
    expected: what the textbook's search does there, with its calls. found: what the student's did.
    trees: how many trees were searched. misconceptions: ids of the known mistakes that explain a failure.
    feedback: how much of this the student is shown.
    """

    exercise: Exercise
    checks: Mapping[Check, bool]
    problem: Problem
    expected: Observation | None
    found: Searched
    trees: int = 1
    misconceptions: tuple[str, ...] = field(default=())
    feedback: Feedback = "full"

    @property
    def points(self) -> float:
        """The points earned."""
        return sum(self.exercise.points[check] for check in CHECKS if self.checks[check])

    @property
    def can_be_repeated(self) -> bool:
        """Whether the program survived, so that smaller trees can be tried."""
        outcome = self.found.outcome
        return isinstance(outcome, Observation) or outcome.cause in ("raised", "not a value")

    @property
    def passed(self) -> bool:
        """Whether every check holds."""
        return all(self.checks.values())


def judge(exercise: Exercise, search: Search, going_on: Callable[[], bool]) -> Verdict:
    """Judges a submission on an exercise.

    search: runs the student's function. going_on: whether the program may still be run again.
    """
    if exercise.generate is None:
        return _judged(exercise, exercise.problem, search)
    return _judge_generated(exercise, search, going_on)


def compare(problem: Problem, expected: Observation, found: Searched) -> dict[Check, bool]:
    """Which checks hold for a search, given what the textbook's does."""
    if isinstance(found.outcome, Failure):
        return dict(NOTHING_RIGHT)
    interface = interfaces.load(problem.interface)
    visits = interface.visits(problem, expected, found.outcome)
    if not visits.order and problem.prune_when == "alpha > beta" and interface.alternative:
        other = interface.visits(problem, observe(problem, interface.alternative), found.outcome)
        visits = other if other.order else visits
    value = interface.accepts(problem, expected.value, found.outcome.value)
    windows = problem.isolate is None or _windows(expected) == _windows(found.outcome)
    return {"value": value, "pruned": visits.pruned and windows, "order": visits.order}


def _windows(observation: Observation) -> list[tuple[int, Value, Value]]:
    return [(call.node, call.alpha, call.beta) for call in observation.calls]


def not_run(exercise: Exercise, why: Failure) -> Verdict:
    """The verdict on an exercise that the program was not run on."""
    return Verdict(exercise, NOTHING_RIGHT, exercise.problem, None, Searched(why), trees=0)


def _judged(exercise: Exercise, problem: Problem, search: Search) -> Verdict:
    """The verdict on a search; one function is judged alone only where the program lets that be seen."""
    found = search(problem)
    if problem.isolate is not None and not _shows_one_function(problem, found):
        problem = replace(problem, isolate=None)
        found = search(problem)
    return _verdict(exercise, problem, found)


def _shows_one_function(problem: Problem, found: Searched) -> bool:
    """Whether a search called the other function, and never with a window that is closed already.

    Programs that test the window on entry do that; whether they then look at anything only the whole search shows.
    """
    if isinstance(found.outcome, Failure):
        return True
    calls = found.outcome.calls
    closed = [
        call.alpha >= call.beta if problem.prune_when == "alpha >= beta" else call.alpha > call.beta for call in calls
    ]
    return bool(calls) and not any(closed)


def _verdict(exercise: Exercise, problem: Problem, found: Searched) -> Verdict:
    expected = observe(problem)
    checks = compare(problem, expected, found)
    if not all(checks.values()):
        expected = observe(problem, calls=True)  # the evidence
    return Verdict(exercise, checks, problem, expected, found)


def _judge_generated(exercise: Exercise, search: Search, going_on: Callable[[], bool]) -> Verdict:
    """A check holds if it holds for every tree. Only when one fails is the smallest failing tree looked for."""
    trees = _Trees(exercise, search, going_on)
    for problem in problems_of(exercise):
        trees.visit(problem)
    if trees.failed is not None:
        if trees.failed.can_be_repeated:
            from autograder.generate import shrink  # hypothesis is slow to import

            until = time.monotonic() + SHRINKING_SECONDS
            shrink(exercise, lambda problem: time.monotonic() < until and trees.fails(problem))
        evidence = trees.failed
        return replace(evidence, checks=trees.checks if trees.complete else NOTHING_RIGHT, trees=trees.count)
    if not trees.complete:
        why = f"The time for the whole submission was used up after {trees.count} of these trees."
        return not_run(exercise, Failure("not run", why))
    return Verdict(exercise, trees.checks, exercise.problem, None, Searched(Observation(0, ())), trees.count)


class _Trees:
    """The generated trees judged so far: which checks hold for all, and the smallest that failed."""

    def __init__(self, exercise: Exercise, search: Search, going_on: Callable[[], bool]) -> None:
        self._exercise = exercise
        self._search = search
        self._going_on = going_on
        self.checks: dict[Check, bool] = dict.fromkeys(CHECKS, True)
        self.count = 0
        self.complete = True
        self.failed: Verdict | None = None

    def visit(self, problem: Problem) -> None:
        """Judges one more tree, unless nothing can change any more."""
        if not any(self.checks.values()):
            return
        self.complete = self.complete and self._going_on()
        if self.complete:
            self.count += 1
            verdict = self._judged(problem)
            self.checks = {check: self.checks[check] and verdict.checks[check] for check in CHECKS}

    def fails(self, problem: Problem) -> bool:
        """Whether a tree is failed, as far as the program may still be run."""
        return self._going_on() and not self._judged(problem).passed

    def _judged(self, problem: Problem) -> Verdict:
        """Judges a tree, and keeps the verdict if it is the smallest that failed."""
        verdict = _judged(self._exercise, problem, self._search)
        if not verdict.passed and (self.failed is None or len(problem.tree) <= len(self.failed.problem.tree)):
            self.failed = verdict
        return verdict
