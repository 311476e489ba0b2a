"""One row of a class: what came of one student's submission, as a plain record that tables and pages are made from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from autograder.classroom.hand_in import HandIn, Student


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
