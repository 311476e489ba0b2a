"""Describes the first difference of a student's search from the textbook's.

The sentences about visits and calls follow from the textbook's calls with their
windows, so they name the numbers that decide. Those about a cutoff are also used by
pages and by students' tests. The first wrong value is found among the values that the
student's own functions returned.
"""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from math import inf, isnan
from typing import NamedTuple

from autograder.core.judging.judge import same_looks
from autograder.core.limits import LARGEST_EXACT, LONGEST_NAME
from autograder.core.sandbox.outcome import Returned
from autograder.core.sentences import sentence
from autograder.core.text import visible
from reference.game import Tree, Value
from reference.interfaces import (
    exact_values,
    is_judged_in_part,
    load,
    searched_tree,
)
from reference.problem import Answer, Call, Observation, Problem
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
    """Return a value as it stands beside a node: ≤ 2 if that is worth at most 2."""
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


# --- Visits ---


def describe_visits(
    problem: Problem,
    expected: Observation,
    looks: tuple[int, ...],
    *,
    returned: bool = True,
) -> str | None:
    """Describe the first difference of a student's visits; None if there is none.

    looks: the student's. returned: whether the student's search came to its end.
    """
    if expected.visited and not looks:
        return sentence("divergence", "no look") if returned else None
    right, *later_passes = passes(problem, expected)
    visited = load(problem.interface).due_looks(expected).counted(looks)
    agreeing = same_looks(visited, right.visited)
    is_student_done = agreeing == len(visited)
    is_right_done = agreeing == len(right.visited)
    if is_right_done and later_passes:  # right searches agree on the first pass alone
        return _describe_failed_window(right) if is_student_done and returned else None
    if not is_student_done:
        return _describe_other_look(right, visited, agreeing)
    if is_right_done or not returned:
        return None
    instead = sentence("divergence", "returned")
    return f"{_describe_right_look(right, right.visited[agreeing])} {instead}"


def _describe_failed_window(right: SearchPass) -> str:
    """Say that the search returned, though the tree has to be searched again."""
    root = right.calls[0]
    return sentence(
        "divergence",
        "second pass is due",
        value=shown(root.value),
        alpha=shown(root.alpha),
        beta=shown(root.beta),
    )


def _describe_other_look(
    right: SearchPass, visited: Sequence[int], agreeing: int
) -> str:
    """Name the right look in the place of the first one that does not agree.

    visited: by the student's search. agreeing: how many visits agree before it.
    """
    leaf = visited[agreeing]
    name = right.problem.tree.name(leaf)
    if leaf not in right.visited:
        missed_cutoff = _describe_missed_cutoff(right, leaf, agreeing)
        if missed_cutoff is not None:
            return missed_cutoff
    if agreeing < len(right.visited):
        instead = sentence("divergence", "looked", leaf=name)
        return f"{_describe_right_look(right, right.visited[agreeing])} {instead}"
    if right.problem.epsilon is None:
        is_over = sentence("cutoff", "over")
        return f"{is_over} {sentence('divergence', 'went on', leaf=name)}"
    if leaf in visited[:agreeing]:
        return sentence("divergence", "no second look", leaf=name)
    return sentence("divergence", "no second pass", leaf=name)


def _describe_missed_cutoff(right: SearchPass, leaf: int, agreeing: int) -> str | None:
    """Say that the search went on to a leaf that should have been cut off.

    Return None if that is not the case. agreeing: how many visits agree.
    """
    moment = _missed_cutoff(right, leaf, agreeing)
    if moment is None:
        return None
    went_on = sentence("divergence", "went on", leaf=right.problem.tree.name(leaf))
    return f"{describe_test(right, moment)} {went_on}"


def _missed_cutoff(right: SearchPass, leaf: int, agreeing: int) -> Moment | None:
    """Return the moment of the cutoff that a look at a leaf shows to be missed.

    Return None unless the node of that cutoff was left with the last look that agrees.
    agreeing: how many visits agree.
    """
    tree = right.problem.tree
    node = leaf
    while node and node not in right.calls:
        node = tree.parent(node)
    moment = right.cutoffs().get(node)
    if moment is None:
        return None
    visits_below = [
        visit
        for visit, look in enumerate(right.visited, 1)
        if ancestor(tree, look, node + 1) == node
    ]
    is_left_here = bool(visits_below) and visits_below[-1] == agreeing
    return moment if is_left_here else None


