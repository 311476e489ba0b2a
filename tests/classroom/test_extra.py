"""Extra points of a class: in the score, above no maximum that nobody earned."""

from pathlib import Path

import pytest

from autograder.classroom.grades import Gradebook
from autograder.classroom.overview import grade_with_its_sum, summary
from autograder.classroom.records import (
    HandIn,
    Outcome,
    Override,
    Record,
    Student,
    outcome_of,
)
from autograder.classroom.roster import Roster, read_roster
from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import ExerciseSet, Late
from tests.sets import made_set, written

CANVAS = "Student,ID,SIS Login ID,Section,HW (1)\nPoints Possible,,,,30\nAda,1,ada,A,\n"


def set_with_extra(folder: Path) -> ExerciseSet:
    """Return a set of 3 points, and 3 more that are extra."""
    exercises = [
        {"tree": [[3, 12], [2, "x"]]},
        {"tree": [[4, 2], [1, "x"]], "extra": True},
    ]
    return load_set(made_set(folder, exercises))


def outcome(first: float, extra: float) -> Outcome:
    points = {"01": (first, 3.0), "02": (extra, 3.0)}
    return Outcome(first + extra, points, extra=frozenset({"02"}))


def graded(
    roster: Roster, result: Outcome, *overrides: Override, days: int = 0
) -> Record:
    student = roster.everyone()[0]
    hand_in = HandIn("ada", (student,), Path(), "ada")
    after_late = result.after_penalty(Late(0.1), days)
    return Record(student, hand_in, result, days, after_late, overrides=overrides)


def roster_of(folder: Path) -> Roster:
    return read_roster(written(folder / "roster.csv", CANVAS))


@pytest.mark.parametrize(
    ("first", "extra", "days", "grade"),
    [(3, 3, 0, "60"), (3, 0, 0, "30"), (1, 3, 0, "40"), (3, 3, 2, "48")],
)
def test_extra_points_are_scaled_as_all_others_and_lateness_takes_its_share(
    first: float, extra: float, days: int, grade: str, tmp_path: Path
) -> None:
    roster = roster_of(tmp_path)
    book = Gradebook(roster, set_with_extra(tmp_path / "set"), None)
    filled = book.fill([graded(roster, outcome(first, extra), days=days)], zero=True)
    assert f"Ada,1,ada,A,{grade}\n" in filled.decode()


def test_grades_above_the_maximum_are_named_with_the_reason(tmp_path: Path) -> None:
    roster = roster_of(tmp_path)
    book = Gradebook(roster, set_with_extra(tmp_path / "set"), None)
    records = [graded(roster, outcome(3, 2))]
    book.fill(records, zero=True)
    lines = "\n".join(book.lines())
    assert "Above the maximum, by extra exercises or an override: Ada with 50" in lines
    text = "\n".join(summary(records, 3, 3))
    assert "Ada: 5 of 3: 2 earned in extra exercises" in text


def test_more_than_all_points_with_extra_ones_is_not_written(tmp_path: Path) -> None:
    roster = roster_of(tmp_path)
    book = Gradebook(roster, set_with_extra(tmp_path / "set"), None)
    unchanged = book.fill([graded(roster, outcome(3, 9))], zero=True)
    assert "Ada,1,ada,A,\n" in unchanged.decode()


def test_results_tell_which_exercises_are_extra(tmp_path: Path) -> None:
    def test(exercise: str, **more: object) -> dict[str, object]:
        extra_data = {"exercise": exercise, "misconceptions": [], **more}
        return {"score": 3, "max_score": 3, "extra_data": extra_data}

    data = {"score": 6, "extra_data": {}, "tests": [test("01"), test("02", extra=True)]}
    read = outcome_of(data)
    assert (read.maximum, read.extra_points) == (3, 3)
    assert read.is_of(set_with_extra(tmp_path / "set").exercises)
    all_count = outcome_of({**data, "tests": [test("01"), test("02")]})
    assert not all_count.is_of(set_with_extra(tmp_path / "set").exercises)


def test_who_fails_extra_exercises_alone_lost_nothing() -> None:
    assert outcome(3, 1).lost == []
    assert outcome(3, 1).failed_extra == ["02"]
    assert outcome(2, 3).lost == ["01"]


def test_the_sum_on_the_page_that_goes_back_says_extra_points(tmp_path: Path) -> None:
    record = graded(roster_of(tmp_path), outcome(3, 2), days=1)
    assert grade_with_its_sum(record) == (
        "Grade: 5 of 3 points (2 earned in extra exercises), less 10 % for 1 day, is 4.5"
    )


def test_a_student_without_results_is_named_without_extra_points() -> None:
    student = Student("Ada")
    override = Override("score", 9, "score 9", "an appeal")
    record = Record(student, None, None, overrides=(override,))
    assert "Ada: 9 of 3: score 9: an appeal" in "\n".join(summary([record], 3, 3))


def test_a_program_that_did_not_run_is_told_so_beside_extra_exercises(
    tmp_path: Path,
) -> None:
    text = "Identifier,Full name,Status,Grade,Maximum Grade,Feedback comments\n"
    text += "Participant 101,Ada Ali,Submitted,,30,\n"
    roster = read_roster(written(tmp_path / "moodle.csv", text))
    exercises = [
        {"tree": [1, 2]},
        {"tree": [2, 1], "extra": True},
        {"tree": [2, 2], "visibility": "hidden"},
    ]
    book = Gradebook(roster, load_set(made_set(tmp_path / "set", exercises)), None)
    points = {"01": (0.0, 3.0), "02": (0.0, 3.0), "03": (0.0, 3.0)}
    note = "broke: SyntaxError: expected ':'"
    result = Outcome(0, points, note=note, extra=frozenset({"02"}))
    filled = book.fill([graded(roster, result)], zero=True).decode()
    assert "Not everything was graded: SyntaxError" in filled
