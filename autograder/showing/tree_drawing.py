"""Draws a game tree with what a search did and what it should have done: a line a node, cut to what matters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from autograder.showing.divergence import Moment, cutoff_words, cutoffs, shown
from autograder.showing.styled_text import Line, Page, Span, line
from autograder.text import counted
from reference.game import Tree
from reference.problem import Observation, Problem

MOST_LINES = 28
"""A drawing that would be longer is cut."""


@dataclass(frozen=True)
class RightSearch:
    """A tree to draw, with a right search of it. unneeded: what the author calls the leaves without a utility."""

    problem: Problem
    expected: Observation
    unneeded: Mapping[int, str]


@dataclass(frozen=True)
class BothSearches:
    """A tree to draw, with a right search of it and a student's.

    looks: what the student's search looked at.
    returned: whether it ended by itself, so that what it did not look at it meant to prune.
    """

    right: RightSearch
    looks: tuple[int, ...]
    returned: bool


Drawing = RightSearch | BothSearches


def draw(drawing: Drawing) -> Page:
    """The drawing, with a heading line that explains it."""
    return _Drawer(drawing).page()


LeafState = Literal["visited", "pruned", "moved", "extra", "missed", "not reached"]
"""What became of a leaf: as it should be, at another place in the order, or wrongly visited or pruned."""


class Marks:
    """What there is to say of each node of a drawing.

    right, found: the leaves visited, each with its place in the order. wrong: the leaves in only one of them.
    cutoffs: the nodes at which the textbook's search stopped. frontier: the nodes that the search does not go below.
    """

    def __init__(self, drawing: Drawing) -> None:
        both = _both(drawing)
        problem, expected = both.right.problem, both.right.expected
        self._unneeded = both.right.unneeded
        self._returned = both.returned
        self.problem = problem
        self.tree: Tree = problem.tree
        self.right = {node: place for place, node in enumerate(expected.visited, 1)}
        self.found = {node: place for place, node in enumerate(dict.fromkeys(both.looks), 1)}
        self._reached = max((self.right.get(node, 0) for node in self.found), default=0)
        self.cutoffs: dict[int, Moment] = {moment.node: moment for moment in cutoffs(problem, expected)}
        self.frontier = set(self.tree.leaves(depth=problem.horizon))
        self._answered = {call.node: call.value for call in expected.calls} if problem.isolate else {}
        self.wrong = sorted(node for node in {*self.right, *self.found} if (node in self.right) != (node in self.found))

    @property
    def matters(self) -> set[int]:
        """The nodes to keep where there is no room for all: those on the ways to the leaves where the searches part."""
        ways = {0}
        first = next(((a, b) for a, b in zip_longest(self.right, self.found) if a != b), ())
        parted = [leaf for leaf in first if leaf is not None]
        for node in [*parted, *self.wrong][:2] or list(self.right)[:1]:
            while node:
                ways.add(node)
                node = self.tree.parent(node)
        return ways

    def value(self, node: int) -> str:
        """The value of a node of the frontier, or what its author calls it."""
        if node in self._unneeded:
            return self._unneeded[node]
        value = self._answered.get(node, self.tree.values[node])
        return "" if value is None else shown(value)

    def state(self, leaf: int) -> LeafState:
        """What became of a leaf."""
        right, found = self.right.get(leaf), self.found.get(leaf)
        if right is None:
            return "pruned" if found is None else "extra"
        if found is None:
            return "missed" if self._returned or right <= self._reached else "not reached"
        return "visited" if right == found else "moved"

    def went_on(self, node: int) -> bool:
        """Whether the student's search looked at something that is cut off at a node.

        A leaf that the textbook looks at in an earlier pass shows nothing of what the last pass did.
        """
        later = [child for child in self.tree.children(node) if child > self.cutoffs[node].child]
        leaves = (leaf for child in later for leaf in self.tree.leaves(child, self.problem.horizon))
        return any(self.state(leaf) == "extra" for leaf in leaves)

    def of_leaf(self, leaf: int) -> Line:
        """The same in words."""
        right, found = self.right.get(leaf), self.found.get(leaf)
        words: dict[LeafState, Line] = {
            "visited": (Span(f"visit {found}"),),
            "pruned": (Span("pruned", "faint"),),
            "moved": (Span(f"visit {found}"), Span(f" (should be {right})", "faint")),
            "extra": (Span(f"✗ your visit {found}; it should be pruned", "bad"),),
            "missed": (Span(f"✗ you pruned it; it should be visit {right}", "bad"),),
            "not reached": (Span("not reached", "faint"),),
        }
        return words[self.state(leaf)]

    def of_folded(self, node: int, *, alone: bool) -> str:
        """What is said in the place of everything below a node. alone: of the textbook's search, not of a student's."""
        leaves = [leaf for leaf in self.tree.leaves(node, self.problem.horizon) if leaf in self.frontier]
        return self.of_leaves(leaves, alone=alone)

    def of_leaves(self, leaves: Sequence[int], *, alone: bool) -> str:
        """What is said in the place of some leaves."""
        same = all((leaf in self.right) == (leaf in self.found) for leaf in leaves)
        pruned = all(leaf not in self.right for leaf in leaves)
        be = "as it should be" if len(leaves) == 1 else "as they should be"
        how = "" if alone else f", {be}" if same else ", some of them wrongly"
        what = "pruned" if pruned and same else "visited or pruned"
        return f"… {counted(len(leaves), 'leaf', 'leaves')} {what}{how}"


def _both(drawing: Drawing) -> BothSearches:
    """A right search that is drawn alone has itself beside it."""
    match drawing:
        case RightSearch():
            return BothSearches(drawing, drawing.expected.looks, returned=True)
        case BothSearches():
            return drawing


class _Drawer:
    def __init__(self, drawing: Drawing) -> None:
        self.marks = Marks(drawing)
        self.tree = self.marks.tree
        self.alone = isinstance(drawing, RightSearch)
        self.shown = self.marks.matters if len(self.tree) > MOST_LINES else None

    def page(self) -> Page:
        rows: Page = []
        # Each entry: a node, what stands before it, and what stands before its children.
        stack = [(0, "", "")]
        while stack and len(rows) <= 2 * MOST_LINES:
            node, before, below = stack.pop()
            collapsed = self.shown is not None and node not in self.shown and node not in self.marks.frontier
            rows.append(line(before, *self._node(node, collapsed)))
            if collapsed or node in self.marks.frontier:
                continue
            children = list(self.tree.children(node))
            for child in reversed(children):
                last = child == children[-1]
                stack.append((child, below + ("└─ " if last else "├─ "), below + ("   " if last else "│  ")))
        if stack:
            rows.append(line(Span("… the rest of the tree is left out", "faint")))
        return rows

    def _node(self, node: int, collapsed: bool) -> Line:
        name, marks = Span(self.tree.name(node), "strong"), self.marks
        if node in marks.frontier:
            return (name, Span(f" {marks.value(node)}"), Span("   "), *marks.of_leaf(node))
        spans = [name, Span(f" {self.tree.player(node)}")]
        if collapsed:
            spans.append(Span(f"  {marks.of_folded(node, alone=self.alone)}", "faint"))
        if node in marks.cutoffs:
            words = cutoff_words(marks.problem, marks.cutoffs[node])
            spans.append(Span(f"   ✂ {'should stop' if marks.went_on(node) else 'cutoff'}: {words}", "cutoff"))
        return tuple(spans)
