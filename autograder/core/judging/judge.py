"""Judge what a student's search did against what the textbook's does.

How that is shown is decided elsewhere.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from typing import NamedTuple

from autograder.core.exercises.exhaustive import Batch
from autograder.core.exercises.generated import batches_of
from autograder.core.exercises.model import (
    CHECKS,
    Check,
    Exercise,
    Feedback,
    FixedExercise,
    Generate,
    GeneratedExercise,
)
from autograder.core.limits import (
    LARGEST_GLANCED,
    LARGEST_PLAIN,
    MOST_LINES_OF_TREE,
    MOST_PRINTED,
)
from autograder.core.sandbox.outcome import Failure, Searched
from reference import interfaces
from reference.game import Value
from reference.observe import observe
from reference.problem import Call, Observation, Problem

Search = Callable[[Problem], Searched]
NOTHING_RIGHT: Mapping[Check, bool] = dict.fromkeys(CHECKS, False)
ALL_RIGHT: Mapping[Check, bool] = dict.fromkeys(CHECKS, True)


class Evidence(NamedTuple):
    """One search of a student's, beside the textbook's of the same problem.

    expected: what the textbook's search does; where the program has the visits of
    another right form, what that form does; where a check does not hold, with its
    calls, which explain why. checks: which hold for this search.
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
        """Whether the leaves are right, but not the calls of one function alone."""
        return (
            self.problem.isolate is not None
            and self.checks["order"]
            and not self.checks["pruned"]
        )

    def simplicity(self, *, drawn: bool = False) -> tuple[int, ...]:
        """Return what failed searches are sorted by, the simplest first.

        What fits on no screen comes last. drawn: whether the tree was generated.
        """
        return simplicity(self.problem, drawn=drawn)


def simplicity(problem: Problem, *, drawn: bool = False) -> tuple[int, ...]:
    """Return what a problem is sorted by, as `Evidence.simplicity` says."""
    tree = problem.tree
    is_far = any(
        value is not None and abs(value) > LARGEST_PLAIN for value in tree.values
    )
    return (
        len(tree) > MOST_LINES_OF_TREE,
        drawn,
        problem.window != (-inf, inf),
        tree.player(0) == "MIN",
        is_far,
        len(tree),
    )


class _Judged:
    """What every verdict says.

    Its fields are those of a NamedTuple, which inherits no fields. misconceptions: the
    known mistakes that explain it, if it failed. feedback, below: how much the student
    is shown.
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
    """The program was not run on all trees of an exercise, and had failed on none.

    failure: why.
    """


class _Passed(NamedTuple):
    exercise: Exercise
    trees: int
    kept: tuple[Evidence, ...]
    printed: str
    feedback: Feedback = "full"
    checks: Mapping[Check, bool] = ALL_RIGHT


class Passed(_Passed, _Judged):
    """Every check holds.

    trees: on how many trees. printed: what the program printed meanwhile.
    """


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
        """Why the search of the evidence came to no answer, if it did not."""
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
    """Judge a submission on an exercise.

    search_each: searches problems that differ in their values alone; where the program
    ends, the last says how. going_on: whether it may still be run again. reached:
    called now and then with how many trees were searched.
    """
    search = _one_by_one(search_each)
    if isinstance(exercise, FixedExercise):
        problem = exercise.problem
        only = _judged(problem, search(problem), search, exercise.textbook)
        if only.passed:
            return Passed(exercise, 1, (only,), only.found.printed)
        return Failed(exercise, only.checks, 1, only)
    batches = draw(exercise)
    return _judge_batches(exercise, batches, search_each, going_on, reached)


def _judge_batches(
    exercise: GeneratedExercise,
    batches: Iterable[Batch],
    search_each: Callable[[Sequence[Problem]], Sequence[Searched]],
    going_on: Callable[[], bool],
    reached: Callable[[int], None],
) -> Verdict:
    """Judge a submission on the trees of an exercise. Parameters: those of `judge`."""
    search = _one_by_one(search_each)
    tally = _Tally()
    for batch in batches:
        if not any(tally.checks.values()):  # what follows decides nothing
            break
        if not going_on():
            if tally.failed is not None:
                return Failed(exercise, NOTHING_RIGHT, tally.count, tally.failed)
            return NotRun(exercise, _time_used_up(tally.count))
        searches = zip(
            batch.problems, batch.expected, search_each(batch.problems), strict=False
        )
        for problem, expected, found in searches:
            tally.add(found)
            if found.outcome != expected:
                tally.weigh(problem, expected, found, search)
        reached(tally.count)
    if tally.failed is None:
        return Passed(exercise, tally.count, (), tally.printed)
    return Failed(exercise, tally.checks, tally.count, tally.failed)


class _Tally:
    """What is known of an exercise after some of its trees.

    checks: those that held on all of them. failed: the simplest search that failed.
    """

    def __init__(self) -> None:
        self.checks: Mapping[Check, bool] = ALL_RIGHT
        self.failed: Evidence | None = None
        self.count = 0
        self.printed = ""

    def add(self, found: Searched) -> None:
        """Count a search."""
        self.count += 1
        if len(self.printed) < MOST_PRINTED:
            self.printed += found.printed

    def weigh(
        self, problem: Problem, expected: Observation, found: Searched, search: Search
    ) -> None:
        """Take a search into account that differs from the textbook's."""
        if self._is_shown_by_simpler(problem):
            self._lose(problem, expected, found)
            return
        evidence = _judged(problem, found, search, expected)
        if not evidence.passed:
            self.checks = _both(self.checks, evidence.checks)
            self.failed = _simpler(evidence, self.failed)

    def _is_shown_by_simpler(self, problem: Problem) -> bool:
        """Return whether a search of a problem can change nothing but the checks."""
        if self.failed is None or problem.isolate is not None:
            return False
        return self.failed.simplicity() < simplicity(problem)

    def _lose(self, problem: Problem, expected: Observation, found: Searched) -> None:
        """Take away the checks that do not hold for a search.

        That takes far less than its evidence, and thousands may fail.
        """
        compared = compare
        if not (self.checks["pruned"] or self.checks["order"]):
            compared = _checks  # the value is right or wrong in every form
        self.checks = _both(self.checks, compared(problem, expected, found))


