"""Game trees, and the states that a search sees of them.

The same file serves the reference, the process that runs a student's code and the
student's own machine (`./run_autograder handout` copies it), so a state answers alike
everywhere. Students may have Python 3.8.

    >>> root = State([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    >>> [child.name for child in root.children]
    ['B1', 'B2', 'B3']
    >>> root.children[0].children[1].utility()
    12
    >>> [root.tree.name(leaf) for leaf in root.looks.nodes]
    ['C2']
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from operator import sub
from typing import Any, Union

Value = Union[int, float]
MESSAGES = {
    "unchanging": (
        "a tree stays as it was made, so its {name} cannot be set: make another tree"
    ),
    "leaves": "there are only {count} leaves",
    "no utility": (
        "{name} is not terminal, so it has no utility: only the end of a game has one"
    ),
    "no evaluation": (
        "{name} has no static evaluation: this game is searched to its leaves"
    ),
    "no action": "{action} is not an action at {name}; its actions are: {actions}",
    "no action at the end": (
        "{action} is not an action at {name}; its actions are: none, as it is terminal"
    ),
}
"""What the exceptions below say, with parts in braces."""


class Tree:
    """A game tree, stored flat in level order.

    Node 0 is the root; its children follow, then their children, and so on. The
    children of a node are therefore neighbours, and the nodes of a level are counted
    from left to right. A tree never changes, so many searches may share one. The looks
    of a search are recorded in its `Looks`.
    """

    first_child: array[int]
    """The children of node i are range(first_child[i], first_child[i + 1])."""
    level_start: tuple[int, ...]
    """The first node of each level, and the number of all nodes."""
    values: tuple[Value | None, ...]
    players: tuple[str, ...]
    own_names: Mapping[int, str]

    def __init__(
        self,
        child_counts: Iterable[int],
        values: Sequence[Value | None] = (),
        to_move: str | Sequence[str] = "MAX",
        names: Mapping[int, str] | None = None,
    ) -> None:
        """Make a tree of lists with an item for each node, in level order.

        child_counts: the number of children of each node.
        values: a utility for a leaf; a static evaluation or None for an inner node.
        to_move: the player who begins, "MAX" or "MIN", or the player of each ply. The
        plies repeat: ("MAX", "MIN", "MIN") is MAX, MIN, MIN, MAX and so on.
        names: of the nodes that have one of their own.
        """
        first_child = array("I", accumulate(child_counts, initial=1))
        level_start = [0, 1]
        # A level ends with the children of the last node of the level above.
        while level_start[-1] < len(first_child) - 1:
            level_start.append(first_child[level_start[-1]])
        if isinstance(to_move, str):
            to_move = {"MAX": ("MAX", "MIN"), "MIN": ("MIN", "MAX")}[to_move]
        vars(self).update(
            first_child=first_child,
            level_start=tuple(level_start),
            values=tuple(values),
            players=tuple(to_move),
            own_names=dict(names or {}),
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(MESSAGES["unchanging"].format(name=name))

    @classmethod
    def from_nested(cls, nested: Any, to_move: str | Sequence[str] = "MAX") -> Tree:
        """Return the tree that nested lists describe.

        A number is a leaf. A list is an inner node with its children, and so is
        {"value": …, "children": […]}, which has a static evaluation, too.
        """
        child_counts: list[int] = []
        values: list[Value | None] = []
        queue = [nested]
        for node in queue:  # grows as it is walked, which makes the order level order
            value = node
            children: Sequence[Any] = ()
            if isinstance(node, dict):
                value, children = node.get("value"), node.get("children", ())
            elif isinstance(node, (list, tuple)):
                value = None
                children = node
            child_counts.append(len(children))
            values.append(value)
            queue.extend(children)
        return cls(child_counts, values, to_move)

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self.first_child) - 1

    @property
    def child_counts(self) -> array[int]:
        """The number of children of each node, in level order."""
        return array("I", map(sub, self.first_child[1:], self.first_child))

    @property
    def root(self) -> State:
        """The state at the root, for a search whose looks are its own."""
        return State(self)

    def new_looks(self) -> Looks:
        """Return the looks of a new search, which has not looked at any node."""
        return Looks(self)

    @property
    def depth(self) -> int:
        """The number of plies from the root to the deepest leaf."""
        return len(self.level_start) - 2

    def children(self, node: int) -> range:
        """Return the children of a node, from left to right."""
        return range(self.first_child[node], self.first_child[node + 1])

    def is_leaf(self, node: int) -> bool:
        """Return whether a node has no children."""
        return self.first_child[node] == self.first_child[node + 1]

    def parent(self, node: int) -> int:
        """Return the parent of a node that is not the root."""
        return bisect_right(self.first_child, node) - 1

    def ply(self, node: int) -> int:
        """Return the number of moves from the root to a node."""
        return bisect_right(self.level_start, node) - 1

    def player(self, node: int) -> str:
        """Return the player who moves at a node, "MAX" or "MIN"."""
        return self.players[self.ply(node) % len(self.players)]

    def leaves(self, below: int = 0, depth: int | None = None) -> Iterator[int]:
        """Yield the leaves below a node, from left to right.

        depth: the ply whose nodes count as leaves, too, as they end the search.
        """
        horizon = len(self)
        if depth is not None and depth <= self.depth:
            horizon = self.level_start[depth]
        stack = [below]
        while stack:
            node = stack.pop()
            if node >= horizon or self.is_leaf(node):
                yield node
            else:
                stack.extend(reversed(self.children(node)))

    @property
    def takes_turns(self) -> bool:
        """Whether MAX and MIN move in turn, and nobody twice running."""
        following = (*self.players[1:], self.players[0])
        return all(player != after for player, after in zip(self.players, following))

    def cut(self, depth: int) -> Tree:
        """Return the tree down to a ply, whose nodes become leaves.

        The nodes keep their numbers.
        """
        if depth >= self.depth:
            return self
        first, count = self.level_start[depth : depth + 2]
        child_counts = [
            len(self.children(node)) if node < first else 0 for node in range(count)
        ]
        names = {node: name for node, name in self.own_names.items() if node < count}
        return Tree(child_counts, self.values[:count], self.players, names)

    def with_values(self, values: Sequence[Value | None]) -> Tree:
        """Return the same tree with other values."""
        tree = Tree.__new__(Tree)
        vars(tree).update(vars(self), values=tuple(values))
        return tree

    def name(self, node: int) -> str:
        """Return a node's own name or else that of its position: A1; B1 B2 B3; C1 …

        The letter is that of its ply, and the number counts the nodes of the ply.
        """
        return self.names(range(node, node + 1))[0]

    def names(self, nodes: range) -> list[str]:
        """Return the names of neighbours in one ply."""
        ply = self.ply(nodes.start)
        letters = ply_letters(ply)
        before = self.level_start[ply] - 1
        return [
            self.own_names.get(node) or f"{letters}{node - before}" for node in nodes
        ]

    def node(self, name: object) -> int | None:
        """Return the node with a name, or None if there is none."""
        for node in range(len(self)):
            if self.name(node) == name:
                return node
        return None


class Looks:
    """The looks of one search at the values of a tree.

    `nodes` has each node as often as it was looked at, in the order of the looks.
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.nodes: list[int] = []

    @property
    def root(self) -> State:
        """The state at the root. Looks at it and at the states below are noted here."""
        return State(self.tree, looks=self)

    @property
    def leaf_values(self) -> LeafValues:
        """The values of the leaves in the last ply; reading an element is a look."""
        return LeafValues(self)

    def look(self, node: int) -> Value | None:
        """Return the value of a node, and note that it was looked at."""
        self.nodes.append(node)
        return self.tree.values[node]


