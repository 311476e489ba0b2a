"""Draws a game tree with what a search did and what it should have done: a line a node, cut to what matters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from autograder.page import Line, Page, Span, line
from autograder.parting import Moment, cutoff_words, cutoffs, shown
from autograder.words import counted
from reference.game import Tree
from reference.problem import Observation, Problem

MOST_LINES = 28
"""A drawing that would be longer is cut."""


@dataclass(frozen=True)
class Drawing:
    """A tree to draw.

    looks: what the student's search looked at; None draws the textbook's search alone.
    returned: whether the student's search ended by itself, so that what it did not look at it meant to prune.
    unneeded: what the author calls the leaves without a utility.
    """

    problem: Problem
    expected: Observation
    looks: tuple[int, ...] | None
    unneeded: Mapping[int, str]
    returned: bool = True


def draw(drawing: Drawing) -> Page:
    """The drawing, with a heading line that explains it."""
    return _Drawer(drawing).page()


class _Drawer:
    def __init__(self, drawing: Drawing) -> None:
        problem, expected = drawing.problem, drawing.expected
        self.problem = problem
        self.tree: Tree = problem.tree
        self.unneeded = drawing.unneeded
        self.returned = drawing.returned
        self.alone = drawing.looks is None
        looks = expected.looks if drawing.looks is None else drawing.looks
        self.right = {node: place for place, node in enumerate(expected.visited, 1)}
        self.found = {node: place for place, node in enumerate(dict.fromkeys(looks), 1)}
        self.reached = max((self.right.get(node, 0) for node in self.found), default=0)
        self.cutoffs: dict[int, Moment] = {moment.node: moment for moment in cutoffs(problem, expected)}
        self.frontier = set(self.tree.leaves(depth=problem.horizon))
        self.answered = {call.node: call.value for call in expected.calls} if problem.isolate else {}
        self.wrong = sorted(node for node in {*self.right, *self.found} if (node in self.right) != (node in self.found))
        self.shown: set[int] | None = None
        if len(self.tree) > MOST_LINES:
            self.shown = self._ways_to(self.wrong[:2] or list(self.right)[:1])

    def page(self) -> Page:
        rows: Page = []
        # Each entry: a node, what stands before it, and what stands before its children.
        stack = [(0, "", "")]
        while stack and len(rows) <= 2 * MOST_LINES:
            node, before, below = stack.pop()
            collapsed = self.shown is not None and node not in self.shown and node not in self.frontier
            rows.append(line(before, *self._node(node, collapsed)))
            if collapsed or node in self.frontier:
                continue
            children = list(self.tree.children(node))
            for child in reversed(children):
                last = child == children[-1]
                stack.append((child, below + ("└─ " if last else "├─ "), below + ("   " if last else "│  ")))
        if stack:
            rows.append(line(Span("… the rest of the tree is left out", "faint")))
        return rows

    def _ways_to(self, nodes: list[int]) -> set[int]:
        """The nodes on the ways from the root to some nodes."""
        ways = {0}
        for node in nodes:
            while node:
                ways.add(node)
                node = self.tree.parent(node)
        return ways

    def _node(self, node: int, collapsed: bool) -> Line:
        name = Span(self.tree.name(node), "strong")
        if node in self.frontier:
            return (name, Span(f" {self._value(node)}"), *self._leaf_marks(node))
        spans = [name, Span(f" {self.tree.player(node)}")]
        if collapsed:
            leaves = [leaf for leaf in self.tree.leaves(node, self.problem.horizon) if leaf in self.frontier]
            same = all((leaf in self.right) == (leaf in self.found) for leaf in leaves)
            pruned = all(leaf not in self.right for leaf in leaves)
            be = "as it should be" if len(leaves) == 1 else "as they should be"
            how = "" if self.alone else f", {be}" if same else ", some of them wrongly"
            what = "pruned" if pruned and same else "visited or pruned"
            spans.append(Span(f"  … {counted(len(leaves), 'leaf', 'leaves')} {what}{how}", "faint"))
        if node in self.cutoffs:
            spans.append(Span(f"   ✂ cutoff: {cutoff_words(self.problem, self.cutoffs[node])}", "cutoff"))
        return tuple(spans)

    def _value(self, node: int) -> str:
        if node in self.unneeded:
            return self.unneeded[node]
        value = self.answered.get(node, self.tree.values[node])
        return "" if value is None else shown(value)

    def _leaf_marks(self, node: int) -> Line:
        right, found = self.right.get(node), self.found.get(node)
        if right is None and found is None:
            return (Span("   pruned", "faint"),)
        if right == found:
            return (Span(f"   visit {right}"),)
        if right is None:
            return (Span(f"   ✗ your visit {found}; it should be pruned", "bad"),)
        if right is not None and found is None and not self.returned and right > self.reached:
            return (Span("   not reached", "faint"),)
        if found is None:
            return (Span(f"   ✗ you pruned it; it should be visit {right}", "bad"),)
        return (Span(f"   visit {found}"), Span(f" (should be {right})", "faint"))
