"""The week of docs/instructors.md: each of its commands is run, and each answer tried."""

import csv
import json
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import ExerciseSet
from tests.sets import PROJECT, SUBMISSIONS, Typed, made_set, written

PAGE = (PROJECT / "docs" / "instructors.md").read_text("utf-8")
START = "./run_autograder "
GRADEBOOK = """\
Student,ID,SIS User ID,SIS Login ID,Section,Homework 4 (77)
    Points Possible,,,,,20
"Ali, Ada",1,0012345,ada1,A,
"Bye, Bo",2,0012346,bo1,A,
"Coe, Cy",3,0012347,cy1,A,
"""
PROGRAMS = {"ada1": "no_pruning_1", "bo1": "textbook"}


def commands() -> dict[int, list[str]]:
    """Return the arguments of the week's commands by their numbers."""
    steps = re.findall(
        rf"^\*\*(\d+)\.\*\* .+:\n\n    {re.escape(START)}((?:.+\n)+)",
        PAGE,
        re.MULTILINE,
    )
    return {
        int(number): shlex.split(command.replace("\\\n", " "))
        for number, command in steps
    }


def questions() -> dict[str, str]:
    """Return the answers to the questions."""
    _, _, section = PAGE.partition("## Sixteen questions")
    section, _, _ = section.partition("\n## ")
    rows = re.findall(r"^\| (.+?\?) \| (.+) \|$", section, re.MULTILINE)
    return dict(rows)


def grades() -> dict[str, str]:
    with Path("upload.csv").open(encoding="utf-8", newline="") as opened:
        rows = list(csv.reader(opened))
    return {row[3]: row[5] for row in rows[2:]}


def after(number: int) -> None:
    """Do what the page says to do by hand before the next command."""
    if number == 8:
        text = "student,change,reason\n"
        text += 'ada1,points +2,"the appeal was right: a tie counts"\n'
        written(Path("hw4") / "overrides.csv", text)
    if number == 9:
        file = Path("hw4") / "01_one_tree.json"
        document = json.loads(file.read_text("utf-8"))
        written(file, {**document, "points": {"value": 3}})


def test_the_week_is_twelve_commands_that_run(
    tmp_path: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for login, program in PROGRAMS.items():
        shutil.copytree(SUBMISSIONS / program, tmp_path / "submissions" / login)
        (tmp_path / "submissions" / login / "verdict.json").unlink()
    written(tmp_path / "gradebook.csv", GRADEBOOK)
    week = commands()
    assert [*week] == [*range(1, 13)]
    printed: dict[int, str] = {}
    changed: dict[int, dict[str, str]] = {}
    for number, arguments in week.items():
        printed[number] = typed(*arguments)
        if number in (7, 9):
            changed[number] = grades()
        after(number)
    assert "no mistakes" in printed[2]
    assert (tmp_path / "hw4-student" / "alphabeta.py").is_file()
    assert (tmp_path / "hw4.zip").is_file()
    assert (tmp_path / "results" / "class.html").is_file()
    assert (tmp_path / "pages.zip").is_file()
    assert changed[7]["bo1"] == "20"
    assert changed[7]["cy1"] == ""
    assert "visible exercises are right" in printed[8] or "Run with it" in printed[8]
    before, later = (float(changed[number]["ada1"]) for number in (7, 9))
    assert later > before
    assert "Bye, Bo" in (tmp_path / "changes.csv").read_text("utf-8")


def sets_of(answer: str, folder: Path) -> Iterator[ExerciseSet]:
    """Yield a set for each field of an answer, that has it where it belongs."""
    for number, field in enumerate(re.findall(r'`("\w+": [^`]+)`', answer)):
        document = json.loads(f"{{{field}}}")
        path = folder / str(number)
        if document.keys() <= {"feedback", "language", "packages"}:
            yield load_set(made_set(path, [{"tree": [1, 2]}], **document))
        elif "generate" in document:
            yield load_set(made_set(path, [document]))
        elif "adapter" in document:
            shutil.copy(PROJECT / "exercises" / "board" / "adapter.py", path.parent)
            yield load_set(PROJECT / "exercises" / "board")
        elif "depth" in document:
            exercise = {"tree": [[1, 2], [3, 4]], "interface": "negamax", **document}
            exercise["tree"] = [{"value": 1, "children": [1]}, 2]
            yield load_set(made_set(path, [{**exercise, "depth": 2}]))
        else:
            exercise = {"tree": [[3, 12], [2, "x"]], **document}
            yield load_set(made_set(path, [exercise]))


@pytest.mark.parametrize("question", questions())
def test_each_answer_says_yes_or_no_and_its_fields_are_read(
    question: str, tmp_path: Path
) -> None:
    answer = questions()[question]
    assert re.match(r"\*\*(Yes|No)\*\*", answer)
    if answer.startswith("**No**"):
        assert answer.startswith("**No**, because ")
    assert all(exercises.exercises for exercises in sets_of(answer, tmp_path))


def test_there_are_sixteen_questions() -> None:
    assert len(questions()) == 16


@pytest.mark.parametrize(
    "interface", ["value_and_move", "alpha_beta_search", "minimax"]
)
def test_a_set_of_each_answer_is_made(
    interface: str, tmp_path: Path, typed: Typed
) -> None:
    assert f"--interface {interface}`" in PAGE
    typed("new", tmp_path / "set", "--interface", interface)
    assert load_set(tmp_path / "set").exercises


def test_three_sheets_are_printed(
    tmp_path: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    typed(*commands()[1])
    match = re.search(rf"`{re.escape(START)}(sheet [^`]+)`", PAGE)
    assert match
    typed(*shlex.split(match[1]))
    assert "Variant 3 of 3" in Path("sheet.html").read_text("utf-8")


def test_both_conventions_earn_all_points_where_no_test_is_a_tie(
    tmp_path: Path,
) -> None:
    tree = [[3, 12], [2, "x"]]
    folder = made_set(tmp_path, [{"tree": tree, "require": {"ties": 0}}])
    assert load_set(folder).exercises[0].require == {"ties": (0, 0)}
