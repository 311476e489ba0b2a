"""Compares two gradings of a class: whose score or final score changes, by how much,
and on which exercises.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from autograder.classroom.grading import outcomes_in
from autograder.classroom.overview import FORMULA, TABLE, Cell, as_csv
from autograder.classroom.records import Outcome, Student, told_apart
from autograder.classroom.roster import Csv, number, read_csv
from autograder.limits import WIDEST_COLUMN
from autograder.text import counted, listed, visible_name

ONLY_NEW, ONLY_OLD = "only in the new results", "only in the old results"
COLUMNS = (
    "submission",
    "exercise",
    "old",
    "new",
    "change",
    "name",
    "email",
    "number",
    "old_final",
    "new_final",
)
Points = tuple[float | None, float | None]
"""The points before and after; None where there are none."""


class Row(NamedTuple):
    """A student's row of class.csv.

    submission: the name of the results; "" where nothing was handed in.
    """

    student: Student
    submission: str
    final: float | None


class Graded(NamedTuple):
    """What one run left: the outcomes by the submissions' names, and the rows of its
    table, if it has one.
    """

    outcomes: Mapping[str, Outcome]
    rows: Sequence[Row] = ()

    @property
    def has_finals(self) -> bool:
        """Whether any final score is known. A run of a part of the set has none."""
        return any(row.final is not None for row in self.rows)

    @property
    def exercises(self) -> set[str]:
        """The ids of the exercises that any submission was judged on."""
        return {
            name for outcome in self.outcomes.values() for name in outcome.exercises
        }

    def by_submission(self) -> Mapping[str, Sequence[Row]]:
        """Return the rows of each submission's students; a group has several."""
        rows = defaultdict[str, list[Row]](list)
        for row in self.rows:
            rows[row.submission].append(row)
        return rows


class GradeChange(NamedTuple):
    """What differs of a submission, or of a student without results.

    name: of the students, or else of the submission. score: in the exercises that both
    gradings have. exercises: the differing ones. finals: of each student, where they
    are compared.
    """

    name: str
    submission: str
    score: Points
    exercises: Mapping[str, Points]
    students: Sequence[Student]
    finals: Mapping[Student, Points]

    @property
    def gained(self) -> tuple[float, float]:
        """The points more of the score, and of the final scores."""
        return gain(self.score), sum(map(gain, self.finals.values()))


def gain(points: Points) -> float:
    """Return how many points more there are after a change."""
    before, after = points
    return (after or 0.0) - (before or 0.0)


def read_grading(folder: Path) -> Graded:
    """Read a folder of results and the table in it. Raise WrongUsage."""
    outcomes = outcomes_in(folder)
    file = folder / TABLE
    return Graded(outcomes, rows_in(read_csv(file)) if file.is_file() else ())


def rows_in(table: Csv) -> list[Row]:
    """Return the rows of a class.csv, in which an exercise may be called as another
    column is.
    """
    first = {
        heading: place for place, heading in reversed([*enumerate(table.headings)])
    }
    last = {heading: place for place, heading in enumerate(table.headings)}
    if (
        not {"student", "email", "number", "results"} <= first.keys()
        or "final" not in last
    ):
        return []

    def text(row: int, column: int) -> str:
        field = table.plain(row, column)
        return (
            field[1:] if field.startswith("'") and FORMULA.match(field[1:]) else field
        )

    rows = []
    for row in range(1, len(table.rows)):
        if not any(table.rows[row]):
            continue
        name, email, known_as = (
            text(row, first[column]) for column in ("student", "email", "number")
        )
        student = Student(name, email, known_as)
        submission = text(row, first["results"]).removesuffix(".json")
        rows.append(Row(student, submission, number(text(row, last["final"]).strip())))
    return rows


def changes(old: Graded, new: Graded) -> list[GradeChange]:
    """Return what differs between two gradings, the largest losses first."""
    found = [change for change in _all(old, new) if _is_changed(change)]
    return sorted(found, key=lambda change: (*change.gained, change.name))


