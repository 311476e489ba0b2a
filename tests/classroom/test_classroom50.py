"""Classroom 50's clones and roster, as `gh teacher download` and its web page make them."""

import json
from pathlib import Path

import pytest

from autograder.classroom.classroom50 import is_of_groups, prefix_of_repositories
from autograder.classroom.discovery import find_class
from autograder.classroom.records import GITHUB_NAME
from tests.classes import run
from tests.sets import SUBMISSIONS, written
from tests.tell.test_formats import classroom50 as as_classroom50

PROGRAM = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8")
MARK = """schema: "classroom50/repo-config/v1"
classroom: "{classroom}"
assignment: "search"
owner:
  username: "ada-l"
  id: 11
"""
ROSTER = """username,first_name,last_name,email,section,github_id,role
ada-l,Ada,Example,ada@x.edu,1,11,student
L,Leo,Example,leo@x.edu,1,12,student
cy,Cy,Example,cy@x.edu,2,13,student
di,Di,Example,di@x.edu,2,14,ta
"""
SCORES = (
    "username,first_name,last_name,email,section,score,max_score,datetime,"
    "submission_tag,submitted_by,review_url,late,override\n"
)
HANDED_IN = ",1,3,3,2026-11-20T20:00:00Z,submit/1,ada-l,https://github.com/x,,\n"


def clones(folder: Path, *names: str, classroom: str = "cs") -> Path:
    """Make clones of some students' repositories, and the list beside them."""
    for name in names:
        clone = folder / f"cs-search-{name}"
        written(clone / "alphabeta.py", PROGRAM)
        written(clone / ".classroom50.yaml", MARK.format(classroom=classroom))
    written(folder / "scores.csv", SCORES)
    return folder


def graded(folder: Path, *options: str, roster: str = ROSTER) -> tuple[str, list[str]]:
    """Return the output of a run, and the rows of the grades."""
    file = written(folder.parent / "roster.csv", roster)
    grades = folder.parent / "grades.csv"
    line = ["--roster", str(file), "--grades", str(grades), *options]
    done = run(folder, folder.parent / "results", *line)
    return done.stdout, grades.read_text("utf-8").splitlines()


@pytest.mark.parametrize("names", [["ada-l"], ["ada-l", "l"]])
def test_clones_are_of_the_students_in_classroom50s_roster(
    names: list[str], tmp_path: Path
) -> None:
    printed, rows = graded(clones(tmp_path / "clones", *names))
    handed_in = [row.partition(",")[0].lower() for row in rows if row.endswith("12,12")]
    assert handed_in == names
    assert "Not graded, as" in printed
    assert "they are staff: Di Example" in printed
    assert "scores.csv" not in printed
    assert rows[-1].endswith(
        ",ta,,"
    )  # of staff nothing is written, not even the maximum


