"""The exercises that are shipped: together they catch every known mistake, and never a search that is right.

A mistake is written as edits to the textbook's own lines, so what it does is computed, not written again.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from autograder.exercises.load import load_set
from autograder.exercises.model import CHECKS, Exercise, FixedExercise, Generate, GeneratedExercise
from autograder.exercises.problems import problems_of
from reference import interfaces
from reference.interfaces import Edit
from reference.observe import changed, observe
from reference.problem import Observation, Problem

FOLDER = Path(__file__).parents[1] / "exercises"
FILES = sorted(FOLDER.glob("[0-9]*.json"))

Edits = tuple[Edit, ...]

# The textbook's lines: of max_value, then of min_value.
LOOP = "for _, successor in state.successors():"
INITIAL = "v: Value = -inf", "v: Value = inf"
CHILD = "v = max(v, min_value(successor, alpha, beta))", "v = min(v, max_value(successor, alpha, beta))"
TEST = "if v >= beta:", "if v <= alpha:"
BOUND = "alpha = max(alpha, v)", "beta = min(beta, v)"
STEP = tuple(f"{child}\n{test}\n    return v\n{bound}" for child, test, bound in zip(CHILD, TEST, BOUND, strict=True))
WHOLE_LOOP = tuple(f"{LOOP}\n" + "\n".join(f"    {line}" for line in step.split("\n")) + "\nreturn v" for step in STEP)


def each_and_both(name: str, old: tuple[str, ...], for_max: str, for_min: str) -> dict[str, Edits]:
    """A mistake made in both functions, in max_value alone and in min_value alone."""
    max_edit, min_edit = (old[0], for_max), (old[1], for_min)
    return {name: (max_edit, min_edit), f"{name}, max only": (max_edit,), f"{name}, min only": (min_edit,)}


def calling(max_arguments: str, min_arguments: str) -> tuple[str, str]:
    """The lines that search a child, with other arguments."""
    return f"v = max(v, min_value({max_arguments}))", f"v = min(v, max_value({min_arguments}))"


def without_v(max_cutoff: str, min_cutoff: str) -> Edits:
    """A search whose bounds are its values, with what it does at a cutoff."""
    max_step = f"alpha = max(alpha, min_value(successor, alpha, beta))\n    if alpha >= beta:\n        {max_cutoff}"
    min_step = f"beta = min(beta, max_value(successor, alpha, beta))\n    if beta <= alpha:\n        {min_cutoff}"
    return (
        (WHOLE_LOOP[0], f"{LOOP}\n    {max_step}\nreturn alpha"),
        (WHOLE_LOOP[1], f"{LOOP}\n    {min_step}\nreturn beta"),
    )


RESET = "*((alpha, beta) if state.ply else (-inf, inf))"
CONSTANTS = 99, 1000, 9999, 10**6, 10**7, 10**8, 2**31 - 1, 10**12, 2**53, 2**63 - 1, 1.7e308

MISTAKES: dict[str, Edits] = {
    "no-pruning": ((TEST[0], "if False:"), (TEST[1], "if False:")),
    "no-max-cutoff": ((TEST[0], "if False:"),),
    "no-min-cutoff": ((TEST[1], "if False:"),),
    **each_and_both("strict-cutoff", TEST, "if v > beta:", "if v < alpha:"),
    **each_and_both("swapped-cutoff", TEST, "if v >= alpha:", "if v <= beta:"),
    **each_and_both("swapped-cutoff, whole test", TEST, "if v <= alpha:", "if not v < beta:"),
    **each_and_both(
        "late-cutoff",
        STEP,
        "u = min_value(successor, alpha, beta)\nif v >= beta:\n    return v\nv = max(v, u)\nalpha = max(alpha, v)",
        "u = max_value(successor, alpha, beta)\nif v <= alpha:\n    return v\nv = min(v, u)\nbeta = min(beta, v)",
    ),
    "alpha-not-updated": ((BOUND[0], "pass"),),
    "beta-not-updated": ((BOUND[1], "pass"),),
    "alpha-not-updated, nor beta": ((BOUND[0], "pass"), (BOUND[1], "pass")),
    **each_and_both(
        "bound-overwritten",
        STEP,
        "u = min_value(successor, alpha, beta)\nv = max(v, u)\nif v >= beta:\n    return v\nalpha = u",
        "u = max_value(successor, alpha, beta)\nv = min(v, u)\nif v <= alpha:\n    return v\nbeta = u",
    ),
    **each_and_both("bound-overwritten by v", BOUND, "alpha = v", "beta = v"),
    **each_and_both("wrong-bound-updated", BOUND, "beta = min(v, beta)", "alpha = max(v, alpha)"),
    **each_and_both("window-not-passed", CHILD, *calling("successor, -inf, inf", "successor, -inf, inf")),
    **each_and_both("shallow-only", CHILD, *calling("successor, v, inf", "successor, -inf, v")),
    **each_and_both("shallow-only, own bound", CHILD, *calling("successor, alpha, inf", "successor, -inf, beta")),
    **each_and_both("bounds-swapped", CHILD, *calling("successor, beta, alpha", "successor, beta, alpha")),
    **each_and_both("root-window-reset", CHILD, *calling(f"successor, {RESET}", f"successor, {RESET}")),
    **each_and_both(
        "root-window-reset to the first window",
        BOUND,
        "alpha = max(alpha, v) if state.ply else alpha",
        "beta = min(beta, v) if state.ply else beta",
    ),
    **each_and_both("zero-initial-value", INITIAL, "v = 0", "v = 0"),
    **{
        name: edits
        for constant in CONSTANTS
        for name, edits in each_and_both(
            f"finite-infinity {constant}", INITIAL, f"v = -{constant}", f"v = {constant}"
        ).items()
    },
    **each_and_both(
        "right-to-left",
        tuple(f"{LOOP}\n    {child}" for child in CHILD),
        *(f"for _, successor in state.successors()[::-1]:\n    {child}" for child in CHILD),
    ),
    "one-player, min_value calls min_value": ((CHILD[1], "v = min(v, min_value(successor, alpha, beta))"),),
    "one-player, max_value calls max_value": ((CHILD[0], "v = max(v, max_value(successor, alpha, beta))"),),
    "players-exchanged": (
        (INITIAL[0], "v: Value = +inf"),
        (INITIAL[1], "v: Value = -inf"),
        (STEP[0], "v = min(v, min_value(successor, alpha, beta))\nif alpha >= v:\n    return v\nbeta = min(v, beta)"),
        (STEP[1], "v = max(v, max_value(successor, alpha, beta))\nif beta <= v:\n    return v\nalpha = max(v, alpha)"),
    ),
    **each_and_both("first-child-only", BOUND, "return v", "return v"),
    **each_and_both(
        "eager-children",
        tuple(f"{LOOP}\n    {child}" for child in CHILD),
        "for u in [min_value(successor, alpha, beta) for _, successor in state.successors()]:\n    v = max(v, u)",
        "for u in [max_value(successor, alpha, beta) for _, successor in state.successors()]:\n    v = min(v, u)",
    ),
    "fractions-lost": (("return state.utility()", "u = state.utility()\nreturn u if abs(u) == inf else int(u)"),),
}

RIGHT: dict[str, Edits] = {
    "fail-hard": without_v("return beta", "return alpha"),
    "note 004, neither fail-soft nor fail-hard": without_v("break", "break"),
    "bound moved first": (
        (f"{TEST[0]}\n    return v\n{BOUND[0]}", f"{BOUND[0]}\nif alpha >= beta:\n    break"),
        (f"{TEST[1]}\n    return v\n{BOUND[1]}", f"{BOUND[1]}\nif alpha >= beta:\n    break"),
    ),
    "tests before it searches the next child": (
        (STEP[0], f"if v >= beta:\n    return v\n{CHILD[0]}\n{BOUND[0]}"),
        (STEP[1], f"if v <= alpha:\n    return v\n{CHILD[1]}\n{BOUND[1]}"),
    ),
    "looks twice": (("return state.utility()", "state.utility()\nreturn state.utility()"),),
    "actions and results": ((LOOP, "for successor in [state.result(action) for action in state.actions()]:"),),
}

# Keeps what a state was worth under its name, and so the values of the tree before.
CACHING: Edits = (
    ("from math import inf", "from math import inf\nseen = {}"),
    ("return state.utility()", "return seen.setdefault(state.name, state.utility())"),
)


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


def caught(problem: Problem, expected: Observation, found: Observation) -> bool:
    """Whether one of the checks fails: the order holds only where the pruned leaves are right too."""
    accepts = interfaces.load(problem.interface).accepts
    return not accepts(problem, expected.value, found.value) or found.visited != expected.visited


@pytest.mark.parametrize("mistake", MISTAKES)
def test_fixed_exercises_catch(mistake: str) -> None:
    assert any(caught(problem, expected, observe(problem, MISTAKES[mistake])) for problem, expected in fixed())


@pytest.mark.parametrize("mistake", sorted(MISTAKES.keys() - {"fractions-lost"}))  # generated are whole numbers
def test_generated_exercises_catch(mistake: str) -> None:
    assert any(caught(problem, expected, observe(problem, MISTAKES[mistake])) for problem, expected in generated())


@pytest.mark.parametrize("style", RIGHT)
def test_no_right_search_is_called_wrong(style: str) -> None:
    for problem, expected in (*fixed(), *generated()):
        found = observe(problem, RIGHT[style])
        assert not caught(problem, expected, found), (found, expected)


def test_state_kept_between_searches_is_caught() -> None:
    """Each search alone is right; only in one process, one after the other, are they wrong."""
    source = changed(interfaces.file_of("max_value/min_value").read_text("utf-8"), CACHING)
    for problem, expected in fixed():
        assert not caught(problem, expected, observe(problem, CACHING))
    functions: dict[str, Any] = {}
    exec(source, functions)
    wrong = 0
    for problem, expected in fixed():
        start = "max_value" if problem.tree.players[0] == "MAX" else "min_value"
        problem.tree.visited.clear()
        value = functions[start](problem.tree.root, *problem.window)
        wrong += caught(problem, expected, Observation(value, tuple(problem.tree.visited)))
    assert wrong > len(fixed()) // 2


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
