"""A tree as it is to be drawn: what stands where, in what shape and state. Templates turn it into SVG."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf
from typing import Literal

from autograder.pages.tidy_tree import Place, tidy_tree
from autograder.showing import LeafState, TreeAnnotations, cutoff_words, plain, shown
from autograder.text import visible_name
from reference import interfaces
from reference.game import Tree, Value
from reference.problem import Call, Problem

MOST_NODES = 64
"""A tree with more is drawn in the part that matters."""
MOST_CHILDREN = 9
PLY = 88.0
TOP, BOTTOM, MARGIN = 40.0, 40.0, 14.0
TRIANGLE = 20.0
"""Half the side of a triangle; its height is as much above its middle as below."""
LEAF = 15.0
"""Half the height of a leaf."""
GAP = 13.0
CHARACTER = 8.2
LONGEST_TEXT = 9
LONGEST_IN_TRIANGLE = 3
MOST_OF_A_NAME = 40
HALFWAY = 0.55
"""How far down an edge it is cut."""

Shape = Literal["max", "min", "leaf", "folded"]
State = LeafState | Literal["", "open"]


@dataclass(frozen=True)
class Node:
    """A node as it is drawn.

    key: the tree's node, or a negative number for children that are left out. inside: its name or, of a leaf, its
    value. outside: a leaf's name, or a name too long for a triangle. half: half its width. words: what is known of it.
    visit: which visit it is, or should be. value, window: what the search returns there, and was called with.
    folded: nothing below it is drawn.
    """

    key: int
    x: float
    y: float
    shape: Shape
    half: float
    inside: str
    outside: str
    words: str
    state: State = ""
    visit: str = ""
    value: str = ""
    window: str = ""
    folded: bool = False


@dataclass(frozen=True)
class Cut:
    """The place where a cutoff crosses an edge, and its test in words."""

    x: float
    y: float
    words: str


@dataclass(frozen=True)
class Edge:
    """A line from a parent, by its key, to a child. pruned: nothing below the child was looked at."""

    parent: int
    x1: float
    y1: float
    x2: float
    y2: float
    pruned: bool = False
    cut: Cut | None = None


@dataclass(frozen=True)
class Picture:
    """A drawing, and what it shows in a sentence."""

    width: float
    height: float
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    words: str


@dataclass
class Part:
    """The part of a tree that is drawn.

    below: the keys drawn below each key. left_out: the children that stand behind a negative key.
    folded: the inner nodes below which nothing is drawn.
    """

    below: dict[int, list[int]] = field(default_factory=dict)
    left_out: dict[int, Sequence[int]] = field(default_factory=dict)
    folded: set[int] = field(default_factory=set)

    @cached_property
    def keys(self) -> set[int]:
        """Everything that is drawn."""
        return {0, *(key for keys in self.below.values() for key in keys)}


def part_of(marks: TreeAnnotations) -> Part:
    """The whole tree or, of a large one, what lies on the ways to the leaves where the searches part."""
    tree, part = marks.tree, Part()
    matters = None if len(tree) <= MOST_NODES else marks.matters
    stack = [0]
    while stack:
        node = stack.pop()
        if node in marks.frontier:
            continue
        if matters is not None and node not in matters:
            part.folded.add(node)
            continue
        kept = list(_kept(part, tree.children(node), matters))
        part.below[node] = kept
        stack += [child for child in kept if child >= 0]
    return part


def _kept(part: Part, children: range, matters: set[int] | None) -> Iterator[int]:
    """The children of a node that are drawn; a run of others becomes one key."""
    if matters is None or len(children) <= MOST_CHILDREN:
        yield from children
        return
    near = {child + by for child in children if child in matters for by in (-1, 0, 1)}
    near |= {children[0], children[-1]}
    run: list[int] = []
    for child in children:
        if child not in near:
            run.append(child)
            continue
        if run:
            yield _left_out(part, run)
            run = []
        yield child


def _left_out(part: Part, run: list[int]) -> int:
    key = -1 - len(part.left_out)
    part.left_out[key] = run
    return key


class Known:
    """What the textbook's search returns at each node and is called with there, as MAX sees it."""

    def __init__(self, problem: Problem, calls: Sequence[Call]) -> None:
        self._problem = problem
        self._calls = {call.node: call for call in calls}

    def value(self, node: int) -> str:
        """What the search returned at a node, or nothing."""
        call = self._calls.get(node)
        if call is None or call.value is None:
            return ""
        value = call.value
        if not isinstance(value, str) and self._turned(node):
            value = -value
        return short(value)

    def window(self, node: int) -> str:
        """The window of the last call at a node, or nothing."""
        call = self._calls.get(node)
        return window(self._problem, node, call.alpha, call.beta) if call is not None else ""

    def _turned(self, node: int) -> bool:
        return turned(self._problem, node)


def turned(problem: Problem, node: int) -> bool:
    """Whether a search sees the values at a node negated: in negamax, where MIN moves."""
    return interfaces.load(problem.interface).negated and problem.tree.player(node) == "MIN"


def window(problem: Problem, node: int, alpha: Value, beta: Value) -> str:
    """A window as it is written beside a node; nothing where a search has none."""
    if not interfaces.load(problem.interface).windowed:
        return ""
    if turned(problem, node):
        alpha, beta = -beta, -alpha
    return f"({short(alpha)}, {short(beta)})"


def short(value: object) -> str:
    """A number, or a text, as short as can be."""
    if isinstance(value, (int, float)) and abs(value) == inf:
        return "∞" if value > 0 else "-∞"
    return cut(shown(value), LONGEST_TEXT)


