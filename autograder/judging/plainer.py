"""Look for plainer evidence of what failed: a smaller tree, and what was returned.

That changes no check, and costs no point.
"""

import time
from collections.abc import Callable
from itertools import count

from autograder import limits
from autograder.exercises.model import Assignment
from autograder.judging.judge import Evidence, Failed, Verdict, with_simplest_tree
from autograder.sandbox.budget import Budget
from autograder.sandbox.outcome import Failure, Searched, broke_on_none
from autograder.sandbox.program import Sandbox
from reference import interfaces
from reference.problem import Observation


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
            found = self._with_what_was_returned(evidence)
            evidence = evidence._replace(found=found)
        return verdict._replace(evidence=evidence)

    def _shrinking(self) -> Callable[[], bool]:
        """Return what says before each search for a smaller tree whether to go on.

        It counts the searches. Time alone would tell a busy machine another tree.
        """
        until = time.monotonic() + limits.SHRINKING_SECONDS
        searches = count(1)

        def may_go_on() -> bool:
            may_search = next(searches) <= limits.MOST_SHRUNK
            return may_search and time.monotonic() < until and self._budget.may_go_on()

        return may_go_on

    def _with_what_was_returned(self, evidence: Evidence) -> Searched:
        """Return a search after a look at what was returned to it.

        That is of use where it broke on None, or came to a wrong value alone.
        """
        outcome = evidence.found.outcome
        if isinstance(outcome, Failure):
            return self._with_who_returned_none(evidence, outcome)
        if not self._tells_wrong_value(evidence):
            return evidence.found
        again = self._sandbox.search(evidence.problem, "ends")
        repeated = again.outcome
        if not isinstance(repeated, Observation):
            return evidence.found
        if repeated._replace(calls=()) != outcome._replace(calls=()):
            return evidence.found
        return evidence.found._replace(returned=again.returned)

    def _with_who_returned_none(self, evidence: Evidence, outcome: Failure) -> Searched:
        if self._too_slow_to_note or not broke_on_none(outcome):
            return evidence.found
        ends = self._sandbox.ends
        broken = self._sandbox.search(evidence.problem, "none").outcome
        # It is slower than a search that counts.
        self._too_slow_to_note = self._sandbox.ends > ends
        if not isinstance(broken, Failure):
            return evidence.found
        if not broken.words.startswith(outcome.words):
            return evidence.found
        return evidence.found._replace(outcome=outcome._replace(words=broken.words))

    def _tells_wrong_value(self, evidence: Evidence) -> bool:
        """Return whether the value alone is wrong, and its calls can be looked at."""
        interface = interfaces.load(evidence.problem.interface)
        is_noted = not set(interface.functions).isdisjoint(interface.windowed)
        calls_itself = is_noted or not interface.windowed
        can_be_told = self._assignment.adapter is None and calls_itself
        if not can_be_told or evidence.problem.isolate is not None:
            return False
        return evidence.checks["order"] and not evidence.checks["value"]
