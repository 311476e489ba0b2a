"""Has a process of the program search for repairs, while others explain it."""

from collections.abc import Mapping, Sequence
from math import ceil

from autograder.core.exercises.model import Assignment
from autograder.core.judging.judge import Failed, Verdict
from autograder.core.limits import GUARD_OF_WORK
from autograder.core.sandbox.budget import Budget
from autograder.core.sandbox.program import Sandbox
from autograder.core.text import source_lines
from autograder.explain.findings import ClaimedRepair, rewritten
from autograder.explain.proof import read_repairs
from autograder.explain.repair.messages import read_claims
from autograder.explain.trials import modules, trials, wide_trials, windowed_trials

OF_WHAT_IS_LEFT = 0.5
"""The share of the time for explaining that the search for a repair may take.

The rest is for proving the repairs.
"""
MARGIN = 20
"""The seconds to wait for a search for a repair, for each second whose work it may do.

Beside other work on the same processors it takes so much longer, and finds the same.
"""


class RepairSearch:
    """A search for repairs of one program, in a process of its own."""

    def __init__(
        self, assignment: Assignment, sources: Mapping[str, bytes], budget: Budget
    ) -> None:
        """Start its process. sources: the program's files."""
        self._sources = sources
        self._seconds = assignment.limits.explain_seconds
        self._processor = budget.processor_left() * OF_WHAT_IS_LEFT
        given = assignment.limits
        self._sandbox: Sandbox = budget.sandbox(
            given._replace(
                seconds=given.seconds + MARGIN * self._seconds,
                cpu_seconds=given.cpu_seconds + ceil(GUARD_OF_WORK * self._seconds),
            )
        )

    def start(self, verdicts: Sequence[Verdict]) -> None:
        """Begin to search for edits that make the exercises of all verdicts right."""
        failed = [
            verdict.evidence.problem
            for verdict in verdicts
            if isinstance(verdict, Failed)
        ]
        exercises = [verdict.exercise for verdict in verdicts]
        self._sandbox.start_engine(
            {
                "do": "repair",
                "sources": modules(self._sources),
                "trials": list(trials(exercises, failed)),
                "wide": list(wide_trials(exercises)),
                "windowed": list(windowed_trials(exercises)),
                "seconds": self._seconds,
                "processor": self._processor,
            }
        )

    def repairs(self) -> list[ClaimedRepair]:
        """Return the repairs that the process claims.

        A process that runs nothing of the program writes them.
        """
        claims = read_claims(self._sandbox.engine_answer())
        if not claims.edits:
            return []
        self._sandbox.start_engine(
            {
                "do": "rewrite",
                "sources": modules(self._sources),
                "windows": [tuple(window) for window in claims.windows],
                "numbers": [tuple(numbers) for numbers in claims.numbers],
                "claims": [tuple(claim) for claim in claims.edits],
            }
        )
        lines = {file: source_lines(data) for file, data in self._sources.items()}
        return read_repairs(self._sandbox.engine_answer(), lines)


def changed_program(
    repair: ClaimedRepair, sources: Mapping[str, bytes], budget: Budget
) -> Sandbox:
    """Start the program with a repair made.

    No points depend on it, so it is told the values of the trees.
    """
    program = budget.sandbox(rewritten=rewritten(repair, sources))
    program.tells_values = True
    return program
