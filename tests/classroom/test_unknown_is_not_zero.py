"""An unknown fact about a student never becomes a 0, a full mark or "in time"."""

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from autograder.classroom.any_name import with_any_name
from autograder.classroom.attempts import one_row_each
from autograder.classroom.grades import Gradebook
from autograder.classroom.groups import owned_by_groups, with_groups
from autograder.classroom.lateness import parse_due
from autograder.classroom.overview import signed
from autograder.classroom.owners import Ownerless, near_pairs, notes_on_missing
from autograder.classroom.records import (
    CANVAS_NUMBER,
    LOGIN,
    HandIn,
    Identity,
    Outcome,
    Override,
    Record,
    Student,
)
from autograder.classroom.roster import read_roster
from autograder.classroom.run import published
from autograder.classroom.times import time_of, time_of_last_commit
from autograder.core.errors import InvalidExercises, WrongUsage
from autograder.core.exercises.load import load_set
from autograder.core.exercises.needs import asked_for
from tests.classes import made, run
from tests.classroom.test_class import quick_set, rows
from tests.classroom.test_muddles import Graded
from tests.sets import QUICK, SUBMISSIONS, made_set, written

FULL = "textbook"
HALF = "no_pruning_1"


def class_of(folder: Path, *names: str, program: str = FULL) -> Path:
    """Return a class in which each student's folder holds the same program."""
    made(folder, [])
    for name in names:
        shutil.copytree(SUBMISSIONS / program, folder / name)
    return folder


def grades_of(folder: Path, roster: str, *options: str) -> tuple[str, str, str]:
    """Return a run's output, the file of grades and class.csv."""
    file = written(folder.parent / "roster.csv", roster)
    results, grades = folder.parent / "results", folder.parent / "grades.csv"
    line = ["--roster", str(file), "--grades", str(grades), *options]
    done = run(folder, results, *line)
    table = (results / "class.csv").read_text("utf-8-sig")
    return done.stdout, grades.read_text("utf-8"), table


def row_of(table: str, name: str) -> str:
    """Return the row of a table that begins with a student's name or id."""
    return next(row for row in table.splitlines() if row.startswith(name))


@pytest.mark.parametrize(
    ("handed_in", "written_id", "difference"),
    [
        ("0012345", "12345", "leading zeros"),
        ("u0123", "u0132", "one letter or digit"),
        ("u0123", "u012", "one letter or digit"),
        ("ada@exmaple.edu", "ada@example.edu", "one letter or digit"),
    ],
)
def test_nobody_gets_a_0_whose_id_a_submission_nearly_has(
    tmp_path: Path, handed_in: str, written_id: str, difference: str
) -> None:
    folder = class_of(tmp_path / "class", handed_in, "other1")
    roster = f"id,name\n{written_id},A\nother1,B\nabsent,C\n"
    output, grades, table = grades_of(folder, roster, "--missing", "zero")
    assert f"(handed in) and {written_id}" in output.replace("`", "")
    assert f"differ only in {difference}" in output
    assert row_of(grades, written_id) == f"{written_id},A,,12"
    assert row_of(grades, "absent") == "absent,C,,12"
    assert row_of(grades, "other1") == "other1,B,12,12"
    assert row_of(table, "A,").endswith(",,")
    assert "Left as they were, as it is not known whose" in output


def test_who_handed_in_nothing_gets_0_once_each_submission_has_its_owner(
    tmp_path: Path,
) -> None:
    folder = class_of(tmp_path / "class", "0012345")
    roster = "id,name\n0012345,A\nabsent,C\n"
    _, grades, _ = grades_of(folder, roster, "--missing", "zero")
    assert row_of(grades, "absent") == "absent,C,0,12"


@pytest.mark.parametrize("kept", ["'0012345", '"=""0012345"""'])
def test_an_id_that_is_marked_as_text_is_read_without_the_mark(
    tmp_path: Path, kept: str
) -> None:
    folder = class_of(tmp_path / "class", "0012345")
    _, grades, _ = grades_of(folder, f"id,name\n{kept},A\n")
    assert row_of(grades, kept).endswith(",A,12,12")


def test_nobody_is_said_to_be_graded_if_the_roster_has_nobody(tmp_path: Path) -> None:
    folder = class_of(tmp_path / "class", "0012345", "0012346")
    file = written(tmp_path / "roster.csv", "id,name\n12345,A\n12346,B\n")
    options = ["--roster", str(file), "--grades", str(tmp_path / "grades.csv")]
    done = run(folder, tmp_path / "results", *options, status=2)
    assert "differ only in leading zeros" in done.stderr
    assert "graded all the same" not in done.stdout


def test_a_list_that_lies_among_the_submissions_is_nobodys_hand_in(
    tmp_path: Path,
) -> None:
    folder = class_of(tmp_path / "class", "ada1")
    file = written(folder / "roster.csv", "id,name\nada1,A\nabsent,C\n")
    grades = tmp_path / "grades.csv"
    options = ["--roster", str(file), "--grades", str(grades), "--missing", "zero"]
    run(folder, tmp_path / "results", *options)
    assert row_of(grades.read_text("utf-8"), "absent") == "absent,C,0,12"
    written(folder / "0bsent.rar", "")
    output = run(folder, tmp_path / "results", *options).stdout
    assert (
        "0bsent (handed in) and absent (C on the roster) differ only in one" in output
    )
    assert row_of(grades.read_text("utf-8"), "absent") == "absent,C,,12"


