"""Compares two gradings of a class.

It says whose score or final score changes, by how much, and on which exercises.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from autograder.classroom.csv_file import Csv, number, read_csv
from autograder.classroom.grading import outcomes_in
from autograder.classroom.overview import FORMULA, TABLE, Cell, as_csv
from autograder.classroom.records import Outcome, Student, told_apart
from autograder.core.limits import WIDEST_COLUMN
from autograder.core.outputs import FileKind, has_headings, shares_headings
from autograder.core.text import counted, joined, listed, named, visible_name

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
CHANGES = FileKind("the changes", has_headings(COLUMNS), shares_headings(COLUMNS))
Points = tuple[float | None, float | None]
"""The points before and after; None if one grading has none."""


class Row(NamedTuple):
    """A student's row of class.csv.

    submission: the name of the results; "" if the student handed in nothing.
    """

    student: Student
    submission: str
    final: float | None


class Graded(NamedTuple):
    """The results of one run.

    outcomes: by the submissions' names. rows: the rows of its class.csv, if it has one.
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
        return set[str]().union(
            *(outcome.exercises for outcome in self.outcomes.values())
        )

    @property
    def worth(self) -> Mapping[str, float]:
        """The most points of each exercise, by its id."""
        return {
            exercise: most
            for outcome in self.outcomes.values()
            for exercise, (_, most) in outcome.exercises.items()
        }

    def by_submission(self) -> Mapping[str, Sequence[Row]]:
        """Return the rows of each submission's students; a group has several."""
        rows = defaultdict[str, list[Row]](list)
        for row in self.rows:
            rows[row.submission].append(row)
        return rows


class GradeChange(NamedTuple):
    """The changes of a submission, or of a student without results.

    name: the students' names, or else the submission's. score: the points in the
    exercises that both gradings have. exercises: only those that changed. finals: each
    student's, if final scores are compared.
    """

    name: str
    submission: str
    score: Points
    exercises: Mapping[str, Points]
    students: Sequence[Student]
    finals: Mapping[Student, Points]

    @property
    def gained(self) -> tuple[float, float]:
        """The gain in the score, and in the final scores."""
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
    """Return the rows of a class.csv.

    An exercise's id may be the name of another column, such as `final`. The columns of
    the exercises stand after those of the student and before that of the final score:
    so the first `results` and the last `final` are not an exercise's.
    """
    first: dict[str, int] = {}
    last: dict[str, int] = {}
    for index, heading in enumerate(table.headings):
        first.setdefault(heading, index)
        last[heading] = index
    needed = {"student", "email", "number", "results", "final"}
    if not needed <= first.keys():
        return []

    rows = []
    for row in range(1, len(table.rows)):
        if not any(table.rows[row]):
            continue
        student = Student(
            _plain(table, row, first["student"]),
            _plain(table, row, first["email"]),
            _plain(table, row, first["number"]),
        )
        submission = _plain(table, row, first["results"]).removesuffix(".json")
        final = number(_plain(table, row, last["final"]).strip())
        rows.append(Row(student, submission, final))
    return rows


def _plain(table: Csv, row: int, column: int) -> str:
    """Return a field without the apostrophe that kept it from being a formula."""
    field = table.plain(row, column)
    if field.startswith("'") and FORMULA.match(field[1:]):
        return field[1:]
    return field


def changes(old: Graded, new: Graded) -> list[GradeChange]:
    """Return the changes between two gradings, the largest losses first."""
    changed = filter(_is_changed, _compared(old, new))
    return sorted(changed, key=lambda change: (*change.gained, change.name))


def _is_changed(change: GradeChange) -> bool:
    is_on_one_side = change.submission != "" and None in change.score
    if is_on_one_side or change.exercises:
        return True
    return any(before != after for before, after in change.finals.values())


def _compared(old: Graded, new: Graded) -> Iterator[GradeChange]:
    """Yield each submission, and each student without results, changed or not."""
    shared = old.exercises & new.exercises
    has_finals = old.has_finals and new.has_finals
    old_rows = old.by_submission()
    new_rows = new.by_submission()
    for submission, name in _names(old, new).items():
        change = _change_of(
            name,
            submission,
            old.outcomes.get(submission),
            new.outcomes.get(submission),
            shared,
        )
        finals = _paired(old_rows.get(submission, ()), new_rows.get(submission, ()))
        if finals:
            change = change._replace(students=[*finals])
        if has_finals and not _has_other_exercises(old, new, submission):
            change = change._replace(finals=finals)
        yield change
    if has_finals:
        yield from _without_submission(old.rows, new.rows)


