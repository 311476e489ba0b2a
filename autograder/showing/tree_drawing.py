"""Draws a game tree with what a search did and what it should have done: a line a node, cut to what matters."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice, zip_longest
from typing import Literal

from autograder.limits import MOST_LINES_OF_TREE
from autograder.showing.divergence import describe_cutoff, passes, shown
from autograder.showing.styled_text import Line, Page, Span, line
from autograder.text import counted
from reference.game import Tree
from reference.problem import Observation, Problem

LeafState = Literal["visited", "pruned", "moved", "extra", "missed", "not reached"]
"""What became of a leaf: as it should be, at another place in the order, or wrongly visited or pruned."""


class TreeAnnotations:
    """What there is to say of each node of a tree, of a right search of it and perhaps of a student's.

    right, found: the leaves visited, each with its place in the order. wrong: the leaves in only one of them.
    cutoffs: the nodes at which the textbook's search stopped. frontier: the nodes that the search does not go below.
    alone: there is no student's search. returned: theirs ended by itself, so what it did not look at it meant to prune.
    """

    def __init__(
        self,
        problem: Problem,
        expected: Observation,
        unneeded: Mapping[int, str],
        looks: Sequence[int] | None = None,
        *,
        returned: bool = True,
    ) -> None:
        """unneeded: what the author calls the leaves without a utility. looks: what the student's search looked at."""
        self.problem, self.tree, self.expected = problem, problem.tree, expected
        self.alone, self.returned = looks is None, returned
        self.right = {node: place for place, node in enumerate(expected.visited, 1)}
        own = expected.looks if looks is None else looks
        self.found = {node: place for place, node in enumerate(dict.fromkeys(own), 1)}
        self.cutoffs = passes(problem, expected)[-1].cutoffs()
        self.frontier = set(self.tree.leaves(depth=problem.horizon))
        self.wrong = sorted(self.right.keys() ^ self.found.keys())
        self._unneeded = unneeded
        self._reached = max((self.right.get(node, 0) for node in self.found), default=0)
        self._answered = {call.node: call.value for call in expected.calls} if problem.isolate else {}

    @property
    def matters(self) -> set[int]:
        """The nodes to draw where there is no room for all: the paths to the first leaves where the searches part."""
        first = next(((a, b) for a, b in zip_longest(self.right, self.found) if a != b), ())
        parted = [leaf for leaf in first if leaf is not None]
        return ways_to(self.tree, [*parted, *self.wrong][:2] or list(self.right)[:1])

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
            return "missed" if self.returned or right <= self._reached else "not reached"
        return "visited" if right == found else "moved"

    def of_leaf(self, leaf: int) -> Line:
        """What became of a leaf, in words."""
        right, found = self.right.get(leaf), self.found.get(leaf)
        words: dict[LeafState, Line] = {
            "visited": line(f"visit {found}"),
            "pruned": line(Span("pruned", "faint")),
            "moved": line(f"visit {found}", Span(f" (should be {right})", "faint")),
            "extra": line(Span(f"✗ your visit {found}; it should be pruned", "bad")),
            "missed": line(Span(f"✗ you pruned it; it should be visit {right}", "bad")),
            "not reached": line(Span("not reached", "faint")),
        }
        return words[self.state(leaf)]

    def below(self, tops: Sequence[int]) -> list[int]:
        """The nodes of the frontier below some nodes."""
        return [leaf for top in tops for leaf in self.tree.leaves(top, self.problem.horizon)]

    def of_leaves(self, leaves: Collection[int]) -> str:
        """A summary of some leaves that are not drawn."""
        same = all((leaf in self.right) == (leaf in self.found) for leaf in leaves)
        be = "as it should be" if len(leaves) == 1 else "as they should be"
        how = "" if self.alone else f", {be}" if same else ", some of them wrongly"
        what = "pruned" if same and self.right.keys().isdisjoint(leaves) else "visited or pruned"
        return f"… {counted(len(leaves), 'leaf', 'leaves')} {what}{how}"

    def what(self, node: int) -> str:
        """Who moves at a node, or its value where the search ends."""
        return self.value(node) if node in self.frontier else self.tree.player(node)

    def became(self, node: int, *, folded: bool) -> Line:
        """What the searches did at a node. folded: whether it is an inner node whose subtree is not drawn."""
        if node in self.frontier:
            return self.of_leaf(node)
        said = [Span(self.of_leaves(self.below([node])), "faint")] if folded else []
        if moment := self.cutoffs.get(node):
            later = [child for child in self.tree.children(node) if child > moment.child]
            stop = "should stop" if any(self.state(leaf) == "extra" for leaf in self.below(later)) else "cutoff"
            said.append(Span(f"✂ {stop}: {describe_cutoff(self.problem, moment)}", "cutoff"))
        return tuple(said)

    def of_node(self, node: int, *, folded: bool) -> Line:
        """The line of a node."""
        head = Span(self.tree.name(node), "strong"), Span(f" {self.what(node)}")
        became = self.became(node, folded=folded)
        if node in self.frontier:
            return (*head, Span("   "), *became)
        return (*head, *(Span(("  " if style == "faint" else "   ") + text, style) for text, style in became))


def draw(annotated: TreeAnnotations) -> Page:
    """The drawing of a tree: of a large one the nodes that matter, the others folded."""
    tree = annotated.tree
    folded = set(range(len(tree))) - annotated.frontier - annotated.matters if len(tree) > MOST_LINES_OF_TREE else set()
    listed = branches(tree, annotated.frontier | folded)
    drawn = islice(listed, 2 * MOST_LINES_OF_TREE + 1)
    rows = [line(before, *annotated.of_node(node, folded=node in folded)) for node, before in drawn]
    if next(listed, None) is not None:
        rows.append(line(Span("… the rest of the tree is left out", "faint")))
    return rows


def branches(tree: Tree, ends: Collection[int]) -> Iterator[tuple[int, str]]:
    """The nodes of a tree in preorder, each with the branches to draw before it. ends: nodes without a subtree."""
    stack = [(0, "", "")]  # a node, what stands before it, and what stands before its children
    while stack:
        node, before, below = stack.pop()
        yield node, before
        children = range(0) if node in ends else tree.children(node)
        for child in reversed(children):
            branch, gap = ("└─ ", "   ") if child == children[-1] else ("├─ ", "│  ")
            stack.append((child, below + branch, below + gap))


def ways_to(tree: Tree, nodes: Sequence[int]) -> set[int]:
    """The nodes on the paths from the root to some nodes, both ends included."""
    ways = {0}
    for node in nodes:
        while node not in ways:
            ways.add(node)
            node = tree.parent(node)
    return ways
