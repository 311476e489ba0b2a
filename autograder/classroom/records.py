"""Records of a class: students, submissions, their outcomes and the rows of the table; and the penalty for lateness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple

from autograder.exercises.model import Late


@dataclass(frozen=True)
class Student:
    """A student, as far as an export or a roster knows one. number: the university's, or the platform's own."""

    name: str
    email: str = ""
    number: str = ""


@dataclass(frozen=True)
class HandIn:
    """One submission of a class.

    name: unique in the class; the results are NAME.json. students: several if it is a group's. path: the file or folder
    to grade. file: its name in what the instructor downloaded. at: when it was handed in, None if not known. late: the
    platform calls it late. notes: what whoever reads its row must know.
    """

    name: str
    students: tuple[Student, ...]
    path: Path
    file: str
    at: datetime | None = None
    late: bool = False
    notes: tuple[str, ...] = ()


class Class(NamedTuple):
    """The submissions, sorted by name, and the names of entries that are none, with the reasons."""

    hand_ins: list[HandIn]
    not_understood: list[tuple[str, str]]


@dataclass(frozen=True)
class Outcome:
    """What results.json says of one submission.

    exercises: the points and the maximum of each, by id. misconceptions: the number of exercises that each explains, by
    id. places: FILE:LINE, best first. seconds: how long grading took. note: why not all was judged, in short. source:
    the lines around the first place. students: their names.
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
        """The points that can be earned."""
        return sum(worth for _, worth in self.exercises.values())


@dataclass(frozen=True)
class Record:
    """A row of the class: a student with the submission and its outcome.

    hand_in: None if nothing was handed in. outcome: None if there are no results; the note says why. late_days: None if
    not known. final: the score after the penalty for lateness.
    """

    student: Student
    hand_in: HandIn | None
    outcome: Outcome | None
    late_days: int | None = None
    final: float | None = None
    note: str = ""


def outcome_of(data: Mapping[str, Any]) -> Outcome:
    """Reads results.json's data. Raises LookupError, TypeError or ValueError if they are not those of a class."""
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
    """The days begun after the due date; one if the platform only calls it late; None if nothing is known."""
    if hand_in.at is None or due is None:
        return 1 if hand_in.late else None
    grace = timedelta(hours=rule.grace_hours if rule else 0)
    return 0 if hand_in.at - due <= grace else ceil((hand_in.at - due) / timedelta(days=1))


def after_penalty(score: float, rule: Late | None, days: int | None) -> float:
    """The score after the penalty for lateness."""
    if rule is None or not days:
        return score
    return round(score * (1 - min(rule.at_most, rule.per_day * days)), 4)
