"""Draws a game tree with a student's search and the right one, a line a node."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice, zip_longest
from typing import Literal

from autograder.core.exercises.model import CHECKS, Check
from autograder.core.limits import MOST_LINES_OF_TREE
from autograder.core.sentences import sentence
from autograder.tell.search_passes import describe_cutoff, passes, shown, signed
from autograder.tell.styled_text import Line, Span, Style, Text, line
from reference.game import Tree
from reference.problem import Observation, Problem
from reference.proof import proved_values

LeafState = Literal["visited", "pruned", "moved", "extra", "missed", "not reached"]
"""The state of a leaf after the searches, by the name of its phrase.

It is rightly visited or pruned, visited at another place in the order, wrongly visited,
or wrongly pruned. "not reached": the student's search ended before it was due.
"""
STYLE_OF_STATE: Mapping[LeafState, Style] = {
    "visited": "",
    "pruned": "faint",
    "moved": "",
    "extra": "bad",
    "missed": "bad",
    "not reached": "faint",
}


class TreeAnnotations:
    """The annotations of each node of a tree after a right search of it.

    If there is a student's search, it is compared with the right one.

    right_visits, visits: the number of each leaf's visit, by the right and the
    student's search. wrong_leaves: those in only one of them. cutoffs: by the nodes at
    which the textbook's search stopped. frontier: the nodes that the search does not go
    below. is_alone: there is no student's search. returned: the student's search
    ended by itself, so it meant to prune all leaves that it did not look at.
    asked_checks: the checks of which something is told.
    """

    def __init__(
        self,
        problem: Problem,
        expected: Observation,
        unneeded: Mapping[int, str],
        looks: Sequence[int] | None = None,
        *,
        returned: bool = True,
        asked_checks: Collection[Check] = CHECKS,
    ) -> None:
        """Compare a student's search with the textbook's, or show that alone.

        unneeded: the author's names for the leaves without a utility. looks: those of
        the student's search, if there is one.
        """
        self.problem = problem
        self.tree = problem.tree
        self.expected = expected
        self.is_alone = looks is None
        self.returned = returned
        self._tells_order = "order" in asked_checks
        self._tells_visits = {*asked_checks} != {"value"}
        self.right_visits = _numbered(expected.visited)
        self.visits = _numbered(expected.looks if looks is None else looks)
        # An aspiration search has several passes: the last one is drawn.
        self.cutoffs = passes(problem, expected)[-1].cutoffs()
        self.frontier = set(self.tree.leaves(depth=problem.horizon))
        self.wrong_leaves = sorted(self.right_visits.keys() ^ self.visits.keys())
        self._unneeded = unneeded
        self._proved = proved_values(problem, expected)
        # The last of the right visits that the student's search made, too: all leaves
        # due before it were reached.
        reached = [self.right_visits.get(leaf, 0) for leaf in self.visits]
        self._last_due_reached = max(reached, default=0)
        # If one function is judged alone, its children have the textbook's answers.
        self._answers = {}
        if problem.isolate:
            self._answers = {call.node: call.value for call in expected.calls}

    @property
    def important_nodes(self) -> set[int]:
        """Return the nodes to draw if there is no room for all.

        They are on the paths to the first one or two leaves that differ in the two
        searches; to the first that is rightly visited, if none differs.
        """
        ends: list[int] = []
        for right_leaf, leaf in zip_longest(self.right_visits, self.visits):
            if right_leaf != leaf:
                ends = [node for node in (right_leaf, leaf) if node is not None]
                break
        ends += self.wrong_leaves
        if not ends:
            ends = list(self.right_visits)[:1]
        return paths_to(self.tree, ends[:2])

    def value(self, node: int) -> str:
        """Return the value of a node of the frontier, or the author's name for it."""
        if node in self._unneeded:
            return self._unneeded[node]
        value = self._answers.get(node, self.tree.values[node])
        return "" if value is None else shown(value)

    def state(self, leaf: int) -> LeafState:
        """Return the state of a leaf after the searches."""
        right_visit = self.right_visits.get(leaf)
        visit = self.visits.get(leaf)
        if right_visit is None:
            return "pruned" if visit is None else "extra"
        if visit is None:
            is_missed = self.returned or right_visit <= self._last_due_reached
            return "missed" if is_missed else "not reached"
        is_in_order = right_visit == visit or not self._tells_order
        return "visited" if is_in_order else "moved"

    def describe_leaf(self, leaf: int) -> Line:
        """Return a phrase about a leaf after the searches."""
        state = self.state(leaf)
        visit = self.visits.get(leaf)
        due = self.right_visits.get(leaf)
        text = sentence("drawing", state, visit=visit, due=due)
        return line(Span(text, STYLE_OF_STATE[state]))

    def leaves_below(self, nodes: Sequence[int]) -> list[int]:
        """Return the nodes of the frontier below some nodes."""
        leaves: list[int] = []
        for node in nodes:
            leaves += self.tree.leaves(node, self.problem.horizon)
        return leaves

    def _unneeded_below(self, node: int) -> list[int]:
        """Return the leaves below a node that have no value of their own."""
        if not self._unneeded:
            return []
        return [leaf for leaf in self.leaves_below([node]) if leaf in self._unneeded]

    def describe_leaves(self, leaves: Collection[int]) -> str:
        """Return a summary of leaves that are not drawn."""
        states = {self.state(leaf) for leaf in leaves}
        if states & {"extra", "missed"}:
            situation = "folded, some wrongly"
        elif states == {"not reached"}:
            situation = "folded, not reached"
        elif "not reached" in states:
            situation = "folded, some not reached"
        elif self.is_alone:
            situation = "folded, pruned" if states == {"pruned"} else "folded"
        else:
            are_pruned = states == {"pruned"}
            situation = "folded, pruned rightly" if are_pruned else "folded, rightly"
        return sentence("drawing", situation, count=len(leaves))

    def mover_or_value(self, node: int) -> str:
        """Return the player at a node, or its value if the search ends there."""
        return self.value(node) if node in self.frontier else self.tree.player(node)

    def known(self, node: int) -> str:
        """Return the value or bound of an inner node by the right search: = 3, or ≤ 2.

        Beside a student's search only bounds are told.
        """
        if node not in self._proved or not self._tells_visits:
            return ""
        # Without a test at the root a right search may look at a leaf without a value.
        if any(leaf in self.right_visits for leaf in self._unneeded_below(node)):
            return ""
        value, meaning = self._proved[node]
        if meaning != "exactly":
            return signed(shown(value), meaning)
        return f"= {shown(value)}" if self.is_alone else ""

    def describe_node(self, node: int, *, folded: bool) -> Line:
        """Return a phrase about a node in the searches.

        folded: the node is an inner one whose subtree is not drawn.
        """
        if not self._tells_visits:
            return ()
        if node in self.frontier:
            return self.describe_leaf(node)
        spans: list[Span] = []
        if folded:
            summary = self.describe_leaves(self.leaves_below([node]))
            spans.append(Span(summary, "faint"))
        cutoff = self.cutoffs.get(node)
        if cutoff is not None:
            children = self.tree.children(node)
            later = [child for child in children if child > cutoff.child]
            states = {self.state(leaf) for leaf in self.leaves_below(later)}
            situation = "should stop" if "extra" in states else "cutoff"
            test = describe_cutoff(self.problem, cutoff)
            mark = sentence("drawing", situation, test=test)
            spans.append(Span(mark, "cutoff"))
        return tuple(spans)

    def line_of(self, node: int, *, folded: bool) -> Line:
        """Return the line of a node, without its branches."""
        name = Span(self.tree.name(node), "strong")
        description = self.describe_node(node, folded=folded)
        if node in self.frontier:
            return (name, Span(f" {self.value(node)}"), Span("   "), *description)
        label = f"{self.tree.player(node)} {self.known(node)}".rstrip()
        spans = [name, Span(f" {label}")]
        for text, style in description:
            # A faint phrase goes on with the line; any other begins a remark.
            gap = "  " if style == "faint" else "   "
            spans.append(Span(gap + text, style))
        return tuple(spans)


