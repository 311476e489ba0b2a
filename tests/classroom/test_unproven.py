"""Rows of a list that may be no students, such as Mean and Total: known by what they lack, and not by their words."""

from pathlib import Path

import pytest

from autograder.classroom.platforms import ANY, CANVAS, Platform
from autograder.classroom.roster import read_roster
from autograder.classroom.student_rows import student_in
from autograder.classroom.unproven import may_be_no_student
from tests.classroom.test_muddles import FULL, Graded
from tests.sets import written

ODD = {
    "a name alone": "id,name\n1,Ada\n2,Bo\n,Mean\n",
    "two names alone": "name,email\nAda,a@x.edu\nBo,b@x.edu\nSumme,\nMittelwert,\n",
    "a word for an id": "id,name\n1,Ada\n2,Bo\n3,Cy\nTotal,\n",
    "a word for a login": "login,name\nada,Ada\nbo,Bo\ncy,Cy\ntotal,\n",
    "ids alone": "id\n1001\n1002\n1003\nDurchschnitt\n",
    "addresses alone": "email\na@x.edu\nb@x.edu\nc@x.edu\nAverage\n",
    "full names alone": "name\nAda Ali\nBo Bye\nCy Coe\nMaximum\n",
    "each student twice": "id,name\n1,Ada\n1,Ada\n2,Bo\n2,Bo\n,Mean\n",
}
SURE = {
    "an id without a name": "id,name\n1,Ada\n2,Bo\n3,\n",
    "not all have addresses": "id,name,email\n1,Ada,a@x.edu\n2,Bo,b@x.edu\n3,Cy,\n",
    "not all have linked an account": (
        "identifier,github_username,github_id,name\n00123,ada-l,1,\n00124,bo,2,\n00125,,,\n"
    ),
    "a login without digits": "login,name\nada1,Ada\nbo1,Bo\ncy1,Cy\nkim,Kim\n",
    "logins alone of any form": "login\nada\nbo1\nc.y\nkim\ne2\n",
    "names alone of any form": "name\nAda\nBo Bye\nCy Coe\nDi\nO'Neil\n",
    "few have an id": "id,name\n1,Ada\n,Bo\n,Cy\n,Di\n",
    "a student alone": "name\nAda\n",
    "ids in capitals": "id\nab12\ncd34\nEF56\n",
}


@pytest.mark.parametrize("case", ODD)
def test_a_row_without_what_the_others_have_may_be_no_student(
    case: str, tmp_path: Path
) -> None:
    roster = read_roster(written(tmp_path / "roster.csv", ODD[case]))
    unproven = {student.name for student in may_be_no_student(roster.everyone())}
    words = {"Mean", "Summe", "Mittelwert", "Total", "total", "Durchschnitt"}
    assert unproven
    assert unproven <= words | {"Average", "Maximum"}


@pytest.mark.parametrize("case", SURE)
def test_a_row_that_looks_as_the_others_is_a_student(case: str, tmp_path: Path) -> None:
    roster = read_roster(written(tmp_path / "roster.csv", SURE[case]))
    assert roster.unproven() == set()


def test_a_row_that_may_be_no_student_is_named_and_gets_no_0(tmp_path: Path) -> None:
    roster = "id,name\nada1,Ada\nbo1,Bo\n,Mean\n"
    graded = Graded(tmp_path, {"ada1": FULL}, roster)
    assert graded.grades.splitlines()[1:] == [
        "ada1,Ada,12,12",
        "bo1,Bo,0,12",
        ",Mean,,12",
    ]
    assert "students are meant by these rows of" in graded.said
    assert "so they may be no students': Mean" in graded.said
    finals = {record.student.name: record.final for record in graded.records}
    assert finals == {"Ada": FULL, "Bo": 0, "Mean": None}


def test_who_handed_in_by_that_name_or_gets_a_grade_by_hand_is_a_student(
    tmp_path: Path,
) -> None:
    roster = "id,name\nada1,Ada\nbo1,Bo\n,Kim Lee\n,Di\n"
    overrides = "student,change,reason\nDi,score 0,was away\n"
    graded = Graded(
        tmp_path, {"ada1": FULL, "Kim Lee": FULL}, roster, overrides=overrides
    )
    assert graded.grades.splitlines()[3:] == [",Kim Lee,12,12", ",Di,0,12"]


@pytest.mark.parametrize(
    ("name", "platform", "is_student"),
    [
        ("Points Possible", CANVAS, False),
        ("Points Possible", ANY, False),
        ("Student, Test", CANVAS, False),
        ("Student, Test", ANY, True),
        ("Mean", ANY, True),
    ],
)
def test_a_row_of_a_platforms_own_is_no_student_at_all(
    name: str, platform: Platform, is_student: bool
) -> None:
    assert (student_in({"student": name}, platform) is not None) == is_student
