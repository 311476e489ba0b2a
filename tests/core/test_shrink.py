"""Failing trees made smaller: still failing, within their ranges, and no single step from a smaller one."""

import zlib
from math import inf

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from autograder.core.exercises.generate import first_failing
from autograder.core.exercises.model import Generate, GeneratedExercise
from autograder.core.exercises.shrink import _steps, shrink
from autograder.explain.textbook import starting_with
from autograder.explain.ways import WAYS
from reference.changes import Change, no_test, observe
from reference.game import Tree, Value
from reference.problem import Problem
from tests.trees import PLAYERS, nested_trees

WIDE = Generate(depth=(0, 200), branching=(1, 4), values=(-3, 3), infinities=True)
VALUES = st.sampled_from(list(WIDE.utilities))
MISTAKES = [no_test("MIN"), no_test("MAX"), starting_with(0, 0)("MAX")]
"""Changes of the textbook's search, each of which fails on some trees."""


def is_wrong(problem: Problem, change: Change) -> bool:
    right, wrong = observe(problem), observe(problem, (change,))
    return (right.value, right.visited) != (wrong.value, wrong.visited)


def as_data(tree: Tree) -> tuple[list[int], tuple[Value | None, ...]]:
    return list(tree.child_counts), tree.values


def size(tree: Tree) -> tuple[int, int, Value]:
    """Return the numbers that a step makes less: nodes, infinite values, and how far the others are from zero."""
    known = [abs(value) for value in tree.values if value is not None]
    infinite = known.count(inf)
    return len(tree), infinite, sum(value for value in known if value != inf)


def trees() -> st.SearchStrategy[Tree]:
    return st.builds(Tree.from_nested, nested_trees(VALUES), PLAYERS)


@given(tree=trees(), change=st.sampled_from(MISTAKES))
def test_no_single_step_makes_a_shrunk_tree_smaller(tree: Tree, change: Change) -> None:
    problem = Problem(tree)
    assume(is_wrong(problem, change))
    shrunk = shrink(problem, WIDE, lambda smaller: is_wrong(smaller, change))
    assert is_wrong(shrunk, change)
    assert shrunk._replace(tree=tree) == problem
    assert size(shrunk.tree) <= size(tree)
    for step in _steps(shrunk.tree, WIDE):
        assert not is_wrong(shrunk._replace(tree=step()), change)


@given(tree=trees())
def test_each_step_is_smaller_and_a_game_tree(tree: Tree) -> None:
    for step in _steps(tree, WIDE):
        smaller = step()
        assert size(smaller) < size(tree)
        assert smaller.players == tree.players
        for node in range(len(smaller)):
            assert (smaller.values[node] is None) == (not smaller.is_leaf(node))