def _numbered(looks: Sequence[int]) -> dict[int, int]:
    """Return the number of the visit to each leaf, in the order of the first looks."""
    return {leaf: number for number, leaf in enumerate(dict.fromkeys(looks), 1)}


def draw(annotated: TreeAnnotations, most_lines: int | None = None) -> Text:
    """Return the drawing of a tree; of a larger one only its important nodes.

    most_lines: a tree of no more nodes is drawn whole; None for MOST_LINES_OF_TREE.
    """
    if most_lines is None:
        most_lines = MOST_LINES_OF_TREE
    tree = annotated.tree
    folded: set[int] = set()
    if len(tree) > most_lines:
        nodes = set(range(len(tree)))
        folded = nodes - annotated.frontier - annotated.important_nodes
    branching = branches(tree, annotated.frontier | folded)
    # In a bushy tree even the important nodes may be many.
    most_drawn = 2 * MOST_LINES_OF_TREE + 1
    text: Text = []
    for node, prefix in islice(branching, most_drawn):
        branch = Span(prefix, "branch")
        text.append(line(branch, *annotated.line_of(node, folded=node in folded)))
    if next(branching, None) is not None:
        text.append(line(Span(sentence("drawing", "rest left out"), "faint")))
    return text


def branches(tree: Tree, ends: Collection[int]) -> Iterator[tuple[int, str]]:
    """Yield the nodes of a tree in preorder, each with the branches drawn before it.

    ends: nodes whose subtrees are left out.
    """
    # A node, the prefix of its line, and the prefix of its children's lines.
    stack = [(0, "", "")]
    while stack:
        node, prefix, child_prefix = stack.pop()
        yield node, prefix
        if node in ends:
            continue
        children = tree.children(node)
        for child in reversed(children):
            is_last = child == children[-1]
            branch, gap = ("└─ ", "   ") if is_last else ("├─ ", "│  ")
            stack.append((child, child_prefix + branch, child_prefix + gap))


def paths_to(tree: Tree, nodes: Sequence[int]) -> set[int]:
    """Return the nodes on the paths from the root to some nodes, both ends included."""
    on_path = {0}
    for node in nodes:
        while node not in on_path:
            on_path.add(node)
            node = tree.parent(node)
    return on_path
