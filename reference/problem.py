"""What is asked of a search, and what a search was seen to do: the records that everything else passes around."""

from math import inf
from typing import Literal, NamedTuple

from reference.game import Tree, Value

PruneWhen = Literal["alpha >= beta", "alpha > beta"]
Bound = Literal["fail-soft", "fail-hard", "either"]
Answer = Value | str
"""What a search returns: the value of its root or, from a decision, the name of an action."""


class Problem(NamedTuple):
    """One search: a tree, and how it is to be searched.

    window: alpha and beta at the root. depth: plies to search, None for all. guess, epsilon: of aspiration search.
    prune_when: the courses' two conventions. bound: what may be returned for a value outside the window.
    isolate: the one function that is judged, while the textbook's answers the calls of the others.
    """

    tree: Tree
    interface: str = "max_value/min_value"
    window: tuple[Value, Value] = (-inf, inf)
    depth: int | None = None
    guess: Value | None = None
    epsilon: Value | None = None
    prune_when: PruneWhen = "alpha >= beta"
    bound: Bound = "either"
    isolate: str | None = None

    @property
    def horizon(self) -> int | None:
        """The ply whose nodes end the search: the next one where one function is judged alone."""
        return self.depth if self.isolate is None else 1

    def is_closed(self, alpha: Value, beta: Value) -> bool:
        """Whether a search with a window need not look at anything: nothing could come of it."""
        return alpha >= beta if self.prune_when == "alpha >= beta" else alpha > beta


class Call(NamedTuple):
    """One call of a search's function: where, with which window, and what came back."""

    function: str
    node: int
    alpha: Value
    beta: Value
    value: Answer | None


class Observation(NamedTuple):
    """What a search did, whoever ran it: what it returned, and every look at a node's value, in order."""

    value: Answer
    looks: tuple[int, ...]
    calls: tuple[Call, ...] = ()
    no_action: bool = False
    """Whether it returned no action where that is as right as the first one, which then stands as its value."""

    @property
    def returned(self) -> Answer | None:
        """What it returned, as people are told it."""
        return None if self.no_action else self.value

    @property
    def visited(self) -> tuple[int, ...]:
        """The nodes looked at, in the order of the first look at each."""
        return tuple(dict.fromkeys(self.looks))

    def pruned(self, tree: Tree, depth: int | None = None) -> tuple[int, ...]:
        """The leaves of the tree, as deep as it was to be searched, that were never looked at, from left to right."""
        seen = set(self.looks)
        return tuple(leaf for leaf in tree.leaves(depth=depth) if leaf not in seen)
