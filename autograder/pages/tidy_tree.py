"""Where the nodes of a tree are drawn: those of a ply side by side, parents in the middle of their children.

Reingold and Tilford's rules (Tidier Drawings of Trees, IEEE Transactions on Software Engineering 7(2), 1981), in the
form of A. J. Kennedy (Functional Pearl: Drawing Trees, Journal of Functional Programming 6(3), 1996): subtrees are
fitted from the left and from the right, and the middle between the two is taken, so a mirrored tree has the mirrored
drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

Extent = list[tuple[float, float]]
"""How far a subtree reaches to the left and to the right in each of its plies, seen from its root."""


class Place(NamedTuple):
    """Where the middle of a node is: x from the left edge of the whole drawing, and its ply."""

    x: float
    ply: int


def tidy_tree(
    children: Callable[[int], Sequence[int]], width: Callable[[int], float], root: int = 0
) -> dict[int, Place]:
    """The place of each node below a root.

    children: of a node, from left to right. width: how much room a node takes, with the gap to its neighbours.
    """
    order = _parents_first(children, root)
    shift: dict[int, float] = {root: 0.0}
    extents: dict[int, Extent] = {}
    for node in reversed(order):
        below = children(node)
        reached = [extents.pop(child) for child in below]
        places = _fitted(reached)
        shift.update(zip(below, places, strict=True))
        half = width(node) / 2
        extents[node] = [(-half, half), *_merged(map(_moved, reached, places))]
    placed = {root: Place(-min(left for left, _ in extents[root]), 0)}
    for node in order:
        x, ply = placed[node]
        placed.update((child, Place(x + shift[child], ply + 1)) for child in children(node))
    return placed


def _parents_first(children: Callable[[int], Sequence[int]], root: int) -> list[int]:
    order = [root]
    for node in order:  # grows as it is walked
        order += children(node)
    return order


def _fitted(extents: list[Extent]) -> list[float]:
    """Where to put subtrees beside each other, seen from the middle between the outermost two."""
    if not extents:
        return []
    from_left = _fitted_from_left(extents)
    mirrored = [[(-right, -left) for left, right in extent] for extent in reversed(extents)]
    from_right = [-place for place in reversed(_fitted_from_left(mirrored))]
    places = [(left + right) / 2 for left, right in zip(from_left, from_right, strict=True)]
    middle = (places[0] + places[-1]) / 2
    return [place - middle for place in places]


def _fitted_from_left(extents: list[Extent]) -> list[float]:
    """Each subtree as near to those on its left as its widest ply allows, the first at 0."""
    reached: list[float] = []
    places = []
    for extent in extents:
        place = max((right - left for right, (left, _) in zip(reached, extent, strict=False)), default=0.0)
        places.append(place)
        reached[: len(extent)] = [place + right for _, right in extent]
    return places


def _moved(extent: Extent, by: float) -> Extent:
    return [(left + by, right + by) for left, right in extent]


def _merged(extents: Iterable[Extent]) -> Extent:
    """What subtrees that stand beside each other reach together."""
    merged: Extent = []
    for extent in extents:
        both = [(min(a, c), max(b, d)) for (a, b), (c, d) in zip(merged, extent, strict=False)]
        longer = extent if len(extent) > len(merged) else merged
        merged = both + longer[len(both) :]
    return merged
