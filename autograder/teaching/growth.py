"""How many leaves alpha-beta visits as trees grow deeper, for the worst, random and perfect order of moves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random
from statistics import fmean

from reference.game import Tree, Value
from reference.observe import observe
from reference.problem import Problem


@dataclass(frozen=True)
class Row:
    """The leaves visited in complete trees of one depth and branching. random: the mean of several trees."""

    branching: int
    depth: int
    worst: int
    random: float
    perfect: int

    @property
    def knuth_moore(self) -> int:
        """The leaves that must be visited whatever the order, b^⌈d/2⌉ + b^⌊d/2⌋ − 1 (Knuth & Moore 1975)."""
        half, other_half = self.depth // 2, (self.depth + 1) // 2
        return int(self.branching**other_half + self.branching**half) - 1


def rows(branching: Sequence[int], most_leaves: int, trees: int, seed: int) -> Iterator[Row]:
    """A row for each depth, for each number of moves, as long as the trees have no more than `most_leaves`.

    trees: how many random trees are searched for a row. The same seed gives the same rows.
    """
    for moves in branching:
        depth = 1
        while moves**depth <= most_leaves:
            random = Random(f"{seed} {moves} {depth}")  # noqa: S311 (reproducible, not secret)
            yield Row(
                moves,
                depth,
                visited(ordered_tree(moves, depth, best_first=False)),
                fmean(visited(random_tree(moves, depth, random)) for _ in range(trees)),
                visited(ordered_tree(moves, depth, best_first=True)),
            )
            depth += 1


def table(counted: Iterator[Row]) -> list[str]:
    """The rows as the lines of a Markdown table."""
    counts = "worst order | random order | perfect order | b^⌈d/2⌉ + b^⌊d/2⌋ − 1"
    lines = [f"| b | d | {counts} | d-th root: worst | random | perfect |", "|" + " --: |" * 9]
    for row in counted:
        counts = f"{row.worst} | {row.random:.1f} | {row.perfect} | {row.knuth_moore}"
        effective = " | ".join(f"{count ** (1 / row.depth):.2f}" for count in (row.worst, row.random, row.perfect))
        lines.append(f"| {row.branching} | {row.depth} | {counts} | {effective} |")
    return lines


def visited(tree: Tree) -> int:
    """How many leaves the textbook's search visits."""
    return len(observe(Problem(tree)).visited)


def ordered_tree(branching: int, depth: int, *, best_first: bool) -> Tree:
    """A complete tree in which each node's best child comes first, or last.

    What a move is worth outweighs all moves after it together. So with the best child last no bound of an earlier
    sibling, however far above, is ever good enough to cut anything off.
    """

    def worth(moves: Sequence[int]) -> int:
        total = 0
        for ply, move in enumerate(moves):
            # MAX's best move adds most, MIN's least.
            most_first = best_first == (ply % 2 == 0)
            total = total * branching + (branching - 1 - move if most_first else move)
        return total

    return complete_tree(branching, depth, [worth(moves) for moves in product(range(branching), repeat=depth)])


def random_tree(branching: int, depth: int, random: Random) -> Tree:
    """A complete tree whose leaves are drawn independently and evenly from one range, so that hardly any are equal."""
    return complete_tree(branching, depth, [random.random() for _ in range(branching**depth)])


def complete_tree(branching: int, depth: int, utilities: Sequence[Value]) -> Tree:
    """The tree in which every inner node has the same number of children and all leaves the same depth."""
    inner = sum(branching**ply for ply in range(depth))
    return Tree([branching] * inner + [0] * len(utilities), [None] * inner + list(utilities))