def test_only_a_number_of_the_platforms_own_tells_two_people_apart() -> None:
    """Ids and addresses are typed, and typed wrong."""
    ada = Student("Ada", "", "1", (Identity(CANVAS_NUMBER, "1"),))
    bo = Student("Bo", "bo@x.edu")
    stranger = Student("Adx", "", "2", (Identity(CANVAS_NUMBER, "2"),))
    ownerless = [Ownerless("adx_2", stranger)]
    assert [*notes_on_missing(ownerless, [ada, bo])] == [bo]
    assert near_pairs(ownerless, [ada]) == []
    (pair,) = near_pairs([Ownerless("Adx", Student.of_folder("Adx"))], [ada])
    assert str(pair) == (
        "Adx (handed in) and Ada (on the roster) differ only in one letter or digit."
    )


BLACKBOARD = "Homework 4 [Total Pts: {} Score] |123"
BRIGHTSPACE = "Homework 4 Points Grade <Numeric MaxPoints:{}>"
SAKAI = "HW4 [{}]"
GRADESCOPE = "HW4"


def book_of(
    folder: Path, text: str, column: str | None = None, out_of: float | None = None
) -> Gradebook:
    roster = read_roster(written(folder / "roster.csv", text))
    return Gradebook(roster, load_set(QUICK), column, out_of)


def filled(book: Gradebook, score: float = 12.0) -> str:
    """Return the file after its only student, Ada, got a score of the set's 12."""
    ada = Student("ada1", "", "ada1", (Identity(LOGIN, "ada1"),))
    outcome = Outcome(score, {"ties": (score, 12.0)})
    hand_in = HandIn("ada1", (ada,), Path(), "")
    record = Record(ada, hand_in, outcome, None, score)
    return book.fill([record], zero=False).decode().splitlines()[1]


@pytest.mark.parametrize(
    ("heading", "maximum", "grade"),
    [
        (BLACKBOARD, "20", "20"),
        (BLACKBOARD, "up to 20", "20"),
        (BLACKBOARD, "7.5", "7.5"),
        (BRIGHTSPACE, "20", "20"),
        (BRIGHTSPACE, "12", "12"),
        (SAKAI, "20.0", "20"),
        (SAKAI, "100.0", "100"),
    ],
)
def test_a_maximum_in_the_heading_is_scaled_to(
    tmp_path: Path, heading: str, maximum: str, grade: str
) -> None:
    column = heading.format(maximum)
    book = book_of(tmp_path, f'username,"{column}"\nada1,\n', column)
    assert filled(book) == f"ada1,{grade}"
    of_heading = maximum.removeprefix("up to ")
    scaled = f"scaled: the set's 12 points are {of_heading} there"
    assert (scaled in " ".join(book.lines())) == (maximum != "12")


def test_a_maximum_in_the_next_column_is_scaled_to(tmp_path: Path) -> None:
    text = "username,HW4,HW4 - Max Points\nada1,,20\n"
    assert filled(book_of(tmp_path, text, "HW4")) == "ada1,20,20"


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("username,HW4\nada1,\n", "HW4"),
        ("username,HW4 [2026]\nada1,\n", "HW4 [2026]"),
        ("Student,ID,SIS Login ID,Section,HW4 (7)\nAda,1,ada1,A,\n", None),
        (
            "Identifier,Full name,Username,Grade,Maximum grade\nParticipant 1,A,ada1,,\n",
            None,
        ),
        (
            "Student,ID,SIS Login ID,Section,HW4 (7)\nPoints Possible\nAda,1,ada1\n",
            None,
        ),
    ],
)
def test_a_maximum_that_nobody_says_is_asked_for(
    tmp_path: Path, text: str, column: str | None
) -> None:
    with pytest.raises(WrongUsage, match="say it, as in --out-of 20"):
        book_of(tmp_path, text, column)
    book_of(tmp_path, text, column, 20)


def test_out_of_is_scaled_to_and_never_above_what_the_file_says(
    tmp_path: Path,
) -> None:
    text = "username,HW4\nada1,\n"
    assert filled(book_of(tmp_path, text, "HW4", 20)) == "ada1,20"
    assert filled(book_of(tmp_path, "username\nada1\n", None, 20)) == "ada1,20,20"
    for whose, column in (
        ("username", BRIGHTSPACE.format(20)),
        ("Student ID,Student Name", "HW4 [20]"),  # as Sakai's own file has it
    ):
        text = f"{whose},{column}\nada1,,\n"
        with pytest.raises(WrongUsage, match="the file says that the column holds 20"):
            book_of(tmp_path, text, column, 30)


