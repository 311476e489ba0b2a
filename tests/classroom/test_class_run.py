"""The steps of a class's run, one by one, without a process for any submission."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from autograder.classroom.class_options import ClassOptions
from autograder.classroom.grading import Grading
from autograder.classroom.matching import Matching
from autograder.classroom.records import HandIn, Identity, Student
from autograder.classroom.run import ClassRun, with_students
from autograder.core.errors import WrongUsage
from tests.sets import QUICK, SUBMISSIONS, written

ROSTER = "name,id\nAda Lee,ada\nBo Kern,bo\nCy Ott,cy\n"


def class_run(tmp_path: Path, **options: Any) -> ClassRun:
    """Return a run of a class in which Ada and Bo handed in, and nothing is graded yet."""
    folder = tmp_path / "class"
    for name in ("ada", "bo"):
        shutil.copytree(SUBMISSIONS / "textbook", folder / name, dirs_exist_ok=True)
    results = tmp_path / "results"
    results.mkdir(exist_ok=True)
    (tmp_path / "temporary").mkdir(exist_ok=True)
    return ClassRun(ClassOptions(folder, results, QUICK, **options))


def roster_in(tmp_path: Path, text: str = ROSTER) -> Path:
    file = tmp_path / "roster.csv"
    file.write_text(text, "utf-8")
    return file


@pytest.mark.of("autograder.classroom.submissions")
def test_find_matches_submissions_with_roster(tmp_path: Path) -> None:
    run = class_run(tmp_path, roster=roster_in(tmp_path))
    submissions = run.find(tmp_path / "temporary")
    present = [(student.name, hand_in.name) for student, hand_in in submissions.present]
    assert present == [("Ada Lee", "ada"), ("Bo Kern", "bo")]
    assert [student.name for student in submissions.missing] == ["Cy Ott"]
    assert [student.name for student, _ in submissions.rows] == [
        "Ada Lee",
        "Bo Kern",
        "Cy Ott",
    ]
    assert (submissions.graded_of_all, submissions.is_graded) == (
        "0 of 2 submissions",
        False,
    )


@pytest.mark.of("autograder.classroom.announcements")
def test_find_prints_each_file_that_is_no_submission(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = class_run(tmp_path)
    written(tmp_path / "class" / "letter.txt", "Dear all")
    run.find(tmp_path / "temporary")
    assert capsys.readouterr().out.startswith(
        "Not understood: letter.txt: no submission"
    )


def test_find_refuses_a_folder_without_submissions(tmp_path: Path) -> None:
    run = class_run(tmp_path)
    shutil.rmtree(tmp_path / "class")
    (tmp_path / "class").mkdir()
    with pytest.raises(WrongUsage, match="there is no submission in it"):
        run.find(tmp_path / "temporary")


def test_find_refuses_grades_for_a_roster_on_which_nobody_handed_in(
    tmp_path: Path,
) -> None:
    roster = roster_in(tmp_path, "name,id\nDi Roe,di\n")
    run = class_run(tmp_path, roster=roster, grades=tmp_path / "grades.csv")
    with pytest.raises(WrongUsage, match="none of its students handed in anything"):
        run.find(tmp_path / "temporary")


def test_only_names_a_student_where_no_exercise_matches(tmp_path: Path) -> None:
    run = class_run(tmp_path, roster=roster_in(tmp_path), only="Bo Kern")
    assert run.is_whole
    assert run.find(tmp_path / "temporary").grading.alone == ["bo"]


@pytest.mark.parametrize(
    ("only", "reason"),
    [
        ("Cy Ott", "this handed in nothing"),
        (
            "Di Roe",
            "this is neither the id of an exercise nor one student of the class$",
        ),
        ("tree", r"one student of the class; --only '\*tree\*' takes hidden_tree$"),
    ],
)
def test_only_option_refuses_a_student_who_handed_in_nothing(
    tmp_path: Path, only: str, reason: str
) -> None:
    run = class_run(tmp_path, roster=roster_in(tmp_path), only=only)
    with pytest.raises(WrongUsage, match=reason):
        run.find(tmp_path / "temporary")


def test_grade_writes_the_table_even_if_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    run = class_run(tmp_path)
    submissions = run.find(tmp_path / "temporary")
    monkeypatch.setattr(Grading, "run", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run.grade(submissions)
    assert (tmp_path / "results" / "class.csv").read_text("utf-8-sig").count(
        "not graded yet"
    ) == 2
    assert (tmp_path / "results" / "class.html").is_file()


def test_write_makes_only_what_was_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Grading, "run", lambda *_: None)
    run = class_run(tmp_path, stats=tmp_path / "stats.csv")
    records = run.grade(run.find(tmp_path / "temporary"))
    before = {*tmp_path.iterdir()}
    run.write(records)
    assert {*tmp_path.iterdir()} - before == {tmp_path / "stats.csv"}


def test_statistics_replace_no_other_file(tmp_path: Path) -> None:
    with pytest.raises(WrongUsage, match="this is the table of the class"):
        class_run(tmp_path, stats=tmp_path / "results" / "class.csv")


def test_results_are_never_among_the_submissions(tmp_path: Path) -> None:
    with pytest.raises(WrongUsage, match="the submissions are there"):
        ClassRun(ClassOptions(tmp_path, tmp_path, QUICK))


def test_with_students_gives_a_row_to_each_member_of_a_group() -> None:
    members = tuple(
        Student(name, ids=(Identity("id", name),)) for name in ("ada", "bo")
    )
    hand_in = HandIn("team", members, Path("team"), "team")
    roster = [Student("Ada Lee", ids=(Identity("id", "ada"),))]
    present = with_students([hand_in], Matching([hand_in], roster))
    assert present == [(roster[0], hand_in), (members[1], hand_in)]
