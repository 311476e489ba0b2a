"""The searches that are run again, to see whether a program answers by chance."""

from types import SimpleNamespace
from typing import Any

from autograder.core.limits import LARGEST_REPEATED, MOST_DIFFERENT, MOST_REPEATED
from autograder.core.sandbox.outcome import Searched
from autograder.explain.chance import searches_to_repeat
from reference.game import Tree
from reference.problem import Observation, Problem


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
