"""Judges what a student's search did against what the textbook's does. How that is shown is decided elsewhere."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from typing import NamedTuple

from autograder.exercises.exhaustive import Batch
from autograder.exercises.generated import batches_of
from autograder.exercises.model import (
    CHECKS,
    Check,
    Exercise,
    Feedback,
    FixedExercise,
    Generate,
    GeneratedExercise,
)
from autograder.limits import (
    LARGEST_GLANCED,
    LARGEST_PLAIN,
    MOST_LINES_OF_TREE,
    MOST_PRINTED,
)
from autograder.sandbox.outcome import Failure, Searched
from reference import interfaces
from reference.game import Value
from reference.observe import observe
from reference.problem import Call, Observation, Problem

Search = Callable[[Problem], Searched]
NOTHING_RIGHT: Mapping[Check, bool] = dict.fromkeys(CHECKS, False)
ALL_RIGHT: Mapping[Check, bool] = dict.fromkeys(CHECKS, True)


class Evidence(NamedTuple):
    """One search of a student's, beside the textbook's of the same problem.

    expected: what the textbook's search does; where the program has the visits of another right form, what that form
    does; where a check does not hold, with its calls, which explain why. checks: which hold for this search.
    """

    problem: Problem
    expected: Observation
    found: Searched
    checks: Mapping[Check, bool]

    @property
    def passed(self) -> bool:
        """Whether every check holds."""
        return all(self.checks.values())

    @property
    def can_be_repeated(self) -> bool:
        """Whether the program survived, so that smaller trees can be tried."""
        outcome = self.found.outcome
        return isinstance(outcome, Observation) or outcome.cause in (
            "raised",
            "not a value",
        )

    @property
    def only_calls_are_wrong(self) -> bool:
        """Whether the leaves are right, but not how the function that is judged alone calls the other."""
        return (
            self.problem.isolate is not None
            and self.checks["order"]
            and not self.checks["pruned"]
        )

    def simplicity(self, *, drawn: bool = False) -> tuple[int, ...]:
        """What failed searches are sorted by, the simplest first; what fits on no screen is last. drawn: generated."""
        tree, has_window = self.problem.tree, self.problem.window != (-inf, inf)
        is_far = any(
            value is not None and abs(value) > LARGEST_PLAIN for value in tree.values
        )
        return (
            len(tree) > MOST_LINES_OF_TREE,
            drawn,
            has_window,
            tree.player(0) == "MIN",
            is_far,
            len(tree),
        )


class _Judged:
    """What every verdict says. Its fields are those of a NamedTuple, which inherits no fields.

    misconceptions: the known mistakes that explain it, if it failed. feedback, below: how much the student is shown.
    """

    exercise: Exercise
    checks: Mapping[Check, bool]
    misconceptions: tuple[str, ...] = ()

    @property
    def kept(self) -> tuple[Evidence, ...]:
        """The searches that are known; of generated trees only one that failed."""
        return ()

    @property
    def points(self) -> float:
        return sum(
            self.exercise.points[check] for check in CHECKS if self.checks[check]
        )

    @property
    def passed(self) -> bool:
        return all(self.checks.values())


class _NotRun(NamedTuple):
    exercise: Exercise
    failure: Failure
    feedback: Feedback = "full"
    checks: Mapping[Check, bool] = NOTHING_RIGHT


class NotRun(_NotRun, _Judged):
    """The program was not run on the exercise, or not on all of its trees, and had failed on none; failure says why."""


class _Passed(NamedTuple):
    exercise: Exercise
    trees: int
    kept: tuple[Evidence, ...]
    printed: str
    feedback: Feedback = "full"
    checks: Mapping[Check, bool] = ALL_RIGHT


class Passed(_Passed, _Judged):
    """Every check holds. trees: on how many trees. printed: what the program printed meanwhile."""


class _Failed(NamedTuple):
    exercise: Exercise
    checks: Mapping[Check, bool]
    trees: int
    evidence: Evidence
    misconceptions: tuple[str, ...] = ()
    findings: object = None
    feedback: Feedback = "full"


class Failed(_Failed, _Judged):
    """A check does not hold.

    trees: how many were searched. evidence: a search that shows it, in the simplest
    found. findings: what who explains failures found, which judging does not look into.
    """

    @property
    def kept(self) -> tuple[Evidence, ...]:
        """The evidence."""
        return (self.evidence,)

    @property
    def failure(self) -> Failure | None:
        """Why the search of the evidence came to no answer; None where it came to one."""
        outcome = self.evidence.found.outcome
        return outcome if isinstance(outcome, Failure) else None


NotPassed = NotRun | Failed
Verdict = NotRun | Passed | Failed


def judge(
    exercise: Exercise,
    search_each: Callable[[Sequence[Problem]], Sequence[Searched]],
    going_on: Callable[[], bool],
    reached: Callable[[int], None] = lambda searched: None,
    draw: Callable[[GeneratedExercise], Iterable[Batch]] = batches_of,
) -> Verdict:
    """Judges a submission on an exercise.

    search_each: searches problems that differ in their values alone; where the program ends, the last says how.
    going_on: whether it may still be run again. reached: called now and then with how many trees were searched.
    """

    def search(problem: Problem) -> Searched:
        return search_each([problem])[0]

    if isinstance(exercise, FixedExercise):
        only = _judged(
            exercise.problem, search(exercise.problem), search, exercise.textbook
        )
        passed = Passed(exercise, 1, (only,), only.found.printed)
        return passed if only.passed else Failed(exercise, only.checks, 1, only)
    checks: Mapping[Check, bool] = ALL_RIGHT
    failed: Evidence | None = None
    count, printed = 0, ""
    for batch in draw(exercise):
        if not any(checks.values()):  # what follows decides nothing
            break
        if not going_on():
            if failed is not None:
                return Failed(exercise, NOTHING_RIGHT, count, failed)
            why = f"The time for the whole submission was used up after {count} of these trees."
            return NotRun(exercise, Failure("not run", why))
        for problem, expected, found in zip(
            batch.problems, batch.expected, search_each(batch.problems), strict=False
        ):
            count += 1
            printed += found.printed if len(printed) < MOST_PRINTED else ""
            evidence = (
                None
                if found.outcome == expected
                else _judged(problem, found, search, expected)
            )
            if evidence is not None and not evidence.passed:
                checks = {
                    check: checks[check] and evidence.checks[check] for check in CHECKS
                }
                failed = min(filter(None, (evidence, failed)), key=Evidence.simplicity)
        reached(count)
    return (
        Passed(exercise, count, (), printed)
        if failed is None
        else Failed(exercise, checks, count, failed)
    )


def with_simplest_tree(
    verdict: Failed, search: Search, going_on: Callable[[], bool]
) -> Failed:
    """The verdict, on a generated exercise about the simplest failing tree that is found. Its checks stay the same."""
    exercise = verdict.exercise
    # Of every small tree the simplest is kept. To import Hypothesis takes longer than all else that explains one.
    if not isinstance(exercise, GeneratedExercise) or not isinstance(
        exercise.generate, Generate
    ):
        return verdict
    *_, is_far, size = verdict.evidence.simplicity()
    is_plain = size <= LARGEST_GLANCED and not is_far
    if is_plain or not verdict.evidence.can_be_repeated or not going_on():
        return verdict
    from autograder.exercises.generate import shrink  # hypothesis is slow to import

    simplest = verdict.evidence

    def fails(problem: Problem) -> bool:
        nonlocal simplest
        tried = _judged(problem, search(problem), search)
        if tried.passed or not tried.can_be_repeated:
            return False
        simplest = min(tried, simplest, key=Evidence.simplicity)
        return True

    shrink(exercise, fails, going_on)
    return verdict._replace(evidence=simplest)


def same_looks(found: Sequence[int], expected: Sequence[int]) -> int:
    """The length of the longest common prefix of two sequences of looks."""
    pairs = enumerate(zip(found, expected, strict=False))
    return next(
        (place for place, (look, due) in pairs if look != due),
        min(len(found), len(expected)),
    )


def compare(
    problem: Problem, expected: Observation, found: Searched
) -> Mapping[Check, bool]:
    """Which checks hold for a search, given what the textbook's does."""
    return _checks(problem, _in_the_form_of(found, problem, expected), found)


