"""Lists and exports that people and programs have muddled: nobody gets another's points or a 0 by that."""

import contextlib
import io
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from autograder.classroom.class_options import ClassOptions
from autograder.classroom.groups import owned_by_groups, read_groups
from autograder.classroom.lateness import Due, parse_due
from autograder.classroom.records import (
    LOGIN,
    HandIn,
    Identity,
    Outcome,
    Student,
)
from autograder.classroom.run import ClassRun
from autograder.core.errors import InvalidExercises, WrongUsage
from tests.classroom.test_class import quick_set
from tests.sets import QUICK, written

FULL, HALF = 12.0, 4.0
SAKAI = "Submission attachment(s)/alphabeta.py"


class Graded:
    """What a run of a class says and writes, with scores instead of programs."""

    def __init__(
        self,
        folder: Path,
        scores: Mapping[str, float],
        roster: str,
        *,
        groups: str = "",
        overrides: str = "",
        column: str | None = None,
        out_of: float | None = None,
        due: Due | None = None,
        exercises: Path = QUICK,
    ) -> None:
        """scores: by the names of files or folders in the folder called class."""
        for file in scores:
            path = folder / "class" / file
            written(path if path.suffix else path / "alphabeta.py", "")
        (folder / "results").mkdir()
        (folder / "temporary").mkdir()
        options = ClassOptions(
            folder / "class",
            folder / "results",
            exercises,
            roster=written(folder / "roster.csv", roster),
            groups=written(folder / "groups.csv", groups) if groups else None,
            overrides=written(
                folder / "overrides.csv", overrides or "student,change,reason\n"
            ),
            grades=folder / "grades.csv",
            column=column,
            out_of=out_of,
            missing="zero",
            due=due,
        )
        stream = io.StringIO()
        with contextlib.redirect_stdout(stream):
            run = ClassRun(options)
            found = run.find(folder / "temporary")
            worth = {
                exercise.id: exercise.max_points for exercise in run.exercises.exercises
            }
            for hand_in in found.hand_ins:
                (score,) = [
                    scores[name]
                    for name in scores
                    if name.split("/")[0] in hand_in.file.split()
                    or name.split("/")[0] == hand_in.file
                ]
                points = {name: (0.0, most) for name, most in worth.items()}
                found.grading.outcomes[hand_in.name] = Outcome(score, points)
            self.records = run.grade(found)
            run.write(self.records)
        self.said = stream.getvalue()
        self.grades = (folder / "grades.csv").read_text("utf-8")
        self.notes = {record.student.name: record.note for record in self.records}


# --- Sakai, as its exporter writes ---

SAKAIS = """\
"Student ID","Student Name","Homework 4 [20]","* Homework 4"
"ada1","Lee, Kim","",""
"bo1","Lee, Kim","",""
"cy1","Coe, Cy","",""
"""


def test_sakais_students_are_known_by_the_login_though_two_have_one_name(
    tmp_path: Path,
) -> None:
    scores = {f"Lee, Kim(ada1)/{SAKAI}": FULL, f"Lee, Kim(bo1)/{SAKAI}": HALF}
    graded = Graded(tmp_path, scores, SAKAIS, column="Homework 4 [20]")
    assert '"ada1","Lee, Kim","20",""\n"bo1","Lee, Kim","6.67",""' in graded.grades
    assert '"cy1","Coe, Cy","0",""' in graded.grades
    assert "Found by their names alone" not in graded.said


def test_a_list_with_two_of_sakais_headings_alone_has_the_universitys_ids(
    tmp_path: Path,
) -> None:
    roster = 'Student ID,Student Name\n0012345,"Ali, Ada"\n'
    graded = Graded(tmp_path, {f"Ali, Ada(ada1)/{SAKAI}": FULL}, roster)
    assert '0012345,"Ali, Ada",12,12' in graded.grades


def test_all_of_a_group_in_sakai_are_in_the_name_of_its_folder(tmp_path: Path) -> None:
    scores = {f"Lee, Kim(ada1); Coe, Cy(cy1)/{SAKAI}": FULL}
    graded = Graded(tmp_path, scores, SAKAIS, column="Homework 4 [20]")
    assert '"ada1","Lee, Kim","20",""' in graded.grades
    assert '"bo1","Lee, Kim","0",""' in graded.grades
    assert '"cy1","Coe, Cy","20",""' in graded.grades