def _is_changed(change: GradeChange) -> bool:
    is_on_one_side = change.submission != "" and None in change.score
    return (
        is_on_one_side
        or bool(change.exercises)
        or any(before != after for before, after in change.finals.values())
    )


def _all(old: Graded, new: Graded) -> Iterator[GradeChange]:
    """Yield each submission, and each student who has no results, changed or not."""
    shared, has_finals = (
        old.exercises & new.exercises,
        old.has_finals and new.has_finals,
    )
    old_rows, new_rows = old.by_submission(), new.by_submission()
    for submission, name in _names(old, new).items():
        was, now = (grading.outcomes.get(submission) for grading in (old, new))
        outcomes = [outcome for outcome in (was, now) if outcome is not None]
        both = sorted(shared.intersection(*(outcome.exercises for outcome in outcomes)))
        before, after = (_points(outcome, both) for outcome in (was, now))
        differing: dict[str, Points] = {}
        if was is not None and now is not None:
            pairs = {
                each: (was.exercises[each][0], now.exercises[each][0]) for each in both
            }
            differing = {
                each: points for each, points in pairs.items() if points[0] != points[1]
            }
        finals = _paired(old_rows.get(submission, ()), new_rows.get(submission, ()))
        students = [*finals] or list(outcomes[-1].students)
        is_compared = has_finals and _has_same_exercises(was, now)
        yield GradeChange(
            name,
            submission,
            (before, after),
            differing,
            students,
            finals if is_compared else {},
        )
    if has_finals:
        yield from _without_submission(old.rows, new.rows)


def _points(outcome: Outcome | None, exercises: Iterable[str]) -> float | None:
    return (
        None
        if outcome is None
        else sum(outcome.exercises[each][0] for each in exercises)
    )


def _has_same_exercises(was: Outcome | None, now: Outcome | None) -> bool:
    return was is None or now is None or was.exercises.keys() == now.exercises.keys()


def _names(old: Graded, new: Graded) -> dict[str, str]:
    """Return what each submission is called: by its students' names, and its own where
    that is not enough.
    """
    students = {
        submission: ", ".join(
            filter(None, (student.name for student in outcome.students))
        )
        or submission
        for submission, outcome in {**old.outcomes, **new.outcomes}.items()
    }
    many = Counter(students.values())
    return {
        each: whose if many[whose] == 1 else f"{whose} ({each})"
        for each, whose in students.items()
    }


def _paired(old: Sequence[Row], new: Sequence[Row]) -> dict[Student, Points]:
    """Return the final scores of a submission's students.

    One alone is the same, whatever the roster calls one.
    """
    if len(old) == len(new) == 1:
        return {new[0].student: (old[0].final, new[0].final)}
    before, after = ({row.student: row.final for row in rows} for rows in (old, new))
    return {
        student: (before.get(student), after.get(student))
        for student in {**before, **after}
    }


def _without_submission(
    old: Sequence[Row], new: Sequence[Row]
) -> Iterator[GradeChange]:
    """Yield the students who are in both tables and have results in neither."""
    handed_in = {row.student for row in (*old, *new) if row.submission}
    before, after = (
        {row.student: row.final for row in rows if not row.submission}
        for rows in (old, new)
    )
    absent = [
        student for student in after if student in before and student not in handed_in
    ]
    names = told_apart([(student, "") for student in absent])
    for name, student in zip(names, absent, strict=True):
        yield GradeChange(
            name,
            "",
            (None, None),
            {},
            [student],
            {student: (before[student], after[student])},
        )


