"""The exercises of the core set, and their files. What they catch is held by test_diagnosis.py."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

import pytest

from autograder.exercises.generated import problems_of
from autograder.exercises.load import load_set
from autograder.exercises.model import CHECKS, Exercise, FixedExercise, Generate, GeneratedExercise
from autograder.judging.judge import compare
from autograder.sandbox.outcome import Searched
from reference.forms import forms
from reference.observe import observe
from reference.problem import Observation, Problem

FOLDER = Path(__file__).parents[1] / "exercises"
FILES = sorted(FOLDER.glob("[0-9]*.json"))


@lru_cache
def exercises() -> tuple[Exercise, ...]:
    return load_set(FOLDER).exercises


@lru_cache
def fixed() -> list[tuple[Problem, Observation]]:
    return [
        (exercise.problem, observe(exercise.problem)) for exercise in exercises() if isinstance(exercise, FixedExercise)
    ]


@lru_cache
def generated() -> list[tuple[Problem, Observation]]:
    problems: list[Problem] = []
    for exercise in exercises():
        if isinstance(exercise, GeneratedExercise) and isinstance(exercise.generate, Generate):
            problems.extend(problems_of(exercise))
    return [(problem, observe(problem)) for problem in problems]


def test_no_right_search_is_called_wrong() -> None:
    for problem in (problem._replace(isolate=None) for problem, _ in (*fixed(), *generated())):
        for form in forms(problem.interface):
            assert all(compare(problem, observe(problem), Searched(observe(problem, form))).values()), form


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_file_says_what_an_exercise_should(file: Path) -> None:
    document = json.loads(file.read_text("utf-8"))
    assert document["$schema"] == "schema/exercise.json"
    assert file.name.startswith(f"{int(document['number']):02}_")
    assert document["hint"]
    assert document["tags"]
    assert "points" not in document
    if "tree" in document:
        assert "value" in document["expected"]
        assert document["expected"].keys() & {"pruned", "visited"}
    elif "every" not in document["generate"]:
        assert document["generate"]["values"][0] < 0


def test_files_are_numbered_without_gaps() -> None:
    assert [int(file.name[:2]) for file in FILES] == list(range(1, len(FILES) + 1))
    assert len({file.stem[3:] for file in FILES}) == len(FILES)


def test_everything_is_visible_and_worth_the_same() -> None:
    assert {exercise.visibility for exercise in exercises()} == {"visible"}
    assert {tuple(exercise.points[check] for check in CHECKS) for exercise in exercises()} == {(1, 1, 1)}


def test_set_is_quick_to_grade() -> None:
    """About 300 generated trees, few of them large: what a run of about a second allows."""
    assert 250 <= len(generated()) <= 350
    assert sum(len(problem.tree) for problem, _ in (*fixed(), *generated())) < 20_000
    assert sum(len(expected.looks) for _, expected in (*fixed(), *generated())) < 5_000


@pytest.mark.parametrize(
    ("number", "visited", "leaves"),
    [(1, 7, 9), (2, 7, 9), (3, 5, 8), (4, 14, 25), (5, 6, 12), (6, 5, 8), (7, 7, 8), (19, 17, 81), (20, 81, 81)],
)
def test_sources_count(number: int, visited: int, leaves: int) -> None:
    problem, expected = fixed()[number - 1]
    assert (len(expected.visited), sum(1 for _ in problem.tree.leaves())) == (visited, leaves)
