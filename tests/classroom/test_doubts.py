"""Points that are not proven to be lost make no grade: somebody has to look first."""

import csv
import io
import json
import os
import zipfile
from pathlib import Path

import pytest

from autograder.classroom.doubts import doubt_about
from autograder.classroom.grades import Gradebook
from autograder.classroom.grading import Grading
from autograder.classroom.lateness import DueTimes
from autograder.classroom.overview import signed, summary, table
from autograder.classroom.records import HandIn, Outcome, Override, Record, Student
from autograder.classroom.roster import read_roster
from autograder.core.exercises.load import load_set
from autograder.core.grading.report import Report, attempt_number, none_run
from autograder.core.judging.judge import Passed
from autograder.core.sandbox.listing import holds_nothing
from autograder.core.sandbox.misnamed import may_be_program
from autograder.core.sandbox.outcome import Cause, Failure
from autograder.explain.graded import ExplainedReport
from autograder.tell.formats import results
from tests.classes import run
from tests.sets import QUICK, SUBMISSIONS, written

FUNCTIONS = ("max_value", "min_value")
RIGHT = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8")
FILES: dict[str, str | bytes] = {
    "hw4.py": "def max_value(state, alpha, beta): ...",
    "by_lambda.py": "max_value = lambda state, alpha, beta: 0",
    "hidden.py": "globals()['max' + '_value'] = print",
    "alphabeta.py.txt": RIGHT,
    "typed_online.html": "<p>def max_value(state, alpha, beta):</p>",
    "utf16.py": RIGHT.encode("utf-16"),
    "hw4.zip": "",
    "hw4.7z": b"7z\xbc\xaf\x27\x1c",
    "hw4.ipynb": "{}",
    "hw4.pdf": b"%PDF-1.4",
    "photo.png": b"\x89PNG",
    "alphabeta.gdoc": '{"url":"https://docs.google.com/open"}',
    "alphabeta.webloc": "<plist></plist>",
    "alphabeta.pyc": b"\xa7\r\r\n",
    "alphabeta.py/inside.py": RIGHT,
}


@pytest.mark.parametrize("name", FILES)
def test_what_may_hold_the_program_is_told_from_other_texts(
    name: str, tmp_path: Path
) -> None:
    written(tmp_path / "README.txt", "I did not do it, sorry")
    written(tmp_path / "other.py", "class Node: pass\n")
    assert may_be_program(tmp_path, FUNCTIONS) == ""
    content = FILES[name]
    data = content if isinstance(content, bytes) else content.encode()
    written(tmp_path / name, data)
    assert may_be_program(tmp_path, FUNCTIONS) == name


def test_a_link_and_a_file_that_is_not_there_may_be_the_program(tmp_path: Path) -> None:
    os.symlink("/etc/hostname", tmp_path / "alphabeta.py")
    assert may_be_program(tmp_path, FUNCTIONS) == "alphabeta.py"
    assert may_be_program(tmp_path / "submission_5", FUNCTIONS) == "submission_5"


def report_with(cause: Cause, *, points: bool = False) -> Report:
    """Return a report on an exercise that a failure kept from being run.

    points: another exercise is right.
    """
    exercises = load_set(QUICK)
    failure = Failure(cause, "why")
    report = none_run(exercises, Path(), failure, 0.0)
    if not points:
        return report
    right = Passed(exercises.exercises[0], 1, (), "")
    return report._replace(verdicts=(right, *report.verdicts[1:]), failure=None)


def test_points_are_in_doubt_if_something_else_may_be_at_fault(tmp_path: Path) -> None:
    written(tmp_path / "readme.txt", "nothing")
    lost = report_with("raised")
    assert doubt_about(lost, tmp_path, FUNCTIONS) == ""
    by_machine = lost._replace(by_machine=True)
    assert "this machine had too little" in doubt_about(by_machine, tmp_path, FUNCTIONS)
    by_adapter = report_with("adapter", points=True)
    assert "the adapter of the set" in doubt_about(by_adapter, tmp_path, FUNCTIONS)
    beside = lost._replace(others=(Path("new.py"),))
    assert "new.py may be meant" in doubt_about(beside, tmp_path, FUNCTIONS)
    some = report_with("raised", points=True)._replace(others=(Path("new.py"),))
    assert doubt_about(some, tmp_path, FUNCTIONS) == ""
    missing = report_with("missing file")
    assert doubt_about(missing, tmp_path, FUNCTIONS) == ""
    written(tmp_path / "hw4.py", RIGHT)
    assert "hw4.py may be the program" in doubt_about(missing, tmp_path, FUNCTIONS)
    # A set that is answered by hand asks for no function.
    assert "may be the program" in doubt_about(missing, tmp_path, ())


