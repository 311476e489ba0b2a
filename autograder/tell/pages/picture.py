"""Draws a tree for a page: which part of it, and its nodes' places, shapes and states.

Nodes of a ply stand side by side, parents in the middle of their children, by Reingold
and Tilford's rules (Tidier Drawings of Trees, IEEE Transactions on Software Engineering
7(2), 1981). Templates turn pictures into SVG.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Literal, NamedTuple

from autograder.core import limits
from autograder.core.sentences import sentence
from autograder.core.text import visible_name
from autograder.tell.pages.render import with_signs
from autograder.tell.search_passes import shown, signed
from autograder.tell.styled_text import Line, line
from autograder.tell.tree_drawing import LeafState, TreeAnnotations, paths_to
from reference import interfaces
from reference.game import Value
from reference.interfaces import is_negated
from reference.problem import Call, Observation, Problem
from reference.proof import Meaning, proved_values

# Distances in pixels. The shapes themselves are drawn by templates/tree.html.j2.
TOP = 54  # from the edge of the picture to the root's middle
BOTTOM = 40
MARGIN = 14  # at the left and the right
TRIANGLE = 20  # half the side of a triangle, which is as high
FOLDED = 22  # half the width of the sign for children that are left out
CHARACTER = 8.2  # the width of one beside a node


class Spacing(NamedTuple):
    """How far apart nodes stand in a drawing, in pixels.

    ply: from one ply to the next. gap: between neighbours. padding: beside a leaf's
    value. narrowest: half the width of a leaf at least. digit, letter: the width of a
    character inside a leaf, and of one below it.
    """

    ply: int
    gap: int
    padding: int
    narrowest: int
    digit: float
    letter: float


ON_SCREEN = Spacing(ply=88, gap=13, padding=7, narrowest=17, digit=8.2, letter=7.2)

State = LeafState | Literal[""]
"""The state of a leaf; "" of an inner node, and beside no search of a student's."""


class Label(NamedTuple):
    """The label of a node: the window of the last call there, and its value.

    Both are as MAX sees them, or "". meaning: whether the value is only a bound.
    """

    window: str = ""
    value: str = ""
    meaning: Meaning | None = None

    @property
    def signed_value(self) -> str:
        """The value as it is drawn: ≤ 2 if the node's value is at most 2."""
        return signed(self.value, self.meaning)


Labels = Mapping[int, Label]
NO_LABEL = Label()


class PictureNode(NamedTuple):
    """A node as it is drawn.

    key: the tree's node, or a negative number for children that are left out. half: of
    its width. inside: its name or, of a leaf, its value. outside: a leaf's name, or one
    too long inside. visit: its number in the order of visits, or the one that it should
    have; "" for none. value, window: of an inner node's label; "" for none. folded:
    nothing below it is drawn. whole: the name, if only its beginning is drawn. x, y: of
    its middle.
    """

    key: int
    shape: Literal["max", "min", "leaf", "folded"]
    half: int
    inside: str
    outside: str = ""
    state: State = ""
    visit: str = ""
    value: str = ""
    window: str = ""
    folded: bool = False
    whole: str = ""
    x: int = 0
    y: int = 0


class Edge(NamedTuple):
    """A line from a node to its child.

    is_unseen: nothing below was looked at. is_cut: a cutoff crosses it. is_best: it is
    on the best line of play.
    """

    parent: PictureNode
    child: PictureNode
    is_unseen: bool
    is_cut: bool
    is_best: bool


class Picture(NamedTuple):
    """A drawing of a tree."""

    width: int
    height: int
    nodes: tuple[PictureNode, ...]
    edges: tuple[Edge, ...]


class DrawnPart(NamedTuple):
    """The part of a tree that is drawn.

    below: the keys drawn below each key, parents first; an inner node without any is
    folded. left_out: the children that stand behind a negative key.
    """

    below: dict[int, list[int]]
    left_out: dict[int, list[int]]

    @property
    def keys(self) -> set[int]:
        """Everything that is drawn."""
        return {0}.union(*self.below.values())


# --- The nodes that are drawn ---


def part_of(annotated: TreeAnnotations) -> DrawnPart:
    """Return the whole tree or, of a large one, its important nodes and those beside.

    A run of other children is one key.
    """
    tree = annotated.tree
    nodes = set(range(len(tree)))
    if len(tree) > limits.MOST_NODES_DRAWN:
        nodes = annotated.important_nodes
    drawn = DrawnPart({}, {})
    stack = [0]
    while stack:
        node = stack.pop()
        if node in annotated.frontier or node not in nodes:
            continue
        children = tree.children(node)
        drawn_children = _children_to_draw(children, nodes)
        keys: list[int] = []
        for is_drawn, run in groupby(children, drawn_children.__contains__):
            if is_drawn:
                keys += run
            else:
                key = -1 - len(drawn.left_out)
                drawn.left_out[key] = list(run)
                keys.append(key)
        drawn.below[node] = keys
        stack += [key for key in keys if key >= 0]
    return drawn