def test_no_name_of_a_student_claims_another_who_handed_in(tmp_path: Path) -> None:
    scores = {
        f"Lee, Kim(ada1)/{SAKAI}": FULL,
        f"X, Y(ada1); Coe, Cy(cy1)/{SAKAI}": 0.0,
    }
    graded = Graded(tmp_path, scores, SAKAIS, column="Homework 4 [20]")
    assert '"ada1","Lee, Kim","20",""' in graded.grades
    assert '"cy1","Coe, Cy","0",""' in graded.grades


def test_a_group_owns_what_a_platform_calls_by_its_title() -> None:
    title = Student("Team 1", ids=(Identity(LOGIN, "5f0c"),))
    hand_in = HandIn("5f0c", (title,), Path("x"), "Team 1(5f0c)")
    ada = Student("Ada")
    assert owned_by_groups([hand_in], {"team  1": [ada]}) == {"5f0c": "team  1"}


BLACKBOARDS = """\
Username,Last Name,First Name,HW [Total Pts: 20 Score] |1
ada_l@x.edu,Lee,Kim,
l@y.edu,Lee,Kim,
"""
SAKAIS_ADDRESSES = """\
"Student ID","Student Name","HW [20]"
"ada_l@x.edu","Lee, Kim",""
"b@x.edu","Lee, Kim",""
"""


@pytest.mark.parametrize(
    ("file", "roster"),
    [
        (
            "HW_ada_l@x.edu_attempt_2026-11-20-10-00-00_alphabeta.py",
            BLACKBOARDS,
        ),
        (f"Lee, Kim(ada_l@x.edu)/{SAKAI}", SAKAIS_ADDRESSES),
    ],
)
def test_a_login_that_is_an_address_finds_its_student(
    file: str, roster: str, tmp_path: Path
) -> None:
    column = roster.splitlines()[0].split(",")[-1].strip('"')
    graded = Graded(tmp_path, {file: FULL}, roster, column=column)
    fields = [row.split(",")[-1].strip('"') for row in graded.grades.splitlines()[1:]]
    assert fields == ["20", "0"]


# --- Groups ---

CLASSROOM50 = """\
group,group_name,team_slug,repo,username,first_name,last_name,email,section,github_id,role,in_roster,note
group-1,The Sharks,t-1,cs-search-group-1,ada-l,Ada,Example,,,11,student,yes,
group-1,The Sharks,t-1,cs-search-group-1,bo99,Bo,Example,,,12,student,yes,
"""
GITHUB = """\
username,first_name,last_name,email,section,github_id,role
ada-l,Ada,Example,,,11,student
bo99,Bo,Example,,,12,student
cy,Cy,Example,,,13,student
"""