def test_folder_of_a_download_tells_the_prefix_and_no_student_does(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "CS-search_submissions_2026_11_20_T_23_59_07"
    clones(folder, "ada-l", classroom="cs-search-ada")
    submitted = find_class(folder, "alphabeta.py", tmp_path)
    (student,) = submitted.hand_ins[0].students
    assert "ada-l" in [one.value for one in student.ids if one.kind == GITHUB_NAME]


def test_clones_that_disagree_tell_no_prefix(tmp_path: Path) -> None:
    folder = clones(tmp_path / "clones", "ada-l", "cy")
    assert prefix_of_repositories(folder, folder.iterdir()) == "cs-search-"
    clones(folder, "di", classroom="cs-search-x")
    assert prefix_of_repositories(folder, folder.iterdir()) == ""


def test_no_0_is_written_in_a_group_assignment_without_its_groups(
    tmp_path: Path,
) -> None:
    folder = clones(tmp_path / "clones", "ada-l", "cy")
    result = {"schema": "classroom50/result/v1", "assignment_type": "group"}
    written(folder / "cs-search-ada-l" / "result.json", result)
    file = written(tmp_path / "roster.csv", ROSTER)
    grades = tmp_path / "grades.csv"
    line = ["--roster", str(file), "--grades", str(grades), "--missing", "zero"]
    done = run(folder, tmp_path / "results", *line)
    assert "it is not known who is in which group" in done.stdout
    assert not any(row.endswith(",0,12") for row in grades.read_text().splitlines())
    groups = written(tmp_path / "groups.csv", "group,student\nA,ada-l\nA,l\n")
    _, rows = graded(folder, "--missing", "zero", "--groups", str(groups))
    assert [row.rpartition(",student,")[2] for row in rows[1:4]] == ["12,12"] * 3


RESULT = {
    "schema": "classroom50/result/v1",
    "classroom": "cs",
    "assignment": "search",
    "assignment_type": "individual",
    "owner": "ada-l",
    "submission": "submit/2026-11-20T14-32-05Z-a1b2c3d",
    "commit": "https://github.com/org/cs-search-ada-l/commit/a1b2c3d",
    "release": "https://github.com/org/cs-search-ada-l/releases/tag/x",
    "review": "https://github.com/org/cs-search-ada-l/compare/0...1",
    "datetime": "2026-11-20T14:32:01Z",
    "score": 0,
    "max-score": 3,
    "tests": [],
}


def test_results_of_a_class_are_written_in_place_of_classroom50s_own(
    tmp_path: Path,
) -> None:
    folder = clones(tmp_path / "clones", "ada-l", "bo", "cy", "di")
    written(folder / "cs-search-ada-l" / "result.json", RESULT)
    # One whose link runs a script where it is clicked.
    forged = {**RESULT, "owner": "di", "commit": "javascript:alert(1)"}
    written(folder / "cs-search-di" / "result.json", forged)
    # One that claims another's repository, and one that is no result at all.
    written(folder / "cs-search-bo" / "result.json", RESULT)
    written(folder / "cs-search-cy" / "result.json", {**RESULT, "owner": 3})
    done = run(folder, tmp_path / "results", "--format", "classroom50")
    assert "classroom50: 1 submission" in done.stdout
    assert "Left out, as the clone has no result.json" in done.stdout
    made = tmp_path / "results" / "classroom50" / "cs-search-ada-l"
    files = {
        "": (made / "result.json").read_text("utf-8"),
        ".md": (made / "release-body.md").read_text("utf-8"),
    }
    assert as_classroom50(files) == 1
    result = json.loads(files[""])
    kept = [name for name in RESULT if name not in ("score", "max-score", "tests")]
    assert [result[name] for name in kept] == [RESULT[name] for name in kept]
    assert (result["score"], result["max-score"]) == (12, 12)
    assert "\x1b" not in files[".md"]
    others = [path.name for path in made.parent.iterdir() if path != made]
    assert others == []
    # Once more: what this program wrote is replaced, and results are still results.
    run(folder, tmp_path / "results", "--format", "classroom50", "--again")
    listed = sorted(path.name for path in (tmp_path / "results").glob("*.json"))
    assert len(listed) == 4


def test_part_of_a_set_is_not_written_for_classroom50(tmp_path: Path) -> None:
    folder = clones(tmp_path / "clones", "ada-l")
    line = ["--format", "classroom50", "--only", "ties"]
    done = run(folder, tmp_path / "results", *line, status=2)
    assert "--format must be of the whole set" in done.stderr


def test_scores_are_a_list_that_takes_the_grades_of_the_set(tmp_path: Path) -> None:
    # Its own maximum is of the platform's tests, and a push more has a row more.
    of_ada = f"ada-l,Ada,Example,ada@x.edu{HANDED_IN}"
    roster = f"{SCORES}{of_ada}{of_ada}cy,Cy,Example,cy@x.edu,2,,,,,,,,\n"
    _, rows = graded(clones(tmp_path / "clones", "ada-l"), roster=roster)
    assert [row.split(",")[5:7] for row in rows[1:]] == [
        ["12", "12"],
        ["12", "12"],
        ["", "12"],
    ]


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ([], False),
        (['{"assignment_type": "team"}', "no JSON"], True),
        (['{"assignment_type": "group"}', '{"assignment_type": "individual"}'], False),
        (["[" * 100_000, '["group"]', '{"assignment_type": ["group"]}'], False),
    ],
)
def test_assignment_is_of_groups_only_if_all_results_say_so(
    results: list[str], expected: bool, tmp_path: Path
) -> None:
    folder = clones(tmp_path / "clones", "ada-l", "cy", "di")
    for clone, text in zip(sorted(folder.iterdir()), results, strict=False):
        written(clone / "result.json", text)
    submitted = find_class(folder, "alphabeta.py", tmp_path)
    assert is_of_groups(submitted.hand_ins) == expected