def _change_of(
    name: str,
    submission: str,
    before: Outcome | None,
    after: Outcome | None,
    shared: set[str],
) -> GradeChange:
    """Return the change of a submission, without final scores.

    shared: the exercises that both gradings have.
    """
    outcomes = [outcome for outcome in (before, after) if outcome is not None]
    in_all = shared.intersection(*(outcome.exercises for outcome in outcomes))
    compared = sorted(in_all)
    exercises: dict[str, Points] = {}
    if before is not None and after is not None:
        for exercise in compared:
            old_points = before.exercises[exercise][0]
            new_points = after.exercises[exercise][0]
            if old_points != new_points:
                exercises[exercise] = (old_points, new_points)
    score = (_points(before, compared), _points(after, compared))
    students = outcomes[-1].students
    return GradeChange(name, submission, score, exercises, students, {})


def _points(outcome: Outcome | None, exercises: Iterable[str]) -> float | None:
    """Return the points in some exercises; None without an outcome."""
    if outcome is None:
        return None
    return sum(outcome.exercises[exercise][0] for exercise in exercises)


def _has_other_exercises(old: Graded, new: Graded, submission: str) -> bool:
    """Return whether a submission was judged twice, and not on the same exercises."""
    before = old.outcomes.get(submission)
    after = new.outcomes.get(submission)
    if before is None or after is None:
        return False
    return before.exercises.keys() != after.exercises.keys()


def _names(old: Graded, new: Graded) -> dict[str, str]:
    """Return a name for each submission: its students' names, if no others have these.

    The table has the names of the roster, the results those of the platform. If there
    are none, or another submission has the same, the submission's own name is used.
    """
    students = {}
    rows = {**old.by_submission(), **new.by_submission()}
    for submission, outcome in {**old.outcomes, **new.outcomes}.items():
        of_table = [row.student.name for row in rows.get(submission, ())]
        of_results = [student.name for student in outcome.students if student.name]
        if of_results and of_table == [submission]:
            of_table = []
        students[submission] = ", ".join(of_table or of_results) or submission
    counts = Counter(students.values())
    return {
        submission: names if counts[names] == 1 else f"{names} ({submission})"
        for submission, names in students.items()
    }


def _paired(old: Sequence[Row], new: Sequence[Row]) -> dict[Student, Points]:
    """Return the final scores of a submission's students.

    A student is recognized by name, address and number. If both gradings have a single
    student, that is the same person, even if the roster has changed.
    """
    if len(old) == len(new) == 1:
        return {new[0].student: (old[0].final, new[0].final)}
    before = {row.student: row.final for row in old}
    after = {row.student: row.final for row in new}
    return {
        student: (before.get(student), after.get(student))
        for student in {**before, **after}
    }


def _without_submission(
    old: Sequence[Row], new: Sequence[Row]
) -> Iterator[GradeChange]:
    """Yield the students who are in both tables and have results in neither."""
    handed_in = {row.student for row in (*old, *new) if row.submission}
    before = _absent(old, handed_in)
    after = _absent(new, handed_in)
    students = [student for student in after if student in before]
    names = told_apart([(student, "") for student in students])
    for name, student in zip(names, students, strict=True):
        finals = {student: (before[student], after[student])}
        yield GradeChange(name, "", (None, None), {}, [student], finals)


def _absent(
    rows: Sequence[Row], handed_in: set[Student]
) -> dict[Student, float | None]:
    """Return the final scores of the students who handed in nothing.

    handed_in: the students who have results in either grading.
    """
    return {row.student: row.final for row in rows if row.student not in handed_in}


