"""Each shipped set has values of the sorts on which programs fail that do more with values than compare them."""

from collections.abc import Callable, Iterator
from math import isfinite
from pathlib import Path

import pytest

from autograder.core.exercises.generated import problems_of
from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import FixedExercise
from autograder.core.judging.judge import checks_in_any_form
from autograder.core.sandbox.outcome import Searched
from autograder.explain.textbook import starting_with
from reference.changes import changed, observe
from reference.problem import Observation, Problem
from tests.sets import PROJECT

SETS = [
    file.parent
    for file in [
        PROJECT / "exercises" / "assignment.json",
        *sorted(PROJECT.glob("exercises/*/assignment.json")),
    ]
    if file.parent.name not in ("schema", "by_hand")
]
FAR = (starting_with(-(10**9), 10**9),)


def with_whole_numbers(problem: Problem) -> Observation:
    """Return the observation of a right search that cuts utilities off to an int."""
    cut = [
        int(value) if value is not None and isfinite(value) else value
        for value in problem.tree.values
    ]
    return observe(problem._replace(tree=problem.tree.with_values(cut)))


def with_far_numbers(problem: Problem) -> Observation | None:
    """Return the observation of a search that begins with 10**9 in place of infinity."""
    return observe(problem, FAR)


def searches(folder: Path) -> Iterator[Problem]:
    for exercise in load_set(folder).exercises:
        if isinstance(exercise, FixedExercise):
            yield exercise.problem._replace(isolate=None)
        else:
            yield from problems_of(exercise)


def is_caught(folder: Path, search: Callable[[Problem], Observation | None]) -> bool:
    for problem in searches(folder):
        observed = search(problem)
        if observed is None:
            return True
        checks = checks_in_any_form(problem, observe(problem), Searched(observed))
        if not all(checks.values()):
            return True
    return False


@pytest.mark.parametrize("folder", SETS, ids=lambda folder: folder.name)
def test_search_that_cuts_fractions_off_loses_points_in_every_set(
    folder: Path,
) -> None:
    assert is_caught(folder, with_whole_numbers)


@pytest.mark.parametrize("folder", SETS, ids=lambda folder: folder.name)
def test_search_with_a_number_for_infinity_loses_points_in_every_set(
    folder: Path,
) -> None:
    book = next(searches(folder))
    if not changed(book.interface, book.prune_when, FAR):
        pytest.skip("a search of this interface begins with no infinity of its own")
    assert is_caught(folder, with_far_numbers)