def _describe_right_look(right: SearchPass, leaf: int) -> str:
    """Name the right leaf and, if a test decided on it, how the test came out."""
    name = right.problem.tree.name(leaf)
    moment = _moment_before(right, leaf)
    if moment is not None:
        return describe_test(right, moment, next_leaf=name)
    if leaf == right.visited[0]:
        return sentence("cutoff", "first", leaf=name)
    return sentence("cutoff", "next", leaf=name)


def _moment_before(right: SearchPass, leaf: int) -> Moment | None:
    """Return the moment of the test that led on to a leaf; None if no test did."""
    tree = right.problem.tree
    node = leaf
    while node and node == tree.first_child[tree.parent(node)]:
        node = tree.parent(node)
    if node and node - 1 in right.calls and tree.parent(node) in right.calls:
        return right.moment_after(node - 1)
    return None


def has_equal_bounds_at_parting(
    problem: Problem, expected: Observation, looks: tuple[int, ...]
) -> bool:
    """Return whether v equals the bound in the test at which a search goes wrong.

    looks: the student's; they differ from the textbook's.
    """
    right, *_ = passes(problem, expected)
    visited = load(problem.interface).due_looks(expected).counted(looks)
    agreeing = same_looks(visited, right.visited)
    moment: Moment | None = None
    if agreeing < len(visited) and visited[agreeing] not in right.visited:
        moment = _missed_cutoff(right, visited[agreeing], agreeing)
    if moment is None and agreeing < len(right.visited):
        moment = _moment_before(right, right.visited[agreeing])
    return moment is not None and moment.v == _cutoff_test(problem, moment).bound


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
    test = _cutoff_test(problem, moment)
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
    test = _cutoff_test(right.problem, moment)
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


def _cutoff_test(problem: Problem, moment: Moment) -> CutoffTest:
    do_equal_bounds_prune = problem.prune_when == "alpha >= beta"
    if is_maximizing(problem, moment.node):
        sign, negation = ("≥", "<") if do_equal_bounds_prune else (">", "≤")
        return CutoffTest("beta", moment.beta, sign, negation)
    sign, negation = ("≤", ">") if do_equal_bounds_prune else ("<", "≥")
    return CutoffTest("alpha", moment.alpha, sign, negation)


# --- Calls ---


def describe_calls(
    problem: Problem, right_calls: Sequence[Call], made: Sequence[Call]
) -> str | None:
    """Describe the first difference of a student's calls; None if there is none.

    Needed only if one function is judged alone.
    """
    for right_call, call in zip_longest(right_calls, made):
        if call is None:
            return sentence(
                "divergence",
                "call is missing",
                function=right_call.function,
                node=problem.tree.name(right_call.node),
            )
        name = problem.tree.name(call.node)
        if right_call is None or right_call.node != call.node:
            return sentence(
                "divergence",
                "call too many",
                function=call.function,
                node=name,
                alpha=shown(call.alpha),
                beta=shown(call.beta),
            )
        right_bounds, bounds = _different_bounds(right_call, call)
        if bounds:
            return sentence(
                "divergence",
                "other window",
                function=call.function,
                node=name,
                due=", ".join(right_bounds),
                given=", ".join(bounds),
            )
    return None


def _different_bounds(right_call: Call, call: Call) -> tuple[list[str], list[str]]:
    """Return the bounds of two calls that differ, as phrases."""
    right_bounds: list[str] = []
    bounds: list[str] = []
    if right_call.alpha != call.alpha:
        right_bounds.append(f"alpha = {shown(right_call.alpha)}")
        bounds.append(f"alpha = {shown(call.alpha)}")
    if right_call.beta != call.beta:
        right_bounds.append(f"beta = {shown(right_call.beta)}")
        bounds.append(f"beta = {shown(call.beta)}")
    return right_bounds, bounds


