"""What students get: the same for every interface, from one source, and its tests tell right from wrong."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

import reference.game
from autograder.exercises.folder import ASSIGNMENT
from autograder.exercises.load import load_assignment, load_set
from autograder.exercises.model import Assignment
from autograder.teaching.archive import build
from autograder.teaching.handout import courses, load, of_assignment
from autograder.teaching.handout.__main__ import main
from autograder.teaching.handout.files import student_files
from autograder.teaching.handout.public import why
from autograder.teaching.handout.shipped import student_folders
from autograder.teaching.new_set import new_set
from reference import interfaces
from reference.game import Tree, Value
from reference.interfaces import exact_value, file_of
from reference.problem import Problem
from tests.trees import PLAYERS, Nested, nested_trees

PROJECT = Path(__file__).parents[1]
SUBMISSIONS = PROJECT / "tests" / "submissions"
FOLDERS = student_folders()
INTERFACES = interfaces.names()
PLAIN = [folder for folder in FOLDERS if folder.name not in courses()]
"""The sets whose students write an interface of the grader's own."""


def by_name(folder: Path) -> str:
    return folder.name


def programs(score: str) -> list[tuple[Path, Path]]:
    """Each submission of one file with a score, with the folder that its students get. Wrong ones are diagnosed."""
    found = []
    for verdict in sorted(SUBMISSIONS.glob("*/verdict.json")):
        document = json.loads(verdict.read_text("utf-8"))
        exercises = PROJECT / document.get("exercises", "exercises")
        submitted = load_assignment(exercises / ASSIGNMENT).file
        files = {file.name for file in verdict.parent.iterdir()} - {"__pycache__"}  # which another run may have left
        alone = files == {submitted, "verdict.json"}
        known = score == "full" or document.get("misconceptions")
        if document["score"] == score and known and alone and not verdict.parent.name.startswith("hostile_"):
            found.append((verdict.parent, FOLDERS[exercises]))
    return found


def module(name: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module in a file, which others then find by its name."""
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, loaded)
    spec.loader.exec_module(loaded)
    return loaded


@pytest.fixture
def at_home(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> AtHome:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # nothing is left among the submissions
    monkeypatch.setitem(sys.modules, "game", reference.game)
    return AtHome(monkeypatch, capsys)


def algorithm(exercises: Path) -> str:
    """The source of the textbook's algorithm that a set is about."""
    return file_of(load_assignment(exercises / ASSIGNMENT).interface).read_text("utf-8")


def elsewhere(program: Path, tests: Path) -> tuple[int, str]:
    """The same in a process of its own: an adapter changes which modules there are."""
    with TemporaryDirectory() as folder:
        shutil.copytree(tests.parent, folder, dirs_exist_ok=True)
        shutil.copyfile(program, Path(folder, tests.name.removeprefix("test_")))
        command = [sys.executable, "-B", tests.name]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=60)
        assert done.stderr == ""
        return done.returncode, done.stdout


def of_folder(program: Path, folder: Path) -> tuple[Path, Path]:
    """The file of a submission, and the tests in the folder that students get."""
    tests = next(folder.glob("test_*.py"))
    return program / tests.name.removeprefix("test_"), tests


