"""The grades that are not written into a platform's file: a mistake that is not the likeliest, computed columns, partial pages."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from autograder.classroom.grades import Gradebook, bundle
from autograder.classroom.records import HandIn, Outcome, Override, Record, Student
from autograder.classroom.roster import Roster, read_roster
from autograder.core.errors import WrongUsage
from autograder.core.exercises.load import load_set
from autograder.core.sentences import sentence, speaking
from tests.sets import QUICK, written

EXERCISES = load_set(QUICK)
IMPORTED = Path(__file__).parents[1] / "imported"
CANVAS = "Student,ID,SIS Login ID,Section,{} (1),{}\nPoints Possible,,,,10,{}\nAda,1,ada,A,,\n"


def roster_of(folder: Path, text: str) -> Roster:
    return read_roster(written(folder / "roster.csv", text))


def graded(
    roster: Roster, score: float = 6, mistakes: Mapping[str, int] | None = None
) -> list[Record]:
    """Return the rows of a class in which the first of a roster has results."""
    student = roster.everyone()[0]
    outcome = Outcome(score, {"ties": (score, 12.0)}, mistakes or {})
    return [Record(student, HandIn("ada", (student,), Path(), ""), outcome, 0, score)]


@pytest.mark.parametrize(
    ("mistakes", "words"),
    [
        ({"strict-cutoff": 3}, "Your most frequent mistake: Cutoffs"),
        (
            {"strict-cutoff": 3, "no-pruning": 2},
            "Your most frequent mistake: Cutoffs",
        ),
        (
            {"no-pruning": 3, "strict-cutoff": 3},
            "You lost points in 1 visible exercise.",
        ),
        (
            {"strict-cutoff": 3, "no-pruning": 3, "window-not-passed": 1},
            "You lost points in 1 visible exercise.",
        ),
        ({"no such mistake": 3}, "You lost points in 1 visible exercise."),
        ({}, "You lost points in 1 visible exercise."),
    ],
)
def test_a_comment_names_a_mistake_only_where_one_explains_more_than_any_other(
    mistakes: dict[str, int], words: str, tmp_path: Path
) -> None:
    roster = roster_of(tmp_path, (IMPORTED / "moodle.csv").read_text("utf-8"))
    filled = (
        Gradebook(roster, EXERCISES, None)
        .fill(graded(roster, mistakes=mistakes), zero=False)
        .decode()
    )
    assert "Autograder: 6 of 12 points. " in filled
    assert words.partition(": Cutoffs")[0] in filled
    assert ("Your most frequent mistake" in filled) == words.startswith("Your most")


@pytest.mark.parametrize("marked", ["(read only)", "(read  only)", "10 (read only)"])
def test_a_column_that_canvas_computes_takes_no_grade(
    marked: str, tmp_path: Path
) -> None:
    computed = roster_of(tmp_path, CANVAS.format("Search", "Search 2 (2)", marked))
    filled = (
        Gradebook(computed, EXERCISES, None).fill(graded(computed), zero=False).decode()
    )
    assert "Ada,1,ada,A,5,\n" in filled
    with pytest.raises(WrongUsage, match="no column for grades is called `Search 2`"):
        Gradebook(computed, EXERCISES, "Search 2")
    free = roster_of(tmp_path, CANVAS.format("Search", "Search 2 (2)", "10"))
    with pytest.raises(WrongUsage, match="several columns fit"):
        Gradebook(free, EXERCISES, None)


def test_pages_on_a_part_of_a_set_go_back_to_nobody(tmp_path: Path) -> None:
    students = {name: Student(name) for name in ("ann", "bob")}
    for name in students:
        written(tmp_path / f"{name}.html", f"<p>{name}")
    records = [
        Record(student, HandIn(name, (student,), Path(), ""), None)
        for name, student in students.items()
    ]
    archive, many = bundle(
        [records[0]._replace(is_partial=True), records[1]], tmp_path, "Homework"
    )
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        assert (opened.namelist(), many) == (["bob.html"], 1)


@pytest.mark.parametrize("language", ["", "de"])
def test_comment_says_in_the_students_language_what_changed_the_points(
    language: str, tmp_path: Path
) -> None:
    roster = roster_of(tmp_path, (IMPORTED / "moodle.csv").read_text("utf-8"))
    (late,) = graded(roster)
    assert late.hand_in is not None
    hand_in = late.hand_in._replace(language=language)
    given = Override("points", 1.0, "points +1", "an oral exam.")
    late = late._replace(hand_in=hand_in, after_late=4.0, overrides=(given,))
    lost = late._replace(outcome=None, overrides=(given._replace(kind="score"),))
    with speaking(language or "en"):
        told = sentence("comment", "late")
        oral = sentence(
            "comment", "override", change="points +1", reason="an oral exam"
        )
        none = sentence("comment", "no results")
    filled = Gradebook(roster, EXERCISES, None).fill([late], zero=False).decode()
    assert f"{told} {oral} " in filled
    filled = Gradebook(roster, EXERCISES, None).fill([lost], zero=False).decode()
    assert f"{oral} {none}" in filled
    assert told not in filled.partition(oral)[2]


def test_doubt_costs_no_grade_of_who_handed_in(tmp_path: Path) -> None:
    """A third submission is of one of the two who are called Cy: the other gets no 0."""
    roster = roster_of(tmp_path, "name,id\nCy,1\nCy,2\n")
    first, second = roster.everyone()
    stranger = Student.of_folder("Cy")
    known, unknown = (
        Record(student, HandIn(name, (student,), Path(), ""), Outcome(6, {}), None, 6.0)
        for name, student in (("one", first), ("Cy", stranger))
    )
    book = Gradebook(roster, EXERCISES, None)
    filled = book.fill([known, Record(second, None, None), unknown], zero=True)
    assert filled.decode().splitlines()[1:] == ["Cy,1,6,12", "Cy,2,,12"]


SOME_MAXIMA = """\
First Name,Last Name,SID,Total Score,Max Points,Status
Ada,Ali,1,,20.0,Graded
Bo,Bye,2,,,Missing
Cy,Coe,3,,{},Graded
"""


def test_a_row_without_a_maximum_has_that_of_all_others(tmp_path: Path) -> None:
    """Gradescope may write none for students who handed in nothing."""
    roster = roster_of(tmp_path, SOME_MAXIMA.format("20.0"))
    absent = [Record(student, None, None) for student in roster.everyone()[1:]]
    book = Gradebook(roster, EXERCISES, None)
    filled = book.fill([*graded(roster), *absent], zero=True).decode()
    assert [line.split(",")[3] for line in filled.splitlines()[1:]] == ["10", "0", "0"]


def test_a_row_has_no_maximum_if_those_of_the_others_differ(tmp_path: Path) -> None:
    roster = roster_of(tmp_path, SOME_MAXIMA.format("10.0"))
    with pytest.raises(WrongUsage, match="as in --out-of 20"):
        Gradebook(roster, EXERCISES, None)
