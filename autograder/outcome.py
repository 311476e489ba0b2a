"""How a step in the student's process ended: with what it observed, or with a failure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from reference.problem import Observation

Cause = Literal[
    "missing file",
    "missing function",
    "raised",
    "not a value",
    "too slow",
    "processor time",
    "too many looks",
    "died",
    "forged",
    "not run",
]


@dataclass(frozen=True)
class Failure:
    """A step of the student's program that came to no answer.

    words: what happened and what to do next, for the student. details: their own traceback, or nothing.
    looks: the nodes looked at before it ended.
    """

    cause: Cause
    words: str
    details: str = ""
    looks: tuple[int, ...] = ()


def broke_on_none(failure: Failure) -> bool:
    """Whether a step broke where None stood in the place of something else."""
    return failure.cause == "raised" and failure.words.startswith("TypeError") and "NoneType" in failure.words


@dataclass(frozen=True)
class Searched:
    """What came of one search, and what the student's code printed meanwhile."""

    outcome: Observation | Failure
    printed: str = ""
