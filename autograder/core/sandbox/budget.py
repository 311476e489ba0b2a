"""The time that a part of a run may use, and how many processes it may have end."""

import time
from collections.abc import Callable, Mapping

from autograder.core.exercises.model import Limits
from autograder.core.limits import MOST_ENDS
from autograder.core.sandbox.program import Sandbox

StartSandbox = Callable[[float, "Limits | None", Mapping[str, bytes]], Sandbox]
"""Starts a process of the program. It gets a deadline, perhaps other limits than the
set's, and files written anew."""


class Budget:
    """The time and the ended processes of a part of a run: judging, or explaining."""

    def __init__(
        self, seconds: float, start_sandbox: StartSandbox, since: float = 0.0
    ) -> None:
        """Describe it; its time runs from `since`, or from when it goes on."""
        self._start_sandbox = start_sandbox
        self._left = seconds
        self._deadline = since + seconds
        self._sandboxes: list[Sandbox] = []

    def go_on(self) -> None:
        """Let its time run."""
        self._deadline = time.monotonic() + self._left

    def pause(self) -> None:
        """End its programs, and keep the rest of its time."""
        self.end_programs()
        self._left = max(0.0, self._deadline - time.monotonic())

    def end_programs(self) -> None:
        """End every process that counts for this part."""
        for sandbox in self._sandboxes:
            sandbox.close()

    def sandbox(
        self, limits: Limits | None = None, rewritten: Mapping[str, bytes] = {}
    ) -> Sandbox:
        """Return a new process of the program, which counts for this part.

        limits: others than the set's. rewritten: files with new text.
        """
        sandbox = self._start_sandbox(self._deadline, limits, rewritten)
        self._sandboxes.append(sandbox)
        return sandbox

    @property
    def ends(self) -> int:
        """The number of processes that had to be ended, or ended by themselves."""
        return sum(sandbox.ends for sandbox in self._sandboxes)

    def may_go_on(self) -> bool:
        """Return whether there is time, and not too many processes were ended."""
        return self.ends < MOST_ENDS and time.monotonic() < self._deadline