class AtHome:
    """A student's machine: runs the tests of a folder on a program, in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch = monkeypatch
        self.capsys = capsys

    def run(self, program: Path, tests: Path) -> tuple[int, str]:
        """The exit status of `python test_alphabeta.py`, and what it prints."""
        if (tests.parent / "adapter.py").is_file():
            return elsewhere(program, tests)
        module("alphabeta", program, self.monkeypatch)
        status: int = module("test_alphabeta", tests, self.monkeypatch).main()
        return status, self.capsys.readouterr().out


# What is shipped


@pytest.mark.parametrize("exercises", FOLDERS, ids=by_name)
def test_what_is_shipped_is_what_the_source_makes(exercises: Path) -> None:
    assignment = load_assignment(exercises / ASSIGNMENT)
    made = student_files(of_assignment(assignment), assignment)
    folder = FOLDERS[exercises]
    assert {file.name for file in folder.iterdir() if file.is_file()} == set(made)
    for name, text in made.items():
        words = f"{folder / name} is not what the source makes: run .venv/bin/python -m autograder.teaching.handout"
        assert (folder / name).read_text("utf-8") == text, words


def test_every_interface_has_words_and_a_shipped_set() -> None:
    for interface in INTERFACES:
        shipped = PROJECT / "exercises" / load(interface).shipped
        assert load_assignment(shipped / ASSIGNMENT).interface == interface
        functions = tuple(function.name for function in load(interface).functions)
        assert functions == interfaces.load(interface).functions


@pytest.mark.parametrize("interface", INTERFACES)
@pytest.mark.parametrize("bound", ["either", "fail-soft", "fail-hard"])
@pytest.mark.parametrize("prune_when", ["alpha >= beta", "alpha > beta"])
def test_every_convention_has_files_that_are_complete(interface: str, bound: str, prune_when: str) -> None:
    assignment = Assignment("T", file="mine.py", interface=interface, bound=bound, prune_when=prune_when)  # type: ignore[arg-type]
    files = student_files(load(interface), assignment)
    assert set(files) == {"mine.py", "game.py", "README.md", "test_mine.py"}
    for name, text in files.items():
        assert "$" not in text
        assert "alphabeta" not in text or name == "game.py"
        if name.endswith(".py"):
            compile(text, name, "exec")
        elif interfaces.load(interface).windowed:
            assert {"alpha >= beta": "alpha ≥ beta", "alpha > beta": "alpha > beta"}[prune_when] in text


def test_what_students_get_is_no_exercise_and_not_in_the_archive(tmp_path: Path) -> None:
    negamax = PROJECT / "exercises" / "negamax"
    assert len(load_set(negamax).exercises) == len(list(negamax.glob("[0-9]*.json")))
    assert not [name for name in build(tmp_path / "a.zip", negamax) if "student/" in name or "test_alphabeta" in name]


def test_a_set_whose_convention_changed_gets_its_files_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new_set(tmp_path, "negamax")
    assignment = tmp_path / ASSIGNMENT
    assignment.write_text(assignment.read_text("utf-8").replace("alpha >= beta", "alpha > beta"), "utf-8")
    assert main([str(tmp_path)]) == 0
    assert "prune **as soon as alpha > beta**" in (tmp_path / "student" / "README.md").read_text("utf-8")
    assignment.write_text('{"title": 1}', "utf-8")
    assert main([str(tmp_path)]) == 2
    assert "title" in capsys.readouterr().err


def test_a_set_with_an_adapter_of_its_own_gets_no_empty_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new_set(tmp_path / "set", "aima_python")
    shutil.rmtree(tmp_path / "set" / "student")
    with open(tmp_path / "set" / "adapter.py", "a") as adapter:
        adapter.write("# my own\n")
    assert main([str(tmp_path / "set")]) == 2
    assert "is an adapter of your own" in capsys.readouterr().err
    assert not (tmp_path / "set" / "student").exists()


# The tests that students run


@pytest.mark.parametrize("exercises", FOLDERS, ids=by_name)
def test_the_stub_fails_at_home_with_kind_words(exercises: Path, at_home: AtHome) -> None:
    folder, file = FOLDERS[exercises], load_assignment(exercises / ASSIGNMENT).file
    status, said = at_home.run(folder / file, folder / f"test_{file}")
    assert status == 1
    assert f"is not written yet: open {file} and write it." in said
    assert "The same as above." in said
    assert "Traceback" not in said
    assert "\n0 of " in said


@pytest.mark.parametrize(("program", "folder"), programs("full"), ids=by_name)
def test_right_programs_pass_at_home(program: Path, folder: Path, at_home: AtHome) -> None:
    status, said = at_home.run(*of_folder(program, folder))
    assert status == 0, said
    assert "FAILED" not in said


@pytest.mark.parametrize(("program", "folder"), programs("partial"), ids=by_name)
def test_wrong_programs_fail_at_home(program: Path, folder: Path, at_home: AtHome) -> None:
    status, said = at_home.run(*of_folder(program, folder))
    assert status == 1, said


@pytest.mark.parametrize("infinity", ["0", "1000"])
@pytest.mark.parametrize("exercises", [folder for folder in PLAIN if "inf\n" in algorithm(folder)], ids=by_name)
def test_values_that_begin_with_no_infinity_fail_at_home(
    exercises: Path, infinity: str, at_home: AtHome, tmp_path: Path
) -> None:
    wrong = tmp_path / "alphabeta.py"
    wrong.write_text(algorithm(exercises).replace("from math import inf\n", f"inf = {infinity}\n"), "utf-8")
    status, said = at_home.run(wrong, FOLDERS[exercises] / "test_alphabeta.py")
    assert status == 1, said


@pytest.mark.parametrize(("best", "worst"), [("0", "inf"), ("0", "1000"), ("-inf", "1000"), ("-1000", "inf")])
def test_one_value_that_begins_with_no_infinity_fails_at_home(
    best: str, worst: str, at_home: AtHome, tmp_path: Path
) -> None:
    source = algorithm(PROJECT / "exercises")
    wrong = source.replace("v: Value = -inf", f"v: Value = {best}").replace("v: Value = inf", f"v: Value = {worst}")
    (tmp_path / "alphabeta.py").write_text(wrong, "utf-8")
    status, said = at_home.run(tmp_path / "alphabeta.py", PROJECT / "student_template" / "test_alphabeta.py")
    assert status == 1, said


def test_a_test_that_was_added_is_run(at_home: AtHome, tmp_path: Path) -> None:
    folder = PROJECT / "student_template"
    tests = tmp_path / "test_alphabeta.py"
    text = (folder / "test_alphabeta.py").read_text("utf-8")
    count = len(re.findall("^def test_", text, re.MULTILINE))
    right = SUBMISSIONS / "textbook" / "alphabeta.py"
    for name, value, said_of_it in (("mine", 3, f"{count + 1} of {count + 1}"), ("mine", 44, "FAILED  test_mine")):
        mine = f'def test_{name}() -> None:\n    check([3, 2], value={value}, visited="B1 B2")\n\n\ndef explain('
        tests.write_text(text.replace("def explain(", mine), "utf-8")
        _, said = at_home.run(right, tests)
        assert said_of_it in said


def test_two_tests_of_one_name_are_told(at_home: AtHome, tmp_path: Path) -> None:
    tests = tmp_path / "test_alphabeta.py"
    text = (PROJECT / "student_template" / "test_alphabeta.py").read_text("utf-8")
    copy = 'def test_eight_leaves() -> None:\n    check([3, 2], value=3, visited="B1 B2")\n\n\ndef explain('
    tests.write_text(text.replace("def explain(", copy), "utf-8")
    status, said = at_home.run(SUBMISSIONS / "textbook" / "alphabeta.py", tests)
    assert status == 1
    assert "Two tests are called test_eight_leaves" in said


@pytest.mark.parametrize("command", [["test_alphabeta.py"], ["-m", "pytest", "-q", "-p", "no:cacheprovider"]])
def test_both_ways_to_run_them_agree(command: list[str], tmp_path: Path) -> None:
    shutil.copytree(PROJECT / "exercises" / "negamax" / "student", tmp_path, dirs_exist_ok=True)
    for program, status in ((None, 1), (SUBMISSIONS / "negamax_textbook" / "alphabeta.py", 0)):
        if program:
            shutil.copy(program, tmp_path)
        done = subprocess.run(
            [sys.executable, *command], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60
        )
        assert done.returncode == status, done.stdout + done.stderr
        assert ("negamax is not written yet: open alphabeta.py and write it." in done.stdout) == (program is None)


# Why


@given(nested_trees(), PLAYERS, st.sampled_from(["max_value/min_value", "negamax", "minimax_ab", "alpha_beta"]))
def test_what_is_said_of_why_is_true(nested: Nested, to_move: str, interface: str) -> None:
    """Each number of the sentences is held against the exact values of the nodes that they name."""
    tree = Tree.from_nested(nested, to_move)
    said = why(Problem(tree, interface))
    number = "(-?inf|-?[0-9.]+?)"
    for player, bound, node in re.findall(rf"(MAX|MIN) can have {number} at (\w+)\.", said):
        value = exact(tree, node)
        assert value >= float(bound) if player == "MAX" else value <= float(bound)
    for leaf, shown in re.findall(rf"(\w+) is {number}[, ]", said):
        assert exact(tree, leaf) == float(shown) or f"nothing is {'less' if shown == '-inf' else 'more'}" in said
    for child, shown, than, at in re.findall(rf"(\w+) is worth {number} or (less|more), and so is (\w+)", said):
        for node in (child, at):
            assert exact(tree, node) <= float(shown) if than == "less" else exact(tree, node) >= float(shown)
    for at, shown, than in re.findall(rf"so (\w+) is worth {number} or (less|more)", said):
        assert exact(tree, at) <= float(shown) if than == "less" else exact(tree, at) >= float(shown)


CUTOFFS: tuple[tuple[Nested, str, str], ...] = (
    ([[3, 12], [2, 4]], "MAX", "MAX can have 3 at B1. C3 is 2, so B2 is worth 2 or less, whatever C4 is."),
    ([[4], [4, 9]], "MAX", "MAX can have 4 at B1. C2 is 4, so B2 is worth 4 or less: no better, whatever C3 is."),
    ([[4], [6, 1, 2]], "MIN", "MIN can have 4 at B1. C2 is 6, so B2 is worth 6 or more, whatever C3 and C4 are."),
    ([4, [[3, 2], 9]], "MAX", "MAX can have 4 at B1. C1 is worth 3 or less, and so is B2, whatever C2 is."),
    ([[-inf, 4]], "MAX", "C1 is -inf, and nothing is less than that, whatever C2 is."),
    ([1, 2], "MAX", "no bound stops the search early here."),
)


@pytest.mark.parametrize("interface", ["max_value/min_value", "alpha_beta"])
@pytest.mark.parametrize(("nested", "to_move", "words"), CUTOFFS)
def test_why_names_what_decides(nested: Nested, to_move: str, words: str, interface: str) -> None:
    said = why(Problem(Tree.from_nested(nested, to_move), interface))
    assert said == f"Why: {words}"


def exact(tree: Tree, name: str) -> Value:
    """The minimax value of a node."""
    node = tree.node(name)
    assert node is not None

    def nested(below: int) -> Nested:
        children = tree.children(below)
        value = tree.values[below]
        return [nested(child) for child in children] if children else value if value is not None else 0

    return exact_value(Problem(Tree.from_nested(nested(node), tree.player(node))))