def test_classroom50s_own_list_of_groups_says_whose_a_clone_is(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    clone = folder / "cs-search-group-1"
    written(clone / ".classroom50.yaml", 'classroom: "cs"\nassignment: "search"\n')
    scores = {"cs-search-group-1": FULL}
    graded = Graded(tmp_path, scores, GITHUB, groups=CLASSROOM50)
    rows = [row.rpartition("student,")[2] for row in graded.grades.splitlines()[1:]]
    assert rows == ["12,12", "12,12", "0,12"]


def test_a_group_whose_members_classroom50_could_not_read_is_named(
    tmp_path: Path,
) -> None:
    text = f"{CLASSROOM50}group-2,,t-2,,,,,,,,,,membership could not be read\n"
    file = written(tmp_path / "groups.csv", text)
    with pytest.raises(InvalidExercises, match="who is in the group group-2"):
        read_groups(file, [Student("Ada", ids=(Identity(LOGIN, "ada-l"),))])


def test_a_group_is_the_same_in_capitals_and_with_more_blanks(tmp_path: Path) -> None:
    groups = "group,student\nTeam 1,ada1\nteam  1,bo1\n"
    roster = "id,name\nada1,Ada\nbo1,Bo\n"
    graded = Graded(tmp_path, {"ada1": FULL}, roster, groups=groups)
    assert graded.grades.splitlines()[1:] == ["ada1,Ada,12,12", "bo1,Bo,12,12"]


# --- Times ---


@pytest.mark.parametrize("due", [None, parse_due("2026-11-20T23:59Z")])
def test_a_row_says_that_its_time_is_not_known_only_if_something_is_due(
    due: Due | None, tmp_path: Path
) -> None:
    written(
        tmp_path / "class" / "submission_metadata.yml",
        "submission_1:\n  :submitters:\n  - :name: Ada\n    :sid: '1'\n",
    )
    roster = "id,name\n1,Ada\n"
    graded = Graded(tmp_path, {"submission_1": FULL}, roster, due=due)
    assert ("not known whether it is late" in graded.notes["Ada"]) == (due is not None)


# --- Lists that people have changed ---

PAIR = "ada1,Ada\nbo1,Bo\n"


@pytest.mark.parametrize(
    "headings", ["group,group", "status,Status", "section,section", "role,Role"]
)
def test_two_columns_of_one_heading_are_refused(headings: str, tmp_path: Path) -> None:
    roster = f"id,name,{headings}\nada1,Ada,A,B\n"
    with pytest.raises(WrongUsage, match="which one is meant is not guessed"):
        Graded(tmp_path, {"ada1": FULL}, roster)


@pytest.mark.parametrize(
    ("groups", "overrides"),
    [
        ("group,student,student\nt,ada1,bo1\n", ""),
        ("", "student,change,reason,student\nada1,points +1,why,bo1\n"),
    ],
)
def test_two_columns_of_students_are_refused_in_each_list(
    groups: str, overrides: str, tmp_path: Path
) -> None:
    with pytest.raises(InvalidExercises, match='2 columns are called "student"'):
        Graded(
            tmp_path,
            {"ada1": FULL},
            f"id,name\n{PAIR}",
            groups=groups,
            overrides=overrides,
        )


def test_rows_that_a_comma_has_shifted_into_another_group_are_refused(
    tmp_path: Path,
) -> None:
    # Read as they stand, both would be in the group A.
    roster = "id,name,section,group\nada1,Ali, Ada,A,t1\nbo1,Bye, Bo,A,t2\n"
    with pytest.raises(WrongUsage, match="line 2 and 1 more: more fields than head"):
        Graded(tmp_path, {"ada1": FULL, "bo1": HALF}, roster)


def test_a_group_whose_line_has_a_comma_too_many_is_refused(tmp_path: Path) -> None:
    groups = "group,student\nt1,Ali, Ada\n"
    with pytest.raises(InvalidExercises, match="more fields than the first line has"):
        Graded(tmp_path, {"ada1": FULL}, f"id,name\n{PAIR}", groups=groups)


def test_a_change_that_stands_twice_is_refused(tmp_path: Path) -> None:
    line = "ada1,points +2,a tie counts\n"
    overrides = f"student,change,reason\n{line}bo1,points +2,a tie counts\n{line}"
    with pytest.raises(InvalidExercises, match="line 2 once more"):
        Graded(tmp_path, {"ada1": HALF}, f"id,name\n{PAIR}", overrides=overrides)


CANVAS = """\
Student,ID,SIS User ID,SIS Login ID,Section,Homework 4 (77)
    Points Possible,,,,,20
"Ali, Ada",61,1,a@x.edu,A,
"Bye, Bo",62,2,b@x.edu,A,
"Coe, Cy",63,3,c@x.edu,A,
"""


@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        ("", ["20", "", ""]),
        ("group,student\nt1,1\nt1,2\n", ["20", "20", "0"]),
    ],
)
def test_who_may_be_in_a_group_of_canvas_gets_no_0_until_groups_are_known(
    groups: str, expected: list[str], tmp_path: Path
) -> None:
    """Canvas calls the file of a group after the group, with one student's number."""
    scores = {"thesharks_61_900_alphabeta.py": FULL}
    graded = Graded(tmp_path, scores, CANVAS, groups=groups)
    fields = [row.rpartition(",")[2] for row in graded.grades.splitlines()[2:]]
    assert fields == expected
    why = "Canvas calls thesharks what `Ali, Ada` handed in, as it does for groups"
    assert (why in graded.said) == (groups == "")
    finals = {record.student.name: record.final for record in graded.records}
    assert finals["Bye, Bo"] == (FULL if groups else None)


def test_a_file_of_canvas_with_its_students_name_is_of_no_group(tmp_path: Path) -> None:
    scores = {"aliada_61_900_alphabeta.py": FULL, "byebo_62_901_alphabeta.py": HALF}
    graded = Graded(tmp_path, scores, CANVAS)
    fields = [row.rpartition(",")[2] for row in graded.grades.splitlines()[2:]]
    assert fields == ["20", "6.67", "0"]


@pytest.mark.parametrize(
    ("roster", "expected"),
    [
        ("id;name;HW1;HW4\nada1;Ada;7,5;\n", "ada1;Ada;7,5;6,67"),
        ("id;name;HW1;HW4\nada1;Ada;7.5;\n", "ada1;Ada;7.5;6.67"),
        ("id;name;HW4\nada1;Ada;\n", "ada1;Ada;6,67"),
        ("id,name,HW4\nada1,Ada,\n", "ada1,Ada,6.67"),
        ('id,name,HW1,HW4\nada1,Ada,"7,5",\n', 'ada1,Ada,"7,5","6,67"'),
    ],
)
def test_a_grade_has_the_decimal_mark_of_the_file(
    roster: str, expected: str, tmp_path: Path
) -> None:
    """If commas are decimal, 12.5 is read as 125 or as a day in May."""
    graded = Graded(tmp_path, {"ada1": HALF}, roster, column="HW4", out_of=20)
    assert graded.grades.splitlines()[1] == expected