def test_out_of_needs_grades(tmp_path: Path) -> None:
    folder = class_of(tmp_path / "class", "ada1")
    done = run(folder, tmp_path / "results", "--out-of", "20", status=2)
    assert "--out-of is for --grades" in done.stderr


CLASSROOM = (
    "assignment_name,assignment_url,starter_code_url,github_username,roster_identifier,"
    "student_repository_name,student_repository_url,submission_timestamp,"
    "points_awarded,points_available\n"
    "hw4,u,u,ada1,1,hw4-ada1,u,2026-11-20 10:00:00 UTC,,{}\n"
)


@pytest.mark.parametrize("maximum", ["20", "12"])
def test_github_classrooms_own_grades_are_known_by_their_headings(
    tmp_path: Path, maximum: str
) -> None:
    """Their first column is as Moodle's: a word and a number."""
    book = book_of(tmp_path, CLASSROOM.format(maximum))
    (tmp_path / "grades.csv").write_bytes(book.fill([], zero=False))
    assert "Moodle" not in " ".join(book.lines())
    with pytest.raises(WrongUsage, match="no column for grades is called other"):
        book_of(tmp_path, CLASSROOM.format(maximum), "other")
    whose = "points_awarded"
    assert f'in the column "{whose}"' in " ".join(book.lines())


def test_headings_that_are_not_known_are_named_if_an_owner_is_not_known(
    tmp_path: Path,
) -> None:
    folder = class_of(tmp_path / "class", "0012345", "ada")
    roster = "Studierendennummer,name\n0012345,A\n1,ada\n"
    output, _, _ = grades_of(folder, roster)
    assert "The column Studierendennummer has what submissions are called" in output


DUE = "2026-11-20T23:59Z"
MOODLES_WORKSHEET = (
    "Identifier,Full name,Status,Grade,Maximum grade,Last modified (submission)\n"
    'Participant 101,Ada,Submitted,,12.00,"Friday, 20 November 2026, {}"\n'
    'Participant 102,Bo,"Submitted - 3 days late",,12.00,"{}"\n'
)


def set_with_late_rule(folder: Path, **fields: object) -> Path:
    rule = {"per_day": 0.1, "at_most": 0.5}
    return quick_set(folder / "set", {}, late=rule, **fields)


def late_days(results: Path) -> dict[str, str]:
    return {name: row["late_days"] for name, row in rows(results).items()}


@pytest.mark.parametrize(
    ("written_time", "days"),
    [
        ("Monday, 23 November 2026, 8:00 PM", "3"),
        ("Monday, November 23, 2026, 20:00", "3"),
        ("Friday, 20 November 2026, 11:59 PM", "0"),
        ("Montag, 23. November 2026", "1"),
    ],
)
def test_moodles_worksheet_says_when_it_was_handed_in(
    tmp_path: Path, written_time: str, days: str
) -> None:
    """If the time cannot be read, it is late as Moodle says: one day, as in Canvas."""
    folder = made(tmp_path / "class", [])
    for name in ("Ada_101", "Bo_102"):
        shutil.copytree(SUBMISSIONS / FULL, folder / f"{name}_assignsubmission_file_")
    text = MOODLES_WORKSHEET.format("8:00 PM", written_time)
    file = written(tmp_path / "roster.csv", text)
    options = ["--roster", str(file), "--due", "2026-11-20T23:59"]
    exercises = set_with_late_rule(tmp_path)
    done = run(folder, tmp_path / "results", *options, exercises=exercises)
    assert late_days(tmp_path / "results") == {"Ada": "0", "Bo": days}
    assert "It is not known when" not in done.stdout


@pytest.mark.parametrize("text", ["20261123200000000", "2026-11-23T20:00:00Z\n"])
def test_sakais_file_beside_the_attachments_says_when_it_was_handed_in(
    tmp_path: Path, text: str
) -> None:
    folder = made(tmp_path / "class", [])
    for name in ("Ada(ada1)", "Bo(bo1)"):
        shutil.copytree(SUBMISSIONS / FULL, folder / name / "Submission attachment(s)")
    written(folder / "Bo(bo1)" / "timestamp.txt", text)
    written(folder / "grades.csv", "ID,Name")
    exercises = set_with_late_rule(tmp_path)
    done = run(folder, tmp_path / "results", "--due", DUE, exercises=exercises)
    assert late_days(tmp_path / "results") == {"Ada": "", "Bo": "3"}
    assert "Not understood" not in done.stdout
    assert (
        "It is not known when 1 of 2 submissions was handed in, so nothing is taken"
        " off there for lateness: ada1." in done.stdout
    )
    assert "not known whether it is late" in rows(tmp_path / "results")["Ada"]["note"]


def committed(folder: Path, *times: str) -> None:
    """Make a repository of a folder, with a commit at each of some times."""
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@x.edu"]
    for line in (["init", "-q"], ["add", "-A"]):
        subprocess.run([*git, *line], cwd=folder, check=True)
    for time in times:
        environment = {**os.environ, "GIT_COMMITTER_DATE": time}
        line = [*git, "commit", "-q", "--allow-empty", "-m", "x"]
        subprocess.run(line, cwd=folder, env=environment, check=True)


