"""Count the leaves that alpha-beta visits as trees grow deeper."""

from collections.abc import Sequence
from random import Random
from statistics import fmean

from reference.game import Tree, Value
from reference.observe import observe
from reference.problem import Problem


def growth(branching: Sequence[int], most_leaves: int, trees: int, seed: int) -> None:
    """Prints a Markdown table: a row for each depth and number of moves. trees: how
    many random ones a mean is of.
    """
    counts = "worst order | random order | perfect order | b^⌈d/2⌉ + b^⌊d/2⌋ − 1"
    print(
        f"| b | d | {counts} | d-th root: worst | random | perfect |",
        "|" + " --: |" * 9,
        sep="\n",
    )
    for b in branching:
        d = 1
        while b**d <= most_leaves:
            random = Random(f"{seed} {b} {d}")  # noqa: S311 (reproducible, not secret)
            # Hardly any are equal.
            drawn = ([random.random() for _ in range(b**d)] for _ in range(trees))
            worst, perfect = (
                _visited(b, d, _ordered(b, d, best_first))
                for best_first in (False, True)
            )
            mean = fmean(_visited(b, d, values) for values in drawn)
            fewest = b ** (d // 2) + b ** ((d + 1) // 2) - 1  # Knuth & Moore 1975
            roots = " | ".join(
                f"{visited ** (1 / d):.2f}" for visited in (worst, mean, perfect)
            )
            print(
                f"| {b} | {d} | {worst} | {mean:.1f} | {perfect} | {fewest} | {roots} |"
            )
            d += 1


def _visited(branching: int, depth: int, utilities: Sequence[Value]) -> int:
    inner = sum(branching**ply for ply in range(depth))
    tree = Tree(
        [branching] * inner + [0] * len(utilities), [None] * inner + list(utilities)
    )
    return len(observe(Problem(tree)).visited)


def _ordered(branching: int, depth: int, best_first: bool) -> list[int]:
    """The leaves of a complete tree in which each node's best child comes first, or
    last.

    What a move is worth outweighs all moves after it together. So with the best child
    last no bound of an earlier sibling, however far above, is ever good enough to cut
    anything off.
    """
    worths = [0]
    for ply in range(depth):  # MAX's best move adds most, MIN's least
        added = range(branching)[:: -1 if best_first == (ply % 2 == 0) else 1]
        worths = [worth * branching + more for worth in worths for more in added]
    return worths
