"""What a part of a run may use: time, and a count of processes that had to be ended."""

import time
from collections.abc import Callable, Mapping

from autograder.exercises.model import Limits
from autograder.limits import MOST_ENDS
from autograder.sandbox.program import Sandbox

StartSandbox = Callable[[float, "Limits | None", Mapping[str, bytes]], Sandbox]
"""Starts a process of the program: with a deadline, perhaps other limits than the set's, and files written anew."""


class Budget:
    """What a part of a run, judging or explaining, may use: time, and a count of ended processes of its own."""

    def __init__(
        self, seconds: float, start_sandbox: StartSandbox, since: float = 0.0
    ) -> None:
        """Describe it; its time runs from `since`, or from when it goes on."""
        self._start_sandbox = start_sandbox
        self._left = seconds
        self._deadline = since + seconds
        self._sandboxes: list[Sandbox] = []

    def go_on(self) -> None:
        """Lets its time run."""
        self._deadline = time.monotonic() + self._left

    def pause(self) -> None:
        """Ends its programs, and keeps what is left of its time."""
        self.end_programs()
        self._left = max(0.0, self._deadline - time.monotonic())

    def end_programs(self) -> None:
        """Ends every process that counts for this part."""
        for sandbox in self._sandboxes:
            sandbox.close()

    def sandbox(
        self, limits: Limits | None = None, rewritten: Mapping[str, bytes] = {}
    ) -> Sandbox:
        """A process of the program that counts for this part. limits: others than the set's. rewritten: new files."""
        self._sandboxes.append(self._start_sandbox(self._deadline, limits, rewritten))
        return self._sandboxes[-1]

    @property
    def ends(self) -> int:
        """How many processes had to be ended, or ended by themselves."""
        return sum(sandbox.ends for sandbox in self._sandboxes)

    def may_go_on(self) -> bool:
        """Whether there is time, and not too many processes were ended."""
        return self.ends < MOST_ENDS and time.monotonic() < self._deadline
