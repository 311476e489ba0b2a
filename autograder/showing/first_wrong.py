"""Finds the node at which a search's value first went wrong, by what the student's own functions returned.

A returned value is held against what is right for its node and the window that it was called with. It says something
only of programs whose functions call themselves by the interface's names, and of these only what is sure: of a value
with its sign turned, a window that is no number, or a child of which nothing is known, it says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from autograder.limits import LONGEST_NAME
from autograder.sandbox import Returned
from autograder.showing.divergence import maximizing, shown
from autograder.text import visible
from reference.game import Value
from reference.interfaces import exact_values, load, searched_tree
from reference.problem import Problem


def first_wrong(problem: Problem, looks: Sequence[int], returned: Sequence[Returned]) -> str | None:
    """Where the value first went wrong, in a sentence; None where that cannot be seen.

    looks: what the search looked at. returned: the calls of the student's functions, in the order in which they ended.
    """
    exact = exact_values(problem)
    if any(_turned(problem, call, exact[call.node]) for call in returned):
        return None
    for call in returned:
        right = exact[call.node]
        if call.value is None or right is None or isnan(call.alpha) or isnan(call.beta):
            return None
        if not _is_right(call, call.value, right):
            return _at_leaf(problem, call, right) if _ends_at(problem, call.node) else _at_node(problem, call, looks)
    return None


def _turned(problem: Problem, call: Returned, right: Value | None) -> bool:
    """Whether a leaf's value has its sign turned: it may be a mistake, or the values of all nodes may be meant so."""
    return bool(right and _ends_at(problem, call.node) and call.value == -right)


def _is_right(call: Returned, value: Value, right: Value) -> bool:
    """Whether a value is right for a call: the node's own or, outside the window, any bound on the right side of it."""
    if call.alpha >= call.beta:
        return True  # nothing could come of it
    return value == right or (right <= call.alpha >= value) or (right >= call.beta <= value)


def _ends_at(problem: Problem, node: int) -> bool:
    tree = problem.tree
    return tree.is_leaf(node) or tree.ply(node) == problem.depth


def _at_leaf(problem: Problem, call: Returned, right: Value) -> str:
    whom = f" to {problem.tree.player(call.node)}" if load(problem.interface).negated else ""
    leaf = f"The value first went wrong at {problem.tree.name(call.node)}, where the search ends"
    return f"{leaf}: your {call.function} returned {_number(call.value)} there, and it is worth {shown(right)}{whom}."


def _at_node(problem: Problem, call: Returned, looks: Sequence[int]) -> str | None:
    tree = problem.tree
    came = _came_back(problem, call, looks)
    negated = load(problem.interface).negated
    values = {child: -value if negated else value for child, value in came.items()}
    if not values:
        return None
    greatest = maximizing(problem, call.node)
    best = (max if greatest else min)(values, key=lambda child: values[child])
    if values[best] == call.value:
        return None  # its window is why, and that came from elsewhere
    where = f"The value first went wrong at {tree.name(call.node)}, where {tree.player(call.node)} moves"
    child = f"-{call.function}({tree.name(best)})" if negated else tree.name(best)
    child = f"{child} = {_number(values[best])}"
    if len(values) == 1:
        why = f"the only child it searched has {child}" if negated else f"{child} is the only child it searched"
    else:
        why = f"of the children it searched {child} is the {'greatest' if greatest else 'smallest'}"
    return f"{where}: your {call.function} returned {_number(call.value)} there, and {why}."


def _came_back(problem: Problem, call: Returned, looks: Sequence[int]) -> dict[int, Value]:
    """What came back from each child that a call searched; nothing where that is not known of all of them.

    A leaf may have been asked for its value by the call itself.
    """
    tree, values = problem.tree, searched_tree(problem).values
    children = tree.children(call.node)
    called: dict[int, Value] = {}
    for child, value in call.below:
        if child not in children or value is None or called.get(child, value) != value:
            return {}
        called[child] = value
    came = dict(called)
    for child, look in {(_above(problem, look, children.stop), look) for look in looks}:
        if child in children and child not in called:
            value = values[child]
            if value is None or child != look or not _ends_at(problem, child):
                return {}  # a look below where the search should end brought no value of the child's own
            came[child] = value
    return dict(sorted(came.items()))


def _above(problem: Problem, node: int, before: int) -> int:
    """The first node with a smaller number than `before` on the way from a node to the root; it may be the node."""
    while node >= before:
        node = problem.tree.parent(node)
    return node


def _number(value: Value | None) -> str:
    return visible(shown(value), LONGEST_NAME)
