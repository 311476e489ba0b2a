"""The calls of a student's functions in one search, as they begin and end."""

from __future__ import annotations

import math

from autograder.sandbox.outcome import Returned
from reference.problem import Call


class Calls:
    """What the student's process says of its calls. begun: in the order of beginning. ended: in that of ending."""

    def __init__(self) -> None:
        """No call has begun."""
        self.begun: list[Call] = []
        self.ended: list[Returned] = []
        self._open: list[tuple[Call, list[tuple[int, float | None]]]] = []

    def begin(self, call: Call) -> None:
        """Notes a call as it begins."""
        self.begun.append(call)
        self._open.append((call, []))

    def end(self, value: float) -> bool:
        """Notes what the innermost call returned, nan for no number. Whether there is such a call."""
        if not self._open:
            return False
        call, below = self._open.pop()
        number = None if math.isnan(value) else value
        self.ended.append(Returned(call.function, call.node, call.alpha, call.beta, number, tuple(below)))
        if self._open:
            self._open[-1][1].append((call.node, number))
        return True
