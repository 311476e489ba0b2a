"""What a student, or a group, handed in, and whose it is, as plain records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from autograder.text import Complaint


@dataclass(frozen=True)
class Student:
    """A student, as far as an export or a roster says who it is. number: what the university or the platform has."""

    name: str
    email: str = ""
    number: str = ""


@dataclass(frozen=True)
class HandIn:
    """One submission of a class.

    name: of its results, NAME.json; no two of a class have the same. students: more than one where a group hands in.
    path: the file or folder to grade. file: where it was found, as the instructor knows it.
    at: when it was handed in, where that is known. late: whether the platform says that it is late.
    """

    name: str
    students: tuple[Student, ...]
    path: Path
    file: str
    at: datetime | None = None
    late: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Class:
    """All that was handed in, in the order of the names, and what in the folder is not understood, with reasons."""

    hand_ins: Sequence[HandIn]
    not_understood: Sequence[tuple[str, str]] = field(default=())


class InvalidClass(Complaint):
    """Raised where a class cannot be read at all. Its text says what is wrong, where, and what to do."""
