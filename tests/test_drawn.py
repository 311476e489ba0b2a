"""Drawn trees that are remembered: the same as those that are drawn, and never those of another exercise."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

import pytest

from autograder import drawn, generate
from autograder.exercise import Exercise, Generate
from reference.game import Tree
from reference.problem import Problem

RANGES = Generate(10, values=(-3, 3), seed=5)
EXERCISE = Exercise("id", "title", Problem(Tree.from_nested(0)), RANGES)
EXERCISES = {
    "plain": EXERCISE,
    "infinities": replace(EXERCISE, generate=replace(RANGES, infinities=True)),
    "windows": replace(EXERCISE, generate=replace(RANGES, windows=True)),
    "seed": replace(EXERCISE, generate=replace(RANGES, seed=6)),
    "given window": replace(EXERCISE, problem=replace(EXERCISE.problem, window=(-1.5, inf))),
    "min root": replace(EXERCISE, problem=replace(EXERCISE.problem, tree=Tree.from_nested(0, "MIN"))),
    "depth": replace(EXERCISE, problem=replace(EXERCISE.problem, depth=2)),
    "complete": replace(EXERCISE, problem=replace(EXERCISE.problem, interface="minimax_array")),
}


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn, "FOLDER", tmp_path / "drawn")


@pytest.fixture
def nothing_is_drawn(monkeypatch: pytest.MonkeyPatch) -> Any:
    def refuse(*_: object) -> None:
        raise AssertionError("trees are drawn again")

    return lambda: monkeypatch.setattr(generate, "for_each_problem", refuse)


def as_data(exercise: Exercise) -> list[Any]:
    return [
        (list(p.tree.first_child), [repr(v) for v in p.tree.values], p.tree.players, repr(p.window), p.depth)
        for p in drawn.problems_of(exercise)
    ]


@pytest.mark.parametrize("exercise", EXERCISES.values(), ids=EXERCISES)
def test_what_is_remembered_is_what_was_drawn(exercise: Exercise, nothing_is_drawn: Any) -> None:
    first = as_data(exercise)
    nothing_is_drawn()
    assert as_data(exercise) == first
    assert len(first) == RANGES.examples


def test_each_exercise_has_its_own() -> None:
    made = [as_data(exercise) for exercise in EXERCISES.values()]
    assert [as_data(exercise) for exercise in EXERCISES.values()] == made
    assert all(one != other for place, one in enumerate(made) for other in made[:place])


@pytest.mark.parametrize("content", [b"", b"[[", b"\xff", b"{}", b"[]", b"[[1]]", b'[["x",[],[0,1]]]', b"[3]"])
def test_a_file_that_is_broken_is_made_anew(content: bytes) -> None:
    first = as_data(EXERCISE)
    (file,) = drawn.FOLDER.iterdir()
    file.write_bytes(content)
    assert as_data(EXERCISE) == first
    assert file.read_bytes() != content


def test_without_a_place_they_are_drawn_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn, "FOLDER", tmp_path / "nowhere" / "drawn")
    assert as_data(EXERCISE) == as_data(EXERCISE)