# --- Values ---


def describe_value(
    problem: Problem,
    expected: Observation,
    observed: Observation,
    first_wrong: str | None = None,
    *,
    by_hand: bool = False,
) -> str | None:
    """Say where a wrong value after right visits may come from; None if unknown.

    first_wrong: the sentence about the first wrong value, if there is one. by_hand: say
    nothing of a program, as there is none.
    """
    right, value = expected.value, observed.value
    if isinstance(right, str) or isinstance(value, str):
        return first_wrong
    if value != value:  # nan; isnan breaks on an int that no double can hold
        return first_wrong
    number = _visible_number(value)
    if not by_hand and _may_be_infinity(value, right):
        about_infinity = sentence("divergence", "finite infinity", value=number)
        return f"{about_infinity} {first_wrong}" if first_wrong else about_infinity
    of_first_pass = is_judged_in_part(problem, expected)
    start = sentence("divergence", "right leaves", value=number)
    if of_first_pass:
        start = sentence("divergence", "right leaves, first pass", value=number)
    if first_wrong:
        return f"{start} {first_wrong}"
    # A best value begins with an infinity, so that is no right value with a lost sign.
    is_negated = value == -right and abs(value) < inf
    if is_negated and value not in _values_for_the_root(problem, expected, observed):
        return f"{start} {sentence('divergence', 'only the sign')}"
    return _describe_origin(problem, expected, observed, number, start, by_hand=by_hand)


def _describe_origin(
    problem: Problem,
    expected: Observation,
    observed: Observation,
    number: str,
    start: str,
    *,
    by_hand: bool,
) -> str:
    """Name the leaf that has a wrong value, and ask a program where it comes from.

    number: the value as it is told. start: the sentence about it.
    """
    leaf = _leaf_of_value(problem, expected, observed)
    if leaf is None:
        about_value = f"{start} {sentence('divergence', 'value of no leaf')}"
        question = "where it comes from"
    else:
        of_first_pass = is_judged_in_part(problem, expected)
        about_value = sentence(
            "divergence",
            "value of a leaf, first pass" if of_first_pass else "value of a leaf",
            value=number,
            leaf=problem.tree.name(leaf),
        )
        question = "other values"
    return (
        about_value if by_hand else f"{about_value} {sentence('divergence', question)}"
    )


def _may_be_infinity(value: Value, right: Value) -> bool:
    """Return whether a wrong value may be the number that stands for infinity."""
    return LARGEST_EXACT < abs(value) < inf and abs(value) != abs(right)


def _values_for_the_root(
    problem: Problem, expected: Observation, observed: Observation
) -> set[Answer | None]:
    """Return the values of the visited leaves, with their signs in a right answer."""
    answers = {call.node: call.value for call in expected.calls}
    values: set[Answer | None] = set()
    if problem.isolate:
        values = {answers.get(leaf) for leaf in observed.visited}
    is_negated = load(problem.interface).negated and problem.tree.player(0) == "MIN"
    for leaf in observed.visited:
        value = problem.tree.values[leaf]
        if value is not None:
            values.add(-value if is_negated else value)
    return values


def _leaf_of_value(
    problem: Problem, expected: Observation, observed: Observation
) -> int | None:
    """Return the first visited leaf that has the value that was returned."""
    drawn_values = problem.tree.values
    seen_values = searched_tree(problem).values  # negated in negamax where MIN moves
    answers = {}
    if problem.isolate:
        answers = {call.node: call.value for call in expected.calls}
    for leaf in observed.visited:
        if observed.value in (drawn_values[leaf], seen_values[leaf], answers.get(leaf)):
            return leaf
    return None


