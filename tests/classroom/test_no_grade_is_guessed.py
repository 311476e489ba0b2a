"""Whatever is unknown, misspelt, doubled or late: no 0, bonus or another's points.

Classes are made of known facts, which are then hidden or spoilt as people and
spreadsheets do it.
"""

import contextlib
import csv
import io
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, timezone
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.classroom.class_options import ClassOptions
from autograder.classroom.lateness import parse_due
from autograder.classroom.records import Outcome
from autograder.classroom.run import ClassRun
from autograder.core.errors import WrongUsage
from autograder.core.exercises.model import Exercise
from tests.classroom.test_class import quick_set
from tests.sets import written

WORTH, EXTRA = 12.0, 3.0
"""The points of the set, and those that are extra."""
B_IS_LATER = 48
"""So many hours later than the others section B is due, if it has its own time."""
DUE = datetime(2026, 11, 20, 20, tzinfo=timezone.utc)
PEOPLE = {
    "0012345": "Ada Ali",
    "u0777": "Bo Bye",
    "98x765": "Cy Coe",
    "kim42": "Di Dow",
    "eve999": "Eve Eck",
}
"""The names of the students by their ids, none of which is nearly another's."""
NAMESAKE = {**PEOPLE, "eve999": "Di Dow"}
"""The same students, two of whom have one name."""
SPELLINGS = (
    *("right", "no zeros", "another letter", "capitals", "a blank", "a word"),
    *("the name", "nearly the name"),
)
ROWS = ("right", "no zeros", "rounded", "as text", "another letter", "a blank")
FILES = {
    "plain": ("utf-8", ","),
    "Excel": ("utf-8-sig", ";"),
    "Unicode text": ("utf-16", "\t"),
    "Windows": ("cp1252", ","),
    "below titles": ("utf-8", ","),
    "each row twice": ("utf-8", ","),
    "rows of no students": ("utf-8", ","),
    "names and ids exchanged": ("utf-8", ","),
}
"""The encodings and the separators of files, by what became of the roster's."""
COUNTS = ("latest", "best", "latest in time")
SECTIONS = ("A", "B", "", "A and B")
CHANGES = (
    *("points +2", "points -1.5", "score 7", "score 40"),
    *("extension 30h", "excused"),
)
ENROLLED = ("Active", "Enrolled", "Exchange", "")
LEFT = ("Dropped", "Withdrawn", "withdrew in May", "W", "Inactive")