def test_the_last_commit_of_a_clone_says_when_it_was_handed_in(
    tmp_path: Path,
) -> None:
    for name in ("plain", "packed", "detached", "broken"):
        written(tmp_path / name / "alphabeta.py", "")
        committed(tmp_path / name, "2026-11-20T20:00Z", "2026-11-23T20:00Z")
    for line in (["gc", "-q"], ["pack-refs", "--all"]):
        subprocess.run(["git", *line], cwd=tmp_path / "packed", check=True)
    subprocess.run(
        ["git", "checkout", "-q", "--detach"], cwd=tmp_path / "detached", check=True
    )
    (tmp_path / "broken" / ".git" / "HEAD").write_text("ref: refs/heads/../../x")
    at = {name: time_of_last_commit(tmp_path / name) for name in ("plain", "packed")}
    committed_at = datetime(2026, 11, 23, 20, tzinfo=timezone.utc)
    assert set(at.values()) == {committed_at}
    assert time_of_last_commit(tmp_path / "detached") == committed_at
    assert time_of_last_commit(tmp_path / "broken") is None
    assert time_of_last_commit(tmp_path) is None


def test_no_program_is_run_that_a_clones_settings_name(tmp_path: Path) -> None:
    folder = tmp_path / "clone"
    written(folder / "alphabeta.py", "")
    committed(folder, "2026-11-20T20:00Z")
    hostile = (
        f"[core]\n\tfsmonitor = touch {tmp_path}/run\n\tpager = touch {tmp_path}/run\n"
    )
    with (folder / ".git" / "config").open("a") as config:
        config.write(hostile)
    assert time_of_last_commit(folder) is not None
    assert not (tmp_path / "run").exists()


def test_times_that_nothing_says_are_said_in_one_line(tmp_path: Path) -> None:
    folder = class_of(tmp_path / "class", "ada", "bo")
    exercises = set_with_late_rule(tmp_path)
    results = tmp_path / "results"
    with_due = run(folder, results, "--due", DUE, exercises=exercises).stdout
    assert "It is not known when 2 of 2 submissions were handed in" in with_due
    assert "nothing is taken off there for lateness: ada, bo." in with_due
    without = run(folder, results, exercises=exercises).stdout
    assert "Nothing counts as late, as it is not known when it was due" in without


def test_a_set_without_a_price_of_lateness_says_so(tmp_path: Path) -> None:
    folder = class_of(tmp_path / "class", "ada", "bo")
    exercises = quick_set(tmp_path / "set", {})
    results = tmp_path / "results"
    with_due = run(folder, results, "--due", DUE, exercises=exercises).stdout
    assert 'Nothing is taken off for lateness, as assignment.json has no "late".' in (
        with_due
    )
    assert "It is not known when 2 of 2 submissions were handed in, so" in with_due
    assert "late_days is empty there: ada, bo." in with_due
    without = run(folder, results, exercises=exercises).stdout
    assert "taken off for lateness" not in without


def test_canvas_says_what_is_late_without_a_due_time(tmp_path: Path) -> None:
    folder = made(tmp_path / "class", [])
    program = (SUBMISSIONS / FULL / "alphabeta.py").read_text("utf-8")
    for name in ("adaada_101_9001", "boboba_LATE_102_9002"):
        written(folder / f"{name}_alphabeta.py", program)
    exercises = set_with_late_rule(tmp_path)
    results = tmp_path / "results"
    done = run(folder, results, exercises=exercises)
    assert "Nothing counts as late" not in done.stdout
    assert late_days(results) == {"adaada": "", "boboba": "1"}
    run(folder, results, "--due", DUE, exercises=exercises)
    assert "not known whether" not in rows(results)["adaada"]["note"]


@pytest.mark.parametrize(
    "text",
    ["2026-11-20 10:00:00 -0800", "2026-11-20T18:00Z", "2026-11-20 18:00:00 UTC"],
)
def test_times_are_read_as_platforms_write_them(text: str) -> None:
    assert time_of(text) == datetime(2026, 11, 20, 18, tzinfo=timezone.utc)


@pytest.mark.parametrize(
    ("due", "at", "days"),
    [
        ("2026-11-20T23:59Z", "2026-11-20T23:59:30+00:00", 0),
        ("2026-11-20T23:59Z", "2026-11-20T23:59:59.9+00:00", 0),
        ("2026-11-20T23:59Z", "2026-11-21T00:00+00:00", 1),
        ("2026-11-20T23:59:00Z", "2026-11-20T23:59:30+00:00", 1),
        ("2026-11-20T23:59:30 Europe/Berlin", "2026-11-20T23:59:31+01:00", 1),
        ("2026-11-20T23:59 Europe/Berlin", "2026-11-20T23:59:31+01:00", 0),
        ("2026-10-25T02:30+02:00 Europe/Berlin", "2026-10-25T02:30:30+02:00", 0),
        ("2026-10-25T02:30+02:00 Europe/Berlin", "2026-10-25T02:30+01:00", 1),
    ],
)
def test_a_due_time_without_seconds_ends_with_its_minute(
    due: str, at: str, days: int
) -> None:
    assert parse_due(due).days_late(datetime.fromisoformat(at)) == days