def test_rows_without_a_grade_are_as_long_as_the_others(tmp_path: Path) -> None:
    """Classroom 50 reads no list with rows of different lengths."""
    roster = f"{GITHUB}di,Di,Example,,,14,ta\n"
    clone = tmp_path / "class" / "cs-search-ada-l"
    written(clone / ".classroom50.yaml", 'classroom: "cs"\nassignment: "search"\n')
    graded = Graded(tmp_path, {"cs-search-ada-l": FULL}, roster)
    assert {row.count(",") for row in graded.grades.splitlines()} == {8}
    assert graded.grades.splitlines()[-1].endswith(",ta,,")


MOODLE = """\
Identifier,Full name,Status,Group,Grade,Maximum grade,Last modified (grade)
Participant 101,Ada Ali,Submitted,{group},,20.00,-
Participant 102,Bo Bye,No submission,{group},,20.00,-
"""


@pytest.mark.parametrize(
    ("folders", "bos_grade"),
    [
        # Moodle writes a folder for each member of a group.
        (
            [
                "T-Ada Ali_101_assignsubmission_file",
                "T-Bo Bye_102_assignsubmission_file",
            ],
            "20",
        ),
        (["Default group-Ada Ali_101_assignsubmission_file"], "0"),
    ],
)
def test_who_is_in_no_group_of_moodles_shares_with_nobody(
    folders: list[str], bos_grade: str, tmp_path: Path
) -> None:
    roster = MOODLE.format(group="Not a member of any group")
    graded = Graded(tmp_path, dict.fromkeys(folders, FULL), roster)
    fields = [row.split(",")[4] for row in graded.grades.splitlines()[1:]]
    assert fields == ["20", bos_grade]


def test_why_nobody_is_found_names_the_students_who_may_be_meant(
    tmp_path: Path,
) -> None:
    roster = "id,login,name\n77,a1,Ada\n78,77,Bo\n"
    with pytest.raises(
        WrongUsage, match=r"77 may be Ada \(77\) by its id or Bo \(78\)"
    ):
        Graded(tmp_path, {"77": FULL}, roster)


@pytest.fixture
def machine_in_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("machine_in_utc")
@pytest.mark.parametrize(
    ("clock", "days", "is_said"),
    [("20-23-30", 0, True), ("20-20-30", 0, False), ("21-20-30", 1, False)],
)
def test_nobody_is_late_by_the_clock_of_another_zone(
    clock: str, days: int, is_said: bool, tmp_path: Path
) -> None:
    """A container's clock is that of UTC, and the course's may be another."""
    scores = {f"HW_ada1_attempt_2026-11-{clock}-00_alphabeta.py": FULL}
    due_time = parse_due("2026-11-20T23:59 Europe/Berlin")
    late = {"per_day": 0.1, "at_most": 0.5}
    exercises = quick_set(tmp_path / "set", {}, late=late)
    roster = "username,name\nada1,Ada\n"
    graded = Graded(tmp_path, scores, roster, due=due_time, exercises=exercises)
    (record,) = graded.records
    assert record.late_days == days
    assert ("by that of Europe/Berlin" in graded.said) == is_said


ADDRESSES = "id,name,email\n1,{},ada1@x.edu\n2,Bo,bo1@{}\n"


@pytest.mark.parametrize(
    ("name", "host", "is_found"),
    [("Ada", "x.edu", True), ("Ada", "y.edu", False), ("Bo1", "x.edu", False)],
)
def test_a_change_may_name_the_beginning_of_an_address_as_folders_do(
    name: str, host: str, is_found: bool, tmp_path: Path
) -> None:
    overrides = "student,change,reason\nbo1,score 7,why\n"
    roster = ADDRESSES.format(name, host)
    graded = Graded(tmp_path, {"1": FULL, "2": FULL}, roster, overrides=overrides)
    assert graded.grades.splitlines()[1:] == [
        f"1,{name},ada1@x.edu,12,12",
        f"2,Bo,bo1@{host},{7 if is_found else 12},12",
    ]
    assert ("of no student of this class, or of several" in graded.said) != is_found
