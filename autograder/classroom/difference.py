"""What changes between two gradings of a class: whose score, by how much, on which exercises."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from autograder.classroom.overview import Cell, as_csv
from autograder.classroom.records import Outcome
from autograder.text import counted, visible_name

GRADED, NOT_GRADED = "only in the new results", "only in the old results"


@dataclass(frozen=True)
class Change:
    """One submission whose results differ. old and new: the points, None where there are no results.

    name: the students', where the results know them. exercises: by id the points before and after. Both count only
    exercises that both gradings have.
    """

    name: str
    old: float | None
    new: float | None
    exercises: Mapping[str, tuple[float, float]]

    @property
    def by(self) -> float:
        """By how much the points change."""
        return (self.new or 0.0) - (self.old or 0.0)


@dataclass(frozen=True)
class Difference:
    """What changes between two gradings. compared: how many submissions there are in all.

    only_old, only_new: exercises that one grading alone has, which count in neither.
    """

    changes: Sequence[Change]
    compared: int
    only_old: Sequence[str] = ()
    only_new: Sequence[str] = ()


def difference(old: Mapping[str, Outcome], new: Mapping[str, Outcome]) -> Difference:
    """What changes between two gradings, by the submissions' names: those that lose most first."""
    before, after = ({name for outcome in side.values() for name in outcome.exercises} for side in (old, new))
    names = _shown_names({**old, **new})
    found = [
        change
        for name in names
        if (change := _change(names[name], old.get(name), new.get(name), sorted(before & after)))
    ]
    ordered = sorted(found, key=lambda change: (change.by, change.name))
    return Difference(ordered, len(names), sorted(before - after), sorted(after - before))


def _shown_names(outcomes: Mapping[str, Outcome]) -> dict[str, str]:
    """What to call each submission: by its students, and by its own name, too, where these are not enough."""
    students = {name: ", ".join(outcome.students) or name for name, outcome in outcomes.items()}
    many = Counter(students.values())
    return {name: shown if many[shown] == 1 else f"{shown} ({name})" for name, shown in sorted(students.items())}


def _change(name: str, old: Outcome | None, new: Outcome | None, shared: Sequence[str]) -> Change | None:
    before, after = (_points_of(outcome, shared) for outcome in (old, new))
    if old is None or new is None:
        return Change(name, sum(before.values()) if old else None, sum(after.values()) if new else None, {})
    differing = {
        exercise: (before[exercise], after[exercise])
        for exercise in shared
        if exercise in before and exercise in after and before[exercise] != after[exercise]
    }
    both = before.keys() & after.keys()
    was, now = (sum(points[exercise] for exercise in both) for points in (before, after))
    return Change(name, was, now, differing) if differing else None


def _points_of(outcome: Outcome | None, exercises: Sequence[str]) -> dict[str, float]:
    return {name: outcome.exercises[name][0] for name in exercises if outcome and name in outcome.exercises}


def changes_shown(found: Difference) -> Iterator[str]:
    """The changes as a table for people."""
    width = max((len(visible_name(change.name, 40)) for change in found.changes), default=0)
    for change in found.changes:
        scores = f"{_points(change.old):>7} → {_points(change.new):<7}"
        what = "  ".join(f"{name} {_points(a)} → {_points(b)}" for name, (a, b) in change.exercises.items())
        if change.old is None or change.new is None:
            what = GRADED if change.old is None else NOT_GRADED
        yield f"{visible_name(change.name, 40):<{width}}  {scores}  {change.by:+.10g}  {what}".rstrip()
    for exercises, where in ((found.only_old, NOT_GRADED), (found.only_new, GRADED)):
        if exercises:
            yield f"Not counted, as {where}: {', '.join(map(visible_name, exercises))}"
    yield f"{len(found.changes)} of {counted(found.compared, 'submission')} changed."


def csv_of(found: Sequence[Change]) -> str:
    """The changes as CSV: a row for each exercise that changes, and one for the score, whose exercise is empty."""
    rows: list[list[Cell]] = [["submission", "exercise", "old", "new", "change"]]
    for change in found:
        both: dict[str, tuple[float | None, float | None]] = {"": (change.old, change.new), **change.exercises}
        rows += [[change.name, name, old, new, (new or 0) - (old or 0)] for name, (old, new) in both.items()]
    return as_csv(rows)


def _points(points: float | None) -> str:
    return "–" if points is None else f"{points:.10g}"
