"""A trial: a search, its right results, and its tree, whose looks are watched."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, NamedTuple

from reference.game import Looks, Tree, Value


class RightLooks(NamedTuple):
    """The looks that a right search makes, in order, as `reference.interfaces` says.

    goes_on: whether it has to look further after them, at any leaves. counts_again:
    whether to come back to a node is a look, too, except twice in a row.
    """

    nodes: tuple[int, ...]
    goes_on: bool = False
    counts_again: bool = False

    def allow(self, index: int, node: int) -> bool:
        """Return whether a look may come after so many others."""
        if index < len(self.nodes):
            return self.nodes[index] == node
        return self.goes_on

    def are_made(self, looks: Sequence[int]) -> bool:
        """Return whether a search that ended with some looks has made these."""
        first = len(self.nodes)
        goes_on = len(looks) > first
        return tuple(looks[:first]) == self.nodes and goes_on == self.goes_on

    def share(self, looks: int) -> float:
        """Return how much is done when so many looks are right.

        The answer counts as one more.
        """
        most = len(self.nodes) + self.goes_on
        return min(looks, most) / (most + 1)


class Trial(NamedTuple):
    """A search, and which looks and answers judging accepts as right."""

    tree: Tree
    function: str
    arguments: tuple[Any, ...]
    forms: tuple[RightLooks, ...]
    """The looks of each right form."""
    low: Any
    high: Any
    ends_only: bool
    """Whether low and high alone are right, and no number between them."""
    lost: bool
    """Whether every action has the worst value."""
    known: dict[str, Any]
    """Facts that a course's adapter may use, under names of its own."""

    @property
    def values(self) -> list[Value]:
        """Return the values of the tree's nodes that have one."""
        return [value for value in self.tree.values if value is not None]

    @property
    def is_finite(self) -> bool:
        """Return whether the tree has no infinite value."""
        return all(map(isfinite, self.values))

    @property
    def has_cutoff(self) -> bool:
        """Return whether a right search leaves out a leaf behind one it looks at."""
        return any(map(self._cut_off_by, self.forms))

    def _cut_off_by(self, right_looks: RightLooks) -> bool:
        first_children = {*self.tree.first_child}
        for node in right_looks.nodes:
            sibling = node + 1
            if sibling in first_children or not self.tree.is_leaf(sibling):
                continue
            if sibling not in right_looks.nodes:
                return True
        return False

    def accepts(self, answer: Any) -> bool:
        """Return whether an answer is right."""
        is_text = isinstance(answer, str)
        is_plain = type(answer) in (int, float, bool, str)
        if not is_plain or is_text != isinstance(self.low, str):
            return False
        if self.ends_only:
            return answer in (self.low, self.high)
        return bool(self.low <= answer <= self.high)


class WrongLook(BaseException):
    """Raised in a program that looks at a leaf that no right search looks at then."""


class WatchedLooks(Looks):
    """The looks of a search that count, which is stopped at the first wrong one."""

    def __init__(self, tree: Tree, forms: tuple[RightLooks, ...]) -> None:
        """Watch searches of a tree. forms: the looks of each right form."""
        super().__init__(tree)
        self._forms = forms
        self._counts_again = any(looks.counts_again for looks in forms)
        self.stops = True
        """Whether a wrong look stops the search."""
        self.looks_again = False
        """Whether it comes back to a leaf after another, if that does not count."""
        self._last = -1

    def begin(self) -> None:
        """Forget the search before."""
        self.nodes.clear()
        self.looks_again = False
        self._last = -1

    def look(self, node: int) -> Value | None:
        """Return the value of a node, and note the look if it counts."""
        if node != self._last:
            if self._counts_again or node not in self.nodes:
                self._count(node)
            else:
                self.looks_again = True
        self._last = node
        return self.tree.values[node]

    def _count(self, node: int) -> None:
        is_right = self._allows(node)
        self.nodes.append(node)
        if self.stops and not is_right:
            raise WrongLook

    def _allows(self, node: int) -> bool:
        index = len(self.nodes)
        return any(form.allow(index, node) for form in self._forms)

    def may_look(self, node: int) -> bool:
        """Return whether a search may look at a node without being stopped.

        A look that does not count stops no search.
        """
        counts = node != self._last and (self._counts_again or node not in self.nodes)
        return not counts or self._allows(node)

    def is_done_with(self, node: int) -> bool:
        """Return whether a right search looks nowhere below a node from here on.

        It is a search that has made the same looks, if there is any.
        """
        made = len(self.nodes)
        alike = [form for form in self._forms if form.nodes[:made] == tuple(self.nodes)]
        for form in alike or self._forms:
            left = form.nodes[made:]
            ancestors = [common_ancestor(self.tree, leaf, node) for leaf in left]
            if form.goes_on or node in ancestors:
                return False
        return True


def common_ancestor(tree: Tree, first: int, second: int) -> int:
    """Return the lowest node that two nodes are below; a node is below itself, too."""
    while first != second:
        # A node has a higher number than its parent.
        first, second = min(first, second), tree.parent(max(first, second))
    return first


class TriedTree(Tree):
    """A trial's tree, made once for all searches of it, of which there are thousands.

    It keeps the names of its nodes, and gives each search the same looks.
    """

    _names: dict[range, list[str]]
    _looks: WatchedLooks

    def __init__(self, trial: Trial) -> None:
        """Copy the tree of a trial."""
        tree = trial.tree
        super().__init__(tree.child_counts, tree.values, tree.players, tree.own_names)
        vars(self).update(_names={}, _looks=WatchedLooks(self, trial.forms))

    def new_looks(self) -> WatchedLooks:
        """Return the looks of this tree, which each search clears when it begins."""
        return self._looks

    def names(self, nodes: range) -> list[str]:
        """Return the names of neighbours in one ply."""
        if nodes not in self._names:
            self._names[nodes] = super().names(nodes)
        return self._names[nodes]


class WatchedTrial(NamedTuple):
    """A trial, and the looks of the searches that are made for it."""

    trial: Trial
    looks: WatchedLooks


def watched(trial: Trial) -> WatchedTrial:
    """Return a trial with the looks of its tree."""
    return WatchedTrial(trial, TriedTree(trial).new_looks())
