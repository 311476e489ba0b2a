"""Game trees, and the states that a search sees of them.

The same file serves the reference, the process that runs a student's code and the student's own machine
(`./run_autograder handout` copies it), so a state answers alike everywhere. Students may have Python 3.8.

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


class Tree:
    """A game tree, stored flat in level order: node 0 is the root, then come its children, then theirs.

    The children of a node are therefore neighbours, and a node's number within its level is its place in the level.
    A tree never changes, so many searches may share one. What a search looks at stands in its `Looks`.
    """

    first_child: array[int]
    """The children of node i are the nodes first_child[i] up to, not including, first_child[i + 1]."""
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
        """child_counts, values: of each node in level order; a leaf has a utility, others a static evaluation or None.
        to_move: who begins, "MAX" or "MIN", or who moves at each ply, over and over, such as ("MAX", "MIN", "MIN").
        names: of the nodes that have one of their own.
        """
        first_child = array("I", accumulate(child_counts, initial=1))
        level_start = [0, 1]
        # A level ends where the children of its last node end.
        while level_start[-1] < len(first_child) - 1:
            level_start.append(first_child[level_start[-1]])
        both = {"MAX": ("MAX", "MIN"), "MIN": ("MIN", "MAX")}
        vars(self).update(
            first_child=first_child,
            level_start=tuple(level_start),
            values=tuple(values),
            players=both[to_move] if isinstance(to_move, str) else tuple(to_move),
            own_names=dict(names or {}),
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(
            f"a tree stays as it was made, so its {name} cannot be set: make another tree"
        )

    @classmethod
    def from_nested(cls, nested: Any, to_move: str | Sequence[str] = "MAX") -> Tree:
        """The tree of a nested list: a number is a leaf, a list or {"value": …, "children": […]} an inner node."""
        child_counts: list[int] = []
        values: list[Value | None] = []
        queue = [nested]
        for node in queue:  # grows as it is walked, which makes the order level order
            value = node
            children: Sequence[Any] = ()
            if isinstance(node, dict):
                value, children = node.get("value"), node.get("children", ())
            elif isinstance(node, (list, tuple)):
                value, children = None, node
            child_counts.append(len(children))
            values.append(value)
            queue.extend(children)
        return cls(child_counts, values, to_move)

    def __len__(self) -> int:
        """The number of nodes."""
        return len(self.first_child) - 1

    @property
    def child_counts(self) -> array[int]:
        """For each node in level order, how many children it has."""
        return array("I", map(sub, self.first_child[1:], self.first_child))

    @property
    def root(self) -> State:
        """The state at the root, where a search begins whose looks are its own."""
        return State(self)

    def new_looks(self) -> Looks:
        """The looks of a search that begins."""
        return Looks(self)

    @property
    def depth(self) -> int:
        """The number of plies from the root to the deepest leaf."""
        return len(self.level_start) - 2

    def children(self, node: int) -> range:
        """The children of a node, from left to right."""
        return range(self.first_child[node], self.first_child[node + 1])

    def is_leaf(self, node: int) -> bool:
        """Whether a node has no children."""
        return self.first_child[node] == self.first_child[node + 1]

    def parent(self, node: int) -> int:
        """The parent of a node that is not the root."""
        return bisect_right(self.first_child, node) - 1

    def ply(self, node: int) -> int:
        """The number of moves from the root to a node."""
        return bisect_right(self.level_start, node) - 1

    def player(self, node: int) -> str:
        """Who moves at a node, "MAX" or "MIN"."""
        return self.players[self.ply(node) % len(self.players)]

    def leaves(self, below: int = 0, depth: int | None = None) -> Iterator[int]:
        """The leaves below a node, from left to right. With a depth, the nodes of that ply end the tree too."""
        horizon = (
            len(self)
            if depth is None or depth > self.depth
            else self.level_start[depth]
        )
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
        twice_round = self.players * 2
        return all(
            player != after for player, after in zip(twice_round, twice_round[1:])
        )

    def cut(self, depth: int) -> Tree:
        """The tree with the nodes of a ply as its leaves. Its nodes keep their numbers."""
        if depth >= self.depth:
            return self
        first, count = self.level_start[depth : depth + 2]
        child_counts = [
            len(self.children(node)) if node < first else 0 for node in range(count)
        ]
        names = {node: name for node, name in self.own_names.items() if node < count}
        return Tree(child_counts, self.values[:count], self.players, names)

    def with_values(self, values: Sequence[Value | None]) -> Tree:
        """The same tree with other values."""
        tree = Tree.__new__(Tree)
        vars(tree).update(vars(self), values=tuple(values))
        return tree

    def name(self, node: int) -> str:
        """A node's own name, or a letter for its ply and its number in that ply: A1; B1 B2 B3; C1 …"""
        return self.names(range(node, node + 1))[0]

    def names(self, nodes: range) -> list[str]:
        """The names of neighbours in one ply."""
        ply = self.ply(nodes.start)
        letters, before = ply_letters(ply), self.level_start[ply] - 1
        return [
            self.own_names.get(node) or f"{letters}{node - before}" for node in nodes
        ]

    def node(self, name: object) -> int | None:
        """The node with a name, or None where there is none."""
        return next(
            (node for node in range(len(self)) if self.name(node) == name), None
        )


