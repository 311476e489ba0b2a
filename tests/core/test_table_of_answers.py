"""A program with no search in it, only with the answers that an earlier one printed, earns nothing for generated trees.

The earlier one looks at every leaf and prints all trees that it saw. A script turns what it printed into the other one.
"""

import json
import re
from base64 import b64decode
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from zlib import decompress

import pytest

from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import ExerciseSet
from autograder.explain.graded import grade_and_explain
from autograder.tell.formats import results
from reference.game import Tree
from reference.observe import observe
from reference.problem import Problem
from tests.sets import PROJECT, valid_results, with_seed, written

STRICT = PROJECT / "tests" / "submissions" / "strict_cutoff" / "alphabeta.py"
LOOKING, ANSWERING = (
    PROJECT / "tests" / "programs" / name for name in ("looks_at_all.py", "answers.py")
)
Table = dict[str, list[tuple[list[tuple[tuple[int, ...], Any]], Any]]]


def graded(program: str, folder: Path, exercises: ExerciseSet) -> list[dict[str, Any]]:
    """Return the tests of the results of a program."""
    written(folder / "alphabeta.py", program)
    tests: list[dict[str, Any]] = valid_results(
        results(grade_and_explain(folder, exercises))
    )["tests"]
    return tests


def points(tests: Iterable[dict[str, Any]]) -> dict[str, float]:
    return {test["extra_data"]["exercise"]: test["score"] for test in tests}


def table(tests: Iterable[dict[str, Any]]) -> Table:
    """Return the table that the answering program must hold, from the output of the looking one."""
    answers: Table = {}
    for packed in re.findall(
        "@([A-Za-z0-9+/=]+)@", "".join(test["output"] for test in tests)
    ):
        for to_move, alpha, beta, shape, leaves in json.loads(
            decompress(b64decode(packed))
        ):
            tree = Tree.from_nested(filled(shape, iter(leaves)), to_move)
            textbook = observe(Problem(tree, window=(alpha, beta)))
            entry = (
                [
                    (location_of(tree, node), tree.values[node])
                    for node in textbook.visited
                ],
                textbook.value,
            )
            known = answers.setdefault(json.dumps([to_move, alpha, beta, shape]), [])
            if entry not in known:
                known.append(entry)
    return answers


def filled(shape: list[Any], leaves: Any) -> Any:
    return [filled(child, leaves) for child in shape] if shape else next(leaves)


def location_of(tree: Tree, node: int) -> tuple[int, ...]:
    if node == 0:
        return ()
    parent = tree.parent(node)
    return (*location_of(tree, parent), node - tree.first_child[parent])


def chosen(*patterns: str) -> ExerciseSet:
    """Return the exercises of the core set whose ids match one of some patterns."""
    sets = [load_set(PROJECT / "exercises", only) for only in patterns]
    assignment = sets[0].assignment
    unexplained = assignment._replace(
        limits=assignment.limits._replace(explain_seconds=0)
    )
    exercises = tuple(exercise for one in sets for exercise in one.exercises)
    return sets[0]._replace(assignment=unexplained, exercises=exercises)


@pytest.fixture(scope="module")
def exercises() -> ExerciseSet:
    """Two exercises with generated trees; then two fixed ones, whose output tells all that was seen before."""
    return chosen("26_*", "29_*", "0[12]_*")


def test_a_table_of_answers_earns_nothing_for_generated_trees(
    tmp_path: Path, exercises: ExerciseSet
) -> None:
    answers = table(graded(LOOKING.read_text("utf-8"), tmp_path / "looking", exercises))
    # All trees of the exercises were printed.
    assert sum(map(len, answers.values())) > 80
    earned = points(
        graded(
            f"TABLE = {answers!r}\n{ANSWERING.read_text('utf-8')}",
            tmp_path / "answering",
            exercises,
        )
    )
    full = {exercise.id: exercise.max_points for exercise in exercises.fixed}
    assert earned == full | {exercise.id: 0 for exercise in exercises.generated}


def test_table_of_answers_earns_full_points_for_unchanged_trees(
    tmp_path: Path, exercises: ExerciseSet
) -> None:
    """So the table is one that works."""
    exercises = with_seed(exercises, 5)
    answers = table(graded(LOOKING.read_text("utf-8"), tmp_path / "looking", exercises))
    earned = points(
        graded(
            f"TABLE = {answers!r}\n{ANSWERING.read_text('utf-8')}",
            tmp_path / "answering",
            exercises,
        )
    )
    assert earned == {
        exercise.id: exercise.max_points for exercise in exercises.exercises
    }