def difference(old: Graded, new: Graded) -> Iterator[str]:
    """Yield the changes as lines for the terminal."""
    found = changes(old, new)
    width = max(
        (len(visible_name(change.name, WIDEST_COLUMN)) for change in found), default=0
    )
    for change in found:
        before, after = change.score
        scores = f"{_shown(before):>7} → {_shown(after):<7}  {gain(change.score):+.10g}"
        name = visible_name(change.name, WIDEST_COLUMN)
        yield f"{name:<{width}}  {scores}  {_what(change)}".rstrip()
    for one, other, where in ((old, new, ONLY_OLD), (new, old, ONLY_NEW)):
        if exercises := one.exercises - other.exercises:
            yield (
                f"Not counted, as {where}:"
                f" {', '.join(map(visible_name, sorted(exercises)))}"
            )
    yield from _not_counted(old, new)
    yield from _finals_not_compared(old, new)
    of_submissions = [change for change in found if change.submission]
    yield (
        f"{len(of_submissions)} of"
        f" {counted(len({**old.outcomes, **new.outcomes}), 'submission')} changed."
    )
    if others := len(found) - len(of_submissions):
        yield (
            f"The final score of {counted(others, 'student')} without results changed."
        )


def _what(change: GradeChange) -> str:
    """Return in what a submission differs: in exercises, and in final scores that are
    not the score's.
    """
    before, after = change.score
    if change.submission and before is None:
        return ONLY_NEW
    if change.submission and after is None:
        return ONLY_OLD
    exercises = [f"{name} {_pair(points)}" for name, points in change.exercises.items()]
    parts = [listed(exercises, "  ")] if exercises else []
    for student, points in change.finals.items():
        whose = f" of {visible_name(student.name)}" if len(change.finals) > 1 else ""
        if points != change.score:
            parts.append(f"final{whose} {_pair(points)}")
    return "  ".join(parts)


def _not_counted(old: Graded, new: Graded) -> Iterator[str]:
    """Yield which exercises single submissions have on one side alone, where others
    have them on both.
    """
    shared, by_exercises = (
        old.exercises & new.exercises,
        defaultdict[tuple[str, tuple[str, ...]], list[str]](list),
    )
    for submission, name in _names(old, new).items():
        was, now = (grading.outcomes.get(submission) for grading in (old, new))
        if was is None or now is None:
            continue
        for one, other, where in ((was, now, ONLY_OLD), (now, was, ONLY_NEW)):
            alone = (one.exercises.keys() - other.exercises.keys()) & shared
            by_exercises[where, tuple(sorted(alone))].append(name)
    for (where, exercises), names in by_exercises.items():
        if exercises:
            yield (
                f"Not counted for {listed(names)}, as {where}:"
                f" {', '.join(map(visible_name, exercises))}"
            )


def _finals_not_compared(old: Graded, new: Graded) -> Iterator[str]:
    """Yield why final scores were not compared, if they were not."""
    if not (old.has_finals and new.has_finals):
        yield (
            f"Final scores are not compared, as {TABLE} has none in the"
            f" {'new' if old.has_finals else 'old'} results."
        )
        return
    both = old.outcomes.keys() & new.outcomes.keys()
    if not all(
        _has_same_exercises(old.outcomes[name], new.outcomes[name]) for name in both
    ):
        yield "Final scores are not compared where the exercises are not the same."


def csv_of(found: Iterable[GradeChange]) -> str:
    """Return the changes as CSV: for each student a row for the score, whose exercise
    is empty, and one an exercise.
    """
    rows: list[Sequence[Cell]] = [COLUMNS]
    for change in found:
        for student in change.students or [Student("")]:
            who = (student.name, student.email, student.number)
            finals = change.finals.get(student, (None, None))
            for name, points in {"": change.score, **change.exercises}.items():
                of_row = finals if name == "" else (None, None)
                rows.append([change.name, name, *points, gain(points), *who, *of_row])
    return as_csv(rows)


def _pair(points: Points) -> str:
    before, after = points
    return f"{_shown(before)} → {_shown(after)}"


def _shown(points: float | None) -> str:
    return "–" if points is None else f"{points:.10g}"
