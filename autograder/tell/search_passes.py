"""The passes of the textbook's search, and the tests that cut off.

The sentences about a cutoff are made here, for reports, drawings and students' tests.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from autograder.core.sentences import sentence
from reference.game import Tree, Value
from reference.interfaces import load
from reference.problem import Call, Observation, Problem
from reference.proof import Meaning

SIGNS: Mapping[Meaning | None, str] = {"at most": "≤ ", "at least": "≥ "}
"""The sign before a value that is only a bound."""


class Moment(NamedTuple):
    """A node of the textbook's search, just after one of its children returned.

    alpha, beta: the window that the node began with. v: its best value so far.
    """

    node: int
    alpha: Value
    beta: Value
    child: int
    child_value: Value
    v: Value


class SearchPass(NamedTuple):
    """One pass of the textbook's search over a tree.

    visited: the leaves in the order of their visits. calls: by their nodes.
    """

    problem: Problem
    visited: tuple[int, ...]
    calls: Mapping[int, Call]

    def moment_after(self, child: int) -> Moment:
        """Return the state of the search at a child's parent when the child returned.

        The search must have called both.
        """
        tree = self.problem.tree
        node = tree.parent(child)
        call = self.calls[node]
        sign = -1 if load(self.problem.interface).negated else 1
        values: list[Value] = []
        for sibling in range(tree.first_child[node], child + 1):
            value = self.calls[sibling].value
            if isinstance(value, (int, float)):  # only a root returns an action
                values.append(sign * value)
        best = max if is_maximizing(self.problem, node) else min
        return Moment(node, call.alpha, call.beta, child, values[-1], best(values))

    def cutoffs(self) -> dict[int, Moment]:
        """Return the moments of all cutoffs, by the nodes that were left, in order."""
        moments: dict[int, Moment] = {}
        for node in self.calls:
            children = self.problem.tree.children(node)
            searched = [child for child in children if child in self.calls]
            if 0 < len(searched) < len(children):
                moments[node] = self.moment_after(searched[-1])
        return moments


class CutoffTest(NamedTuple):
    """The comparison of v with a bound. negation: the sign if it does not hold."""

    bound_name: str
    bound: Value
    sign: str
    negation: str


def shown(value: object) -> str:
    """Return a number as people write it: 3 for 3.0, inf for infinity."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def signed(value: str, meaning: Meaning | None) -> str:
    """Return a value as it stands beside a node: ≤ 2 if its value is at most 2."""
    return SIGNS.get(meaning, "") + value


def is_maximizing(problem: Problem, node: int) -> bool:
    """Return whether the search wants the greatest value at a node.

    In negamax it always does, as values are those of the side to move.
    """
    return load(problem.interface).negated or problem.tree.player(node) == "MAX"


def passes(problem: Problem, expected: Observation) -> list[SearchPass]:
    """Return the passes of the textbook's search.

    There are two if aspiration search begins again, at the root and its first leaf.
    """
    looks, calls = expected.looks, expected.calls
    if problem.epsilon is None or looks[0] not in looks[1:]:
        return [_search_pass(problem, looks, calls)]
    second_look = looks.index(looks[0], 1)
    second_call = max(index for index, call in enumerate(calls) if call.node == 0)
    return [
        _search_pass(problem, looks[:second_look], calls[:second_call]),
        _search_pass(problem, looks[second_look:], calls[second_call:]),
    ]


def _search_pass(
    problem: Problem, looks: Sequence[int], calls: Sequence[Call]
) -> SearchPass:
    visited = tuple(dict.fromkeys(looks))
    return SearchPass(problem, visited, {call.node: call for call in calls})


def describe_cutoff(problem: Problem, moment: Moment) -> str:
    """Return the cutoff test that held at a node, such as "v = 2 ≤ alpha = 3"."""
    if problem.is_closed(moment.alpha, moment.beta):  # the call ended on entry
        return sentence(
            "cutoff",
            "on entry",
            alpha=shown(moment.alpha),
            sign="≥" if problem.prune_when == "alpha >= beta" else ">",
            beta=shown(moment.beta),
        )
    test = cutoff_test(problem, moment)
    return sentence(
        "cutoff",
        "test",
        v=shown(moment.v),
        sign=test.sign,
        name=test.bound_name,
        bound=shown(test.bound),
    )


def describe_test(
    right: SearchPass, moment: Moment, *, next_leaf: str | None = None
) -> str:
    """Say how the cutoff test after a child came out.

    next_leaf: the name of the leaf that the search goes on to; None if it stops.
    """
    tree = right.problem.tree
    test = cutoff_test(right.problem, moment)
    parts = {
        "node": tree.name(moment.node),
        "name": test.bound_name,
        "bound": shown(test.bound),
        "child": tree.name(moment.child),
        "returned": shown(moment.child_value),
        "v": shown(moment.v),
    }
    if next_leaf is None:
        return sentence("cutoff", "stops", sign=test.sign, **parts)
    return sentence("cutoff", "goes on", sign=test.negation, next=next_leaf, **parts)


def cutoff_test(problem: Problem, moment: Moment) -> CutoffTest:
    """Return the comparison of v with beta at a MAX node, with alpha at a MIN node."""
    do_equal_bounds_prune = problem.prune_when == "alpha >= beta"
    if is_maximizing(problem, moment.node):
        sign, negation = ("≥", "<") if do_equal_bounds_prune else (">", "≤")
        return CutoffTest("beta", moment.beta, sign, negation)
    sign, negation = ("≤", ">") if do_equal_bounds_prune else ("<", "≥")
    return CutoffTest("alpha", moment.alpha, sign, negation)


def ancestor(tree: Tree, node: int, end: int) -> int:
    """Return a node, or its nearest ancestor, whose number is less than `end`."""
    while node >= end:
        node = tree.parent(node)
    return node
