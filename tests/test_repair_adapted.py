"""Repairs of programs that a course's adapter starts: the same engine, in the course's world."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.exercises import load_set
from autograder.judging import Failed, run
from autograder.judging.explanation import Explanation
from autograder.worker.adapted import Adapted
from autograder.worker.repair.program import Program
from tests.test_adapter import RIGHT

ADAPTER = """
import sys
from types import ModuleType

NEEDS = ("maxi", "mini")


class Table:
    kept = []


sys.modules["world"] = ModuleType("world")
sys.modules["world"].Table = Table
sys.modules["world"].over = lambda state: state.is_terminal()


def search(student, state, problem):
    if state.tree.depth < 2:
        raise ValueError("a game of this course has two plies at least")
    return (student.maxi if problem.to_move == "MAX" else student.mini)(state, *problem.window)
"""
STRICT = RIGHT.replace("if v <= alpha:", "if v < alpha:")
TEST_OF_MINI = 1 + STRICT.split("\n").index("        if v < alpha:")


@pytest.fixture
def course() -> Iterator[Adapted]:
    """The adapter at work, as it is in a student's process."""
    modules = dict(sys.modules)
    finders = list(sys.meta_path)
    yield Adapted("adapter.py", ADAPTER, ["maxi", "mini"])
    sys.meta_path[:] = finders
    for name in set(sys.modules) - set(modules):
        del sys.modules[name]


def explained(folder: Path) -> Explanation:
    """What explains the program in a folder on a set of one tree, whose adapter has no search for the smallest."""
    (folder / "set").mkdir()
    (folder / "set" / "assignment.json").write_text(json.dumps({"title": "T", "adapter": "adapter.py"}))
    (folder / "set" / "01_tree.json").write_text(json.dumps({"title": "T", "tree": [[3, 12], [3, 1], [2, 4]]}))
    (folder / "set" / "adapter.py").write_text(ADAPTER)
    (verdict,) = run.grade(folder / "student", load_set(folder / "set")).verdicts
    assert isinstance(verdict, Failed)
    return verdict.explanation


def test_what_an_adapter_has_no_search_for_is_no_trial(tmp_path: Path) -> None:
    (tmp_path / "student").mkdir()
    (tmp_path / "student" / "alphabeta.py").write_text(STRICT)
    assert [place.line for place in explained(tmp_path).places] == [TEST_OF_MINI]


def test_a_file_called_as_a_module_of_the_courses_is_no_part_of_the_program(tmp_path: Path) -> None:
    (tmp_path / "student").mkdir()
    (tmp_path / "student" / "alphabeta.py").write_text(STRICT)
    (tmp_path / "student" / "world.py").write_text("This is no Python.")
    assert [place.line for place in explained(tmp_path).places] == [TEST_OF_MINI]


def test_each_candidate_has_a_world_of_its_own(course: Adapted) -> None:
    spoils = "from world import Table\nTable.kept.append(1)\nseen = list(Table.kept)\n"
    program = Program({"alphabeta": spoils}, "alphabeta", course)
    assert [program.functions()["seen"] for _ in range(3)] == [[1], [1], [1]]
