"""What came of grading one submission: the records that everything that shows or counts it reads."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from autograder.exercises import ExerciseSet, Feedback
from autograder.judging.judge import Verdict
from autograder.sandbox import Failure, Isolation


class Report(NamedTuple):
    """Everything that a renderer needs.

    failure: why no exercise could be run at all. started: when grading began, by time.monotonic().
    printed: what the program printed while it was imported.
    attempt: which of the student's submissions this is, where that is known. feedback: how much it is shown.
    notes: what whoever reads the grade must know of which files were chosen.
    sources: the Python files that were graded, by their paths; `text.source_lines` makes lines of them.
    """

    exercises: ExerciseSet
    submission: Path
    verdicts: tuple[Verdict, ...]
    failure: Failure | None
    started: float
    printed: str = ""
    isolation: Isolation = Isolation()
    attempt: int | None = None
    feedback: Feedback = "full"
    notes: tuple[str, ...] = ()
    sources: Mapping[str, bytes] = {}

    @property
    def seconds(self) -> float:
        """The time since grading began. To show the report is a part of the run, so the time is asked for last."""
        return time.monotonic() - self.started

    @property
    def visible(self) -> tuple[Verdict, ...]:
        """The verdicts that students are shown. Nothing of the others may have a part in what they read."""
        return tuple(verdict for verdict in self.verdicts if verdict.exercise.is_visible)

    @property
    def points(self) -> float:
        """The points earned."""
        return points_of(self.verdicts)

    @property
    def max_points(self) -> float:
        """The points that could be earned."""
        return max_points_of(self.verdicts)


def points_of(verdicts: Sequence[Verdict]) -> float:
    """The points earned in some exercises."""
    return sum(verdict.points for verdict in verdicts)


def max_points_of(verdicts: Sequence[Verdict]) -> float:
    """The points that could be earned in some exercises."""
    return sum(verdict.exercise.max_points for verdict in verdicts)
