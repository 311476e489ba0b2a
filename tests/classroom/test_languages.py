"""The pages of a class are in the set's language, or in the one that the roster says."""

import json
import shutil
from pathlib import Path

from autograder.classroom.roster import read_roster
from autograder.core.exercises.load import load_set, translated
from autograder.core.sentences import ENGLISH, language, languages, speaking
from autograder.explain.catalogue import BY_ID
from autograder.teach.handout import student_files
from tests.classes import made, run
from tests.sets import SUBMISSIONS, made_set, written

TITLE = {"en": "Two plies", "de": "Zwei Ebenen"}
EXERCISE = {"title": TITLE, "tree": [[3, 12], [2, 7]]}
ROSTER = "id,name,language\nada1,Ada,DE\nbob1,Bob,\ncyd1,Cyd,Deutsch\n"
GRADES = (
    "Identifier,Full name,ID number,Email address,Status,Grade,Maximum Grade,"
    "Grade can be changed,Last modified (grade),Feedback comments,language\n"
    "Participant 1,Ada,ada1,a@x.edu,Submitted,,3,Yes,-,,de\n"
    "Participant 2,Bob,bob1,b@x.edu,Submitted,,3,Yes,-,,en\n"
)


def titles_in(results: Path) -> list[str]:
    """Return the titles of the tests in a submission's results."""
    tests = json.loads(results.read_text("utf-8"))["tests"]
    return [test["name"] for test in tests]


def test_page_is_in_the_language_that_the_roster_says(tmp_path: Path) -> None:
    folder = made(tmp_path / "class", [])
    for name in ("ada1", "bob1", "cyd1"):
        shutil.copytree(SUBMISSIONS / "no_pruning_1", folder / name)
    exercises = made_set(tmp_path / "set", [EXERCISE])
    results = tmp_path / "results"
    roster = written(tmp_path / "roster.csv", ROSTER)
    done = run(folder, results, "--roster", str(roster), exercises=exercises)
    assert (
        f"roster.csv: there is no language Deutsch; there are {', '.join(languages())}."
        " Whoever has it there reads the set's." in done.stdout
    )
    told = {name: titles_in(results / f"{name}.json") for name in ("ada1", "bob1")}
    assert any("Zwei Ebenen" in title for title in told["ada1"])
    assert any("Two plies" in title for title in told["bob1"])
    assert titles_in(results / "cyd1.json") == told["bob1"]

    # Only a student whose language changes is graded again.
    roster.write_text(ROSTER.replace("Deutsch", "de"))
    again = run(folder, results, "--roster", str(roster), exercises=exercises)
    assert titles_in(results / "cyd1.json") == told["ada1"]
    assert "2 of 3 submissions unchanged" in again.stdout


def test_comment_is_in_the_language_of_the_student(tmp_path: Path) -> None:
    folder = made(tmp_path / "class", [])
    for name in ("ada1", "bob1"):
        shutil.copytree(SUBMISSIONS / "no_pruning_1", folder / name)
    exercises = made_set(tmp_path / "set", [EXERCISE])
    grades = tmp_path / "grades.csv"
    roster = written(tmp_path / "roster.csv", GRADES)
    arguments = ("--roster", str(roster), "--grades", str(grades))
    run(folder, tmp_path / "results", *arguments, exercises=exercises)
    german, english = grades.read_text("utf-8").splitlines()[1:]
    assert "Punkten. Dein häufigster Fehler: " in german
    assert "points. Your most frequent mistake: " in english


def test_languages_of_a_roster_are_codes(tmp_path: Path) -> None:
    roster = read_roster(written(tmp_path / "roster.csv", ROSTER))
    codes = {student.name: code for student, code in roster.languages().items()}
    assert codes == {"Ada": "de"}
    assert roster.unknown_languages() == ["Deutsch"]


def test_set_is_translated_with_the_exercises_that_were_chosen(tmp_path: Path) -> None:
    folder = made_set(tmp_path / "set", [EXERCISE, EXERCISE])
    exercises = load_set(folder, only="02")
    other = translated(exercises, "de")
    assert [(exercise.id, exercise.title) for exercise in other.exercises] == [
        ("02", "Zwei Ebenen")
    ]
    assert other.assignment.language == "de"
    assert language() == exercises.assignment.language == ENGLISH


def test_staff_reads_english_whatever_the_students_read(tmp_path: Path) -> None:
    folder = made(tmp_path / "class", [])
    shutil.copytree(SUBMISSIONS / "no_pruning_1", folder / "ada1")
    exercises = made_set(tmp_path / "set", [EXERCISE], language="de")
    roster = written(tmp_path / "roster.csv", "id,name,language\nada1,Ada,es\n")
    results = tmp_path / "results"
    run(folder, results, "--roster", str(roster), exercises=exercises)
    with speaking(ENGLISH):
        title = BY_ID["no-pruning"].title
    assert f"<h3>{title} " in (results / "class.html").read_text("utf-8")


def test_what_was_handed_out_in_any_language_is_left_out_of_programs(
    tmp_path: Path,
) -> None:
    exercises = made_set(tmp_path / "set", [EXERCISE], language="de")
    with speaking("de"):
        stub = student_files(load_set(exercises))["alphabeta.py"]
    text = "# my own idea"
    written(tmp_path / "class" / "ada1" / "alphabeta.py", f"{stub}\n{text}\n")
    programs = tmp_path / "programs"
    arguments = ("--programs", str(programs))
    run(tmp_path / "class", tmp_path / "results", *arguments, exercises=exercises)
    exported = (programs / "ada1" / "alphabeta.py").read_text("utf-8")
    assert text in exported
    assert "noch nicht geschrieben" not in exported