@given(tree=trees())
def test_the_same_answers_lead_to_the_same_tree_and_none_is_tried_twice(
    tree: Tree,
) -> None:
    """The answers are anyone's."""
    tried: list[str] = []

    def fails(problem: Problem) -> bool:
        tried.append(repr(as_data(problem.tree)))
        return zlib.crc32(tried[-1].encode()) % 3 == 0

    first = shrink(Problem(tree), WIDE, fails)
    assert len(set(tried)) == len(tried)
    again = shrink(Problem(tree), WIDE, fails)
    assert as_data(first.tree) == as_data(again.tree)
    assert tried[: len(tried) // 2] == tried[len(tried) // 2 :]


@pytest.mark.parametrize(
    ("interface", "ranges"),
    [
        ("max_value/min_value", Generate(depth=(2, 4), branching=(2, 3))),
        ("max_value/min_value", Generate(depth=(1, 5), values=(-9, -4))),
        ("max_value/min_value", Generate(values=(2**40, 2**53), infinities=True)),
        ("minimax_array", Generate(depth=(2, 5), values=(1, 9))),
    ],
    ids=str,
)
@pytest.mark.parametrize("least", [3, 7])
def test_trees_that_are_tried_keep_to_the_ranges(
    interface: str, ranges: Generate, least: int
) -> None:
    """All that counts is the number of leaves, so what is tried is as small as the ranges let it be."""
    pattern = Problem(Tree.from_nested(0), interface)
    exercise = GeneratedExercise("id", "title", pattern, ranges)
    low, high = ranges.values
    allowed = {inf, -inf} if ranges.infinities else set[Value]()
    fewest, most = (2, 2) if interface == "minimax_array" else ranges.branching

    def fails(problem: Problem) -> bool:
        tree = problem.tree
        leaves = list(tree.leaves())
        plies = {tree.ply(leaf) for leaf in leaves}
        assert ranges.depth[0] <= min(plies) <= max(plies) <= ranges.depth[1]
        assert interface != "minimax_array" or len(plies) == 1
        counts = set(tree.child_counts) - {0}
        assert fewest <= min(counts) <= max(counts) <= most
        for leaf in leaves:
            value = tree.values[leaf]
            assert value is not None
            assert value in allowed or low <= value <= high
        return len(leaves) > least

    failing = first_failing(exercise, lambda problem: len(problem.tree) > 20)
    assert failing is not None
    shrunk = shrink(failing, ranges, fails).tree
    simplest = min(max(low, 0), high)
    assert {shrunk.values[leaf] for leaf in shrunk.leaves()} == {simplest}
    assert least < sum(1 for _ in shrunk.leaves()) <= 8


@pytest.mark.parametrize(
    ("mistake", "leaves"),
    [
        (no_test("MIN"), 3),  # [4, [4, 0]]
        (no_test("MAX"), 3),  # [[4, [4, 0]]]
        (starting_with(0, 0)("MAX"), 1),
        (*WAYS["first-child-only"][1], 2),
    ],
    ids=str,
)
@pytest.mark.parametrize("seed", range(5))
def test_shrink_finds_about_the_smallest_tree(
    mistake: Change, leaves: int, seed: int
) -> None:
    ranges = Generate(300, depth=(1, 4), branching=(1, 4), values=(-9, 9), seed=seed)
    exercise = GeneratedExercise("id", "title", Problem(Tree.from_nested(0)), ranges)
    failing = first_failing(exercise, lambda problem: is_wrong(problem, mistake))
    assert failing is not None
    tree = shrink(failing, ranges, lambda problem: is_wrong(problem, mistake)).tree
    assert leaves <= sum(1 for _ in tree.leaves()) <= leaves + 1


def test_static_evaluations_stay_and_become_simpler() -> None:
    nested = {"value": 3, "children": [{"value": -2, "children": [1, 2]}, 4]}
    problem = Problem(Tree.from_nested(nested), "negamax", depth=1)
    shrunk = shrink(problem, WIDE, lambda smaller: len(smaller.tree) > 1)
    assert as_data(shrunk.tree) == ([1, 0], (0, 0))


def test_nothing_is_tried_after_the_time() -> None:
    tried: list[Problem] = []
    answers: list[bool] = []

    def fails(problem: Problem) -> bool:
        tried.append(problem)
        return len(tried) > 2

    def going_on() -> bool:
        answers.append(len(tried) < 5)
        return answers[-1]

    problem = Problem(Tree.from_nested([[1, 2, 3], [4, 5, 6], [7, 8, 9]]))
    shrunk = shrink(problem, Generate(), fails, going_on)
    assert len(tried) == 5
    assert answers == [True] * 5 + [False]
    assert shrunk.tree is tried[-1].tree


def test_a_value_comes_near_to_where_it_fails_in_few_trials() -> None:
    tried: list[Value | None] = []

    def fails(problem: Problem) -> bool:
        tried.append(problem.tree.values[-1])
        return len(problem.tree) == 2 and problem.tree.values[-1] > 10**7  # type: ignore[operator]

    ranges = Generate(values=(-(2**50), 2**50))
    shrunk = shrink(Problem(Tree.from_nested([2**50])), ranges, fails)
    assert shrunk.tree.values == (None, 10**7 + 1)
    assert len(tried) < 100