def describe_first_wrong(
    problem: Problem, looks: Sequence[int], returned: Sequence[Returned]
) -> str | None:
    """Name the call whose value first went wrong; return None if it is unknown.

    A returned value is compared with the right one for its node and the window that it
    was called with. Only sure sentences are returned: none about a value with its sign
    turned, a window that is no number, or a child whose value is unknown.

    returned: the student's calls in the order in which they ended.
    """
    exact = exact_values(problem)
    for call in returned:
        right = exact[call.node]
        if right and call.value == -right and _ends_at(problem, call.node):
            return None  # a mistake, or all values may be meant with the other sign
    for call in returned:
        right = exact[call.node]
        if right is None or call.value is None or isnan(call.alpha) or isnan(call.beta):
            return None
        if not _is_right(call.value, right, call.alpha, call.beta):
            return _describe_wrong_call(problem, call, right, looks)
    return None


def _is_right(value: Value, right: Value, alpha: Value, beta: Value) -> bool:
    """Return whether a call may return a value for one that is worth another."""
    if value == right or alpha >= beta:  # nothing can come of an empty window
        return True
    # Outside the window any bound on the same side of it is right.
    fails_low = value <= alpha and right <= alpha
    fails_high = value >= beta and right >= beta
    return fails_low or fails_high


def _describe_wrong_call(
    problem: Problem, call: Returned, right: Value, looks: Sequence[int]
) -> str | None:
    """Name the right result of a call instead of its own; None if that is unknown."""
    mover = problem.tree.player(call.node)
    parts = {
        "node": problem.tree.name(call.node),
        "function": call.function,
        "value": _visible_number(call.value),
    }
    if not _ends_at(problem, call.node):
        return _describe_children(problem, call, looks, {**parts, "mover": mover})
    worth = shown(right)
    if load(problem.interface).negated:
        return sentence(
            "divergence", "wrong at the end, negamax", right=worth, mover=mover, **parts
        )
    return sentence("divergence", "wrong at the end", right=worth, **parts)


def _describe_children(
    problem: Problem, call: Returned, looks: Sequence[int], parts: Mapping[str, str]
) -> str | None:
    """Name the value of its children that a call should return.

    Return None if it is unknown, and if the call did return it: then its window is
    wrong, and that came from elsewhere. parts: of the sentence, about the call.
    """
    tree, negated = problem.tree, load(problem.interface).negated
    values = _values_of_children(problem, call, looks)
    if negated:
        values = {child: -value for child, value in values.items()}
    if not values:
        return None
    maximizes = is_maximizing(problem, call.node)
    pick = max if maximizes else min
    best = pick(values, key=lambda child: values[child])
    if values[best] == call.value:
        return None
    name = tree.name(best)
    term = f"-{call.function}({name})" if negated else name
    equation = f"{term} = {_visible_number(values[best])}"
    situation = "wrong, greatest" if maximizes else "wrong, smallest"
    if len(values) == 1:
        situation = "wrong, only child, negamax" if negated else "wrong, only child"
    return sentence("divergence", situation, equation=equation, **parts)


def _values_of_children(
    problem: Problem, call: Returned, looks: Sequence[int]
) -> dict[int, Value]:
    """Return the values that came back from the children that a call searched.

    A leaf that the call evaluated itself is one, too. Return {} if any is unknown.
    """
    tree = problem.tree
    children = tree.children(call.node)
    called: dict[int, Value] = {}
    for child, value in call.below:
        if child not in children or value is None or called.get(child, value) != value:
            return {}
        called[child] = value
    evaluations = searched_tree(problem).values
    evaluated: dict[int, Value] = {}
    for look in looks:
        child = ancestor(tree, look, children.stop)
        if child not in children or child in called:
            continue
        value = evaluations[child]
        # A look below where the search should end brought no value of the child's own.
        if value is None or child != look or not _ends_at(problem, child):
            return {}
        evaluated[child] = value
    return dict(sorted((called | evaluated).items()))


def _ends_at(problem: Problem, node: int) -> bool:
    return problem.tree.is_leaf(node) or problem.tree.ply(node) == problem.depth


def ancestor(tree: Tree, node: int, end: int) -> int:
    """Return a node, or its nearest ancestor, whose number is less than `end`."""
    while node >= end:
        node = tree.parent(node)
    return node


def _visible_number(value: Value | None) -> str:
    return visible(shown(value), LONGEST_NAME)