def difference(old: Graded, new: Graded) -> Iterator[str]:
    """Yield the changes as lines for the terminal."""
    changed = changes(old, new)
    names = [visible_name(change.name, WIDEST_COLUMN) for change in changed]
    width = max(map(len, names), default=0)
    for change, name in zip(changed, names, strict=True):
        before, after = change.score
        scores = f"{_shown(before):>7} → {_shown(after):<7}  {gain(change.score):+.10g}"
        yield f"{name:<{width}}  {scores}  {_details(change)}".rstrip()
    yield from _other_maxima(old, new)
    yield from _exercises_not_counted(old.exercises - new.exercises, ONLY_OLD)
    yield from _exercises_not_counted(new.exercises - old.exercises, ONLY_NEW)
    yield from _not_counted(old, new)
    yield from _finals_not_compared(old, new)
    of_submissions = [change for change in changed if change.submission]
    submissions = counted(len({**old.outcomes, **new.outcomes}), "submission")
    yield f"{len(of_submissions)} of {submissions} changed."
    without = len(changed) - len(of_submissions)
    if without:
        students = counted(without, "student")
        yield f"The final score of {students} without results changed."


def _other_maxima(old: Graded, new: Graded) -> Iterator[str]:
    """Yield a line on exercises that are worth more now, or less."""
    before, after = old.worth, new.worth
    for exercise in sorted(before.keys() & after.keys()):
        if before[exercise] != after[exercise]:
            change = _pair((before[exercise], after[exercise]))
            yield f"The most that {visible_name(exercise)} is worth changed: {change}"


def _exercises_not_counted(exercises: Collection[str], side: str) -> Iterator[str]:
    """Yield a line on exercises that only one grading has. side: names that grading."""
    if exercises:
        names = ", ".join(map(visible_name, sorted(exercises)))
        yield f"Not counted, as {side}: {names}"


def _details(change: GradeChange) -> str:
    """Return the changes of a submission in words.

    They are those of its exercises, and of final scores that differ from the score.
    """
    before, after = change.score
    if change.submission and before is None:
        return ONLY_NEW
    if change.submission and after is None:
        return ONLY_OLD
    details = []
    if change.exercises:
        pairs = change.exercises.items()
        details.append(
            joined([f"{named(name)} {_pair(points)}" for name, points in pairs], "  ")
        )
    for student, points in change.finals.items():
        whose = f" of {visible_name(student.name)}" if len(change.finals) > 1 else ""
        if points != change.score:
            details.append(f"final{whose} {_pair(points)}")
    return "  ".join(details)


def _not_counted(old: Graded, new: Graded) -> Iterator[str]:
    """Yield a line on exercises that some submissions have on one side only.

    Other submissions have these exercises on both sides.
    """
    shared = old.exercises & new.exercises
    names = defaultdict[tuple[str, tuple[str, ...]], list[str]](list)
    for submission, name in _names(old, new).items():
        before = old.outcomes.get(submission)
        after = new.outcomes.get(submission)
        if before is None or after is None:
            continue
        lost = (before.exercises.keys() - after.exercises.keys()) & shared
        gained = (after.exercises.keys() - before.exercises.keys()) & shared
        names[ONLY_OLD, tuple(sorted(lost))].append(name)
        names[ONLY_NEW, tuple(sorted(gained))].append(name)
    for (side, exercises), of_submissions in names.items():
        if exercises:
            shown = ", ".join(map(named, exercises))
            yield f"Not counted for {listed(of_submissions)}, as {side}: {shown}"


def _finals_not_compared(old: Graded, new: Graded) -> Iterator[str]:
    """Yield why final scores were not compared, if they were not."""
    if not (old.has_finals and new.has_finals):
        side = "new" if old.has_finals else "old"
        reason = f"{TABLE} has none in the {side} results"
        yield f"Final scores are not compared, as {reason}."
        return
    if any(_has_other_exercises(old, new, name) for name in old.outcomes):
        yield "Final scores are not compared where the exercises are not the same."


def csv_of(changed: Iterable[GradeChange]) -> str:
    """Return the changes as CSV.

    Each student has one row for the score, whose exercise is empty, and one for each
    exercise.
    """
    rows: list[Sequence[Cell]] = [COLUMNS]
    for change in changed:
        for student in change.students or [Student("")]:
            about = (student.name, student.email, student.number)
            points = change.score
            finals = change.finals.get(student, (None, None))
            rows.append([change.name, "", *points, gain(points), *about, *finals])
            for exercise, points in change.exercises.items():
                scores = (*points, gain(points))
                rows.append([change.name, exercise, *scores, *about, None, None])
    return as_csv(rows)


def _pair(points: Points) -> str:
    before, after = points
    return f"{_shown(before)} → {_shown(after)}"


def _shown(points: float | None) -> str:
    return "–" if points is None else f"{points:.10g}"
