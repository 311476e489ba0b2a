"""Game trees for tests: as nested lists, drawn by Hypothesis or built to a pattern."""

from collections.abc import Callable, Sequence
from math import inf
from typing import Any, TypeAlias

from hypothesis import strategies as st

from autograder.core.sandbox.outcome import Searched
from reference import interfaces
from reference.game import Tree, Value
from reference.problem import Problem

Nested: TypeAlias = "Value | list[Nested]"
FEW_VALUES = st.integers(-3, 3)
"""So few that most trees have ties."""
ANY_VALUES = FEW_VALUES | st.sampled_from(
    [inf, -inf, 0.5, -2.25, 10**7 + 1, -(10**8) - 1, 2**53]
)
PLAYERS = st.sampled_from(["MAX", "MIN"])


def nested_trees(
    values: st.SearchStrategy[Value] = ANY_VALUES,
) -> st.SearchStrategy[Nested]:
    """Return a strategy of trees of any shape, single leaves and single children among them."""
    leaves: st.SearchStrategy[Nested] = values
    return st.recursive(
        leaves, lambda nodes: st.lists(nodes, min_size=1, max_size=4), max_leaves=24
    )


def windows(
    values: st.SearchStrategy[Value] = ANY_VALUES,
) -> st.SearchStrategy[tuple[Value, Value]]:
    """Return a strategy of windows with room between alpha and beta."""
    pairs = st.tuples(values | st.just(-inf), values | st.just(inf))
    return pairs.filter(lambda pair: pair[0] < pair[1])


def minimax(tree: Tree, node: int = 0) -> Value:
    """Return the value of a node by the definition, written once more and without any of the reference's code."""
    value = tree.values[node]
    if tree.is_leaf(node):
        assert value is not None
        return value
    best = max if tree.player(node) == "MAX" else min
    return best(minimax(tree, child) for child in tree.children(node))


def number(value: object) -> Value:
    """Return a value that must be a number."""
    assert isinstance(value, (int, float))
    return value


def map_leaves(tree: Nested, change: Callable[[Value], Value]) -> Nested:
    """Return the tree with each of its utilities changed."""
    return (
        [map_leaves(child, change) for child in tree]
        if isinstance(tree, list)
        else change(tree)
    )


def uniform(
    branching: int, depth: int, *, best_first: bool, to_move: str = "MAX"
) -> Nested:
    """Return a uniform tree of distinct utilities in which each node's best child comes first, or last.

    A step to the right costs its player more than all steps below it together.
    """

    def node(ply: int, value: int) -> Nested:
        if ply == depth:
            return value
        sign = 1 if (ply % 2 == 0) == (to_move == "MAX") else -1
        step = sign * branching ** (depth - ply)
        places = range(branching) if best_first else reversed(range(branching))
        return [node(ply + 1, value - place * step) for place in places]

    return node(0, 0)


TREES = nested_trees()
DECIDED = TREES.filter(lambda tree: isinstance(tree, list))
WINDOWS = windows() | st.just((-inf, inf))
INTERFACES = st.sampled_from(interfaces.names())


@st.composite
def problems(
    draw: st.DrawFn, of_interfaces: st.SearchStrategy[str] = INTERFACES
) -> Problem:
    """Return a problem for any interface, or for some, in any convention."""
    interface = draw(of_interfaces)
    terms: dict[str, Any] = {
        "prune_when": draw(st.sampled_from(["alpha >= beta", "alpha > beta"]))
    }
    trees = TREES
    if interface == "minimax_array":
        trees = complete_binary_trees()
    if interface == "alpha_beta_search":
        trees = DECIDED
    if interface == "aspiration_search":
        terms |= {
            "guess": draw(st.integers(-4, 4)),
            "epsilon": draw(st.sampled_from([0.5, 1, 3])),
        }
    elif interface not in ("alpha_beta_search", "minimax"):
        terms["window"] = draw(WINDOWS)
    tree = Tree.from_nested(draw(trees), draw(PLAYERS))
    if interfaces.load(interface).has_horizon:
        tree = tree.with_values(
            [draw(ANY_VALUES) if value is None else value for value in tree.values]
        )
        terms["depth"] = draw(st.none() | st.integers(0, tree.depth + 1))
    return Problem(tree, interface, **terms)


@st.composite
def complete_binary_trees(draw: st.DrawFn) -> Nested:
    """Draw a tree in which every node has two children, and all leaves the same depth."""
    depth = draw(st.integers(0, 4))
    level: list[Nested] = [draw(ANY_VALUES) for _ in range(2**depth)]
    while len(level) > 1:
        level = [list(pair) for pair in zip(level[::2], level[1::2], strict=True)]
    return level[0]


def search_one_by_one(
    search: Callable[[Problem], Searched],
) -> Callable[[Sequence[Problem]], list[Searched]]:
    """Return a function that asks a search for many problems at once, as a program is asked."""
    return lambda problems: [search(problem) for problem in problems]
