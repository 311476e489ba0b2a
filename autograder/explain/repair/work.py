"""Counts how much a search for a repair has done, alike on each machine.

The unit is a step of a program: a call of one of its functions, or a turn of a loop.
All else costs as much as it takes in comparison with a step, measured over many
programs. A search may do so much work instead of taking so many seconds, so a slow
machine finds the same repairs.
"""

import time
from math import inf

from autograder.core.limits import GUARD_OF_WORK, TICK_SECONDS, WORK_A_SECOND

A_RUN = 16
"""The cost of starting a program and reading its answer, without its steps."""
A_LOOK = 4
"""The cost of each leaf that a program looks at."""
AN_IMPORT = 40
"""The cost of importing a program, without its steps."""
A_CALL = 2
"""The cost of a call by code at import, as a decorator of Python's."""
AN_ADAPTER = 80
"""The cost of beginning a course's adapter anew."""
A_COMPILATION = 100
"""The cost of compiling a statement, beside 1 for each node of its syntax tree."""


class Work:
    """The work done so far, and the processor time at which to stop at the latest."""

    def __init__(self) -> None:
        """Begin with none done, and no guard."""
        self.done = 0
        self._guard = inf

    def begin(self, seconds: float, processor: float = inf) -> None:
        """Set the guard for work that may take so many seconds on an ordinary machine.

        processor: the processor time that it may take at most.
        It ends a search in a program whose steps take far longer than others' do, and
        never changes the order of candidates.
        """
        most = min(GUARD_OF_WORK * seconds, processor)
        self._guard = time.process_time() + most

    def may_reach(self, most: float) -> bool:
        """Return whether no more than `most` is done, and the guard lets it go on."""
        is_within = self.done <= most
        return is_within and time.process_time() <= self._guard

    def count_compilation(self, nodes: int) -> None:
        """Count the compilation of a statement of so many nodes."""
        self.done += A_COMPILATION + nodes

    def count_import(self, *, with_adapter: bool) -> None:
        """Count an import, without the steps that the program takes in it."""
        self.done += AN_IMPORT
        if with_adapter:
            self.done += AN_ADAPTER

    def count_calls(self, calls: int) -> None:
        """Count calls that are no steps of the program, as those of a decorator."""
        self.done += A_CALL * calls

    def count_run(self, steps: int) -> None:
        """Count a run, without the leaves that it looks at."""
        self.done += A_RUN + steps

    def count_cut(self, ticks: int) -> None:
        """Count what a run took that the clock cut after so many ticks."""
        self.done += round(of_seconds(ticks * TICK_SECONDS))

    def count_looks(self, leaves: int) -> None:
        """Count the leaves that a run looked at."""
        self.done += A_LOOK * leaves


def of_seconds(seconds: float) -> float:
    """Return the work that so many seconds buy on an ordinary machine."""
    return seconds * WORK_A_SECOND
