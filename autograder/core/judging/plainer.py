"""Look for plainer evidence of what failed: a smaller tree, and what was returned.

That changes no check, and costs no point.
"""

from collections.abc import Callable
from itertools import count

from autograder.core import limits
from autograder.core.exercises.model import Assignment
from autograder.core.judging.judge import Evidence, Failed, Verdict, with_simplest_tree
from autograder.core.sandbox.budget import Budget
from autograder.core.sandbox.outcome import Failure, Searched, broke_on_none
from autograder.core.sandbox.program import Sandbox
from reference import interfaces
from reference.problem import Observation, Problem


class PlainerEvidence:
    """Searches again with one program that failed, in a process of its own."""

    def __init__(
        self, assignment: Assignment, budget: Budget, sandbox: Sandbox
    ) -> None:
        """budget: what the searches may use. sandbox: the program's process."""
        self._assignment = assignment
        self._budget = budget
        self._sandbox = sandbox
        self._too_slow_to_note = False

    def of(self, verdict: Verdict) -> Verdict:
        """Return a verdict, a failed one with the plainest evidence that is found."""
        if not isinstance(verdict, Failed):
            return verdict
        verdict = with_simplest_tree(verdict, self._sandbox.search, self._shrinking())
        evidence = verdict.evidence
        if self._budget.may_go_on():
            found = self._with_what_was_returned(
                evidence, is_visible=verdict.exercise.is_visible
            )
            evidence = evidence._replace(found=found)
        return verdict._replace(evidence=evidence)

    def _shrinking(self) -> Callable[[], bool]:
        """Return what says before each search for a smaller tree whether to go on.

        It counts the searches: a limit of time would tell a busy machine another tree.
        """
        searches = count(1)

        def may_go_on() -> bool:
            return next(searches) <= limits.MOST_SHRUNK and self._budget.may_go_on()

        return may_go_on

    def _with_what_was_returned(
        self, evidence: Evidence, *, is_visible: bool
    ) -> Searched:
        """Return a search after a look at its calls and at what they returned.

        That is of use where it broke on None, where it came to a wrong value alone, and
        where a page plays it.
        """
        found = evidence.found
        # A search of a larger tree has too many calls to be played.
        is_small = 2 * len(evidence.problem.tree) <= limits.MOST_CALL_EVENTS
        if (is_visible and is_small) or self._tells_wrong_value(evidence):
            found = self._with_calls(evidence)
        if isinstance(found.outcome, Failure):
            return self._with_who_returned_none(evidence.problem, found)
        return found

    def _with_calls(self, evidence: Evidence) -> Searched:
        """Return a search with what its process told of its calls.

        Nothing is taken from a search that did something else the second time.
        """
        found = evidence.found
        if self._assignment.adapter is not None or not evidence.can_be_repeated:
            return found
        again = self._sandbox.search(evidence.problem, "ends")
        if _without_calls(again.outcome) != _without_calls(found.outcome):
            return found
        returned = again.returned if self._tells_wrong_value(evidence) else ()
        is_played = len(again.events) <= limits.MOST_CALL_EVENTS
        events = again.events if is_played else ()
        return found._replace(returned=returned, events=events)

    def _with_who_returned_none(self, problem: Problem, found: Searched) -> Searched:
        outcome = found.outcome
        if not isinstance(outcome, Failure):
            return found
        if self._too_slow_to_note or not broke_on_none(outcome):
            return found
        ends = self._sandbox.ends
        broken = self._sandbox.search(problem, "none").outcome
        # It is slower than a search that counts.
        self._too_slow_to_note = self._sandbox.ends > ends
        if not isinstance(broken, Failure):
            return found
        if not broken.words.startswith(outcome.words):
            return found
        return found._replace(outcome=outcome._replace(words=broken.words))

    def _tells_wrong_value(self, evidence: Evidence) -> bool:
        """Return whether the value alone is wrong, and its calls can be looked at."""
        interface = interfaces.load(evidence.problem.interface)
        is_noted = not set(interface.functions).isdisjoint(interface.windowed)
        calls_itself = is_noted or not interface.windowed
        can_be_told = self._assignment.adapter is None and calls_itself
        if not can_be_told or evidence.problem.isolate is not None:
            return False
        return evidence.checks["order"] and not evidence.checks["value"]


def _without_calls(outcome: Observation | Failure) -> Observation | Failure:
    """Return how a search ended, without what its process alone told of it."""
    if isinstance(outcome, Failure):
        return outcome._replace(calls=(), details="")
    return outcome._replace(calls=())