def _checks(
    problem: Problem, expected: Observation, found: Searched
) -> Mapping[Check, bool]:
    seen = found.finished
    # An answer without a look at any leaf is a guess.
    if seen is None or (expected.looks and not seen.looks):
        return NOTHING_RIGHT
    interface = interfaces.load(problem.interface)
    pruned, order = interface.visits(problem, expected, seen)
    if pruned and problem.isolate is not None:
        due, answered = map(_windows, due_and_answered(problem, expected, seen))
        pruned = due == answered
    return {
        "value": interface.accepts(problem, expected.value, seen.value),
        "pruned": pruned,
        "order": order,
    }


def due_and_answered(
    problem: Problem, expected: Observation, seen: Observation
) -> tuple[list[Call], list[Call]]:
    """The textbook's calls of the other function, where one is judged alone, and the program's, which were answered.

    One that is made again with the same window is the same question: it is answered alike, and asking twice is free.
    Nor is one due of a leaf that the program asks for its value itself.
    """
    calls, answered = (
        [*dict.fromkeys(call for call in did.calls if call.function != problem.isolate)]
        for did in (expected, seen)
    )
    called = {call.node for call in answered}
    return [
        call
        for call in calls
        if call.node in called or not problem.tree.is_leaf(call.node)
    ], answered