def cut(text: str, longest: int) -> str:
    """The beginning of a text that is too long, its characters made visible."""
    text = visible_name(text, max(longest, MOST_OF_A_NAME))
    return text if len(text) <= longest else text[: longest - 1] + "…"


def picture(
    marks: TreeAnnotations,
    part: Part,
    known: Known | None,
    *,
    words: str,
    alone: bool = False,
    blank: bool = False,
) -> Picture:
    """The drawing of a part of a tree.

    known: the values and windows to write beside the nodes. alone: it is the textbook's search, whose cutoffs are
    drawn, and not a student's. blank: nothing of any search is drawn.
    """
    return _Drawer(marks, part, known, alone=alone, blank=blank).picture(words)


class _Drawer:
    def __init__(self, marks: TreeAnnotations, part: Part, known: Known | None, *, alone: bool, blank: bool) -> None:
        self._marks, self._part, self._known = marks, part, known
        self._tree: Tree = marks.tree
        self._alone, self._blank = alone, blank
        self._reached = _ancestors(self._tree, marks.found)

    def picture(self, words: str) -> Picture:
        below = self._part.below
        nodes = {key: self._node(key) for key in self._part.keys}
        places = tidy_tree(lambda key: below.get(key, ()), lambda key: 2 * nodes[key].half + GAP)
        drawn = {key: _placed(node, places[key]) for key, node in nodes.items()}
        edges = [self._edge(drawn[key], drawn[child]) for key, children in below.items() for child in children]
        width = max(node.x + node.half for node in drawn.values()) + MARGIN
        height = max(node.y for node in drawn.values()) + BOTTOM
        in_order = sorted(drawn.values(), key=lambda node: (node.y, node.x))
        return Picture(round(width, 1), round(height, 1), tuple(in_order), tuple(edges), words)

    def _node(self, key: int) -> Node:
        """A node without its place."""
        marks = self._marks
        if key < 0:
            return self._folded(key, [leaf for top in self._part.left_out[key] for leaf in self._leaves(top)])
        name = visible_name(self._tree.name(key), MOST_OF_A_NAME)
        if key in marks.frontier:
            return self._leaf(key, name)
        player = self._tree.player(key)
        fits = len(name) <= LONGEST_IN_TRIANGLE
        known = self._known
        value, ends = (known.value(key), known.window(key)) if known is not None else ("", "")
        words = f"{name}, {player}" + (f", window {ends}" if ends else "") + (f", returns {value}" if value else "")
        if key in self._part.folded:
            words += f" {self._words_of(list(self._leaves(key)))}"
        room = max(len(value) * CHARACTER, 0.0 if fits else len(cut(name, LONGEST_TEXT)) * CHARACTER)
        return Node(
            key,
            0,
            0,
            "max" if player == "MAX" else "min",
            TRIANGLE + 2 + room / 2,
            name if fits else "",
            "" if fits else cut(name, LONGEST_TEXT),
            words,
            "" if self._blank or key in self._reached else "pruned",
            "",
            value,
            ends,
            key in self._part.folded,
        )

    def _leaf(self, leaf: int, name: str) -> Node:
        marks = self._marks
        full = visible_name(marks.value(leaf), MOST_OF_A_NAME)
        value = cut(full.replace("inf", "∞"), LONGEST_TEXT)
        half = max(LEAF + 2, len(value) * CHARACTER / 2 + 7, min(len(name), LONGEST_TEXT) * 3.6)
        words = f"{name}, {full}"
        if self._blank:
            return Node(leaf, 0, 0, "leaf", half, value, cut(name, LONGEST_TEXT), words)
        state = marks.state(leaf)
        visit = marks.found.get(leaf, marks.right.get(leaf))
        of_it = plain([marks.of_leaf(leaf)])
        return Node(
            leaf,
            0,
            0,
            "leaf",
            half,
            value,
            cut(name, LONGEST_TEXT),
            f"{words}: {of_it}",
            state,
            str(visit) if visit is not None and state != "not reached" else "",
        )

    def _folded(self, key: int, leaves: list[int]) -> Node:
        words = self._words_of(leaves)
        return Node(key, 0, 0, "folded", 22, f"… {len(leaves)}", "", words)

    def _words_of(self, leaves: list[int]) -> str:
        if self._blank:
            return f"… {len(leaves)} leaves"
        return self._marks.of_leaves(leaves)

    def _leaves(self, top: int) -> Iterator[int]:
        return self._tree.leaves(top, self._marks.problem.depth)

    def _edge(self, parent: Node, child: Node) -> Edge:
        x1, y1 = parent.x, parent.y + TRIANGLE
        x2, y2 = child.x, child.y - (LEAF if child.shape in ("leaf", "folded") else TRIANGLE)
        top = self._part.left_out[child.key][0] if child.key < 0 else child.key
        pruned = not self._blank and top not in self._reached
        moment = self._marks.cutoffs.get(parent.key) if self._alone and not self._blank else None
        crossed = None
        if moment is not None and top > moment.child:
            words = f"cutoff at {self._tree.name(parent.key)}: {cutoff_words(self._marks.problem, moment)}"
            crossed = Cut(round(x1 + HALFWAY * (x2 - x1), 1), round(y1 + HALFWAY * (y2 - y1), 1), words)
        return Edge(parent.key, x1, y1, x2, y2, pruned, crossed)


def _placed(node: Node, place: Place) -> Node:
    return replace(node, x=round(place.x + MARGIN, 1), y=round(TOP + place.ply * PLY, 1))


def _ancestors(tree: Tree, leaves: Mapping[int, int]) -> set[int]:
    """Some leaves, and every node on the ways to them."""
    reached = {0} if leaves else set()
    for leaf in leaves:
        node = leaf
        while node not in reached:
            reached.add(node)
            node = tree.parent(node)
    return reached