def test_an_extension_without_seconds_ends_with_its_minute() -> None:
    due_time = parse_due("2026-11-20T23:59Z")
    at = datetime(2026, 11, 22, 23, 59, 30, tzinfo=timezone.utc)
    assert due_time.days_late(at, timedelta(hours=48)) == 0
    assert due_time.days_late(at + timedelta(minutes=1), timedelta(hours=48)) == 1


TWICE = """submission_1:
  :submitters:
  - :name: Ada
    :sid: '1'
  - :name: Bo
    :sid: '2'
  :created_at: {}
submission_2:
  :submitters:
  - :name: Bo
    :sid: '2'
  :created_at: {}
"""
IN_TIME, LATER = "2026-11-20 20:00:00 Z", "2026-11-23 21:00:00 Z"


def twice(folder: Path, first: str, second: str) -> Path:
    """Bo is in Ada's group, which is right, and hands in alone what is not."""
    made(folder, [])
    written(folder / "submission_metadata.yml", TWICE.format(first, second))
    shutil.copytree(SUBMISSIONS / FULL, folder / "submission_1")
    shutil.copytree(SUBMISSIONS / HALF, folder / "submission_2")
    return folder


@pytest.mark.parametrize(
    ("counts", "first", "second", "score", "words"),
    [
        ("latest", IN_TIME, LATER, "of_second", "of 2 submissions the latest counts"),
        ("latest", LATER, IN_TIME, "8.4", "submission_2 would have"),
        ("best", IN_TIME, LATER, "12", "of 2 submissions the best counts"),
        ("latest in time", IN_TIME, LATER, "12", "the latest in time counts"),
        ("latest in time", LATER, LATER, "", "it is not known which of"),
        ("latest", "", LATER, "", "it is not known which of"),
        ("latest", IN_TIME, IN_TIME, "", "it is not known which of"),
    ],
)
def test_a_person_is_one_row_alone_and_in_a_group(
    tmp_path: Path, counts: str, first: str, second: str, score: str, words: str
) -> None:
    folder = twice(tmp_path / "class", first, second)
    exercises = set_with_late_rule(tmp_path, counts=counts)
    file = written(tmp_path / "roster.csv", "name,sid\nAda,1\nBo,2\nCy,3\n")
    grades = tmp_path / "grades.csv"
    results = tmp_path / "results"
    options = ["--due", DUE, "--roster", str(file), "--grades", str(grades)]
    options += ["--missing", "zero"]
    done = run(folder, results, *options, exercises=exercises)
    table = (results / "class.csv").read_text("utf-8-sig")
    assert [row.partition(",")[0] for row in table.splitlines()[1:]] == [
        "Ada",
        "Bo",
        "Cy",
    ]
    bo = rows(results)["Bo"]
    if score == "of_second":
        score = f"{float(outcome_score(results, 'submission_2')) * 0.7:.10g}"
    assert bo["final"] == score
    assert words in bo["note"]
    given = score and f"{round(float(score), 2):.10g}"
    assert row_of(grades.read_text("utf-8"), "Bo") == f"Bo,2,{given},12"
    assert row_of(grades.read_text("utf-8"), "Cy") == "Cy,3,0,12"
    assert f"{2 if score else 1} of 3 students judged" in done.stdout
    assert "not certain" not in done.stdout


def outcome_score(results: Path, name: str) -> float:
    return float(json.loads((results / f"{name}.json").read_text("utf-8"))["score"])


def test_who_is_on_no_roster_is_one_row_too(tmp_path: Path) -> None:
    folder = twice(tmp_path / "class", IN_TIME, LATER)
    done = run(folder, tmp_path / "results")
    assert "2 students: mean" in done.stdout
    assert len(rows(tmp_path / "results")) == 2


@pytest.mark.parametrize(
    ("counts", "score"), [("latest", "8.4"), ("best", "12"), ("latest in time", "12")]
)
def test_of_a_platforms_attempts_the_set_says_which_counts(
    tmp_path: Path, counts: str, score: str
) -> None:
    program = (SUBMISSIONS / FULL / "alphabeta.py").read_text("utf-8")
    for day in ("20", "23"):
        name = f"HW_ada1_attempt_2026-11-{day}-10-00-00_alphabeta.py"
        written(tmp_path / "class" / name, program)
    made(tmp_path / "other", [])
    exercises = set_with_late_rule(tmp_path, counts=counts)
    done = run(
        tmp_path / "class", tmp_path / "results", "--due", DUE, exercises=exercises
    )
    assert [row["final"] for row in rows(tmp_path / "results").values()] == [score]
    assert "1 student: mean" in done.stdout


def test_a_rule_for_attempts_that_is_not_known_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidExercises, match="counts"):
        load_set(set_with_late_rule(tmp_path, counts="first"))


