"""Varied trees: of the same kind as the one they are made of, and strangers to who knows that one."""

from __future__ import annotations

from collections import Counter
from math import inf
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from autograder.exercises.generated import varied
from autograder.exercises.model import Generate
from reference.game import Tree, Value
from reference.problem import Problem
from tests.trees import PLAYERS, nested_trees

RANGES = Generate(values=(-4, 4), infinities=True)
VALUES = st.sampled_from(list(RANGES.utilities))
Shape = tuple["Shape", ...]


def shape(tree: Tree, node: int = 0) -> Shape:
    """What is left of a tree without its values and without the order of children."""
    return tuple(sorted(shape(tree, child) for child in tree.children(node)))


def ties(tree: Tree) -> list[int]:
    """How often the values of a tree occur, whichever they are."""
    return sorted(Counter(value for value in tree.values if value is not None).values())


def problems(evaluated: bool) -> st.SearchStrategy[Problem]:
    def problem(nested: object, to_move: str, evaluations: list[Value]) -> Problem:
        tree = Tree.from_nested(nested, to_move)
        if not evaluated:
            return Problem(tree, window=(-2, 3))
        values = [
            value if value is not None else evaluations[node % len(evaluations)]
            for node, value in enumerate(tree.values)
        ]
        return Problem(tree.with_values(values), "negamax", depth=2)

    return st.builds(problem, nested_trees(VALUES), PLAYERS, st.lists(VALUES, min_size=1))


@given(problem=problems(evaluated=False) | problems(evaluated=True), seed=st.integers(0, 2**53 - 1))
def test_the_kind_of_tree_is_kept(problem: Problem, seed: int) -> None:
    made = varied(problem, RANGES.utilities, Random(seed))
    tree, old = made.tree, problem.tree
    assert made._replace(tree=old) == problem
    assert shape(tree) == shape(old)
    assert tree.players == old.players
    assert ties(tree) == ties(old)
    assert {value for value in tree.values if value is not None} <= set(RANGES.utilities)
    evaluated = problem.depth is not None
    assert all((value is None) == (not evaluated and not tree.is_leaf(node)) for node, value in enumerate(tree.values))


@given(problem=problems(evaluated=False), seed=st.integers(0, 2**53 - 1))
def test_the_same_seed_varies_alike(problem: Problem, seed: int) -> None:
    first, second = (varied(problem, RANGES.utilities, Random(seed)).tree for _ in range(2))
    assert (list(first.first_child), first.values) == (list(second.first_child), second.values)


def test_a_known_tree_tells_nothing_about_what_is_made_of_it() -> None:
    """Whoever knows the tree, and sees the shape and the first looks, still finds every value at the next leaf."""
    problem = Problem(Tree.from_nested([[0, 1, 1], [2, 3, 0], [3, 4, -4]]))
    after_a_look: dict[Value, Counter[Value]] = {}
    for seed in range(2000):
        values = [v for v in varied(problem, range(-4, 5), Random(seed)).tree.values if v is not None]
        after_a_look.setdefault(values[0], Counter())[values[-1]] += 1
    assert set(after_a_look) == set(range(-4, 5))
    for counts in after_a_look.values():
        assert set(counts) == set(range(-4, 5))
        assert max(counts.values()) < sum(counts.values()) / 3


def test_children_change_places() -> None:
    problem = Problem(Tree.from_nested([[0, 0], 0, [0, [0, 0, 0]]]))
    shapes = {tuple(varied(problem, range(9), Random(seed)).tree.first_child) for seed in range(200)}
    assert len(shapes) == 12  # 3! at the root, 2 at the node of which one child is a leaf


def test_infinities_become_finite_and_finite_values_infinite() -> None:
    problem = Problem(Tree.from_nested([inf, 0]))
    made = {tuple(varied(problem, RANGES.utilities, Random(seed)).tree.values[1:]) for seed in range(300)}
    assert any(inf in pair for pair in made)
    assert any(-inf in pair for pair in made)
    assert any(inf not in pair and -inf not in pair for pair in made)
