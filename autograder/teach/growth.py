"""Counts the leaves that alpha-beta visits as trees grow deeper."""

from collections.abc import Iterator, Sequence
from random import Random
from statistics import fmean
from typing import NamedTuple

from autograder.tell.terminal import ProgressLines
from reference.game import Tree, Value
from reference.observe import observe
from reference.problem import Problem


class Counts(NamedTuple):
    """How many leaves are visited in complete trees of `branching` moves a node.

    random: of some random trees the mean. fewest: by Knuth and Moore's formula.
    """

    branching: int
    depth: int
    worst: int
    random: float
    perfect: int
    fewest: int


def growth(branching: Sequence[int], most_leaves: int, trees: int, seed: int) -> None:
    """Print a Markdown table: a row for each depth and number of moves.

    trees: the number of random trees of a mean.
    """
    headings = "worst order | random order | perfect order | b^⌈d/2⌉ + b^⌊d/2⌋ − 1"
    print(
        f"| b | d | {headings} | d-th root: worst | random | perfect |",
        "|" + " --: |" * 9,
        sep="\n",
    )
    for counts in growing_counts(branching, most_leaves, trees, seed):
        b, d, worst, mean, perfect, fewest = counts
        roots = " | ".join(
            f"{visited ** (1 / d):.2f}" for visited in (worst, mean, perfect)
        )
        print(f"| {b} | {d} | {worst} | {mean:.1f} | {perfect} | {fewest} | {roots} |")


def growing_counts(
    branching: Sequence[int], most_leaves: int, trees: int = 20, seed: int = 0
) -> Iterator[Counts]:
    """Yield the counts of each depth and number of moves.

    trees: the number of random trees of a mean.
    """
    shapes = [*_shapes(branching, most_leaves)]
    searches = _GrowingTrees(sum(b**d for b, d in shapes) * (trees + 2))
    for b, d in shapes:
        random = Random(f"{seed} {b} {d}")  # noqa: S311 (reproducible, not secret)
        # Hardly any are equal.
        drawn = ([random.random() for _ in range(b**d)] for _ in range(trees))
        worst = searches.visited(b, d, _ordered(b, d, best_first=False))
        perfect = searches.visited(b, d, _ordered(b, d, best_first=True))
        mean = fmean(searches.visited(b, d, values) for values in drawn)
        fewest = b ** (d // 2) + b ** ((d + 1) // 2) - 1  # Knuth & Moore 1975
        yield Counts(b, d, worst, mean, perfect, fewest)


def _shapes(branching: Sequence[int], most_leaves: int) -> Iterator[tuple[int, int]]:
    """Yield the number of moves and the depth of each tree with few enough leaves."""
    for b in branching:
        d = 1
        while b**d <= most_leaves:
            yield b, d
            d += 1


class _GrowingTrees:
    """The searches of a table; tells on standard error how far they are."""

    def __init__(self, leaves: int) -> None:
        """Prepare to search. leaves: of all trees together."""
        self._progress = ProgressLines("leaf", plural="leaves")
        self._done = 0
        self._leaves = leaves

    def visited(self, branching: int, depth: int, utilities: Sequence[Value]) -> int:
        """Return how many leaves a search of a complete tree visits."""
        inner = sum(branching**ply for ply in range(depth))
        tree = Tree(
            [branching] * inner + [0] * len(utilities), [None] * inner + list(utilities)
        )
        count = len(observe(Problem(tree)).visited)
        self._done += len(utilities)
        self._progress.reached(self._done, self._leaves)
        return count


def _ordered(branching: int, depth: int, best_first: bool) -> list[int]:
    """Return the leaves of a complete tree with each node's best child first, or last.

    A move outweighs all moves after it together. So with the best child last no bound
    of an earlier sibling, however far above, is ever good enough to cut anything off.
    """
    worths = [0]
    for ply in range(depth):  # MAX's best move adds most, MIN's least
        added = range(branching)[:: -1 if best_first == (ply % 2 == 0) else 1]
        worths = [
            worth * branching + addition for worth in worths for addition in added
        ]
    return worths
