"""The exercises of the core set, and their files. What they catch is held by test_diagnosis.py."""

import json
from functools import lru_cache
from pathlib import Path

import pytest

from autograder.exercises.generated import problems_of
from autograder.exercises.load import load_set
from autograder.exercises.model import Exercise, FixedExercise, Generate, GeneratedExercise
from autograder.judging.judge import compare
from autograder.mistakes.forms import forms
from autograder.mistakes.textbook import observe
from autograder.sandbox.outcome import Searched
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


def test_each_file_has_its_number_a_hint_and_what_is_right() -> None:
    for number, file in enumerate(FILES, 1):
        document = json.loads(file.read_text("utf-8"))
        assert (file.name[:3], document["number"]) == (f"{number:02}_", str(number)), file
        assert document["hint"], file
        assert document["tags"], file
        assert "tree" not in document or document["expected"].keys() > {"value"}, file


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
