"""Works out the values, or bounds of values, that the looks of a search prove.

A node of which a leaf was never looked at may have a greater value, or a smaller one,
than the search returned there: z = min(2, x, y) is at most 2. The leaves that were
looked at decide it, so it can be told of any search: the value of a node is at least
the one it had if all other leaves were -inf, and at most the one it had if they were
inf.
"""

from collections.abc import Iterable
from math import inf
from typing import Literal, NamedTuple

from reference.game import Value
from reference.interfaces import is_negated
from reference.problem import Call, Observation, Problem

Meaning = Literal["exactly", "at most", "at least"]
"""The meaning of a returned value: the node's is exactly that, at most, or at least."""


class Proved(NamedTuple):
    """The result of a right search at a node, as MAX sees it, and its meaning."""

    value: Value
    meaning: Meaning


class Proof:
    """The bounds that the looks of a search prove for nodes, look after look."""

    def __init__(self, problem: Problem, looks: Iterable[int] = ()) -> None:
        """Begin with some looks."""
        self._problem = problem
        self._tree = tree = problem.tree
        self._frontier = frozenset(tree.leaves(depth=problem.depth))
        self._least: list[Value] = [-inf] * len(tree)
        self._greatest: list[Value] = [inf] * len(tree)
        for leaf in looks:
            self.look(leaf)

    def look(self, leaf: int) -> None:
        """Add a look at a leaf. Nodes that end no right search prove nothing."""
        value = self._tree.values[leaf]
        if leaf not in self._frontier or value is None:
            return
        self._least[leaf] = self._greatest[leaf] = value
        node = leaf
        while node:
            node = self._tree.parent(node)
            best = max if self._tree.player(node) == "MAX" else min
            children = self._tree.children(node)
            self._least[node] = best(self._least[child] for child in children)
            self._greatest[node] = best(self._greatest[child] for child in children)

    def meaning(self, call: Call) -> Meaning | None:
        """Return the meaning of a call's value; None if it has none yet.

        That is so, too, if it is wrong. For a value beyond the window fail-hard returns
        an end of it, which is then a bound.
        """
        seen_by_max = _seen_by_max(self._problem, call)
        if seen_by_max is None:
            return None
        value, alpha, beta = seen_by_max
        least, greatest = self._least[call.node], self._greatest[call.node]
        if least == value == greatest:
            return "exactly"
        if value == greatest or greatest < value == alpha:
            return "at most"
        if value == least or beta == value < least:
            return "at least"
        return None


def proved_values(problem: Problem, observation: Observation) -> dict[int, Proved]:
    """Return the values and bounds that a right search proved, by their nodes.

    Of several calls at a node the last counts.

    If one function is judged alone, there is the root alone: the values of its children
    were given, and may be bounds, so its window decides.
    """
    proof = Proof(problem, observation.looks)
    proved: dict[int, Proved] = {}
    for call in observation.calls:
        meaning = proof.meaning(call)
        if problem.isolate is not None:
            meaning = _meaning_by_window(problem, call) if call.node == 0 else None
        seen_by_max = _seen_by_max(problem, call)
        if meaning is not None and seen_by_max is not None:
            proved[call.node] = Proved(seen_by_max[0], meaning)
    return proved


def _seen_by_max(problem: Problem, call: Call) -> tuple[Value, Value, Value] | None:
    """Return the value, alpha and beta of a call as MAX sees them.

    Return None if it has no value: an action is none.
    """
    if call.value is None or isinstance(call.value, str):
        return None
    if is_negated(problem, call.node):
        return -call.value, -call.beta, -call.alpha
    return call.value, call.alpha, call.beta


def _meaning_by_window(problem: Problem, call: Call) -> Meaning | None:
    """Return the meaning of a right search's value if only its window is known."""
    seen_by_max = _seen_by_max(problem, call)
    if seen_by_max is None:
        return None
    value, alpha, beta = seen_by_max
    if value <= alpha:
        return "at most"
    return "at least" if value >= beta else "exactly"
