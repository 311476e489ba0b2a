"""The time that a part of a run may use, and how many processes it may have end."""

import time
from collections.abc import Callable, Mapping
from math import inf

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
        self._processor_end = inf
        """The processor time at which its programs are ended."""
        self._own_seconds = 0.0
        """The grader's processor time in this part, up to the last pause."""
        self._goes_on_since = time.process_time() if since else None
        """The grader's processor time when this part went on; None in a pause."""

    def go_on(self) -> None:
        """Let its time run."""
        self._deadline = time.monotonic() + self._left
        self._goes_on_since = time.process_time()

    def pause(self) -> None:
        """End its programs, and keep the rest of its time."""
        self.end_programs()
        self._left = max(0.0, self._deadline - time.monotonic())
        self._own_seconds = self._own()
        self._goes_on_since = None

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
        sandbox.processor_left = self.processor_left
        self._sandboxes.append(sandbox)
        return sandbox

    @property
    def ends(self) -> int:
        """The number of processes that had to be ended, or ended by themselves."""
        return sum(sandbox.ends for sandbox in self._sandboxes)

    @property
    def by_machine(self) -> bool:
        """Whether the machine may be at fault if a program was ended."""
        return any(sandbox.by_machine for sandbox in self._sandboxes)

    def limit_processor(self, seconds: float) -> None:
        """Let this part use so many seconds of processor time from now on, at most.

        That of its programs counts, and the grader's own. A limit that was set before
        stays if it is nearer.
        """
        self._processor_end = min(self._processor_end, self._used() + seconds)

    def processor_left(self) -> float:
        """Return the processor time that it may still use."""
        if self._processor_end == inf:
            return inf
        return max(0.0, self._processor_end - self._used())

    def _used(self) -> float:
        of_programs = sum(sandbox.processor_seconds() for sandbox in self._sandboxes)
        return of_programs + self._own()

    def _own(self) -> float:
        """Return the processor time that the grader itself used in this part."""
        if self._goes_on_since is None:
            return self._own_seconds
        return self._own_seconds + time.process_time() - self._goes_on_since

    @property
    def is_spent(self) -> bool:
        """Whether all the processor time is used that it may use."""
        return self.processor_left() == 0

    def may_go_on(self) -> bool:
        """Return whether there is time, and not too many processes were ended."""
        is_late = time.monotonic() >= self._deadline
        return self.ends < MOST_ENDS and not is_late and not self.is_spent