class Looks:
    """One search's looks at the values of a tree: `nodes` has each, in order, as often as it was looked at."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.nodes: list[int] = []

    @property
    def root(self) -> State:
        """The state at the root of the tree; what is asked of it and of those below it is looked at here."""
        return State(self.tree, looks=self)

    @property
    def leaf_values(self) -> LeafValues:
        """The values of the leaves of a complete tree, as a sequence whose reads are looks."""
        return LeafValues(self)

    def look(self, node: int) -> Value | None:
        """The value at a node, noting that it was looked at."""
        self.nodes.append(node)
        return self.tree.values[node]


class LeafValues(Sequence):  # type: ignore[type-arg] # Sequence[Value] is no class before Python 3.9
    """The utilities of the leaves in the last ply, to be read like a list. Each element that is touched is a look."""

    def __init__(self, looks: Looks) -> None:
        self.tree = looks.tree
        self._looks = looks
        self._nodes = range(self.tree.level_start[-2], len(self.tree))

    def __len__(self) -> int:
        return len(self._nodes)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[place] for place in range(len(self))[index]]
        try:
            node = self._nodes[index]
        except IndexError:
            raise IndexError(f"there are only {len(self)} leaves") from None
        return self._looks.look(node)

    def __repr__(self) -> str:
        return f"<the values of {len(self)} leaves>"


class State:
    """A position in the game: what a search may ask of it."""

    __slots__ = ("_moves", "index", "looks", "ply", "tree")

    def __init__(
        self, tree: Any, index: int = 0, ply: int = 0, looks: Looks | None = None
    ) -> None:
        """tree: a `Tree` or a nested list of numbers. looks: of the search that came here, or else of a new one."""
        if looks is None:
            tree = tree if isinstance(tree, Tree) else Tree.from_nested(tree)
            looks = tree.new_looks()
        self.tree: Tree = tree
        self.looks = looks
        self.index = index
        self.ply = ply
        self._moves: dict[str, int] = {}

    def is_terminal(self) -> bool:
        """Whether the game is over here."""
        first_child = self.tree.first_child
        return first_child[self.index] == first_child[self.index + 1]

    def utility(self) -> Value:
        """The value of a terminal state. Looking is counted: each look is one visit to this leaf."""
        if not self.is_terminal():
            raise ValueError(
                f"{self.name} is not terminal, so it has no utility: only the end of a game has one"
            )
        return self.evaluate()

    def evaluate(self) -> Value:
        """The static evaluation of a state, for depth-limited search; of a terminal state, its utility."""
        value = self.looks.look(self.index)
        if value is None:
            raise ValueError(
                f"{self.name} has no static evaluation: this game is searched to its leaves"
            )
        return value

    def actions(self) -> list[str]:
        """The moves that are possible here, in order. A move is called by the name of the state it leads to."""
        children = self.tree.children(self.index)
        self._moves = dict(zip(self.tree.names(children), children))
        return list(self._moves)

    def result(self, action: str) -> State:
        """The state that an action leads to."""
        if not self._moves:
            self.actions()
        try:
            return State(self.tree, self._moves[action], self.ply + 1, self.looks)
        except (KeyError, TypeError):
            moves = ", ".join(self._moves) or "none, as it is terminal"
            raise ValueError(
                f"{action!r} is not an action at {self.name}; its actions are: {moves}"
            ) from None

    def successors(self) -> list[tuple[str, State]]:
        """Each action with the state that it leads to, in order."""
        return list(zip(self.tree.names(self.tree.children(self.index)), self.children))

    @property
    def children(self) -> list[State]:
        """The states that one move leads to, in order."""
        tree, ply, looks = self.tree, self.ply + 1, self.looks
        return [State(tree, child, ply, looks) for child in tree.children(self.index)]

    @property
    def to_move(self) -> str:
        """Whose turn it is: "MAX" or "MIN"."""
        players = self.tree.players
        return players[self.ply % len(players)]

    @property
    def name(self) -> str:
        """The name of the state, such as B2: the second state one move below the root."""
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
    """The letters of a ply: A to Z, then AA, AB and so on."""
    return (
        chr(65 + ply) if ply < 26 else ply_letters(ply // 26 - 1) + chr(65 + ply % 26)
    )
