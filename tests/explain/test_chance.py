"""The searches that are run again, to see whether a program answers by chance."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from autograder.core.exercises.load import load_set
from autograder.core.limits import (
    LARGEST_REPEATED,
    MOST_DIFFERENT,
    MOST_REPEATED,
    PROCESSES_ASKED,
)
from autograder.core.sandbox.outcome import Searched
from autograder.explain.catalogue import CHANCE
from autograder.explain.chance import (
    answered_otherwise,
    searches_to_repeat,
)
from autograder.explain.graded import grade_and_explain
from reference.game import Tree
from reference.problem import Observation, Problem
from tests.sets import QUICK, SUBMISSIONS


def repeated(*leaves: int, passed: bool = False) -> list[int]:
    """Return the leaves of the trees that are searched again, of verdicts on trees of some leaves."""
    kept = [
        SimpleNamespace(
            passed=passed and number != 3,
            problem=Problem(Tree.from_nested(list(range(number)))),
            searched=Searched(Observation(0, ())),
        )
        for number in leaves
    ]
    verdicts: Any = [SimpleNamespace(kept=kept)]
    return [len(problem.tree) - 1 for problem in searches_to_repeat(verdicts)]


def test_largest_tree_is_searched_again_beside_the_smallest() -> None:
    """In small ones two orders drawn by lot may agree, so that nothing is noticed."""
    chosen = repeated(2, 9, 3, 50, 4, 7, LARGEST_REPEATED)
    assert chosen == [2, 3, 4, 50] * (MOST_REPEATED // MOST_DIFFERENT)


def test_trees_that_failed_are_searched_again_before_others() -> None:
    chosen = repeated(2, 9, 3, 50, 4, passed=True)
    assert chosen == [3, 2, 4, 50] * (MOST_REPEATED // MOST_DIFFERENT)


def seen_of(*answers: str) -> set[str]:
    """Return the exercises that are seen to go by chance, of three that each process answers so.

    "ab" says that the first is answered so, and the second otherwise; "" is of a process that ended.
    """
    failed: Any = [
        SimpleNamespace(
            exercise=SimpleNamespace(id=name),
            evidence=SimpleNamespace(problem=Problem(Tree.from_nested(leaves))),
        )
        for name, leaves in {"large": [1, 2, 3], "small": [1], "two": [1, 2]}.items()
    ]
    runs = iter(answers)

    def answers_to(problems: Sequence[Problem]) -> list[object]:
        assert [len(problem.tree) - 1 for problem in problems[:3]] == [1, 2, 3]
        run = next(runs)
        return [*run * (len(problems) // 3)]

    seen = answered_otherwise(failed, answers_to)
    assert next(runs, None) is None
    return seen


def test_chance_is_told_of_exercises_that_came_out_otherwise() -> None:
    """What fails alike in all processes may fail for another reason."""
    alike = ["abc"] * (PROCESSES_ASKED - 1)
    assert seen_of(*alike, "abx") == {"large"}
    assert seen_of(*alike, "xbx") == {"small", "large"}
    assert seen_of("abx", "", *alike[1:]) == {"large"}


def test_chance_that_is_seen_in_no_failed_exercise_is_told_of_the_smallest() -> None:
    assert seen_of(*["abc"] * PROCESSES_ASKED) == {"small"}
    assert seen_of(*[""] * PROCESSES_ASKED) == {"small"}


TOLD_APART = [None] * PROCESSES_ASKED
"""In none of these there is time."""


@pytest.mark.usefixtures("forked", "unmended")
@pytest.mark.parametrize(
    ("answers", "named"),
    [
        ([1, 1, 1], "strict-cutoff"),
        ([1, 2, *TOLD_APART], CHANCE),
        ([1, 1, 2, *TOLD_APART], CHANCE),
        ([1, 1, None], "strict-cutoff"),  # there was no time left to find out
    ],
)
def test_program_that_answers_otherwise_once_answers_by_chance(
    answers: list[int | None], named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if it does so only after a mistake has been found: that holds no more."""
    left = iter(answers)

    def fresh(*_: object) -> list[object]:
        answer = next(left)
        return [] if answer is None else [answer]

    monkeypatch.setattr("autograder.explain.failures.fresh_answers", fresh)
    exercises = load_set(QUICK, only="ties")
    explained = grade_and_explain(SUBMISSIONS / "strict_cutoff", exercises)
    (verdict,) = explained.report.verdicts
    assert verdict.misconceptions == (named,)
    assert next(left, "no more") == "no more"
