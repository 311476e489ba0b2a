"""What a part of a run may use, so that no point depends on how long it takes to explain what went wrong."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from types import MappingProxyType

from autograder.exercises import Limits
from autograder.limits import MOST_ENDS
from autograder.sandbox import Sandbox

StartSandbox = Callable[[float, "Limits | None", Mapping[str, bytes]], Sandbox]
"""Starts a process of the program: with a deadline, perhaps other limits than the set's, and files written anew."""


class Budget:
    """What a part of a run, judging or explaining, may use: time, and a count of ended processes of its own."""

    def __init__(self, seconds: float, start_sandbox: StartSandbox, since: float | None = None) -> None:
        """Describe it; its time runs from `since`, or from when it goes on."""
        self._start_sandbox = start_sandbox
        self._left = seconds
        self._deadline = 0.0 if since is None else since + seconds
        self._sandboxes: list[Sandbox] = []

    def go_on(self) -> None:
        """Lets its time run."""
        self._deadline = time.monotonic() + self._left

    def postpone(self, seconds: float) -> None:
        """Lets its time run so much longer, for the programs that run already too."""
        self._deadline += seconds
        for sandbox in self._sandboxes:
            sandbox.postpone(seconds)

    def give(self, seconds: float) -> float:
        """Gives so much of its time away while it pauses, or what it has; returns how much that is."""
        given = min(seconds, self._left)
        self._left -= given
        return given

    def pause(self) -> None:
        """Ends its programs, and keeps what is left of its time."""
        self.end_programs()
        self._left = max(0.0, self._deadline - time.monotonic())

    def end_programs(self) -> None:
        """Ends every process that counts for this part."""
        for sandbox in self._sandboxes:
            sandbox.close()

    def sandbox(self, limits: Limits | None = None, rewritten: Mapping[str, bytes] = MappingProxyType({})) -> Sandbox:
        """The program in a process that counts for this part, and ends by the time that the part must.

        limits: others than the set's. rewritten: files that stand in the place of the submission's own.
        """
        self._sandboxes.append(self._start_sandbox(self._deadline, limits, rewritten))
        return self._sandboxes[-1]

    @property
    def ends(self) -> int:
        """How many processes had to be ended, or ended by themselves."""
        return sum(sandbox.ends for sandbox in self._sandboxes)

    def may_go_on(self) -> bool:
        """Whether there is time, and not too many processes were ended."""
        return self.ends < MOST_ENDS and time.monotonic() < self._deadline