@pytest.mark.parametrize("heading", ["Status", "Enrollment"])
@pytest.mark.parametrize("words", [("Withdrawn", "Dropped"), ("W", "inactive")])
def test_who_has_left_the_course_has_no_row_and_no_grade(
    tmp_path: Path, heading: str, words: tuple[str, str]
) -> None:
    folder = class_of(tmp_path / "class", "ada", "bo")
    bo, cy = words
    roster = (
        f"username,name,{heading}\nada,Ada,Active\nbo,Bo,{bo}\ncy,Cy,{cy}\n"
        "di,Di,Active\neve,Eve,Visiting\n"
    )
    output, grades, table = grades_of(folder, roster, "--missing", "zero")
    assert row_of(grades, "ada") == "ada,Ada,Active,12,12"
    assert row_of(grades, "bo") == f"bo,Bo,{bo},,"
    assert row_of(grades, "cy") == f"cy,Cy,{cy},,"
    assert row_of(grades, "di") == "di,Di,Active,0,12"
    assert row_of(grades, "eve") == "eve,Eve,Visiting,0,12"
    assert [row.partition(",")[0] for row in table.splitlines()[1:]] == [
        "Ada",
        "Di",
        "Eve",
    ]
    assert "says that they have left the course: Bo, Cy" in output
    assert "whoever has the status Visiting counts as a student" in output
    assert "1 of 3 students judged" in output


def test_a_student_who_left_one_section_of_two_stays(tmp_path: Path) -> None:
    folder = class_of(tmp_path / "class", "ada", "bo")
    roster = "username,name,status\nada,Ada,dropped\nada,Ada,active\nbo,Bo,active\n"
    _, grades, _ = grades_of(folder, roster)
    assert grades.splitlines()[1:] == [
        "ada,Ada,dropped,,",
        "ada,Ada,active,12,12",
        "bo,Bo,active,12,12",
    ]


@pytest.mark.parametrize(
    ("score", "after_late", "days", "changes", "words"),
    [
        (41.0, 32.8, 2, (), "41 of 58 points, less 20 % for 2 days, is 32.8"),
        (41.0, 36.9, 1, (), "41 of 58 points, less 10 % for 1 day, is 36.9"),
        (41.0, 41.0, None, (), "41 of 58 points"),
        (0.0, 0.0, 3, (), "0 of 58 points"),
        (
            41.0,
            32.8,
            2,
            (("points", 2.0, "points +2"),),
            "41 of 58 points, less 20 % for 2 days, points +2, is 34.8",
        ),
        (
            41.0,
            41.0,
            0,
            (("score", 50.0, "score 50"),),
            "41 of 58 points, score 50, is 50",
        ),
        (41.0, 41.0, 0, (("excused", 0.0, "excused"),), ""),
        (41.0, None, None, (), ""),
    ],
)
def test_a_page_says_the_grade_with_its_sum(
    score: float,
    after_late: float | None,
    days: int | None,
    changes: Sequence[tuple[Any, float, str]],
    words: str,
) -> None:
    outcome = Outcome(score, {"ties": (score, 58.0)})
    overrides = tuple(Override(*change, "why") for change in changes)
    ada = Student("Ada")
    hand_in = HandIn("ada", (ada,), Path(), "")
    record = Record(ada, hand_in, outcome, days, after_late, "", overrides)
    page = '<title>x</title><p class="who"></p>'
    shown = signed(page, "Homework", [record])
    assert (f"<strong>Grade: {words}</strong>" in shown) == bool(words)
    assert ("Grade:" in shown) == bool(words)


GROUPED = "id,name{}\nada1,Ada{}\nbo1,Bo{}\ncy1,Cy{}\ndi1,Di{}\n"
OF_NOBODY = GROUPED.format("", "", "", "", "")
OF_ROSTER = GROUPED.format(",group", ",t1", ",t1", ",t2", ",")


@pytest.mark.parametrize("handed_in", ["ada1", "t1"])
@pytest.mark.parametrize("is_file", [True, False])
def test_what_one_of_a_group_hands_in_is_handed_in_by_all(
    tmp_path: Path, handed_in: str, is_file: bool
) -> None:
    folder = class_of(tmp_path / "class", handed_in)
    options = ["--missing", "zero"]
    if is_file:
        text = "group,student\nt1,ada1\nt1,Bo\nt2,cy1\nt2,eve\n"
        options += ["--groups", str(written(tmp_path / "groups.csv", text))]
    roster = OF_NOBODY if is_file else OF_ROSTER
    output, grades, _ = grades_of(folder, roster, *options)
    of_all = {row.split(",")[0]: row.split(",")[-2] for row in grades.splitlines()[1:]}
    # Whoever is meant by a line of nobody may have a mate who handed in.
    zero = "" if is_file else "0"
    assert of_all == {"ada1": "12", "bo1": "12", "cy1": zero, "di1": zero}
    assert "2 of 4 students judged" in output
    assert "Not on the roster" not in output
    nobody = "of no student of this class, or of several: line 5 (eve)"
    assert (nobody in output) == is_file


