"""Judges a student's search by the textbook's search of the same problem.

Other modules decide how the verdict is shown.
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
from autograder.core.sentences import sentence
from reference import interfaces
from reference.game import Value
from reference.observe import observe
from reference.problem import Call, Observation, Problem

Search = Callable[[Problem], Searched]
NOTHING_RIGHT: Mapping[Check, bool] = dict.fromkeys(CHECKS, False)
ALL_RIGHT: Mapping[Check, bool] = dict.fromkeys(CHECKS, True)
MIN_ROOT_COUNTS = 2
"""How many nodes each node of a tree counts as if MIN moves at its root."""


class Evidence(NamedTuple):
    """One search of a student's, beside a right search of the same problem.

    expected: the right search that it is judged by.
    - It is the textbook's.
    - It is that of another right form if the program has that form's visits.
    - It has its calls if a check does not hold: they explain why.
    checks: whether each holds for this search. asked_checks: those that count and are
    told.
    """

    problem: Problem
    expected: Observation
    searched: Searched
    checks: Mapping[Check, bool]
    asked_checks: tuple[Check, ...] = CHECKS

    @property
    def passed(self) -> bool:
        """Whether every check holds that is asked."""
        return all(self.checks[check] for check in self.asked_checks)

    @property
    def value_is_wrong(self) -> bool:
        """Whether the value is asked, and wrong."""
        return "value" in self.asked_checks and not self.checks["value"]

    @property
    def asks_visits(self) -> bool:
        """Whether it is asked which leaves are looked at, or in which order."""
        return self.asked_checks != ("value",)

    @property
    def can_be_repeated(self) -> bool:
        """Whether the program survived, so that smaller trees can be tried."""
        outcome = self.searched.outcome
        return isinstance(outcome, Observation) or outcome.cause in (
            "raised",
            "not a value",
        )

    @property
    def only_calls_are_wrong(self) -> bool:
        """Whether the leaves are right, but not the calls of one function alone."""
        return (
            self.problem.isolate is not None
            and "pruned" in self.asked_checks
            and self.checks["order"]
            and not self.checks["pruned"]
        )

    @property
    def has_right_visits(self) -> bool:
        """Whether the leaves are those of a right search, in its order, as it is asked.

        By hand one wrong visit costs no order.
        """
        asked_checks = [check for check in self.asked_checks if check != "value"]
        are_right = all(self.checks[check] for check in asked_checks)
        return are_right or self.only_calls_are_wrong

    def simplicity(self, *, drawn: bool = False) -> tuple[int, ...]:
        """Return a key that sorts failed searches, the simplest first.

        A tree that fits on no screen comes last. drawn: whether it was generated.
        """
        return simplicity(self.problem, drawn=drawn)


def simplicity(problem: Problem, *, drawn: bool = False) -> tuple[int, ...]:
    """Return the key of a problem for `Evidence.simplicity`.

    Where MIN moves at the root a reader has to turn all around, so such a tree comes
    after one of its size, but before a much larger one.
    """
    tree = problem.tree
    is_far = any(
        value is not None and abs(value) > LARGEST_PLAIN for value in tree.values
    )
    size = len(tree)
    if tree.player(0) == "MIN":
        size *= MIN_ROOT_COUNTS
    return (
        len(tree) > MOST_LINES_OF_TREE,
        drawn,
        problem.window != (-inf, inf),
        is_far,
        size,
    )


class _AnyVerdict:
    """The fields and properties that every verdict has.

    Each verdict names the fields again: a NamedTuple inherits none. misconceptions: the
    known mistakes that explain a failure. feedback, below: how much the student is
    shown.
    """

    exercise: Exercise
    checks: Mapping[Check, bool]
    misconceptions: tuple[str, ...] = ()

    @property
    def kept(self) -> tuple[Evidence, ...]:
        """The searches that are known; those of generated trees only if they failed."""
        return ()

    @property
    def points(self) -> float:
        return self.exercise.points_for(self.checks)

    @property
    def passed(self) -> bool:
        return all(self.checks[check] for check in self.exercise.asked_checks)


class _NotRun(NamedTuple):
    exercise: Exercise
    failure: Failure
    feedback: Feedback = "full"
    checks: Mapping[Check, bool] = NOTHING_RIGHT


class NotRun(_NotRun, _AnyVerdict):
    """The program was not run on all trees of an exercise, and had failed on none.

    failure: the reason.
    """


class _Passed(NamedTuple):
    exercise: Exercise
    trees: int
    kept: tuple[Evidence, ...]
    printed: str
    feedback: Feedback = "full"
    checks: Mapping[Check, bool] = ALL_RIGHT


class Passed(_Passed, _AnyVerdict):
    """Every check holds that is asked.

    trees: how many were searched. kept: the evidence of a fixed exercise's search; ()
    for generated trees, which are many. printed: the program's output meanwhile.
    """


class _Failed(NamedTuple):
    exercise: Exercise
    checks: Mapping[Check, bool]
    trees: int
    evidence: Evidence
    misconceptions: tuple[str, ...] = ()
    feedback: Feedback = "full"
    is_cut_short: bool = False


class Failed(_Failed, _AnyVerdict):
    """A check does not hold that is asked.

    trees: how many were searched. evidence: the simplest search known to show it.
    is_cut_short: whether the program had to be ended before all trees were searched, so
    that no check holds.
    """

    @property
    def kept(self) -> tuple[Evidence, ...]:
        """The evidence."""
        return (self.evidence,)

    @property
    def failure(self) -> Failure | None:
        """The failure that ended the search of the evidence, if it has no answer."""
        outcome = self.evidence.searched.outcome
        return outcome if isinstance(outcome, Failure) else None


NotPassed = NotRun | Failed
Verdict = NotRun | Passed | Failed


def judge(
    exercise: Exercise,
    search_each: Callable[[Sequence[Problem]], Sequence[Searched]],
    going_on: Callable[[], bool],
    reached: Callable[[int], None] = lambda searched: None,
    draw: Callable[[GeneratedExercise], Iterable[Batch]] = batches_of,
    failed: Callable[[], None] = lambda: None,
) -> Verdict:
    """Judge a submission on an exercise.

    search_each: searches problems that differ in their values alone; if the program
    ends, the last result says how. going_on: whether it may still be run again.
    reached: called now and then with the number of trees that were searched. failed:
    called once a search has failed.
    """
    search = _one_by_one(search_each)
    if isinstance(exercise, FixedExercise):
        problem = exercise.problem
        evidence = _judge_alone_or_whole(
            problem, search(problem), search, exercise.textbook, exercise.asked_checks
        )
        if evidence.passed:
            printed = evidence.searched.printed
            return Passed(exercise, trees=1, kept=(evidence,), printed=printed)
        failed()
        return Failed(exercise, evidence.checks, trees=1, evidence=evidence)
    batches = draw(exercise)
    return _judge_batches(exercise, batches, search_each, going_on, reached, failed)


def _judge_batches(
    exercise: GeneratedExercise,
    batches: Iterable[Batch],
    search_each: Callable[[Sequence[Problem]], Sequence[Searched]],
    going_on: Callable[[], bool],
    reached: Callable[[int], None],
    failed: Callable[[], None],
) -> Verdict:
    """Judge a submission on the trees of an exercise. Parameters: those of `judge`."""
    search = _one_by_one(search_each)
    tally = _Tally(exercise.asked_checks)
    for batch in batches:
        if not tally.is_open:  # the rest decides nothing
            break
        if not going_on():
            return _cut_short(exercise, tally)
        searches = zip(
            batch.problems, batch.expected, search_each(batch.problems), strict=False
        )
        for problem, expected, searched in searches:
            tally.add(searched)
            if not _is_textbooks(searched, problem, expected):
                tally.judge_difference(problem, expected, searched, search)
        reached(tally.count)
        if tally.failed is not None:
            failed()
    if tally.failed is None:
        return Passed(exercise, tally.count, (), tally.printed)
    return Failed(exercise, tally.checks, tally.count, tally.failed)


class _Tally:
    """Collects the checks of an exercise's trees, one after the other.

    checks: those that held on all trees so far. failed: the simplest failed search.
    """

    def __init__(self, asked_checks: tuple[Check, ...]) -> None:
        self._asked_checks = asked_checks
        self.checks: Mapping[Check, bool] = ALL_RIGHT
        self.failed: Evidence | None = None
        self.count = 0
        self.printed = ""

    @property
    def is_open(self) -> bool:
        """Whether a check that is asked has held so far."""
        return any(self.checks[check] for check in self._asked_checks)

    def add(self, searched: Searched) -> None:
        """Count a search."""
        self.count += 1
        if len(self.printed) < MOST_PRINTED:
            self.printed += searched.printed

    def judge_difference(
        self,
        problem: Problem,
        expected: Observation,
        searched: Searched,
        search: Search,
    ) -> None:
        """Decide whether a search that differs from the textbook's fails.

        If it does, take away the checks that it fails, and keep the simplest evidence.
        """
        if self._is_shown_by_simpler(problem):
            self._take_failed_checks(problem, expected, searched)
            return
        evidence = _judge_alone_or_whole(
            problem, searched, search, expected, self._asked_checks
        )
        if not evidence.passed:
            self.checks = _both(self.checks, evidence.checks)
            self.failed = _simpler(evidence, self.failed)

    def _is_shown_by_simpler(self, problem: Problem) -> bool:
        """Return whether simpler evidence than a search of this problem is kept.

        The search can then change nothing but the checks.
        """
        if self.failed is None or problem.isolate is not None:
            return False
        return self.failed.simplicity() < simplicity(problem)

    def _take_failed_checks(
        self, problem: Problem, expected: Observation, searched: Searched
    ) -> None:
        """Take away the checks that do not hold for a search.

        That takes far less time than its evidence, and thousands may fail.
        """
        if self.checks["pruned"] or self.checks["order"]:
            checks = checks_in_any_form(problem, expected, searched)
        else:  # the value is right or wrong in every form
            checks = _checks_against(problem, expected, searched)
        self.checks = _both(self.checks, checks)


def _is_textbooks(searched: Searched, problem: Problem, expected: Observation) -> bool:
    """Return whether a search is the textbook's, which this problem takes for right.

    The textbook's own bound is wrong if the end of the window is due.
    """
    if searched.outcome != expected:
        return False
    value = expected.value
    return interfaces.load(problem.interface).accepts(problem, value, value)


def _one_by_one(
    search_each: Callable[[Sequence[Problem]], Sequence[Searched]],
) -> Search:
    def search(problem: Problem) -> Searched:
        return search_each([problem])[0]

    return search


def _cut_short(exercise: GeneratedExercise, tally: _Tally) -> NotRun | Failed:
    """Return the verdict if the program may not go on before all are searched."""
    if tally.failed is None:
        message = sentence("ended", "time used up", trees=tally.count)
        return NotRun(exercise, Failure("not run", message))
    cut_short = Failed(exercise, NOTHING_RIGHT, tally.count, tally.failed)
    return cut_short._replace(is_cut_short=True)


def _both(
    first: Mapping[Check, bool], second: Mapping[Check, bool]
) -> Mapping[Check, bool]:
    return {check: first[check] and second[check] for check in CHECKS}


def _simpler(evidence: Evidence, known: Evidence | None) -> Evidence:
    """Return the simpler evidence; the first if both are as simple."""
    if known is None:
        return evidence
    return min(evidence, known, key=Evidence.simplicity)


def with_simplest_tree(
    verdict: Failed, search: Search, going_on: Callable[[], bool]
) -> Failed:
    """Return a verdict with the simplest failing tree that a short trial finds.

    Other trees are tried only if the exercise is generated. The checks stay the same.
    """
    exercise = verdict.exercise
    # An exercise of every small tree keeps its simplest already.
    if not isinstance(exercise, GeneratedExercise):
        return verdict
    if not isinstance(exercise.generate, Generate):
        return verdict
    *_, is_far, _ = verdict.evidence.simplicity()
    size = len(verdict.evidence.problem.tree)
    is_plain = size <= LARGEST_GLANCED and not is_far
    if is_plain or not verdict.evidence.can_be_repeated or not going_on():
        return verdict
    from autograder.core.exercises.shrink import shrink  # only failures need it

    simplest = verdict.evidence

    def fails(problem: Problem) -> bool:
        """Return whether a smaller problem fails in the same way again, and keep it."""
        nonlocal simplest
        tried = _judge_alone_or_whole(
            problem, search(problem), search, None, exercise.asked_checks
        )
        if tried.passed or not tried.can_be_repeated:
            return False
        simplest = tried
        return True

    shrink(simplest.problem, exercise.generate, fails, going_on)
    return verdict._replace(evidence=simplest)


def same_looks(looks: Sequence[int], expected: Sequence[int]) -> int:
    """Return the length of the longest common prefix of two sequences of looks."""
    for index, (look, right) in enumerate(zip(looks, expected, strict=False)):
        if look != right:
            return index
    return min(len(looks), len(expected))


# --- One search ---


def checks_in_any_form(
    problem: Problem, textbook: Observation, searched: Searched
) -> Mapping[Check, bool]:
    """Return whether each check holds for a search, in whichever right form it is.

    textbook: the textbook's search of the problem.
    """
    expected = _right_search_like(searched, problem, textbook)
    return _checks_against(problem, expected, searched)


def _checks_against(
    problem: Problem, expected: Observation, searched: Searched
) -> Mapping[Check, bool]:
    """Return whether each check holds for a search, judged by this right search."""
    observation = searched.finished
    # An answer without a look at any leaf is a guess.
    if observation is None or (expected.looks and not observation.looks):
        return NOTHING_RIGHT
    interface = interfaces.load(problem.interface)
    pruned, order = interface.visits(expected, observation)
    if pruned and problem.isolate is not None:
        right_calls, calls = calls_to_compare(problem, expected, observation)
        pruned = _windows(right_calls) == _windows(calls)
    return {
        "value": interface.accepts(problem, expected.value, observation.value),
        "pruned": pruned,
        "order": order,
    }


def calls_to_compare(
    problem: Problem, expected: Observation, observation: Observation
) -> tuple[list[Call], list[Call]]:
    """Return a right search's calls of the other function, and the program's.

    The problem judges one function alone: the textbook answers the program's calls of
    the other. Each call counts once: the same question gets the same answer, and asking
    twice is free. A leaf that the program looks at itself needs no call.
    """
    calls = _calls_of_the_other(problem, observation)
    called = {call.node for call in calls}
    right_calls = [
        call
        for call in _calls_of_the_other(problem, expected)
        if call.node in called or not problem.tree.is_leaf(call.node)
    ]
    return right_calls, calls


def _calls_of_the_other(problem: Problem, observation: Observation) -> list[Call]:
    """Return the calls of the function that is not judged, each once."""
    others = (call for call in observation.calls if call.function != problem.isolate)
    return list(dict.fromkeys(others))


def _right_search_like(
    searched: Searched, problem: Problem, textbook: Observation
) -> Observation:
    """Return the right search that a program's search is to be judged by.

    It is that of another right form if the program has its visits, else the textbook's.
    """
    observation = searched.finished
    if observation is None:
        return textbook
    visits = interfaces.load(problem.interface).visits
    if visits(textbook, observation).order:
        return textbook
    from reference.forms import other_right_searches  # few right runs need it

    for right in other_right_searches(problem, calls=bool(textbook.calls)):
        if visits(right, observation).order:
            return right._replace(value=textbook.value)
    return textbook


def _windows(calls: Sequence[Call]) -> list[tuple[int, Value, Value]]:
    return [(call.node, call.alpha, call.beta) for call in calls]


def _judge_alone_or_whole(
    problem: Problem,
    searched: Searched,
    search: Search,
    textbook: Observation | None,
    asked_checks: tuple[Check, ...],
) -> Evidence:
    """Judge a search, of one function alone if the problem says so.

    The whole search is judged instead if the program does not show its functions apart.
    """
    observation = searched.finished
    if problem.isolate is None or observation is None:
        return evidence_of(problem, searched, textbook, asked_checks)
    whole = problem._replace(isolate=None)
    # Its functions do not call each other, so this was the whole search.
    if not observation.calls:
        return evidence_of(whole, searched, None, asked_checks)
    if not _asks_when_closed(problem, observation):
        return evidence_of(problem, searched, textbook, asked_checks)
    # It made the textbook's calls, and others with windows closed already: a program
    # that tests the window on entry does so. Only the whole search shows whether such
    # a call looks at anything.
    again = search(whole)
    answered = {call.node for call in observation.calls}
    looked_before = [
        node
        for node in observation.looks
        if problem.tree.is_leaf(node) or node not in answered
    ]
    outcome = again.outcome
    # An honest program looks there again.
    if not _is_subsequence(looked_before, outcome.looks):
        outcome = outcome._replace(looks=(*looked_before, *outcome.looks))
    printed = searched.printed + again.printed
    searched_whole = again._replace(outcome=outcome, printed=printed)
    return evidence_of(whole, searched_whole, None, asked_checks)


def _asks_when_closed(problem: Problem, observation: Observation) -> bool:
    """Return whether a program made the textbook's calls, and others with a closed
    window.
    """
    calls = observation.calls
    opened = [call for call in calls if not problem.is_closed(call.alpha, call.beta)]
    if len(opened) == len(calls):
        return False
    return _windows(opened) == _windows(observe(problem).calls)


def _is_subsequence(nodes: Sequence[int], looks: Sequence[int]) -> bool:
    """Return whether some looks, without repeats, pass by nodes in their order."""
    after = iter(dict.fromkeys(looks))
    return all(node in after for node in dict.fromkeys(nodes))


def evidence_of(
    problem: Problem,
    searched: Searched,
    textbook: Observation | None = None,
    asked_checks: tuple[Check, ...] = CHECKS,
) -> Evidence:
    """Return a search beside the right one that it is judged by, and its checks.

    textbook: the textbook's search of the problem, if it is known.
    """
    textbook = textbook or observe(problem)
    expected = _right_search_like(searched, problem, textbook)
    checks = _checks_against(problem, expected, searched)
    if not all(checks.values()):
        with_calls = observe(problem, calls=True)
        # If no form has the program's visits, none has them with calls.
        if expected is not textbook:
            with_calls = _right_search_like(searched, problem, with_calls)
        expected = with_calls
    return Evidence(problem, expected, searched, checks, asked_checks)
