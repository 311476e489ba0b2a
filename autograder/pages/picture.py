"""A tree as it is drawn on a page: which part of it, where its nodes stand, in what shape and state.

Nodes of a ply stand side by side, parents in the middle of their children, by Reingold and Tilford's rules (Tidier
Drawings of Trees, IEEE Transactions on Software Engineering 7(2), 1981). Templates turn pictures into SVG.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import Any, Literal, NamedTuple

from autograder import limits
from autograder.pages.render import with_signs
from autograder.showing.divergence import shown
from autograder.showing.styled_text import line
from autograder.showing.tree_drawing import LeafState, TreeAnnotations, paths_to
from autograder.text import visible_name
from reference import interfaces
from reference.game import Value
from reference.problem import Call, Problem

# Distances in pixels. The shapes themselves are drawn by templates/tree.html.j2.
PLY, TOP, BOTTOM, MARGIN, GAP = 88, 40, 40, 14, 13
TRIANGLE, LEAF = 20, 15  # half the side of a triangle, which is as high; half the height of a leaf
CHARACTER = 8.2

State = LeafState | Literal[""]
Labels = Mapping[int, tuple[str, str]]
"""What stands beside nodes: the window of the last call there and what it returned, as MAX sees both, or ""."""


class PictureNode(NamedTuple):
    """A node as it is drawn. key: the tree's node, or a negative number for children that are left out.

    half: of its width. inside: its name or, of a leaf, its value. outside: a leaf's name, or one too long inside.
    visit: which it is or should be. folded: nothing below it is drawn. whole: the name, if only its beginning is drawn.
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


class Picture(NamedTuple):
    """A drawing of a tree. edges: parent, child, whether nothing below was looked at, whether a cutoff crosses it."""

    width: int
    height: int
    nodes: tuple[PictureNode, ...]
    edges: tuple[tuple[PictureNode, PictureNode, bool, bool], ...]


class DrawnPart(NamedTuple):
    """The part of a tree that is drawn. left_out: the children that stand behind a negative key.

    below: the keys drawn below each key, parents first; an inner node without any is folded.
    """

    below: dict[int, list[int]]
    left_out: dict[int, list[int]]

    @property
    def keys(self) -> set[int]:
        """Everything that is drawn."""
        return {0}.union(*self.below.values())


def part_of(annotated: TreeAnnotations) -> DrawnPart:
    """The whole tree or, of a large one, what lies on the ways to the leaves where the searches part."""
    tree, part = annotated.tree, DrawnPart({}, {})
    matters = annotated.important_nodes if len(tree) > limits.MOST_NODES_DRAWN else set(range(len(tree)))
    stack = [0]
    while stack:
        node = stack.pop()
        if node in annotated.frontier or node not in matters:
            continue
        # Of many children those that matter are drawn, with their neighbours; a run of others is one key.
        children, kept = tree.children(node), list[int]()
        near = {child + by for child in children if child in matters for by in (-1, 0, 1)} | {children[0], children[-1]}
        near |= {*children} if len(children) <= limits.MOST_CHILDREN_DRAWN else set()
        for is_drawn, run in groupby(children, near.__contains__):
            if is_drawn:
                kept += run
            else:
                kept.append(-1 - len(part.left_out))
                part.left_out[kept[-1]] = list(run)
        part.below[node] = kept
        stack += [child for child in kept if child >= 0]
    return part


def labels_of(problem: Problem, calls: Sequence[Call]) -> Labels:
    """The labels of the nodes that a right search comes to."""
    labels = {}
    for call in calls:
        node, value = call.node, call.value
        if isinstance(value, str):
            words = f"→ {short(value)}"  # an action is no value: it says where the search goes from here
        else:
            words = "" if value is None else short(-value if is_negated(problem, node) else value)
        labels[node] = window(problem, node, call.alpha, call.beta), words
    return labels


def is_negated(problem: Problem, node: int) -> bool:
    """Whether a search sees the values at a node negated: in negamax, where MIN moves."""
    return interfaces.load(problem.interface).negated and problem.tree.player(node) == "MIN"


def window(problem: Problem, node: int, alpha: Value, beta: Value) -> str:
    """A window as it is written beside a node; nothing where a search has none."""
    if not interfaces.load(problem.interface).windowed:
        return ""
    ends = (-beta, -alpha) if is_negated(problem, node) else (alpha, beta)
    return f"({short(ends[0])}, {short(ends[1])})"


def short(value: object) -> str:
    """A number, whole, or a text, as all pages write it."""
    return with_signs(visible_name(shown(value), limits.LONGEST_NAME))


def cut(text: str, longest: int) -> str:
    """A text, its characters made visible, cut to a length."""
    text = visible_name(text, max(longest, limits.LONGEST_NAME))
    return text if len(text) <= longest else text[: longest - 1] + "…"