def test_of_what_two_of_a_group_handed_in_one_counts_for_both(tmp_path: Path) -> None:
    """It is not known which is later; if both have the same score, it does not matter."""
    folder = class_of(tmp_path / "class", "ada1")
    class_of(tmp_path / "other", "bo1", program=HALF)
    shutil.move(tmp_path / "other" / "bo1", folder / "bo1")
    output, grades, table = grades_of(folder, OF_ROSTER)
    assert row_of(grades, "ada1") == "ada1,Ada,t1,,12"
    assert row_of(grades, "bo1") == "bo1,Bo,t1,,12"
    assert "it is not known which of ada1 and bo1 is the latest" in table
    assert "as it is not known which of several submissions counts: Ada; Bo" in output


def test_a_student_of_two_groups_is_refused_with_the_line(tmp_path: Path) -> None:
    folder = class_of(tmp_path / "class", "ada1", "bo1")
    text = "group,student\nt1,ada1\nt2,bo1\nt2,ada1\n"
    file = written(tmp_path / "groups.csv", text)
    done = run(folder, tmp_path / "results", "--groups", str(file), status=2)
    assert "line 4" in done.stderr
    assert "is in the group t1, too" in done.stderr


SECTIONS = "id,name,section\nada1,Ada,A\nbo1,Bo,B\ncy1,Cy,A\ndi1,Di,A and B\n"


def test_a_section_alone_gets_rows_and_grades(tmp_path: Path) -> None:
    folder = class_of(tmp_path / "class", "ada1", "bo1", "di1")
    options = ["--section", "a", "--missing", "zero"]
    output, grades, table = grades_of(folder, SECTIONS, *options)
    assert grades.splitlines()[1:] == [
        "ada1,Ada,A,12,12",
        "bo1,Bo,B,,",
        "cy1,Cy,A,0,12",
        "di1,Di,A and B,12,12",
    ]
    names = [row.partition(",")[0] for row in table.splitlines()[1:]]
    assert names == ["Ada", "Di", "Cy"]
    assert "Not on the roster" not in output
    assert "2 of 3 students judged" in output


@pytest.mark.parametrize(
    ("roster", "words"),
    [
        (SECTIONS, "has no such section, but A, B, `A and B`"),
        (OF_NOBODY, "says of nobody which section it is; add a column section"),
        ("", "--section needs --roster"),
    ],
)
def test_a_section_that_is_not_there_is_refused(
    tmp_path: Path, roster: str, words: str
) -> None:
    folder = class_of(tmp_path / "class", "ada1")
    options = ["--section", "C"]
    if roster:
        options += ["--roster", str(written(tmp_path / "roster.csv", roster))]
    done = run(folder, tmp_path / "results", *options, status=2)
    assert words in done.stderr


@pytest.mark.parametrize(
    ("files", "score"),
    [
        ({"hw4_final.py": FULL}, "12"),
        ({"hw4_final.py": FULL, "notes.txt": ""}, "12"),
        ({"my alphabeta.py": FULL, "readme.py": "print(1)"}, "12"),
        ({"one.py": FULL, "two.py": FULL}, ""),
        ({"hw4.py": "print(1)"}, "0"),
    ],
)
def test_a_program_by_any_name_counts_if_it_alone_may_be_meant(
    tmp_path: Path, files: dict[str, str], score: str
) -> None:
    folder = made(tmp_path / "class", [])
    program = (SUBMISSIONS / FULL / "alphabeta.py").read_text("utf-8")
    for number, (name, text) in enumerate(files.items()):
        source = program if text == FULL else text
        written(folder / f"adaada_101_900{number}_{name}", source)
    written(folder / "boboba_102_9009_alphabeta.py", program)
    done = run(folder, tmp_path / "results", "--any-name")
    row = rows(tmp_path / "results")["adaada"]
    assert row["score"] == score
    is_graded = score == "12"
    assert ("graded as alphabeta.py, as no other file" in row["note"]) == is_graded
    are_several = "two.py" in files
    assert ("one.py, two.py define what is asked for" in row["note"]) == are_several
    assert ("Graded as alphabeta.py, though" in done.stdout) == is_graded


def test_what_students_see_once_grades_are_out_is_on_the_pages(tmp_path: Path) -> None:
    folder = class_of(tmp_path / "class", "ada1", program=HALF)
    exercises = quick_set(tmp_path / "set", {}, visibility="after_published")
    results = tmp_path / "results"
    run(folder, results, "--html", exercises=exercises)
    before = (results / "ada1.html").read_text("utf-8")
    run(folder, results, "--html", "--published", exercises=exercises)
    after = (results / "ada1.html").read_text("utf-8")
    assert before.count("<svg") < after.count("<svg")


@pytest.mark.parametrize(
    ("visibility", "is_shown"),
    [
        ("visible", True),
        ("after_due_date", True),
        ("after_published", True),
        ("hidden", False),
    ],
)
def test_published_shows_what_students_see_later_and_nothing_hidden(
    visibility: str, is_shown: bool, tmp_path: Path
) -> None:
    exercises = [{"tree": [1, 2], "visibility": visibility}, {"tree": [2, 1]}]
    loaded = load_set(made_set(tmp_path, exercises))
    first, second = published(loaded).exercises
    assert (first.is_visible, second.is_visible) == (is_shown, True)


