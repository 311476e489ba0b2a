"""How many leaves alpha-beta visits as trees grow deeper, for the worst, random and perfect order of moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

from reference.game import Tree, Value
from reference.observe import observe
from reference.problem import Problem


class GrowthRow(NamedTuple):
    """The leaves visited in complete trees of one depth and branching. random: the mean of several trees."""

    branching: int
    depth: int
    worst: int
    random: float
    perfect: int


def rows(branching: Sequence[int], most_leaves: int, trees: int, seed: int) -> Iterator[GrowthRow]:
    """A row for each depth, for each number of moves, as long as the trees have no more than `most_leaves`.

    trees: how many random trees are searched for a row. The same seed gives the same rows.
    """
    for moves in branching:
        depth = 1
        while moves**depth <= most_leaves:
            random = Random(f"{seed} {moves} {depth}")  # noqa: S311 (reproducible, not secret)
            drawn = ([random.random() for _ in range(moves**depth)] for _ in range(trees))  # hardly any are equal
            worst, perfect = (_visited(moves, depth, _ordered(moves, depth, best)) for best in (False, True))
            yield GrowthRow(moves, depth, worst, fmean(_visited(moves, depth, values) for values in drawn), perfect)
            depth += 1


def table(counted: Iterable[GrowthRow]) -> list[str]:
    """The rows as the lines of a Markdown table, each with the leaves that must be visited whatever the order."""
    counts = "worst order | random order | perfect order | b^⌈d/2⌉ + b^⌊d/2⌋ − 1"
    lines = [f"| b | d | {counts} | d-th root: worst | random | perfect |", "|" + " --: |" * 9]
    for row in counted:
        fewest = row.branching ** (row.depth // 2) + row.branching ** ((row.depth + 1) // 2) - 1  # Knuth & Moore 1975
        counts = f"{row.worst} | {row.random:.1f} | {row.perfect} | {fewest}"
        effective = " | ".join(f"{count ** (1 / row.depth):.2f}" for count in (row.worst, row.random, row.perfect))
        lines.append(f"| {row.branching} | {row.depth} | {counts} | {effective} |")
    return lines


def _visited(branching: int, depth: int, utilities: Sequence[Value]) -> int:
    """How many leaves the textbook's search visits of a complete tree with these leaves."""
    inner = sum(branching**ply for ply in range(depth))
    tree = Tree([branching] * inner + [0] * len(utilities), [None] * inner + list(utilities))
    return len(observe(Problem(tree)).visited)


def _ordered(branching: int, depth: int, best_first: bool) -> list[int]:
    """The leaves of a complete tree in which each node's best child comes first, or last.

    What a move is worth outweighs all moves after it together. So with the best child last no bound of an earlier
    sibling, however far above, is ever good enough to cut anything off.
    """
    worths = [0]
    for ply in range(depth):  # MAX's best move adds most, MIN's least
        added = range(branching)[:: -1 if best_first == (ply % 2 == 0) else 1]
        worths = [worth * branching + more for worth in worths for more in added]
    return worths
