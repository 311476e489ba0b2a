"""What a student, or a group, handed in, what came of it, and what lateness costs, as plain records."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

from autograder.exercises import Late


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


class Class(NamedTuple):
    """All that was handed in, in the order of the names, and what in the folder is not understood, with reasons."""

    hand_ins: list[HandIn]
    not_understood: list[tuple[str, str]]


@dataclass(frozen=True)
class Outcome:
    """What results.json says of one submission.

    exercises: the points of each, by id, and what it is worth. seconds: how long grading took.
    misconceptions: ids, each with the number of exercises that it explains. places: FILE:LINE, best first.
    source: the lines around the first of these. note: why not all was judged, in short. students: their names.
    """

    score: float
    exercises: Mapping[str, tuple[float, float]]
    misconceptions: Mapping[str, int] = field(default_factory=dict)
    places: tuple[str, ...] = ()
    seconds: float = 0.0
    note: str = ""
    source: str = ""
    students: tuple[str, ...] = ()

    @property
    def maximum(self) -> float:
        """What could be earned."""
        return sum(worth for _, worth in self.exercises.values())


@dataclass(frozen=True)
class Record:
    """A student, what he or she handed in, and what came of it.

    hand_in: None where nothing was handed in. outcome: None where there are no results; the note says why.
    late_days: None where it is not known. final: the score after the penalty for that.
    """

    student: Student
    hand_in: HandIn | None
    outcome: Outcome | None
    late_days: int | None = None
    final: float | None = None
    note: str = ""


def outcome_of(data: Mapping[str, Any]) -> Outcome:
    """What results say. Raises LookupError, TypeError or ValueError where they are not those of a class."""
    found = [(test, test["extra_data"]) for test in data["tests"]]
    places = [f"{place['file']}:{place['line']}" for _, extra in found for place in extra.get("places", ())]
    about = data["extra_data"].get("class", {})
    return Outcome(
        float(data["score"]),
        {extra["exercise"]: (float(test["score"]), float(test["max_score"])) for test, extra in found},
        Counter(name for _, extra in found for name in extra["misconceptions"]),
        tuple(dict.fromkeys(places)),
        float(data["extra_data"].get("seconds", 0.0)),
        str(about.get("note", "")),
        str(about.get("source", "")),
        tuple(str(student["name"]) for student in about.get("students", ()) if student["name"]),
    )


def days_late(rule: Late | None, hand_in: HandIn, due: datetime | None) -> int | None:
    """The days begun after the due date: one where the platform only says late; None where nothing is known."""
    if hand_in.at is None or due is None:
        return 1 if hand_in.late else None
    grace = timedelta(hours=rule.grace_hours if rule else 0)
    return 0 if hand_in.at - due <= grace else ceil((hand_in.at - due) / timedelta(days=1))


def after_penalty(score: float, rule: Late | None, days: int | None) -> float:
    """What is left of a score."""
    if rule is None or not days:
        return score
    return round(score * (1 - min(rule.at_most, rule.per_day * days)), 4)
