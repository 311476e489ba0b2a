"""What a student, or a group, handed in, what came of it, and what lateness costs, as plain records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import ceil
from pathlib import Path
from typing import Any

from autograder.exercises import Late

DAY = timedelta(days=1)
NOT_SAID = "late by the platform's word, which does not say by how much: counted as one day"


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
    exercises: dict[str, tuple[float, float]] = {}
    misconceptions: dict[str, int] = {}
    places: list[str] = []
    for test in data["tests"]:
        extra = test["extra_data"]
        exercises[extra["exercise"]] = float(test["score"]), float(test["max_score"])
        for name in extra["misconceptions"]:
            misconceptions[name] = misconceptions.get(name, 0) + 1
        places += [f"{place['file']}:{place['line']}" for place in extra.get("places", ())]
    about = data["extra_data"].get("class", {})
    seconds = data["extra_data"].get("seconds", 0.0)
    return Outcome(
        float(data["score"]),
        exercises,
        misconceptions,
        tuple(dict.fromkeys(places)),
        float(seconds),
        str(about.get("note", "")),
        str(about.get("source", "")),
        tuple(str(student["name"]) for student in about.get("students", ()) if student["name"]),
    )


@dataclass(frozen=True)
class Lateness:
    """How late a submission is. days: those begun after the due date; None where that is not known."""

    days: int | None
    note: str = ""


def lateness(rule: Late | None, at: datetime | None, due: datetime | None, *, marked: bool) -> Lateness:
    """How late a submission is.

    rule: the assignment's. at: when it was handed in. due: when it had to be. marked: the platform calls it late.
    """
    if at is not None and due is not None:
        grace = timedelta(hours=rule.grace_hours if rule else 0)
        return Lateness(0 if at - due <= grace else ceil((at - due) / DAY))
    if marked:
        return Lateness(1, NOT_SAID)
    return Lateness(None)


def after_penalty(score: float, rule: Late | None, days: int | None) -> float:
    """What is left of a score."""
    if rule is None or not days:
        return score
    return round(score * (1 - min(rule.at_most, rule.per_day * days)), 4)