def with_score(
    score: float | None, hour: int | None, name: str, late_days: int = 0
) -> Record:
    """Return the record of a submission of Ada's at an hour of a day."""
    ada = Student("Ada", "ada@x.edu")
    at = None if hour is None else datetime(2026, 11, 20, hour, tzinfo=timezone.utc)
    hand_in = HandIn(name, (ada,), Path(), name, at)
    outcome = None if score is None else Outcome(score, {"ties": (score, 12.0)})
    return Record(ada, hand_in, outcome, late_days, score)


@pytest.mark.parametrize(
    ("counts", "records", "final"),
    [
        ("latest", [with_score(9, 1, "a"), with_score(4, 2, "b")], 4),
        ("best", [with_score(9, 1, "a"), with_score(4, 2, "b")], 9),
        ("best", [with_score(9, 1, "a"), with_score(None, 2, "b")], None),
        ("latest in time", [with_score(9, 1, "a"), with_score(4, 2, "b", 1)], 9),
        ("latest in time", [with_score(9, 1, "a", 1), with_score(4, 2, "b", 2)], 4),
        ("latest", [with_score(9, None, "a"), with_score(4, 2, "b")], None),
        ("latest", [with_score(4, None, "a"), with_score(4, 2, "b")], 4),
    ],
)
def test_one_of_several_submissions_counts_or_none_if_that_is_not_known(
    counts: Any, records: list[Record], final: float | None
) -> None:
    (row,) = one_row_each(records, counts, set())
    assert row.final == final
    assert row.is_undecided == (final is None)


def test_a_group_gets_what_is_handed_in_under_its_name() -> None:
    ada, bo = Student("Ada", "ada@x.edu"), Student("Bo", "bo@x.edu")
    team = Student.of_folder("T1")
    hand_in = HandIn("T1", (team,), Path(), "T1")
    groups = {"t1": [ada, bo]}
    owned = owned_by_groups([hand_in], groups)
    assert with_groups([(team, hand_in)], groups, owned) == [
        (ada, hand_in),
        (bo, hand_in),
    ]


def test_a_program_by_another_name_is_copied_beside_its_modules(
    tmp_path: Path,
) -> None:
    exercises = load_set(QUICK)
    functions = asked_for(exercises)
    written(tmp_path / "x" / "hw4.py", f"def {functions[0]}(state): pass\n")
    written(tmp_path / "x" / "helper.py", "")
    hand_in = HandIn("x", (Student("x"),), tmp_path / "x", "x")
    renamed = with_any_name(hand_in, exercises, functions, tmp_path / "scratch")
    assert sorted(os.listdir(renamed.path)) == ["alphabeta.py", "helper.py"]
    assert sorted(os.listdir(tmp_path / "x")) == ["helper.py", "hw4.py"]


GROUPED = "id,name\n0012345,Ada\n0012346,Bo\n0012347,Cy\n0012348,Di\n0012349,Eve\n"


def test_nobody_gets_a_0_whom_a_misspelt_line_of_the_groups_may_mean(
    tmp_path: Path,
) -> None:
    groups = "group,student\nt1,0012345\nt1,12347\nt2,0012348\nt3,12346\nt3,0012349\n"
    graded = Graded(tmp_path, {"0012345": 12, "0012346": 4}, GROUPED, groups=groups)
    scores = [row.split(",")[2] for row in graded.grades.splitlines()[1:]]
    # The group t2 is known, and handed in nothing.
    assert scores == ["12", "4", "", "0", ""]
    assert "has lines that fit nobody. So no 0 is given to 2 students" in graded.said


def test_nobody_gets_a_0_whom_a_line_of_the_overrides_may_mean(
    tmp_path: Path,
) -> None:
    lines = "12346,excused,ill\nelse1,score 3,other class\nEve,excused,which one\n"
    overrides = f"student,change,reason\n{lines}"
    roster = f"{GROUPED}0012350,Eve\n"
    graded = Graded(tmp_path, {"0012345": 12}, roster, overrides=overrides)
    scores = [row.split(",")[2] for row in graded.grades.splitlines()[1:]]
    assert scores == ["12", "", "0", "0", "", ""]
    assert "12346 (line 2) and 0012346 (Bo on the roster) differ only" in graded.said
    assert "as a line of the overrides may mean them: Bo; Eve" in graded.said


def test_a_change_for_a_name_that_somebody_who_left_has_too_is_for_nobody(
    tmp_path: Path,
) -> None:
    roster = "id,name,status\nu0012,Eve,Active\nu0034,Eve,Dropped\nu0056,Bo,Dropped\n"
    overrides = (
        "student,change,reason\nEve,points -2,for one of them\nu0056,score 3,x\n"
    )
    graded = Graded(tmp_path, {"u0012": 12}, roster, overrides=overrides)
    scores = [row.split(",")[3] for row in graded.grades.splitlines()[1:]]
    assert scores == ["12", "", ""]
    assert "1 line is of no student of this class, or of several" in graded.said