def picture(annotated: TreeAnnotations, part: DrawnPart, labels: Labels | None) -> Picture:
    """The drawing of a part of a tree. labels: as of `labels_of`; None where nothing of any search is drawn.

    A student's search has none of them, but the room for them, so that it looks like the right one beside it.
    """
    looked_at = range(len(annotated.tree)) if labels is None else list(annotated.visits)
    ways = paths_to(annotated.tree, looked_at) if looked_at else set()
    nodes = {key: _node(annotated, part, key, labels, ways) for key in part.keys}
    for key, (x, ply) in node_places(part.below, {key: 2 * node.half + GAP for key, node in nodes.items()}).items():
        nodes[key] = nodes[key]._replace(x=round(x + MARGIN), y=TOP + ply * PLY)
    cutoffs = annotated.cutoffs if annotated.is_alone and labels is not None else {}
    edges = []
    for key, children in part.below.items():
        for child in children:
            top = part.left_out[child][0] if child < 0 else child
            cutoff = key in cutoffs and top > cutoffs[key].child
            edges.append((nodes[key], nodes[child], top not in ways, cutoff))
    in_order = sorted(nodes.values(), key=lambda node: (node.y, node.x))
    width = max(node.x + node.half for node in in_order) + MARGIN
    return Picture(width, in_order[-1].y + BOTTOM, tuple(in_order), tuple(edges))


def _node(annotated: TreeAnnotations, part: DrawnPart, key: int, labels: Labels | None, ways: set[int]) -> PictureNode:
    """A node without its place. ways: the nodes on those to the leaves that were looked at."""
    tree, most = annotated.tree, limits.LONGEST_IN_LEAF
    if key < 0:
        return PictureNode(key, "folded", 22, f"… {len(annotated.leaves_below(part.left_out[key]))}")
    name = visible_name(tree.name(key), limits.LONGEST_NAME)
    whole = tree.name(key) if len(tree.name(key)) > most else ""
    if key in annotated.frontier:
        value = short(annotated.value(key))
        half = round(max(LEAF + 2, len(value) * CHARACTER / 2 + 7, min(len(name), most) * 3.6))
        state: State = "" if labels is None else annotated.state(key)
        visit = "" if state in ("", "not reached") else annotated.visits.get(key, annotated.due_visits.get(key, ""))
        return PictureNode(key, "leaf", half, value, cut(name, most), state, str(visit), whole=whole)
    ends, value = (labels or {}).get(key, ("", ""))
    inside, outside = (name, "") if len(name) <= limits.LONGEST_IN_TRIANGLE else ("", cut(name, most))
    return PictureNode(
        key,
        "max" if tree.player(key) == "MAX" else "min",
        round(TRIANGLE + 2 + max(len(value), len(outside), len(ends) - 9) * CHARACTER / 2),
        inside,
        outside,
        state="" if key in ways else "pruned",
        value=value if annotated.is_alone else "",
        window=ends if annotated.is_alone else "",
        folded=key not in part.below,
        whole=whole,
    )


def listed(annotated: TreeAnnotations, part: DrawnPart, labels: Labels) -> Iterator[tuple[Any, ...]]:
    """The part of a tree that is drawn, as nested lists, for who does not see the drawing.

    Of each node: whether its children's list follows, how many lists end after it, its name; its player or value, its
    parent, its window and value in a right search; and what both searches did there.
    """
    tree = annotated.tree
    stack = [(0, "root", 0)]  # a key, its parent in words, and how many lists end after its own subtree
    while stack:
        key, parent, closed = stack.pop()
        below = part.below.get(key, [])
        if key < 0:
            yield (
                False,
                closed,
                "…",
                parent,
                line(annotated.describe_leaves(annotated.leaves_below(part.left_out[key]))),
            )
            continue
        ends, value = labels.get(key, ("", "")) if key not in annotated.frontier else ("", "")
        known = [
            with_signs(annotated.mover_or_value(key)),
            parent,
            ends and f"window {ends}",
            value and f"value {value}",
        ]
        became = annotated.describe_node(key, folded=not below)
        yield bool(below), 0 if below else closed, tree.name(key), ", ".join(filter(None, known)), became
        of = f"child of {tree.name(key)} {tree.player(key)}"
        stack += [(child, of, 0 if place else closed + 1) for place, child in enumerate(reversed(below))]


def node_places(below: dict[int, list[int]], widths: Mapping[int, float]) -> dict[int, tuple[float, int]]:
    """Where the middle of each node is: x from the left edge of the drawing, and its ply.

    below: the children of each inner node from left to right, parents first. widths: with the gap to the neighbours.
    """
    shifts = {0: 0.0}  # from the parent's middle
    # How far each subtree reaches to the left and to the right in each of its plies, seen from its root.
    extents = {key: [(-width / 2, width / 2)] for key, width in widths.items()}
    for node, children in reversed(below.items()):
        reached = list[tuple[float, float]]()  # by the children so far, with the first at 0
        for child in children:
            extent = extents[child]
            shift = max((right - left for (_, right), (left, _) in zip(reached, extent, strict=False)), default=0.0)
            shifts[child] = shift
            moved = [(left + shift, right + shift) for left, right in extent]
            reached = [(old or new)[:1] + (new or old)[1:] for old, new in zip_longest(reached, moved)]
        middle = shifts[children[-1]] / 2
        shifts.update((child, shifts[child] - middle) for child in children)
        extents[node] += [(left - middle, right - middle) for left, right in reached]
    placed = {0: (-min(left for left, _ in extents[0]), 0)}
    for node, children in below.items():
        x, ply = placed[node]
        placed.update((child, (x + shifts[child], ply + 1)) for child in children)
    return placed
