"""Looks for plainer evidence of a failure: a smaller tree, and the values returned.

That changes no check, and costs no point.
"""

from collections.abc import Callable
from itertools import count

from autograder.core import limits
from autograder.core.exercises.model import Assignment
from autograder.core.judging.judge import Evidence, Failed, Verdict, with_simplest_tree
from autograder.core.sandbox.budget import Budget
from autograder.core.sandbox.outcome import Failure, Searched, broke_on_no_number
from autograder.core.sandbox.program import Sandbox
from reference import interfaces
from reference.problem import Observation, Problem


class PlainerEvidence:
    """Searches again with one program that failed, in a process of its own."""

    def __init__(
        self, assignment: Assignment, budget: Budget, sandbox: Sandbox
    ) -> None:
        """budget: the time for the searches. sandbox: the program's process."""
        self._assignment = assignment
        self._budget = budget
        self._sandbox = sandbox
        self._too_slow_to_note = False

    def of(self, verdict: Verdict) -> Verdict:
        """Return a verdict; if it failed, with the plainest evidence that is found."""
        if not isinstance(verdict, Failed):
            return verdict
        verdict = with_simplest_tree(verdict, self._sandbox.search, self._shrinking())
        evidence = verdict.evidence
        if self._budget.may_go_on():
            searched = self._with_what_was_returned(
                evidence, is_visible=verdict.exercise.is_visible
            )
            evidence = evidence._replace(searched=searched)
        return verdict._replace(evidence=evidence)

    def _shrinking(self) -> Callable[[], bool]:
        """Return a function that says whether to search one smaller tree more.

        It counts the searches: with a limit of time, a busy machine would find another
        tree.
        """
        searches = count(1)

        def may_go_on() -> bool:
            return next(searches) <= limits.MOST_SHRUNK and self._budget.may_go_on()

        return may_go_on

    def _with_what_was_returned(
        self, evidence: Evidence, *, is_visible: bool
    ) -> Searched:
        """Return a search with its calls and their results.

        They are of use if it broke on None, if only its value is wrong, and if a page
        plays it.
        """
        searched = evidence.searched
        # A search of a larger tree has too many calls to be played.
        is_small = 2 * len(evidence.problem.tree) <= limits.MOST_CALL_EVENTS
        if (is_visible and is_small) or self._tells_wrong_value(evidence):
            searched = self._with_calls(evidence)
        if isinstance(searched.outcome, Failure):
            return self._with_who_returned_it(evidence.problem, searched)
        return searched

    def _with_calls(self, evidence: Evidence) -> Searched:
        """Return a search with the calls that its process reports.

        Nothing is taken from a search that did something else the second time.
        """
        searched = evidence.searched
        if self._assignment.adapter is not None or not evidence.can_be_repeated:
            return searched
        again = self._sandbox.search(evidence.problem, "ends")
        if _without_calls(again.outcome) != _without_calls(searched.outcome):
            return searched
        is_told = self._can_tell_values(evidence) and evidence.value_is_wrong
        returned = again.returned if is_told else ()
        is_played = len(again.events) <= limits.MOST_CALL_EVENTS
        events = again.events if is_played else ()
        return searched._replace(returned=returned, events=events)

    def _with_who_returned_it(self, problem: Problem, searched: Searched) -> Searched:
        """Return a search whose message names the call that returned no number.

        Another search finds it. The first stays as it is if the second ends otherwise.
        """
        outcome = searched.outcome
        if not isinstance(outcome, Failure):
            return searched
        if self._too_slow_to_note or not broke_on_no_number(outcome):
            return searched
        ends = self._sandbox.ends
        broken = self._sandbox.search(problem, "none").outcome
        # It is slower than a search that counts.
        self._too_slow_to_note = self._sandbox.ends > ends
        if not isinstance(broken, Failure):
            return searched
        if not broken.message.startswith(outcome.message):
            return searched
        return searched._replace(outcome=outcome._replace(message=broken.message))

    def _tells_wrong_value(self, evidence: Evidence) -> bool:
        """Return whether the value alone is wrong, and its calls can be looked at."""
        is_alone = evidence.checks["order"] and evidence.value_is_wrong
        return is_alone and self._can_tell_values(evidence)

    def _can_tell_values(self, evidence: Evidence) -> bool:
        """Return whether the calls of a search are calls of its functions."""
        interface = interfaces.load(evidence.problem.interface)
        is_noted = not set(interface.functions).isdisjoint(interface.windowed)
        calls_itself = is_noted or not interface.windowed
        is_whole = evidence.problem.isolate is None
        return self._assignment.adapter is None and calls_itself and is_whole


def _without_calls(outcome: Observation | Failure) -> Observation | Failure:
    """Return the outcome of a search, without the claims of its process alone."""
    if isinstance(outcome, Failure):
        return outcome._replace(calls=(), details="")
    return outcome._replace(calls=())
