"""Whatever is unknown, misspelt, doubled or late: no 0, bonus or another's points.

Classes are made of known facts, which are then hidden or spoilt as people and
spreadsheets do it.
"""

import contextlib
import csv
import io
from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.classroom.lateness import parse_due
from autograder.classroom.records import Outcome
from autograder.classroom.run import ClassOptions, ClassRun
from tests.classroom.test_class import quick_set
from tests.sets import written

WORTH = 12.0
DUE = datetime(2026, 11, 20, 20, tzinfo=timezone.utc)
PEOPLE = {
    "0012345": "Ada Ali",
    "u0777": "Bo Bye",
    "98x765": "Cy Coe",
    "kim42": "Di Dow",
    "eve999": "Eve Eck",
}
"""The names of the students by their ids, none of which is nearly another's."""
SPELLINGS = ("right", "no zeros", "another letter", "capitals", "a word")
ROWS = ("right", "no zeros", "rounded", "as text", "another letter")
COUNTS = ("latest", "best", "latest in time")


class HandedIn(NamedTuple):
    """The facts of a submission, and what a class shows of them.

    hours: after the due time.
    """

    score: float
    hours: int
    spelling: str
    shows_time: bool

    @property
    def days_late(self) -> int:
        return max(0, -(-self.hours // 24))

    @property
    def grade(self) -> float:
        return round(self.score * (1 - min(0.5, 0.1 * self.days_late)), 2)


class Person(NamedTuple):
    """A student of a class, and how the roster writes the id.

    mate: whose group the student is in, too. has_left: the course.
    """

    id: str
    row: str
    submissions: tuple[HandedIn, ...]
    mate: str = ""
    has_left: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether nothing of this student is spoilt."""
        plain = [one.spelling == "right" and one.shows_time for one in self.submissions]
        return self.row == "right" and all(plain)

    def grade(self, counts: str) -> float:
        """Return the grade that somebody with all facts gives."""
        in_time = [one for one in self.submissions if not one.days_late]
        if not self.submissions:
            return 0.0
        if counts == "best":
            return max(one.grade for one in self.submissions)
        counting = self.submissions
        if counts == "latest in time" and in_time:
            counting = tuple(in_time)
        return max(counting, key=lambda one: one.hours).grade


submissions = st.builds(
    HandedIn,
    st.sampled_from([0.0, 3.0, 6.0, 12.0]),
    st.sampled_from([-30, -5, 5, 30, 70]),
    st.just("right") | st.sampled_from(SPELLINGS),
    st.booleans() | st.just(True),
)


@st.composite
def people(draw: st.DrawFn) -> list[Person]:
    return [
        Person(
            one,
            draw(st.just("right") | st.sampled_from(ROWS)),
            tuple(
                draw(st.lists(submissions, max_size=2, unique_by=lambda one: one.hours))
            ),
            "0012345" if one == "u0777" and draw(st.booleans()) else "",
            draw(st.integers(0, 4)) == 0,
        )
        for one in [*PEOPLE][:-1]
    ] + [Person([*PEOPLE][-1], "right", (HandedIn(6.0, -5, "right", True),))]


def spelt(text: str, spelling: str, number: int) -> str:
    """Return an id as people and spreadsheets write it."""
    return {
        "right": text,
        "no zeros": text.lstrip("0"),
        "another letter": f"{text[:-1]}{'z' if number % 2 else 'q'}",
        "capitals": text.upper(),
        "rounded": "1.23E+04",
        "as text": f"'{text}",
        "a word": f"laptop{number}",
    }[spelling]


@lru_cache
def late_set(counts: str) -> tuple[TemporaryDirectory[str], Path]:
    """Return the quick set with a rule for lateness."""
    folder = TemporaryDirectory()
    late = {"per_day": 0.1, "at_most": 0.5}
    return folder, quick_set(Path(folder.name) / "set", {}, late=late, counts=counts)


def export(folder: Path, class_of: Sequence[Person]) -> dict[str, float]:
    """Write an export of Gradescope's; return the score of each submission."""
    scores: dict[str, float] = {}
    metadata = ""
    for person in class_of:
        for number, one in enumerate(person.submissions):
            name = f"submission_{len(scores) + 1}"
            scores[name] = one.score
            written(folder / name / "alphabeta.py", "")
            at = DUE + timedelta(hours=one.hours)
            time = f"{at:%Y-%m-%d %H:%M:%S} Z" if one.shows_time else ""
            sid = spelt(person.id, one.spelling, number)
            metadata += (
                f"{name}:\n  :submitters:\n  - :name: x{number}\n    :sid: '{sid}'\n"
                f"  :created_at: {time}\n"
            )
    written(folder / "submission_metadata.yml", metadata)
    return scores


def folders(folder: Path, class_of: Sequence[Person]) -> dict[str, float]:
    """Write a folder for each submission; return the scores by the folders' names."""
    scores: dict[str, float] = {}
    for person in class_of:
        for number, one in enumerate(person.submissions):
            name = spelt(person.id, one.spelling, number)
            if name.casefold() not in map(str.casefold, scores):
                scores[name] = one.score
                written(folder / name / "alphabeta.py", "")
    return scores


def group_of(person: Person, class_of: Sequence[Person]) -> str:
    """Return the group of a student: two work together, or nobody does."""
    mates = {one.mate for one in class_of}
    return "both" if person.mate or person.id in mates else ""


def together(person: Person, class_of: Sequence[Person]) -> Person:
    """Return a student with all that the group handed in."""
    if not group_of(person, class_of):
        return person
    members = [one for one in class_of if group_of(one, class_of)]
    return person._replace(
        submissions=tuple(one for member in members for one in member.submissions),
        row="right" if all(one.row == "right" for one in members) else "spoilt",
    )


def graded(
    folder: Path, class_of: Sequence[Person], scores: dict[str, float], counts: str
) -> tuple[list[dict[str, str]], list[dict[str, str]], str]:
    """Return the rows of the grades and of class.csv, and what the run said."""
    rows = [
        f"{spelt(one.id, one.row, index)},{PEOPLE[one.id]},"
        f"{'Dropped' if one.has_left else 'Active'},{group_of(one, class_of)}"
        for index, one in enumerate(class_of)
    ]
    roster = written(
        folder / "roster.csv", "\n".join(["id,name,status,group", *rows, ""])
    )
    (folder / "results").mkdir()
    (folder / "temporary").mkdir()
    due = parse_due(f"{DUE:%Y-%m-%dT%H:%M:%S}Z")
    options = ClassOptions(
        folder / "class",
        folder / "results",
        late_set(counts)[1],
        roster=roster,
        grades=folder / "grades.csv",
        missing="zero",
        due=due,
    )
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        run = ClassRun(options)
        found = run.find(folder / "temporary")
        exercises = {
            exercise.id: exercise.max_points for exercise in run.exercises.exercises
        }
        for hand_in in found.hand_ins:
            score = scores[hand_in.file]
            points = {name: (0.0, most) for name, most in exercises.items()}
            found.grading.outcomes[hand_in.name] = Outcome(score, points)
        records = run.grade(found)
        run.write(records)
    tables = []
    for file in (folder / "grades.csv", folder / "results" / "class.csv"):
        text = file.read_text("utf-8-sig")
        tables.append([*csv.DictReader(io.StringIO(text))])
    return tables[0], tables[1], said.getvalue()


@settings(max_examples=60, deadline=None)
@given(people(), st.sampled_from(COUNTS), st.booleans())
def test_no_row_gets_what_somebody_with_all_the_facts_would_not_give(
    class_of: list[Person], counts: str, is_export: bool
) -> None:
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        (folder / "class").mkdir()
        write = export if is_export else folders
        scores = write(folder / "class", class_of)
        grades, table, said = graded(folder, class_of, scores, counts)
    finals = {row["student"]: row["final"] for row in table}
    for person, row in zip(class_of, grades, strict=True):
        name = PEOPLE[person.id]
        if person.has_left:
            assert not row["score"]
            assert name not in finals
            continue
        person = together(person, class_of)
        hours = [one.hours for one in person.submissions]
        right = {person.grade(counts)}
        # A submission that nothing shows to be this student's cannot count.
        right |= {one.grade for one in person.submissions}
        unknown = [one.score for one in person.submissions if not one.shows_time]
        if unknown or not is_export:
            assert "It is not known when" in said or not person.submissions
            right |= {one.score for one in person.submissions}
        for text in (row["score"], finals[name]):
            assert not text or round(float(text), 2) in right, (name, text, right)
        is_ordered = len({*hours}) == len(hours)
        if person.is_plain and hours and is_export and is_ordered:
            assert float(row["score"]) == person.grade(counts)