def _one_by_one(
    search_each: Callable[[Sequence[Problem]], Sequence[Searched]],
) -> Search:
    def search(problem: Problem) -> Searched:
        return search_each([problem])[0]

    return search


def _time_used_up(trees: int) -> Failure:
    message = (
        f"The time for the whole submission was used up after {trees} of these trees."
    )
    return Failure("not run", message)


def _both(
    first: Mapping[Check, bool], second: Mapping[Check, bool]
) -> Mapping[Check, bool]:
    return {check: first[check] and second[check] for check in CHECKS}


def _simpler(evidence: Evidence, known: Evidence | None) -> Evidence:
    """Return the simpler one; of equals the first."""
    if known is None:
        return evidence
    return min(evidence, known, key=Evidence.simplicity)


def with_simplest_tree(
    verdict: Failed, search: Search, going_on: Callable[[], bool]
) -> Failed:
    """Return a verdict about the simplest failing tree that is found.

    Only of a generated exercise are other trees tried. Its checks stay the same.
    """
    exercise = verdict.exercise
    # Of every small tree the simplest is kept.
    if not isinstance(exercise, GeneratedExercise):
        return verdict
    if not isinstance(exercise.generate, Generate):
        return verdict
    *_, is_far, size = verdict.evidence.simplicity()
    is_plain = size <= LARGEST_GLANCED and not is_far
    if is_plain or not verdict.evidence.can_be_repeated or not going_on():
        return verdict
    from autograder.core.exercises.shrink import shrink  # only what failed needs it

    simplest = verdict.evidence

    def fails(problem: Problem) -> bool:
        nonlocal simplest
        tried = _judged(problem, search(problem), search)
        if tried.passed or not tried.can_be_repeated:
            return False
        simplest = tried
        return True

    shrink(simplest.problem, exercise.generate, fails, going_on)
    return verdict._replace(evidence=simplest)


def same_looks(found: Sequence[int], expected: Sequence[int]) -> int:
    """Return the length of the longest common prefix of two sequences of looks."""
    for index, (look, due) in enumerate(zip(found, expected, strict=False)):
        if look != due:
            return index
    return min(len(found), len(expected))


# --- One search ---


def compare(
    problem: Problem, expected: Observation, found: Searched
) -> Mapping[Check, bool]:
    """Return which checks hold for a search. expected: what the textbook's does."""
    return _checks(problem, _in_the_form_of(found, problem, expected), found)