def test_a_module_beside_a_single_file_may_be_its_own(tmp_path: Path) -> None:
    file = written(tmp_path / "ada.py", "from ada_tools import best\n")
    lost = report_with("raised")
    assert doubt_about(lost, file, FUNCTIONS) == ""
    written(tmp_path / "ada_tools.py", "best = max\n")
    assert "it imports ada_tools.py" in doubt_about(lost, file, FUNCTIONS)


def record_of(
    folder: Path, outcome: Outcome, *overrides: Override, is_incomplete: bool = False
) -> Record:
    """Return the row of Ada's submission with an outcome."""
    ada = Student("ada1")
    hand_in = HandIn("ada1", (ada,), folder, "ada1", is_incomplete=is_incomplete)
    grading = Grading([hand_in], load_set(QUICK), folder)
    grading.outcomes["ada1"] = outcome
    changes = {ada: overrides}
    (record,) = grading.records([(ada, hand_in)], DueTimes(), {}, changes)
    return record


NO_POINTS = {
    exercise.id: (0.0, exercise.max_points) for exercise in load_set(QUICK).exercises
}
DOUBTFUL = Outcome(0.0, NO_POINTS, doubt="hw4.py may be the program")
SCORE_5 = Override("score", 5.0, "score 5", "looked at it")
EXCUSED = Override("excused", 0.0, "excused", "ill")


def test_a_row_in_doubt_has_no_grade_until_somebody_gives_one(tmp_path: Path) -> None:
    record = record_of(tmp_path, DOUBTFUL)
    assert (record.final, record.after_late, record.is_unproven) == (None, None, True)
    (row,) = csv.DictReader(io.StringIO(table([record], []).lstrip("\ufeff")))
    assert (row["score"], row["final"]) == ("", "")
    assert row["note"] == "no grade yet, as hw4.py may be the program"
    said = "\n".join(summary([record]))
    assert "somebody has to look at these: 1\n  ada1: no grade yet, as hw4.py" in said
    assert "such as score 5 into overrides.csv" in said
    assert "Without results" not in said
    for override in (SCORE_5, EXCUSED):
        decided = record_of(tmp_path, DOUBTFUL, override)
        assert decided.final == (5 if override is SCORE_5 else None)
        assert "somebody has to look" not in "\n".join(summary([decided]))
        assert "no grade yet" not in decided.note


def test_a_grade_that_is_not_proven_is_not_written(tmp_path: Path) -> None:
    roster = written(tmp_path / "roster.csv", "name\nada1\n")
    book = Gradebook(read_roster(roster), load_set(QUICK), None)
    content = book.fill([record_of(tmp_path, DOUBTFUL)], zero=True)
    assert content.decode().splitlines()[1] == "ada1,,12"
    assert "as somebody has to look at what they handed in" in "".join(book.lines())
    content = book.fill([record_of(tmp_path, DOUBTFUL, SCORE_5)], zero=True)
    assert content.decode().splitlines()[1] == "ada1,5,12"


def test_a_page_says_that_its_points_are_no_grade(tmp_path: Path) -> None:
    page = '<html lang="en"><title>x</title><p class="who">ada1</p>'
    told = "No grade yet: the course staff will look at what you handed in."
    assert told in signed(page, "HW", [record_of(tmp_path, DOUBTFUL)])
    assert told not in signed(page, "HW", [record_of(tmp_path, DOUBTFUL, SCORE_5)])


def test_a_0_of_a_part_of_what_was_handed_in_is_not_proven(tmp_path: Path) -> None:
    nothing = DOUBTFUL._replace(doubt="")
    assert record_of(tmp_path, nothing).final == 0
    record = record_of(tmp_path, nothing, is_incomplete=True)
    assert record.final is None
    assert "something that was handed in was not looked at" in record.note
    some = nothing._replace(score=4.0)
    assert record_of(tmp_path, some, is_incomplete=True).final == 4


