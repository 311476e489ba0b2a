"""The export of programs for tools that look for plagiarism."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.classroom.programs import MARK, HandedOut, export_programs
from autograder.classroom.records import HandIn, Record, Student
from autograder.core.errors import WrongUsage
from autograder.core.exercises.load import load_set
from autograder.core.exercises.needs import asked_for
from autograder.core.outputs import Gate
from autograder.core.sentences import languages, sentence, speaking
from autograder.teach.handout import files_in_each_language, student_files
from tests.sets import PROJECT, QUICK, SUBMISSIONS, Typed, made_set, written

HANDOUT = student_files(load_set(QUICK))
STUB = HANDOUT["alphabeta.py"]


def filled(stub: str) -> str:
    """Return a stub in which somebody has written one of its functions."""
    unwritten = 'raise NotImplementedError("max_value is not written yet")'
    return stub.replace(unwritten, "# my own idea\n    return state.utility()")


FILLED = filled(STUB)
LEFT = f"""\
{MARK}
def max_value(state: State, alpha: float, beta: float) -> float:
    # my own idea
    return state.utility()
"""


def handed_in(folder: Path, name: str) -> Record:
    """Return the row of a student with a folder of a class."""
    hand_in = HandIn(name, (Student(name),), folder / name, name)
    return Record(hand_in.students[0], hand_in, None)


def class_of(folder: Path, **programs: str) -> list[Record]:
    """Return the rows of a class, each student with a program beside the handout."""
    for name, program in programs.items():
        for file, text in {**HANDOUT, "alphabeta.py": program}.items():
            written(folder / name / file, text)
    return [handed_in(folder, name) for name in programs]


@cache
def handed_out_of_class() -> HandedOut:
    return HandedOut(files_in_each_language(QUICK))


def exported(
    folder: Path, records: list[Record], accept: tuple[str, ...] = (".py",)
) -> tuple[int, list[str]]:
    exercises = load_set(QUICK)
    assignment = exercises.assignment._replace(accept=accept)
    exercises = exercises._replace(assignment=assignment)
    needed, handed_out = asked_for(exercises), handed_out_of_class()
    return export_programs(records, exercises, needed, folder, Gate(), handed_out)


def test_nothing_that_was_handed_out_is_exported(tmp_path: Path) -> None:
    records = class_of(tmp_path / "class", ada=FILLED, bo=STUB)
    assert exported(tmp_path / "out", records) == (1, ["bo"])
    files = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert files == [tmp_path / "out" / "ada" / "alphabeta.py"]
    assert files[0].read_text("utf-8") == LEFT


@pytest.mark.parametrize("language", languages())
def test_what_was_handed_out_in_another_language_is_not_exported(
    language: str, tmp_path: Path
) -> None:
    with speaking(language):
        files = student_files(load_set(QUICK, language=language))
        stub = sentence("handout", "not_written", name="max_value")
    unwritten = f'raise NotImplementedError("{stub}")'
    program = files["alphabeta.py"].replace(unwritten, "return state.utility()")
    assert program != files["alphabeta.py"]
    for file, text in {**files, "alphabeta.py": program}.items():
        written(tmp_path / "class" / "ada" / file, text)
    exported(tmp_path / "out", [handed_in(tmp_path / "class", "ada")])
    (kept,) = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert kept.read_text("utf-8") == LEFT.replace("    # my own idea\n", "")


def test_all_that_students_wrote_is_exported(tmp_path: Path) -> None:
    program = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8")
    records = class_of(tmp_path / "class", ada=program)
    helper = "def help():\n    return 1\n"
    written(tmp_path / "class" / "ada" / "helper.py", helper)
    exported(tmp_path / "out", records)
    out = tmp_path / "out" / "ada"
    assert (out / "helper.py").read_text("utf-8") == f"{MARK}\n{helper}"
    kept = (out / "alphabeta.py").read_text("utf-8").splitlines()
    lost = [line for line in program.splitlines() if line and line not in kept]
    assert {*lost} <= {*STUB.splitlines()}


def test_a_group_is_one_folder_and_the_same_line_runs_again(tmp_path: Path) -> None:
    (record,) = class_of(tmp_path / "class", team=FILLED)
    both = [record, record._replace(student=Student("bo"))]
    assert exported(tmp_path / "out", both) == (1, [])
    assert exported(tmp_path / "out", both) == (1, [])


def test_a_program_that_somebody_else_wrote_there_stays(tmp_path: Path) -> None:
    records = class_of(tmp_path / "class", ada=FILLED)
    written(tmp_path / "out" / "ada" / "alphabeta.py", "mine")
    with pytest.raises(WrongUsage, match="name another folder for --programs"):
        exported(tmp_path / "out", records)


def test_a_submission_without_a_program_is_named(tmp_path: Path) -> None:
    written(tmp_path / "ada" / "notes.txt", "x")
    record = handed_in(tmp_path, "ada")
    assert exported(tmp_path / "out", [record]) == (0, ["ada"])


def test_a_notebook_is_exported_as_its_cells(tmp_path: Path) -> None:
    cell = {"cell_type": "code", "source": FILLED, "metadata": {}, "outputs": []}
    notebook = {"cells": [cell], "nbformat": 4, "nbformat_minor": 5, "metadata": {}}
    written(tmp_path / "ada" / "alphabeta.ipynb", notebook)
    record = handed_in(tmp_path, "ada")
    assert exported(tmp_path / "out", [record], (".py", ".ipynb")) == (1, [])
    text = (tmp_path / "out" / "ada" / "alphabeta.py").read_text("utf-8")
    assert "# my own idea" in text
    assert "Find the value" not in text


@given(st.lists(st.sampled_from([*STUB.splitlines(), "own = 1", "", "# own"])))
def test_no_own_line_is_lost(lines: list[str]) -> None:
    kept = HandedOut([{"alphabeta.py": STUB}]).left_out_of(lines)
    assert kept.count("own = 1") == lines.count("own = 1")
    assert kept.count("# own") == lines.count("# own")


def test_class_exports_what_counts(tmp_path: Path, typed: Typed) -> None:
    exercises = made_set(tmp_path / "set", [{"tree": [1, 2]}])
    program = filled(student_files(load_set(exercises))["alphabeta.py"])
    for name in ("ada", "bo"):
        written(tmp_path / "class" / name / "alphabeta.py", program)
    line = ["class", tmp_path / "class", "--exercises", exercises]
    line += ["--results", tmp_path / "results", "--programs"]
    printed = typed(*line, tmp_path / "out")
    assert "2 programs, without what was handed out" in printed
    assert (tmp_path / "out" / "bo" / "alphabeta.py").read_text("utf-8") == LEFT
    refused = typed(*line, tmp_path / "class" / "out", status=2)
    assert "name another folder for --programs" in refused


def test_a_set_that_is_answered_by_hand_has_no_programs(
    tmp_path: Path, typed: Typed
) -> None:
    written(tmp_path / "class" / "ada" / "answers.json", "{}")
    line = ["class", tmp_path / "class", "--exercises", PROJECT / "exercises/by_hand"]
    line += ["--results", tmp_path / "results", "--programs", tmp_path / "out"]
    assert "answered by hand" in typed(*line, status=2)