def _children_to_draw(children: range, nodes: set[int]) -> set[int]:
    """Return all children; of many the ends, and those in `nodes` with neighbours."""
    if len(children) <= limits.MOST_CHILDREN_DRAWN:
        return set(children)
    to_draw = {children[0], children[-1]}
    for child in children:
        if child in nodes:
            to_draw |= {child - 1, child, child + 1}
    return to_draw


def labels_of(problem: Problem, expected: Observation) -> Labels:
    """Return the labels of the nodes that a right search comes to."""
    proved = proved_values(problem, expected)
    labels: dict[int, Label] = {}
    for call in expected.calls:
        bounds = window(problem, call.node, call.alpha, call.beta)
        meaning = proved[call.node].meaning if call.node in proved else None
        labels[call.node] = Label(bounds, label_of_value(problem, call), meaning)
    return labels


def best_line(problem: Problem, calls: Sequence[Call]) -> list[int]:
    """Return the nodes on the best line of play, from below the root to its end.

    It is empty if the value lies outside the window, and so is a bound alone. A child
    that comes before the best one has another value, even if it is a bound.
    """
    tree = problem.tree
    # Of several passes the last one came to the value.
    start = max(index for index, call in enumerate(calls) if call.node == 0)
    last_calls = {call.node: call for call in calls[start:]}
    root = last_calls[0]
    if isinstance(root.value, str) or root.value is None:
        return []
    if not root.alpha < root.value < root.beta:
        return []
    best: list[int] = []
    node = 0
    while True:
        value = _value_for_max(problem, last_calls[node])
        children = [
            child
            for child in tree.children(node)
            if child in last_calls
            and _value_for_max(problem, last_calls[child]) == value
        ]
        if not children:
            return best
        node = children[0]
        best.append(node)


def _value_for_max(problem: Problem, call: Call) -> object:
    if isinstance(call.value, str) or call.value is None:
        return None
    return -call.value if is_negated(problem, call.node) else call.value


def label_of_value(problem: Problem, call: Call) -> str:
    """Return the result of a call as it is written beside a node; "" if unknown."""
    if call.value is None:
        return ""
    if isinstance(call.value, str):  # an action says where the search goes from here
        return f"→ {short(call.value)}"
    return short(-call.value if is_negated(problem, call.node) else call.value)


def window(problem: Problem, node: int, alpha: Value, beta: Value) -> str:
    """Return a window as it is written beside a node; "" if the search has none."""
    if not interfaces.load(problem.interface).windowed:
        return ""
    if is_negated(problem, node):
        alpha, beta = -beta, -alpha
    return f"({short(alpha)}, {short(beta)})"


def short(value: object) -> str:
    """Return a number or a text as all pages write it."""
    return with_signs(visible_name(shown(value), limits.LONGEST_NAME))


def cut(text: str, longest: int) -> str:
    """Return a text with its characters made visible, cut to a length."""
    text = visible_name(text, max(longest, limits.LONGEST_NAME))
    return text if len(text) <= longest else text[: longest - 1] + "…"


# --- The drawing ---


def picture(
    annotated: TreeAnnotations,
    drawn: DrawnPart,
    labels: Labels | None,
    best: Sequence[int] = (),
    beside: Labels | None = None,
    spacing: Spacing = ON_SCREEN,
) -> Picture:
    """Return the drawing of a part of a tree.

    labels: those beside its nodes; None if nothing of any search is drawn. best: the
    nodes on the best line of play, if that is marked. beside: the labels of the drawing
    beside this one, which has room for them, so that both look alike. spacing: how far
    apart the nodes stand.
    """
    on_path = _nodes_on_path(annotated, are_all=labels is None)
    nodes: dict[int, PictureNode] = {}
    for key in drawn.keys:
        nodes[key] = _node(
            annotated, drawn, key, labels, beside or {}, on_path, spacing
        )
    widths = {key: 2 * node.half + spacing.gap for key, node in nodes.items()}
    for key, (x, ply) in node_positions(drawn.below, widths).items():
        nodes[key] = nodes[key]._replace(x=round(x + MARGIN), y=TOP + ply * spacing.ply)
    cutoffs = {}
    if annotated.is_alone and labels is not None:
        cutoffs = annotated.cutoffs
    edges: list[Edge] = []
    for key, children in drawn.below.items():
        for child in children:
            first = drawn.left_out[child][0] if child < 0 else child
            is_cut = key in cutoffs and first > cutoffs[key].child
            is_unseen = first not in on_path
            is_best = child in best
            edges.append(Edge(nodes[key], nodes[child], is_unseen, is_cut, is_best))
    in_order = sorted(nodes.values(), key=lambda node: (node.y, node.x))
    right_ends = [
        node.x + max(node.half + MARGIN, _reach_of_value(node.key, labels, beside))
        for node in in_order
    ]
    width = max(right_ends)
    return Picture(width, in_order[-1].y + BOTTOM, tuple(in_order), tuple(edges))


