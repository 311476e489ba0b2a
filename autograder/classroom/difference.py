"""What changes between two gradings of a class: whose score, by how much, on which exercises."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from autograder.classroom.record import Outcome
from autograder.classroom.table import as_text
from autograder.text import counted, visible_name

GRADED, NOT_GRADED = "only in the new results", "only in the old results"


@dataclass(frozen=True)
class Change:
    """One submission whose results differ. old and new: the score, None where there are no results.

    exercises: by id the points before and after, None where it was not asked.
    """

    name: str
    old: float | None
    new: float | None
    exercises: Mapping[str, tuple[float | None, float | None]]

    @property
    def by(self) -> float:
        """By how much the score changes."""
        return (self.new or 0.0) - (self.old or 0.0)


def changes(old: Mapping[str, Outcome], new: Mapping[str, Outcome]) -> list[Change]:
    """The submissions whose score or points differ, those that lose most first."""
    found = [change for name in sorted({*old, *new}) if (change := _change(name, old.get(name), new.get(name)))]
    return sorted(found, key=lambda change: (change.by, change.name))


def _change(name: str, old: Outcome | None, new: Outcome | None) -> Change | None:
    before = {exercise: points for exercise, (points, _) in old.exercises.items()} if old else {}
    after = {exercise: points for exercise, (points, _) in new.exercises.items()} if new else {}
    differing = {
        exercise: (before.get(exercise), after.get(exercise))
        for exercise in sorted({*before, *after})
        if old and new and before.get(exercise) != after.get(exercise)
    }
    scores = old.score if old else None, new.score if new else None
    return Change(name, *scores, differing) if differing or scores[0] != scores[1] else None


def changes_shown(found: Sequence[Change], compared: int) -> Iterator[str]:
    """The changes as a table for people. compared: how many submissions there are in all."""
    width = max((len(visible_name(change.name, 40)) for change in found), default=0)
    for change in found:
        scores = f"{_points(change.old):>7} → {_points(change.new):<7}"
        what = "  ".join(f"{name} {_points(a)} → {_points(b)}" for name, (a, b) in change.exercises.items())
        if change.old is None or change.new is None:
            what = GRADED if change.old is None else NOT_GRADED
        yield f"{visible_name(change.name, 40):<{width}}  {scores}  {change.by:+.10g}  {what}".rstrip()
    yield f"{len(found)} of {counted(compared, 'submission')} changed."


def as_csv(found: Sequence[Change]) -> str:
    """The changes as CSV: a row for each exercise that changes, and one for the score, whose exercise is empty."""
    written = io.StringIO(newline="")
    rows = csv.writer(written)
    rows.writerow(["submission", "exercise", "old", "new", "change"])
    for change in found:
        both: dict[str, tuple[float | None, float | None]] = {"": (change.old, change.new), **change.exercises}
        for exercise, (before, after) in both.items():
            by = f"{(after or 0) - (before or 0):.10g}"
            rows.writerow([as_text(change.name), as_text(exercise), _cell(before), _cell(after), by])
    return "\ufeff" + written.getvalue()


def _points(points: float | None) -> str:
    return "–" if points is None else f"{points:.10g}"


def _cell(points: float | None) -> str:
    return "" if points is None else f"{points:.10g}"
