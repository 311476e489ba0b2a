"""Judges what a student's search did against what the textbook's does. Knows nothing of how it will be shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from autograder.exercises import CHECKS, Check, Exercise, Feedback, problems_of
from autograder.sandbox import Failure, Searched
from reference import interfaces
from reference.game import Value
from reference.observe import observe
from reference.problem import Call, Observation, Problem

MOST_PRINTED = 20_000
"""Characters of what is printed on generated trees that are kept."""

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


def with_smallest_tree(verdict: Verdict, search: Search, going_on: Callable[[], bool]) -> Verdict:
    """The verdict on a generated exercise that was failed, about the smallest failing tree that is found.

    Its checks stay as they are: what the program does from here on explains the grade and is no part of it.
    """
    if verdict.exercise.generate is None or verdict.passed or not verdict.can_be_repeated:
        return verdict
    from autograder.exercises.generate import shrink  # hypothesis is slow to import

    smallest = verdict

    def fails(problem: Problem) -> bool:
        nonlocal smallest
        if not going_on():
            return False
        tried = _judged(verdict.exercise, problem, search)
        if tried.passed or not tried.can_be_repeated:
            return False
        if len(problem.tree) <= len(smallest.problem.tree):
            smallest = tried
        return True

    shrink(verdict.exercise, fails)
    evidence = smallest
    return replace(verdict, problem=evidence.problem, expected=evidence.expected, found=evidence.found)


def compare(problem: Problem, expected: Observation, found: Searched) -> dict[Check, bool]:
    """Which checks hold for a search, given what the textbook's does."""
    seen = found.finished
    if seen is None or (expected.looks and not seen.looks):  # what no leaf was looked at for is guessed, not found
        return dict(NOTHING_RIGHT)
    interface = interfaces.load(problem.interface)
    visits = interface.visits(problem, _in_the_form_of(seen, problem, expected), seen)
    value = interface.accepts(problem, expected.value, seen.value)
    windows = problem.isolate is None or _windows(expected.calls) == _windows(seen.calls)
    return {"value": value, "pruned": visits.pruned and windows, "order": visits.order}


def _in_the_form_of(seen: Observation, problem: Problem, expected: Observation) -> Observation:
    """What the textbook's search does or, where a program has the visits of another right form, what that form does."""
    visits = interfaces.load(problem.interface).visits
    if not visits(problem, expected, seen).order:
        for edits in interfaces.other_forms(problem):
            other = observe(problem, edits, calls=bool(expected.calls))
            if visits(problem, other, seen).order:
                return replace(other, value=expected.value)
    return expected


def _windows(calls: Sequence[Call]) -> list[tuple[int, Value, Value]]:
    return [(call.node, call.alpha, call.beta) for call in calls]


def not_run(exercise: Exercise, why: Failure) -> Verdict:
    """The verdict on an exercise that the program was not run on."""
    return Verdict(exercise, NOTHING_RIGHT, exercise.problem, None, Searched(why), trees=0)


def _judged(exercise: Exercise, problem: Problem, search: Search) -> Verdict:
    """The verdict on a search; one function is judged alone only where the program lets that be seen."""
    found = search(problem)
    seen = found.finished
    if problem.isolate is None or seen is None:
        return _verdict(exercise, problem, found)
    whole = replace(problem, isolate=None)
    if not seen.calls:  # its functions do not call each other, so this was the whole search
        return _verdict(exercise, whole, found)
    if _tests_on_entry(problem, seen):
        again = search(whole)
        again = replace(again, printed=found.printed + again.printed)
        return _verdict(exercise, whole, _after(_own_looks(problem, seen), again))
    return _verdict(exercise, problem, found)


def _tests_on_entry(problem: Problem, seen: Observation) -> bool:
    """Whether a search called the other function as the textbook's does, and then with windows closed already.

    Programs that test the window on entry do that; whether they then look at anything only the whole search shows.
    """
    opened = [call for call in seen.calls if not problem.is_closed(call.alpha, call.beta)]
    return len(opened) < len(seen.calls) and _windows(opened) == _windows(observe(problem).calls)


def _own_looks(problem: Problem, seen: Observation) -> tuple[int, ...]:
    """The leaves that a search with answered calls looked at, be it by such a call."""
    answered = {call.node for call in seen.calls}
    return tuple(node for node in seen.looks if problem.tree.is_leaf(node) or node not in answered)


def _after(looks: tuple[int, ...], found: Searched) -> Searched:
    """A search with the looks of one before it, which count too: an honest program makes the same looks again."""
    again = iter(dict.fromkeys(found.outcome.looks))
    if all(node in again for node in dict.fromkeys(looks)):
        return found
    return replace(found, outcome=replace(found.outcome, looks=looks + found.outcome.looks))


def _verdict(exercise: Exercise, problem: Problem, found: Searched) -> Verdict:
    expected = observe(problem)
    checks = compare(problem, expected, found)
    if not all(checks.values()):
        expected = observe(problem, calls=True)  # the evidence
        if found.finished is not None:
            expected = _in_the_form_of(found.finished, problem, expected)
    return Verdict(exercise, checks, problem, expected, found)


def _judge_generated(exercise: Exercise, search: Search, going_on: Callable[[], bool]) -> Verdict:
    """A check holds if it holds for every tree."""
    trees = _Trees(exercise, search, going_on)
    for problem in problems_of(exercise):
        trees.visit(problem)
    if trees.failed is not None:
        return replace(trees.failed, checks=trees.checks if trees.complete else NOTHING_RIGHT, trees=trees.count)
    if not trees.complete:
        why = f"The time for the whole submission was used up after {trees.count} of these trees."
        return not_run(exercise, Failure("not run", why))
    passed = Searched(Observation(0, ()), trees.printed)
    return Verdict(exercise, trees.checks, exercise.problem, None, passed, trees.count)


class _Trees:
    """The generated trees judged so far: which checks hold for all, the smallest that failed, and what was printed."""

    def __init__(self, exercise: Exercise, search: Search, going_on: Callable[[], bool]) -> None:
        self._exercise = exercise
        self._search = search
        self._going_on = going_on
        self.checks: dict[Check, bool] = dict.fromkeys(CHECKS, True)
        self.count = 0
        self.complete = True
        self.failed: Verdict | None = None
        self.printed = ""

    def visit(self, problem: Problem) -> None:
        """Judges one more tree, unless nothing can change any more."""
        if not any(self.checks.values()):
            return
        self.complete = self.complete and self._going_on()
        if not self.complete:
            return
        self.count += 1
        verdict = _judged(self._exercise, problem, self._search)
        self.checks = {check: self.checks[check] and verdict.checks[check] for check in CHECKS}
        if not verdict.passed and (self.failed is None or len(problem.tree) <= len(self.failed.problem.tree)):
            self.failed = verdict
        if len(self.printed) < MOST_PRINTED:
            self.printed += verdict.found.printed
