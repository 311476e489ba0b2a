"""`diff`: what changes between two gradings of a class: whose score, by how much, on which exercises."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from autograder.classroom.overview import Cell, as_csv
from autograder.classroom.records import Outcome
from autograder.classroom.results_folder import outcomes_in
from autograder.files import save
from autograder.limits import WIDEST_COLUMN
from autograder.text import counted, visible_name

ONLY_NEW, ONLY_OLD = "only in the new results", "only in the old results"


@dataclass(frozen=True)
class ScoreChange:
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


def diff(options: Namespace) -> None:
    """Compares two folders of results. Raises WrongUsage, and OSError where the changes cannot be written."""
    old, new = outcomes_in(options.old), outcomes_in(options.new)
    print("\n".join(difference(old, new)))
    if options.csv:
        save(options.csv, csv_of(changes(old, new)), "the changes")


def changes(old: Mapping[str, Outcome], new: Mapping[str, Outcome]) -> list[ScoreChange]:
    """The submissions whose results differ between two gradings, given by name; those that lose most come first."""
    shared = sorted(_exercises(old) & _exercises(new))
    names = _shown_names({**old, **new})
    compared = [_change(names[name], old.get(name), new.get(name), shared) for name in names]
    return sorted(filter(None, compared), key=lambda change: (change.by, change.name))


def _exercises(outcomes: Mapping[str, Outcome]) -> set[str]:
    return {name for outcome in outcomes.values() for name in outcome.exercises}


def _shown_names(outcomes: Mapping[str, Outcome]) -> dict[str, str]:
    """What each submission is called: its students, and its own name too if these do not tell it from another."""
    students = {name: ", ".join(outcome.students) or name for name, outcome in outcomes.items()}
    many = Counter(students.values())
    return {name: shown if many[shown] == 1 else f"{shown} ({name})" for name, shown in sorted(students.items())}


def _change(name: str, old: Outcome | None, new: Outcome | None, shared: Sequence[str]) -> ScoreChange | None:
    was, now = (
        {each: outcome.exercises[each][0] for each in shared if outcome and each in outcome.exercises}
        for outcome in (old, new)
    )
    if old is None or new is None:
        return ScoreChange(name, sum(was.values()) if old else None, sum(now.values()) if new else None, {})
    both = {each: (was[each], now[each]) for each in shared if each in was and each in now}
    differing = {each: (before, after) for each, (before, after) in both.items() if before != after}
    before, after = (sum(points[side] for points in both.values()) for side in (0, 1))
    return ScoreChange(name, before, after, differing) if differing else None


def difference(old: Mapping[str, Outcome], new: Mapping[str, Outcome]) -> Iterator[str]:
    """The changes as lines for the terminal."""
    found = changes(old, new)
    width = max((len(visible_name(change.name, WIDEST_COLUMN)) for change in found), default=0)
    for change in found:
        scores = f"{_points(change.old):>7} → {_points(change.new):<7}"
        what = "  ".join(f"{name} {_points(a)} → {_points(b)}" for name, (a, b) in change.exercises.items())
        if change.old is None or change.new is None:
            what = ONLY_NEW if change.old is None else ONLY_OLD
        yield f"{visible_name(change.name, WIDEST_COLUMN):<{width}}  {scores}  {change.by:+.10g}  {what}".rstrip()
    before, after = _exercises(old), _exercises(new)
    for exercises, where in ((before - after, ONLY_OLD), (after - before, ONLY_NEW)):
        if exercises:
            yield f"Not counted, as {where}: {', '.join(map(visible_name, sorted(exercises)))}"
    yield f"{len(found)} of {counted(len({**old, **new}), 'submission')} changed."


def csv_of(found: Sequence[ScoreChange]) -> str:
    """The changes as CSV: a row for each exercise that changes, and one for the score, whose exercise is empty."""
    rows: list[list[Cell]] = [["submission", "exercise", "old", "new", "change"]]
    for change in found:
        both: dict[str, tuple[float | None, float | None]] = {"": (change.old, change.new), **change.exercises}
        rows += [[change.name, name, old, new, (new or 0) - (old or 0)] for name, (old, new) in both.items()]
    return as_csv(rows)


def _points(points: float | None) -> str:
    return "–" if points is None else f"{points:.10g}"