class HandedIn(NamedTuple):
    """The facts of a submission, and what a class shows of them.

    hours: after the due time. is_run: whether a program was found in it and run.
    """

    score: float
    hours: int
    spelling: str
    shows_time: bool
    is_run: bool = True

    def days_late(self, moved: int) -> int:
        """Return the days after the due time, which was moved by some hours."""
        return max(0, -((moved - self.hours) // 24))

    def grade(self, moved: int) -> float:
        return round(self.score * (1 - min(0.5, 0.1 * self.days_late(moved))), 4)


class Rules(NamedTuple):
    """The facts of a class that an instructor gives.

    has_due: whether all have a due time. has_due_of_b: whether section B has its own.
    has_group_file: whether a file says the groups, and not the roster. section: the
    only one that is graded.
    """

    counts: str
    has_due: bool
    has_due_of_b: bool
    out_of: float | None
    has_group_file: bool
    section: str

    @property
    def scale(self) -> float:
        return (self.out_of or WORTH) / WORTH


class Person(NamedTuple):
    """A student of a class, and how the roster writes the id.

    mate: whose group the student is in, too. status: in the course. change: an override,
    whose student is spelt as `changed_for` says. grouped_as: how the file of groups
    spells the student. names: of all students, by their ids.
    """

    id: str
    row: str
    submissions: tuple[HandedIn, ...]
    mate: str = ""
    status: str = "Active"
    section: str = ""
    change: str = ""
    changed_for: str = "right"
    grouped_as: str = "right"
    names: Mapping[str, str] = PEOPLE

    @property
    def name(self) -> str:
        return self.names[self.id]

    @property
    def has_left(self) -> bool:
        return self.status in LEFT

    @property
    def is_nearly_changed(self) -> bool:
        """Whether a line of the overrides names the student, or nearly does."""
        is_found = self.row == "right" and self.changed_for != "a word"
        return bool(self.change) and is_found

    def is_in(self, section: str) -> bool:
        """Return whether the student is graded if only a section is; "" for all."""
        return not section or section in self.section.split(" and ")

    @property
    def is_plain(self) -> bool:
        """Whether nothing of this student is spoilt."""
        plain = [
            submission.spelling == "right"
            and submission.shows_time
            and submission.is_run
            for submission in self.submissions
        ]
        return self.row == "right" and all(plain)

    def due(self, rules: Rules) -> set[int | None]:
        """Return the due times that the student's sections have; None for none.

        They are hours after DUE.
        """
        of_all = 0 if rules.has_due else None
        of_b = B_IS_LATER if rules.has_due_of_b else of_all
        sections = self.section.split(" and ")
        return {of_b if section == "B" else of_all for section in sections}

    @property
    def extension(self) -> int:
        """The hours that an override gives, if it reaches the student."""
        return 30 if self.change.startswith("extension") else 0

    def grade(self, counts: str, moved: int) -> float:
        """Return the grade that somebody with all facts gives, before overrides."""
        in_time = [
            submission
            for submission in self.submissions
            if not submission.days_late(moved)
        ]
        if not self.submissions:
            return 0.0
        if counts == "best":
            return max(submission.grade(moved) for submission in self.submissions)
        counting = self.submissions
        if counts == "latest in time" and in_time:
            counting = tuple(in_time)
        return max(counting, key=lambda one: one.hours).grade(moved)

    def changed(self, grade: float) -> float | None:
        """Return a grade after the override; None for no grade."""
        kind, _, number = self.change.partition(" ")
        if kind == "score":
            return float(number)
        if kind == "points":
            return max(0.0, round(grade + float(number), 4))
        return None if kind == "excused" else grade


rules = st.builds(
    Rules,
    st.sampled_from(COUNTS),
    st.booleans(),
    st.booleans(),
    st.sampled_from([None, 24.0, 6.0]),
    st.booleans(),
    st.just("") | st.sampled_from(["", "A"]),
)
submissions = st.builds(
    HandedIn,
    st.sampled_from([0.0, 3.0, 6.0, WORTH, WORTH + EXTRA]),
    st.sampled_from([-30, -5, 5, 30, 70]),
    st.just("right") | st.sampled_from(SPELLINGS),
    st.booleans() | st.just(True),
    st.just(True) | st.booleans(),
)


@st.composite
def people(draw: st.DrawFn) -> list[Person]:
    names = draw(st.just(PEOPLE) | st.sampled_from([PEOPLE, NAMESAKE]))
    *most, last = PEOPLE
    class_of = [
        Person(
            name,
            draw(st.just("right") | st.sampled_from(ROWS)),
            tuple(draw(st.lists(submissions, max_size=2))),
            most[0] if name == most[1] and draw(st.booleans()) else "",
            draw(st.sampled_from([*ENROLLED, "Active"]) | st.sampled_from(LEFT)),
            draw(st.sampled_from(SECTIONS)),
            draw(st.just("") | st.sampled_from(CHANGES)),
            draw(st.just("right") | st.sampled_from(SPELLINGS)),
            draw(st.just("right") | st.sampled_from(SPELLINGS)),
            names,
        )
        for name in most
    ]
    handed_in = (HandedIn(6.0, -5, "right", shows_time=True),)
    return [*class_of, Person(last, "right", handed_in, section="A", names=names)]


def spelt(person: Person, spelling: str, number: int) -> str:
    """Return a student as people and spreadsheets write the id, or the name."""
    text = person.id
    return {
        "right": text,
        "no zeros": text.lstrip("0"),
        "another letter": f"{text[:-1]}{'z' if number % 2 else 'q'}",
        "capitals": text.upper(),
        "rounded": "1.23E+04",
        "as text": f"'{text}",
        "a blank": f"{text[:3]} {text[3:]}",
        "a word": f"laptop{number}",
        "the name": person.name,
        "nearly the name": f"{person.name[:-1]}q",
    }[spelling]


Scores = dict[str, float | None]
"""The scores of submissions by their names; None for one without a program to run."""


@lru_cache
def late_set(counts: str) -> tuple[TemporaryDirectory[str], Path]:
    """Return the quick set with an extra exercise and a rule for lateness."""
    folder = TemporaryDirectory()
    late = {"per_day": 0.1, "at_most": 0.5}
    made = quick_set(Path(folder.name) / "set", {}, late=late, counts=counts)
    written(made / "zz.json", {"title": "Z", "tree": [1, 2], "extra": True})
    return folder, made


def export(folder: Path, class_of: Sequence[Person]) -> Scores:
    """Write an export of Gradescope's; return the score of each submission."""
    scores: Scores = {}
    metadata = ""
    for person in class_of:
        for number, submission in enumerate(person.submissions):
            name = f"submission_{len(scores) + 1}"
            scores[name] = submission.score if submission.is_run else None
            written(folder / name / "alphabeta.py", "")
            at = DUE + timedelta(hours=submission.hours)
            time = f"{at:%Y-%m-%d %H:%M:%S} Z" if submission.shows_time else ""
            sid = spelt(person, submission.spelling, number)
            metadata += (
                f"{name}:\n  :submitters:\n  - :name: x{number}\n    :sid: '{sid}'\n"
                f"  :created_at: {time}\n"
            )
    written(folder / "submission_metadata.yml", metadata)
    return scores


def folders(folder: Path, class_of: Sequence[Person]) -> Scores:
    """Write a folder for each submission; return the scores by the folders' names."""
    scores: Scores = {}
    for person in class_of:
        for number, submission in enumerate(person.submissions):
            name = spelt(person, submission.spelling, number)
            if name.casefold() not in map(str.casefold, scores):
                scores[name] = submission.score if submission.is_run else None
                written(folder / name / "alphabeta.py", "")
    return scores


def group_of(person: Person, class_of: Sequence[Person]) -> str:
    """Return the group of a student: two work together, or nobody does."""
    mates = {student.mate for student in class_of}
    return "both" if person.mate or person.id in mates else ""


def together(person: Person, class_of: Sequence[Person], rules: Rules) -> Person:
    """Return a student with all that the group handed in."""
    if not group_of(person, class_of):
        return person
    members = [student for student in class_of if group_of(student, class_of)]
    are_right = all(student.row == "right" for student in members)
    if rules.has_group_file:
        are_right = are_right and all(
            student.grouped_as == "right" for student in members
        )
    return person._replace(
        submissions=tuple(
            submission for member in members for submission in member.submissions
        ),
        row="right" if are_right else "spoilt",
    )


def outcome(score: float | None, exercises: Sequence[Exercise]) -> Outcome:
    """Return results with a score; above the points of the set all extra ones.

    score: None if no program was run.
    """
    if score is None:
        return outcome(0.0, exercises)._replace(doubt="no program was run")
    extra = {exercise.id for exercise in exercises if exercise.extra}
    earned = max(0.0, score - WORTH)
    points = {
        exercise.id: (earned if exercise.extra else 0.0, exercise.max_points)
        for exercise in exercises
    }
    return Outcome(score, points, extra=frozenset(extra))


def roster_of(class_of: Sequence[Person], file: str, rules: Rules) -> bytes:
    """Return the roster of a class. file: what became of it."""
    headings = ["id", "name", "status", "section"]
    if not rules.has_group_file:
        headings.append("group")
    if file == "names and ids exchanged":
        headings[:2] = reversed(headings[:2])
    rows = [headings]
    for index, person in enumerate(class_of):
        row = [
            spelt(person, person.row, index),
            person.name,
            person.status,
            person.section,
        ]
        if not rules.has_group_file:
            row.append(group_of(person, class_of))
        rows += [row, row] if file == "each row twice" else [row]
    if file == "rows of no students":
        rows += [["", "Mean", "", "A"], ["Total", "", "", ""]]
    if file == "below titles":
        rows = [["Course 17"], ["exported on Monday"], *rows]
    encoding, separator = FILES[file]
    text = io.StringIO()
    csv.writer(text, delimiter=separator).writerows(rows)
    return text.getvalue().encode(encoding)


def groups_file(class_of: Sequence[Person]) -> str:
    """Return a file of groups."""
    members = [
        f"{group_of(person, class_of)},{spelt(person, person.grouped_as, index)}"
        for index, person in enumerate(class_of)
        if group_of(person, class_of)
    ]
    return "\n".join(["group,student", *members, ""])


def rows_in(content: bytes, file: str) -> list[dict[str, str]]:
    """Return the rows of a roster with grades, each once."""
    encoding, separator = FILES[file]
    lines = content.decode(encoding).splitlines()
    start = 2 if file == "below titles" else 0
    rows = [*csv.DictReader(lines[start:], delimiter=separator)]
    if file == "each row twice":
        assert rows[::2] == rows[1::2]
        rows = rows[::2]
    if file == "rows of no students":
        assert [row["score"] or "" for row in rows[-2:]] == ["", ""]
        rows = rows[:-2]
    return rows


def graded(
    folder: Path,
    class_of: Sequence[Person],
    scores: Scores,
    rules: Rules,
    file: str,
) -> tuple[list[dict[str, str]], list[dict[str, str]], str]:
    """Return the rows of the grades and of class.csv, and what the run said.

    file: what became of the roster.
    """
    roster = folder / "roster.csv"
    roster.write_bytes(roster_of(class_of, file, rules))
    changes = [
        # No submission is called so.
        f"{spelt(person, person.changed_for, index).replace('laptop', 'desk')},"
        f"{person.change},why"
        for index, person in enumerate(class_of)
        if person.change
    ]
    overrides = "\n".join(["student,change,reason", *changes, ""])
    groups = written(folder / "groups.csv", groups_file(class_of))
    (folder / "results").mkdir()
    (folder / "temporary").mkdir()
    due_time = parse_due(f"{DUE:%Y-%m-%dT%H:%M:%S}Z")
    later = due_time._replace(at=DUE + timedelta(hours=B_IS_LATER))
    options = ClassOptions(
        folder / "class",
        folder / "results",
        late_set(rules.counts)[1],
        roster=roster,
        grades=folder / "grades.csv",
        missing="zero",
        due=due_time if rules.has_due else None,
        section_dues={"B": later} if rules.has_due_of_b else {},
        overrides=written(folder / "overrides.csv", overrides),
        out_of=rules.out_of,
        section=rules.section or None,
        groups=groups if rules.has_group_file else None,
    )
    stream = io.StringIO()
    with contextlib.redirect_stdout(stream):
        run = ClassRun(options)
        class_submissions = run.find(folder / "temporary")
        for hand_in in class_submissions.hand_ins:
            result = outcome(scores[hand_in.file], run.exercises.exercises)
            class_submissions.grading.outcomes[hand_in.name] = result
        records = run.grade(class_submissions)
        run.write(records)
    grades = rows_in((folder / "grades.csv").read_bytes(), file)
    text = (folder / "results" / "class.csv").read_text("utf-8-sig")
    return grades, [*csv.DictReader(io.StringIO(text))], stream.getvalue()


def possible(person: Person, rules: Rules, *, has_times: bool) -> set[float]:
    """Return the grades that somebody with all the facts might give.

    Whatever is not known takes nothing off. A submission that nothing shows to be the
    student's cannot count, so each may be the one that does. has_times: whether times
    can be told at all.
    """
    grades: set[float] = set()
    dues = person.due(rules)
    for extension in {0, person.extension}:
        for deadline in dues - {None}:
            assert deadline is not None
            moved = deadline + extension
            grades.add(person.grade(rules.counts, moved))
            grades |= {submission.grade(moved) for submission in person.submissions}
    is_known = has_times and len(dues) == 1 and None not in dues
    for undated in person.submissions:
        if not is_known or not undated.shows_time:
            grades.add(undated.score)
    if not person.submissions:
        grades = {0.0}
    with_changes = map(person.changed, grades)
    changed = {grade for grade in with_changes if grade is not None}
    if not person.submissions and person.is_nearly_changed:
        return changed
    return grades | changed


@settings(max_examples=60, deadline=None)
@given(people(), rules, st.booleans(), st.just("plain") | st.sampled_from([*FILES]))
def test_no_row_gets_what_somebody_with_all_the_facts_would_not_give(
    class_of: list[Person], rules: Rules, is_export: bool, file: str
) -> None:
    has_b = any("B" in person.section for person in class_of)
    rules = rules._replace(has_due_of_b=rules.has_due_of_b and has_b)
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        (folder / "class").mkdir()
        write = export if is_export else folders
        scores = write(folder / "class", class_of)
        try:
            grades, table, printed = graded(folder, class_of, scores, rules, file)
        except WrongUsage:
            # If no id is an id, nobody is found, and nothing is written.
            assert file == "names and ids exchanged"
            return
    for index, (person, row) in enumerate(zip(class_of, grades, strict=True)):
        if person.has_left or not person.is_in(rules.section):
            assert not row["score"]
            # Of an id that no row has, only the submission has a row.
            has_no_id = person.row == "rounded" or file == "names and ids exchanged"
            assert has_no_id or not finals_of(person, index, table)
            continue
        finals = finals_of(person, index, table)
        person = together(person, class_of, rules)
        check_grades(
            person,
            rules,
            row["score"].replace(",", "."),
            finals,
            is_told=is_export and file != "names and ids exchanged",
            has_times=is_export,
        )
        unknown = [
            submission for submission in person.submissions if not submission.shows_time
        ]
        if unknown and (rules.has_due or rules.has_due_of_b):
            assert "It is not known when" in printed
    for person in class_of:
        if person.change and person.changed_for == "a word":
            assert "changed nothing" in printed


def finals_of(
    person: Person, index: int, table: Sequence[Mapping[str, str]]
) -> list[str]:
    """Return what the table says of a student: one final score, if it has a row.

    Whose id is lost may have that of a stranger with the name, too.
    """
    written = spelt(person, person.row, index).strip("'")
    number = "" if person.row == "rounded" else written
    return [
        row["final"]
        for row in table
        # Names and ids may be exchanged.
        if (row["number"] == number and (number or row["student"] == person.name))
        or (row["number"] == person.name and row["student"].startswith(written))
    ]


def check_grades(
    person: Person,
    rules: Rules,
    score: str,
    finals: Sequence[str],
    *,
    is_told: bool,
    has_times: bool,
) -> None:
    """Check the grade of one student, in the platform's file and in the table.

    is_told: whether all that is right on the roster must be found. has_times: whether
    times can be told at all.
    """
    right = possible(person, rules, has_times=has_times)
    given_by_hand = person.change.startswith(("points", "score"))
    for text, scale in ((score, rules.scale), *((final, 1.0) for final in finals)):
        if not text:
            continue
        number = float(text)
        fits = [abs(number - grade * scale) < 0.006 for grade in right]
        assert any(fits), (person, text, right)
        assert number <= (WORTH + EXTRA) * scale + 0.006 or given_by_hand
    hours = [submission.hours for submission in person.submissions]
    dues = person.due(rules)
    is_told = is_told and person.is_plain and person.changed_for == "right"
    if is_told and hours and len({*hours}) == len(hours) and len(dues) == 1:
        (deadline,) = dues
        if deadline is None:
            return
        grade = person.changed(person.grade(rules.counts, deadline + person.extension))
        if grade is None:
            assert not score
        else:
            assert abs(float(score) - grade * rules.scale) < 0.006
