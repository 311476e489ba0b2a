"""Count the leaves that alpha-beta visits as trees grow deeper."""

from collections.abc import Sequence
from random import Random
from statistics import fmean

from reference.game import Tree, Value
from reference.observe import observe
from reference.problem import Problem


def growth(branching: Sequence[int], most_leaves: int, trees: int, seed: int) -> None:
    """Print a Markdown table with a row for each depth and number of moves.

    branching: the numbers of moves. most_leaves: of a tree. trees: the number of random
    trees that a mean is of.
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
            print(_row(b, d, trees, random))
            d += 1


def _row(b: int, d: int, trees: int, random: Random) -> str:
    """Return the row of the trees with b moves in each node and d plies."""
    worst = _visited(b, d, _ordered(b, d, best_first=False))
    perfect = _visited(b, d, _ordered(b, d, best_first=True))
    counts = []
    for _ in range(trees):
        # Hardly any are equal.
        utilities = [random.random() for _ in range(b**d)]
        counts.append(_visited(b, d, utilities))
    mean = fmean(counts)
    fewest = b ** (d // 2) + b ** ((d + 1) // 2) - 1  # Knuth & Moore 1975
    roots = [f"{visited ** (1 / d):.2f}" for visited in (worst, mean, perfect)]
    cells = [b, d, worst, f"{mean:.1f}", perfect, fewest, *roots]
    return f"| {' | '.join(map(str, cells))} |"


def _visited(branching: int, depth: int, utilities: Sequence[Value]) -> int:
    """Return the number of leaves that a search of a complete tree visits."""
    inner = sum(branching**ply for ply in range(depth))
    child_counts = [branching] * inner + [0] * len(utilities)
    tree = Tree(child_counts, [None] * inner + list(utilities))
    return len(observe(Problem(tree)).visited)


def _ordered(branching: int, depth: int, best_first: bool) -> list[int]:
    """Return the leaves of a complete tree whose best children come first, or last.

    What a move is worth outweighs all moves after it together. So with the best child
    last no bound of an earlier sibling, however far above, is ever good enough to cut
    anything off.
    """
    worths = [0]
    for ply in range(depth):  # MAX's best move adds most, MIN's least
        added = range(branching)[:: -1 if best_first == (ply % 2 == 0) else 1]
        worths = [worth * branching + more for worth in worths for more in added]
    return worths