def test_what_the_machine_broke_is_graded_again(tmp_path: Path) -> None:
    written(tmp_path / "ada1" / "alphabeta.py", RIGHT)
    hand_in = HandIn("ada1", (Student("ada1"),), tmp_path / "ada1", "ada1")
    exercises = load_set(QUICK)
    digest = Grading([hand_in], exercises, tmp_path / "results").digest_of(hand_in)
    for by_machine in (True, False):
        about = {"digest": digest, "doubt": "why", "by_machine": by_machine}
        data = {"tests": [], "score": 0, "extra_data": {"class": about}}
        written(tmp_path / "results" / "ada1.json", json.dumps(data))
        grading = Grading([hand_in], exercises, tmp_path / "results")
        assert ("ada1" in grading.outcomes) == (not by_machine)


def test_a_folder_without_a_file_holds_nothing(tmp_path: Path) -> None:
    assert not holds_nothing(tmp_path / "none")
    written(tmp_path / "ada1" / ".git" / "HEAD", "ref: refs/heads/main\n")
    (tmp_path / "ada1" / "src").mkdir()
    assert holds_nothing(tmp_path / "ada1")
    os.symlink("/etc/hostname", tmp_path / "ada1" / "alphabeta.py")
    assert not holds_nothing(tmp_path / "ada1")


def test_who_has_an_empty_folder_handed_in_nothing(tmp_path: Path) -> None:
    (tmp_path / "class" / "ada1").mkdir(parents=True)
    written(tmp_path / "class" / "bo1" / "hw4.py", RIGHT)
    written(tmp_path / "class" / "cy1" / "alphabeta.py", RIGHT)
    roster = written(tmp_path / "roster.csv", "id\nada1\nbo1\ncy1\n")
    for missing, ada in (("keep", ""), ("zero", "0")):
        grades = tmp_path / f"{missing}.csv"
        options = ["--roster", str(roster), "--grades", str(grades)]
        options += ["--missing", missing] if missing == "zero" else []
        done = run(tmp_path / "class", tmp_path / "results", *options)
        assert "Nothing is in these folders" in done.stdout
        lines = grades.read_text("utf-8").splitlines()
        assert lines[1:] == [f"ada1,{ada},12", "bo1,,12", "cy1,12,12"]


def archive_of(text: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr("alphabeta.py", text)
    return stream.getvalue()


def test_no_hand_in_that_was_not_run_gets_a_0(tmp_path: Path) -> None:
    """The names and the contents are those that classes have."""
    packed = archive_of(RIGHT)
    locked = bytearray(packed)
    locked[6] |= 1
    locked[packed.index(b"PK\x01\x02") + 8] |= 1
    classes: dict[str, dict[str, str | bytes]] = {
        "two_names": {"one.py": RIGHT, "two.py": RIGHT},
        "two_folders": {"a/alphabeta.py": RIGHT, "b/alphabeta.py": RIGHT},
        "two_archives": {"a.zip": packed, "b.zip": packed},
        "locked": {"a.zip": bytes(locked)},
        "cut": {"a.zip": packed[:100]},
        "notebook": {"alphabeta.ipynb": "{}", "alphabeta.py": ""},
        "killed": {"alphabeta.py": "import os\nos.kill(os.getpid(), 9)\n"},
    }
    for name, files in classes.items():
        for file, content in files.items():
            data = content if isinstance(content, bytes) else content.encode()
            written(tmp_path / "class" / name / file, data)
    written(tmp_path / "class" / "empty" / "alphabeta.py", "")
    run(tmp_path / "class", tmp_path / "results", "--any-name")
    text = (tmp_path / "results" / "class.csv").read_text("utf-8-sig")
    finals = {row["student"]: row["final"] for row in csv.DictReader(io.StringIO(text))}
    assert finals == {**dict.fromkeys(classes, ""), "empty": "0"}


def test_a_run_without_a_program_says_that_its_points_are_no_judgement() -> None:
    told = "No program was run, so these 0 points say nothing about yours."
    for cause, is_told in (("missing file", True), ("raised", False)):
        explained = ExplainedReport(report_with(cause), {})  # type: ignore[arg-type]
        data = results(explained)
        assert (told in data["output"]) == is_told
        assert data["score"] == 0


def test_an_attempt_without_a_program_does_not_count(tmp_path: Path) -> None:
    earlier = [
        {"results": {"extra_data": {"failure": cause}}}
        for cause in ("missing file", "raised")
    ]
    odd = [{"results": None}, {"results": {"extra_data": None}}, {}]
    metadata = {"previous_submissions": [*earlier, *odd]}
    file = written(tmp_path / "metadata.json", json.dumps(metadata))
    assert attempt_number(file) == 5