def _in_the_form_of(
    found: Searched, problem: Problem, expected: Observation
) -> Observation:
    """What the textbook's search does or, where a program has the visits of another right form, what that form does."""
    seen = found.finished
    visits = interfaces.load(problem.interface).visits
    if seen is not None and not visits(problem, expected, seen).order:
        from reference.forms import other_right_searches  # few right runs need it

        for other in other_right_searches(problem, calls=bool(expected.calls)):
            if visits(problem, other, seen).order:
                return other._replace(value=expected.value)
    return expected


def _windows(calls: Sequence[Call]) -> list[tuple[int, Value, Value]]:
    return [(call.node, call.alpha, call.beta) for call in calls]


def _judged(
    problem: Problem,
    found: Searched,
    search: Search,
    textbook: Observation | None = None,
) -> Evidence:
    """A search, judged as `evidence_of` does; one function is judged alone only where the program lets that be seen."""
    seen = found.finished
    if problem.isolate is None or seen is None:
        return evidence_of(problem, found, textbook)
    whole = problem._replace(isolate=None)
    # Its functions do not call each other, so this was the whole search.
    if not seen.calls:
        return evidence_of(whole, found)
    opened = [
        call for call in seen.calls if not problem.is_closed(call.alpha, call.beta)
    ]
    if len(opened) == len(seen.calls) or _windows(opened) != _windows(
        observe(problem).calls
    ):
        return evidence_of(problem, found, textbook)
    # It called the other function as the textbook's does, and then with windows closed already, as programs do that
    # test the window on entry. Whether they then look at anything only the whole search shows.
    again = search(whole)
    answered = {call.node for call in seen.calls}
    before = tuple(
        node
        for node in seen.looks
        if problem.tree.is_leaf(node) or node not in answered
    )
    after = iter(dict.fromkeys(again.outcome.looks))
    outcome = again.outcome
    # An honest program looks there again.
    if not all(node in after for node in dict.fromkeys(before)):
        outcome = outcome._replace(looks=before + outcome.looks)
    return evidence_of(
        whole, again._replace(outcome=outcome, printed=found.printed + again.printed)
    )


def evidence_of(
    problem: Problem, found: Searched, textbook: Observation | None = None
) -> Evidence:
    """A search, judged. textbook: what the textbook's search does there, where that is known."""
    textbook = textbook or observe(problem)
    expected = _in_the_form_of(found, problem, textbook)
    checks = _checks(problem, expected, found)
    if not all(checks.values()):
        # Where no form has the program's visits, none has them with calls.
        with_calls = observe(problem, calls=True)
        expected = (
            with_calls
            if expected is textbook
            else _in_the_form_of(found, problem, with_calls)
        )
    return Evidence(problem, expected, found, checks)