# Sequence[Value] is no class before Python 3.9.
class LeafValues(Sequence):  # type: ignore[type-arg]
    """The utilities of the leaves in the last ply, as a sequence.

    Each element that is read is a look.
    """

    def __init__(self, looks: Looks) -> None:
        self.tree = looks.tree
        self._looks = looks
        self._nodes = range(self.tree.level_start[-2], len(self.tree))

    def __len__(self) -> int:
        return len(self._nodes)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[position] for position in range(len(self))[index]]
        try:
            node = self._nodes[index]
        except IndexError:
            message = MESSAGES["leaves"].format(count=len(self))
            raise IndexError(message) from None
        return self._looks.look(node)

    def __repr__(self) -> str:
        return f"<the values of {len(self)} leaves>"


class State:
    """A position in the game, as far as a search may see it."""

    __slots__ = ("_moves", "index", "looks", "ply", "tree")

    def __init__(
        self, tree: Any, index: int = 0, ply: int = 0, looks: Looks | None = None
    ) -> None:
        """Make the state of a node.

        tree: a `Tree` or a nested list of numbers. index, ply: of the node. looks: of
        the search that came here; without any, a new search begins.
        """
        if looks is None:
            tree = tree if isinstance(tree, Tree) else Tree.from_nested(tree)
            looks = tree.new_looks()
        self.tree: Tree = tree
        self.looks = looks
        self.index = index
        self.ply = ply
        self._moves: dict[str, int] = {}

    def is_terminal(self) -> bool:
        """Return whether the game is over here."""
        first_child = self.tree.first_child
        return first_child[self.index] == first_child[self.index + 1]

    def utility(self) -> Value:
        """Return the value of a terminal state.

        Each look is counted as one visit to this leaf.
        """
        if not self.is_terminal():
            raise ValueError(MESSAGES["no utility"].format(name=self.name))
        return self.evaluate()

    def evaluate(self) -> Value:
        """Return the static evaluation of a state, for depth-limited search.

        That of a terminal state is its utility. Each look is counted.
        """
        value = self.looks.look(self.index)
        if value is None:
            raise ValueError(MESSAGES["no evaluation"].format(name=self.name))
        return value

    def actions(self) -> list[str]:
        """Return the moves that are possible here, in order.

        The name of a move is the name of the state that it leads to.
        """
        children = self.tree.children(self.index)
        self._moves = dict(zip(self.tree.names(children), children))
        return list(self._moves)

    def result(self, action: str) -> State:
        """Return the state that an action leads to."""
        if not self._moves:
            self.actions()
        try:
            return State(self.tree, self._moves[action], self.ply + 1, self.looks)
        except (KeyError, TypeError):
            name = "no action" if self._moves else "no action at the end"
            parts = {"action": repr(action), "name": self.name}
            message = MESSAGES[name].format(actions=", ".join(self._moves), **parts)
            raise ValueError(message) from None

    def successors(self) -> list[tuple[str, State]]:
        """Return each action with the state that it leads to, in order."""
        actions = self.tree.names(self.tree.children(self.index))
        return list(zip(actions, self.children))

    @property
    def children(self) -> list[State]:
        """The states that one move leads to, in order."""
        tree = self.tree
        ply = self.ply + 1
        looks = self.looks
        return [State(tree, child, ply, looks) for child in tree.children(self.index)]

    @property
    def to_move(self) -> str:
        """Whose turn it is: "MAX" or "MIN"."""
        players = self.tree.players
        return players[self.ply % len(players)]

    @property
    def name(self) -> str:
        """The name of the state: B2 is the second state one move below the root."""
        return self.tree.name(self.index)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and other.tree is self.tree
            and other.index == self.index
        )

    def __hash__(self) -> int:
        return hash((id(self.tree), self.index))

    def __repr__(self) -> str:
        return f"<State {self.name}, {self.to_move} to move>"


def ply_letters(ply: int) -> str:
    """Return the letters of a ply: A to Z, then AA, AB and so on."""
    last = chr(ord("A") + ply % 26)
    return last if ply < 26 else ply_letters(ply // 26 - 1) + last