def _reach_of_value(key: int, *labels: Labels | None) -> int:
    """Return how far the value beside a node reaches to the right of its middle.

    labels: those of both drawings, which are as wide as each other.
    """
    values = [(side or {}).get(key, NO_LABEL).signed_value for side in labels]
    widest = max(map(len, values))
    return TRIANGLE + round(widest * CHARACTER) if widest else 0


def _nodes_on_path(annotated: TreeAnnotations, *, are_all: bool) -> set[int]:
    """Return the nodes on the paths to leaves that were looked at, or else all."""
    if are_all:
        return set(range(len(annotated.tree)))
    visited = list(annotated.visits)
    return paths_to(annotated.tree, visited) if visited else set()


def _node(
    annotated: TreeAnnotations,
    drawn: DrawnPart,
    key: int,
    labels: Labels | None,
    beside: Labels,
    on_path: set[int],
    spacing: Spacing,
) -> PictureNode:
    """Return a node without its position.

    beside: the labels that it has room for, too. on_path: the nodes on the paths to
    leaves that were looked at.
    """
    if key < 0:
        leaves = annotated.leaves_below(drawn.left_out[key])
        return PictureNode(key, "folded", FOLDED, f"… {len(leaves)}")
    if key in annotated.frontier:
        return _leaf(annotated, key, spacing, has_search=labels is not None)
    label = NO_LABEL if labels is None else labels.get(key, NO_LABEL)
    tree = annotated.tree
    name = visible_name(tree.name(key), limits.LONGEST_NAME)
    inside = name
    outside = ""
    if len(name) > limits.LONGEST_IN_TRIANGLE:
        inside = ""
        outside = cut(name, limits.LONGEST_IN_LEAF)
    # The window stands above the triangle, which has room for nine characters.
    values = [label.signed_value, beside.get(key, NO_LABEL).signed_value]
    windows = [label.window, beside.get(key, NO_LABEL).window]
    widest_value, widest_window = max(map(len, values)), max(map(len, windows))
    characters = max(widest_value, len(outside), widest_window - 9)
    half = TRIANGLE + 2 + characters * CHARACTER / 2
    # The value stands at the right alone, so half its width is too little room.
    half = max(half, TRIANGLE + 2 + widest_value * CHARACTER - spacing.gap)
    return PictureNode(
        key,
        "max" if tree.player(key) == "MAX" else "min",
        round(half),
        inside,
        outside,
        state="" if key in on_path else "pruned",
        value=label.signed_value,
        window=label.window,
        folded=key not in drawn.below,
        whole=_whole_name(annotated, key),
    )


def _leaf(
    annotated: TreeAnnotations, leaf: int, spacing: Spacing, *, has_search: bool
) -> PictureNode:
    """Return a leaf as it is drawn. has_search: whether a student's search is shown."""
    longest = limits.LONGEST_IN_LEAF
    name = visible_name(annotated.tree.name(leaf), limits.LONGEST_NAME)
    value = short(annotated.value(leaf))
    width_of_value = len(value) * spacing.digit / 2 + spacing.padding
    width_of_name = min(len(name), longest) * spacing.letter / 2
    state: State = annotated.state(leaf) if has_search else ""
    visit = ""
    if state in ("visited", "moved", "extra"):
        visit = str(annotated.visits[leaf])
    elif state == "missed":
        visit = str(annotated.right_visits[leaf])
    return PictureNode(
        leaf,
        "leaf",
        round(max(spacing.narrowest, width_of_value, width_of_name)),
        value,
        cut(name, longest),
        state,
        visit,
        whole=_whole_name(annotated, leaf),
    )


def _whole_name(annotated: TreeAnnotations, node: int) -> str:
    name = annotated.tree.name(node)
    return name if len(name) > limits.LONGEST_IN_LEAF else ""


# --- The same as text ---


class ListedNode(NamedTuple):
    """A node in nested lists.

    has_list: the list of its children follows. lists_ended: how many lists end after
    it. description: of both searches there.
    """

    has_list: bool
    lists_ended: int
    name: str
    details: str
    description: Line


