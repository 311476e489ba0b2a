"""How a step in the student's process ended: with what it came to, or with a failure."""

from __future__ import annotations

from collections.abc import Mapping
from math import nan
from typing import Literal, NamedTuple

from reference.game import Value
from reference.problem import Call, Observation

Cause = Literal[
    "missing file",
    "missing function",
    "raised",
    "not a value",
    "not a window",
    "too slow",
    "processor time",
    "too many looks",
    "died",
    "forged",
    "not run",
    "not an answer",
    "adapter",
]


class Failure(NamedTuple):
    """A step of the student's program that came to no answer.

    words: what happened and what to do next, for the student. details: their own traceback, or nothing.
    looks: the nodes looked at before it ended. calls: those that were noted or answered.
    """

    cause: Cause
    words: str
    details: str = ""
    looks: tuple[int, ...] = ()
    calls: tuple[Call, ...] = ()


def broke_on_none(failure: Failure) -> bool:
    """Whether a step broke where None stood in the place of something else."""
    return failure.cause == "raised" and failure.words.startswith("TypeError") and "NoneType" in failure.words


class Loaded(NamedTuple):
    """A file that was imported. lacking: the functions that it does not define, each with what to say of it."""

    lacking: Mapping[str, str]


class Load(NamedTuple):
    """What came of importing the student's file, and what it printed meanwhile."""

    outcome: Loaded | Failure
    printed: str = ""


class Returned(NamedTuple):
    """A call of one of the student's functions, and what it returned; None where that was no number.

    below: the nodes of the calls that it made itself, each with what came back. All of it is the word of the student's
    process: good for a sentence, never for a grade.
    """

    function: str
    node: int
    alpha: Value
    beta: Value
    value: Value | None
    below: tuple[tuple[int, Value | None], ...]


class Searched(NamedTuple):
    """What came of one search, and what the student's code printed meanwhile.

    returned: the calls of the student's functions in the order in which they ended, where these were asked for.
    """

    outcome: Observation | Failure
    printed: str = ""
    returned: tuple[Returned, ...] = ()

    @property
    def finished(self) -> Observation | None:
        """What a search did that ended by returning; None where it did not.

        For what is no value at all, such as None, stands nan, which agrees with no answer.
        """
        if isinstance(self.outcome, Observation):
            return self.outcome
        return Observation(nan, self.outcome.looks, self.outcome.calls) if self.outcome.cause == "not a value" else None