def _checks(
    problem: Problem, expected: Observation, found: Searched
) -> Mapping[Check, bool]:
    searched = found.finished
    # An answer without a look at any leaf is a guess.
    if searched is None or (expected.looks and not searched.looks):
        return NOTHING_RIGHT
    interface = interfaces.load(problem.interface)
    pruned, order = interface.visits(expected, searched)
    if pruned and problem.isolate is not None:
        due, answered = due_and_answered(problem, expected, searched)
        pruned = _windows(due) == _windows(answered)
    return {
        "value": interface.accepts(problem, expected.value, searched.value),
        "pruned": pruned,
        "order": order,
    }


def due_and_answered(
    problem: Problem, expected: Observation, searched: Observation
) -> tuple[list[Call], list[Call]]:
    """Return the textbook's calls of the other function, and the program's.

    That is where one function is judged alone: the program's calls were answered. One
    that is made again with the same window is the same question: it is answered alike,
    and asking twice is free. Nor is one due of a leaf that the program asks for its
    value itself.
    """
    answered = _calls_of_the_other(problem, searched)
    called = {call.node for call in answered}
    due = [
        call
        for call in _calls_of_the_other(problem, expected)
        if call.node in called or not problem.tree.is_leaf(call.node)
    ]
    return due, answered


def _calls_of_the_other(problem: Problem, search: Observation) -> list[Call]:
    """Return the calls of the function that is not judged, each once."""
    others = (call for call in search.calls if call.function != problem.isolate)
    return list(dict.fromkeys(others))


def _in_the_form_of(
    found: Searched, problem: Problem, expected: Observation
) -> Observation:
    """Return what the textbook's search does or, where a program has the visits of
    another right form, what that form does.
    """
    searched = found.finished
    if searched is None:
        return expected
    visits = interfaces.load(problem.interface).visits
    if visits(expected, searched).order:
        return expected
    from reference.forms import other_right_searches  # few right runs need it

    for right in other_right_searches(problem, calls=bool(expected.calls)):
        if visits(right, searched).order:
            return right._replace(value=expected.value)
    return expected


def _windows(calls: Sequence[Call]) -> list[tuple[int, Value, Value]]:
    return [(call.node, call.alpha, call.beta) for call in calls]


def _judged(
    problem: Problem,
    found: Searched,
    search: Search,
    textbook: Observation | None = None,
) -> Evidence:
    """Judge a search as `evidence_of` does.

    One function is judged alone only where the program lets that be seen.
    """
    searched = found.finished
    if problem.isolate is None or searched is None:
        return evidence_of(problem, found, textbook)
    whole = problem._replace(isolate=None)
    # Its functions do not call each other, so this was the whole search.
    if not searched.calls:
        return evidence_of(whole, found)
    if not _asks_when_closed(problem, searched):
        return evidence_of(problem, found, textbook)
    # It called the other function as the textbook's does, and then with windows closed
    # already, as programs do that test the window on entry. Whether they then look at
    # anything only the whole search shows.
    again = search(whole)
    answered = {call.node for call in searched.calls}
    looked_before = [
        node
        for node in searched.looks
        if problem.tree.is_leaf(node) or node not in answered
    ]
    outcome = again.outcome
    # An honest program looks there again.
    if not _is_subsequence(looked_before, outcome.looks):
        outcome = outcome._replace(looks=(*looked_before, *outcome.looks))
    printed = found.printed + again.printed
    return evidence_of(whole, again._replace(outcome=outcome, printed=printed))


def _asks_when_closed(problem: Problem, searched: Observation) -> bool:
    """Return whether a program's calls are the textbook's, and some with a closed
    window.
    """
    opened = [
        call for call in searched.calls if not problem.is_closed(call.alpha, call.beta)
    ]
    if len(opened) == len(searched.calls):
        return False
    return _windows(opened) == _windows(observe(problem).calls)


def _is_subsequence(nodes: Sequence[int], looks: Sequence[int]) -> bool:
    """Return whether some looks, without repeats, pass by nodes in their order."""
    after = iter(dict.fromkeys(looks))
    return all(node in after for node in dict.fromkeys(nodes))


def evidence_of(
    problem: Problem, found: Searched, textbook: Observation | None = None
) -> Evidence:
    """Judge a search. textbook: what the textbook's does there, where that is known."""
    textbook = textbook or observe(problem)
    expected = _in_the_form_of(found, problem, textbook)
    checks = _checks(problem, expected, found)
    if not all(checks.values()):
        with_calls = observe(problem, calls=True)
        # Where no form has the program's visits, none has them with calls.
        if expected is not textbook:
            with_calls = _in_the_form_of(found, problem, with_calls)
        expected = with_calls
    return Evidence(problem, expected, found, checks)