def listed(
    annotated: TreeAnnotations, drawn: DrawnPart, labels: Labels, student: Labels
) -> Iterator[ListedNode]:
    """Yield the part of a tree that is drawn, for people who do not see the drawing.

    Its nodes are in preorder. Their details are the player or the value, the parent,
    the window and value in a right search, and those in the student's, if known.
    """
    tree = annotated.tree
    # A key, its parent in words, and how many lists end after its own subtree.
    stack = [(0, sentence("nodes", "root"), 0)]
    while stack:
        key, parent, ended = stack.pop()
        if key < 0:
            leaves = annotated.leaves_below(drawn.left_out[key])
            summary = line(annotated.describe_leaves(leaves))
            yield ListedNode(
                has_list=False,
                lists_ended=ended,
                name="…",
                details=parent,
                description=summary,
            )
            continue
        children = drawn.below.get(key, [])
        details = [with_signs(annotated.mover_or_value(key)), parent]
        if key not in annotated.frontier:
            details += _label_in_words(labels.get(key, NO_LABEL), RIGHT)
            details += _label_in_words(student.get(key, NO_LABEL), YOURS)
        yield ListedNode(
            has_list=bool(children),
            lists_ended=0 if children else ended,
            name=tree.name(key),
            details=", ".join(filter(None, details)),
            description=annotated.describe_node(key, folded=not children),
        )
        parent_of_children = sentence(
            "nodes", "child", name=tree.name(key), player=tree.player(key)
        )
        for child in reversed(children):
            is_last = child == children[-1]
            ended_after = ended + 1 if is_last else 0
            stack.append((child, parent_of_children, ended_after))


class _NamesOfPhrases(NamedTuple):
    """The names of the sentences about a label, in the words of `nodes`."""

    window: str
    value: str
    at_most: str
    at_least: str

    def about_value(self, meaning: Meaning | None) -> str:
        """Return the name of the sentence about a value that has this meaning."""
        if meaning == "at most":
            return self.at_most
        return self.at_least if meaning == "at least" else self.value


RIGHT = _NamesOfPhrases("window", "value", "value at most", "value at least")
YOURS = _NamesOfPhrases(
    "your window", "your value", "your value at most", "your value at least"
)


def _label_in_words(label: Label, names: _NamesOfPhrases) -> list[str]:
    """Return phrases about a label, as they are read aloud: value at most 2."""
    phrases: list[str] = []
    if label.window:
        phrases.append(sentence("nodes", names.window, window=label.window))
    if label.value:
        name = names.about_value(label.meaning)
        phrases.append(sentence("nodes", name, value=label.value))
    return phrases


# --- Places ---

Extent = list[tuple[float, float]]
"""How far subtrees reach to the left and to the right, in each of their plies."""


def node_positions(
    below: dict[int, list[int]], widths: Mapping[int, float]
) -> dict[int, tuple[float, int]]:
    """Return the position of the middle of each node.

    That is x from the left edge of the drawing, and the ply. below: the children of
    each inner node from left to right, parents first. widths: with the gap to the
    neighbours.
    """
    shifts = {0: 0.0}  # of each node from its parent's middle
    # The extent of each subtree, seen from its root.
    extents = {key: [(-width / 2, width / 2)] for key, width in widths.items()}
    for node, children in reversed(below.items()):
        reached: Extent = []  # by the children so far, with the first at 0
        for child in children:
            extent = extents[child]
            shift = _shift_beside(reached, extent)
            shifts[child] = shift
            reached = _side_by_side(reached, _moved(extent, shift))
        middle = shifts[children[-1]] / 2
        for child in children:
            shifts[child] -= middle
        extents[node] += _moved(reached, -middle)
    left_edge = min(left for left, _ in extents[0])
    places = {0: (-left_edge, 0)}
    for node, children in below.items():
        x, ply = places[node]
        for child in children:
            places[child] = (x + shifts[child], ply + 1)
    return places


def _shift_beside(reached: Extent, extent: Extent) -> float:
    """Return how far a subtree must go to the right of the nodes on its left."""
    overlaps = [
        right - left for (_, right), (left, _) in zip(reached, extent, strict=False)
    ]
    return max(overlaps, default=0.0)


def _moved(extent: Extent, shift: float) -> Extent:
    return [(left + shift, right + shift) for left, right in extent]


def _side_by_side(first: Extent, second: Extent) -> Extent:
    """Return the extent of two neighbours together, the first one to the left."""
    together: Extent = []
    for of_first, of_second in zip_longest(first, second):
        if of_first is None or of_second is None:
            together.append(of_first or of_second)
        else:
            together.append((of_first[0], of_second[1]))
    return together
