"""Game trees for tests: as nested lists, drawn by Hypothesis or built to a pattern."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TypeAlias

from hypothesis import strategies as st

from reference.game import Value

Nested: TypeAlias = "Value | list[Nested]"

FEW_VALUES = st.integers(-3, 3)
"""So few that most trees have ties."""
ANY_VALUES = FEW_VALUES | st.sampled_from([inf, -inf, 0.5, -2.25, 10**7 + 1, -(10**8) - 1, 2**53])

PLAYERS = st.sampled_from(["MAX", "MIN"])


def nested_trees(values: st.SearchStrategy[Value] = ANY_VALUES) -> st.SearchStrategy[Nested]:
    """Trees of any shape, single leaves and single children among them."""
    leaves: st.SearchStrategy[Nested] = values
    return st.recursive(leaves, lambda nodes: st.lists(nodes, min_size=1, max_size=4), max_leaves=24)


def windows(values: st.SearchStrategy[Value] = ANY_VALUES) -> st.SearchStrategy[tuple[Value, Value]]:
    """Windows with room between alpha and beta."""
    pairs = st.tuples(values | st.just(-inf), values | st.just(inf))
    return pairs.filter(lambda pair: pair[0] < pair[1])


def map_leaves(tree: Nested, change: Callable[[Value], Value]) -> Nested:
    """The tree with each of its utilities changed."""
    return [map_leaves(child, change) for child in tree] if isinstance(tree, list) else change(tree)


def uniform(branching: int, depth: int, *, best_first: bool, to_move: str = "MAX") -> Nested:
    """A uniform tree of distinct utilities in which each node's best child comes first, or last.

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
