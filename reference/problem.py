"""Records of a search's problem, and of its observation.

Everything else passes them around.
"""

from math import inf
from typing import Literal, NamedTuple

from reference.game import Tree, Value

PruneWhen = Literal["alpha >= beta", "alpha > beta"]
Bound = Literal["fail-soft", "fail-hard", "either"]
Answer = Value | str
"""The answer of a search: the root's value or, from a decision, an action's name."""


class Problem(NamedTuple):
    """One search: a tree, and the rules of the search.

    window: alpha and beta at the root. depth: plies to search, None for all.
    guess, epsilon: of aspiration search. prune_when: which of the courses' two
    conventions holds. bound: the answers allowed for a value outside the window.
    isolate: the one function that is judged; the textbook answers calls of the others.
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
        """The ply whose nodes end the search: 1 if one function is judged alone."""
        return self.depth if self.isolate is None else 1

    def is_closed(self, alpha: Value, beta: Value) -> bool:
        """Return whether nothing is left between alpha and beta.

        A search with such a window need not look at anything.
        """
        return alpha >= beta if self.prune_when == "alpha >= beta" else alpha > beta


class Call(NamedTuple):
    """One call of a search's function: its node, its window, and its answer."""

    function: str
    node: int
    alpha: Value
    beta: Value
    value: Answer | None


class Observation(NamedTuple):
    """The record of a search: its answer, and every look at a value, in order."""

    value: Answer
    looks: tuple[int, ...]
    calls: tuple[Call, ...] = ()
    no_action: bool = False
    """Whether it returned no action in a case in which that is right, too.

    Its value is then the first action, which would have been as right.
    """

    @property
    def returned(self) -> Answer | None:
        """The answer as people are told it: None for no action."""
        return None if self.no_action else self.value

    @property
    def visited(self) -> tuple[int, ...]:
        """The nodes looked at, in the order of the first look at each."""
        return tuple(dict.fromkeys(self.looks))

    def pruned(self, tree: Tree, depth: int | None = None) -> tuple[int, ...]:
        """Return the leaves that were never looked at, from left to right.

        depth: of the search; the nodes of that ply count as leaves, too.
        """
        visited = set(self.looks)
        return tuple(leaf for leaf in tree.leaves(depth=depth) if leaf not in visited)
