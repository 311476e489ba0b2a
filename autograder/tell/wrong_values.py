"""Says where a wrong value comes from.

It is found among the values that the student's own functions returned.
"""

from collections.abc import Collection, Mapping, Sequence
from math import inf, isnan

from autograder.core.limits import LARGEST_EXACT, LONGEST_NAME
from autograder.core.sandbox.outcome import Returned
from autograder.core.sentences import sentence
from autograder.core.text import visible, visible_name
from autograder.tell.search_passes import ancestor, is_maximizing, shown
from reference.game import Value
from reference.interfaces import (
    exact_values,
    is_judged_in_part,
    is_negated,
    load,
    searched_tree,
)
from reference.problem import Answer, Observation, Problem


def describe_value(
    problem: Problem,
    expected: Observation,
    observed: Observation,
    first_wrong: str | None = None,
    *,
    by_hand: bool = False,
    asks: bool = True,
) -> str | None:
    """Say where a wrong value after right visits may come from; None if unknown.

    first_wrong: the sentence about the first wrong value, if there is one. by_hand: say
    nothing of a program, as there is none. asks: also ask where in the program it comes
    from.
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
    asks = asks and not by_hand
    return _describe_origin(problem, expected, observed, number, start, asks=asks)


def describe_answer(
    problem: Problem, right: Answer, returned: Answer, unneeded: Collection[int]
) -> str:
    """Set a wrong answer beside the right one.

    Of two actions also say why, if it is known: the returned one is none, or is worth
    less, or as much and comes later. unneeded: leaves whose values are not shown.
    """
    parts = {
        "due": visible_name(shown(right), LONGEST_NAME),
        "found": visible_name(shown(returned), LONGEST_NAME),
    }
    if not isinstance(right, str) or not isinstance(returned, str):
        return sentence("divergence", "other answer", **parts)
    answer = sentence("divergence", "other action", **parts)
    why = _why_not(problem, right, returned, parts, unneeded)
    return f"{answer} {why}" if why else answer


def _why_not(
    problem: Problem,
    right: str,
    returned: str,
    parts: Mapping[str, str],
    unneeded: Collection[int],
) -> str:
    """Say why an action at the root is not the right one; "" if it is not known."""
    tree = problem.tree
    actions = {tree.name(child): child for child in tree.children(0)}
    if right not in actions:
        return ""
    if returned not in actions:
        return sentence(
            "divergence", "no action at the root", root=tree.name(0), **parts
        )
    if unneeded or load(problem.interface).negated:
        return ""
    exact = exact_values(problem)
    value, lesser = exact[actions[right]], exact[actions[returned]]
    if value is None or lesser is None:
        return ""
    if value == lesser:
        number = _visible_number(value)
        is_first = actions[right] < actions[returned]
        tie = sentence("divergence", "equal actions", value=number, **parts)
        return tie if is_first else ""
    return sentence(
        "divergence",
        "worth of actions",
        value=_visible_number(value),
        lesser=_visible_number(lesser),
        **parts,
    )


def _describe_origin(
    problem: Problem,
    expected: Observation,
    observed: Observation,
    number: str,
    start: str,
    *,
    asks: bool,
) -> str:
    """Name the leaf that has a wrong value, and ask a program where it comes from.

    No leaf is named if the value may come from elsewhere: if several leaves have it, or
    the window that the search begins with. number: the value as it is told. start: the
    sentence about it.
    """
    leaves = _leaves_of_value(problem, expected, observed)
    question = "where it comes from"
    if not leaves:
        about_value = f"{start} {sentence('divergence', 'value of no leaf')}"
    elif len(leaves) > 1 or observed.value in _given_numbers(problem):
        about_value = start
    else:
        (leaf,) = leaves
        parts = {"value": number, "leaf": problem.tree.name(leaf)}
        if is_judged_in_part(problem, expected):
            about_value = sentence("divergence", "value of a leaf, first pass", **parts)
        elif is_negated(problem, leaf) and observed.value != problem.tree.values[leaf]:
            about_value = sentence("divergence", "value of a leaf to MIN", **parts)
        else:
            about_value = sentence("divergence", "value of a leaf", **parts)
        question = "other values"
    return f"{about_value} {sentence('divergence', question)}" if asks else about_value


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


def _given_numbers(problem: Problem) -> set[Value | None]:
    """Return the numbers that a search is given beside its tree."""
    guess, epsilon = problem.guess, problem.epsilon
    given: set[Value | None] = {*problem.window, guess, epsilon}
    if guess is not None and epsilon is not None:
        given |= {guess - epsilon, guess + epsilon}
    if load(problem.interface).negated:
        given |= {-number for number in problem.window}
    return given


def _leaves_of_value(
    problem: Problem, expected: Observation, observed: Observation
) -> list[int]:
    """Return the visited leaves that have the value that was returned."""
    drawn_values = problem.tree.values
    seen_values = searched_tree(problem).values  # negated in negamax if MIN moves
    answers = {}
    if problem.isolate:
        answers = {call.node: call.value for call in expected.calls}
    return [
        leaf
        for leaf in observed.visited
        if observed.value in (drawn_values[leaf], seen_values[leaf], answers.get(leaf))
    ]


def describe_first_wrong(
    problem: Problem,
    looks: Sequence[int],
    returned: Sequence[Returned],
    *,
    at_end: bool = False,
) -> str | None:
    """Name the call whose value first went wrong; return None if it is unknown.

    A returned value is compared with the right one for its node and the window that it
    was called with. Only sure sentences are returned: none about a value with its sign
    turned, a window that is no number, or a child whose value is unknown.

    returned: the student's calls in the order in which they ended. at_end: only if it
    is that of a state where the search ends.
    """
    exact = exact_values(problem)
    returned = _above_the_depth(problem, returned)
    for call in returned:
        right = exact[call.node]
        if right and call.value == -right and _ends_at(problem, call.node):
            return None  # a mistake, or all values may be meant with the other sign
    for call in returned:
        right = exact[call.node]
        if right is None or call.value is None or isnan(call.alpha) or isnan(call.beta):
            return None
        if not _is_right(call.value, right, call.alpha, call.beta):
            if at_end and not _ends_at(problem, call.node):
                return None
            return _describe_wrong_call(problem, call, right, looks)
    return None


def _is_right(value: Value, right: Value, alpha: Value, beta: Value) -> bool:
    """Return whether a call may return `value` at a node whose value is `right`."""
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
    right_value = shown(right)
    if load(problem.interface).negated:
        return sentence(
            "divergence",
            "wrong at the end, negamax",
            right=right_value,
            mover=mover,
            **parts,
        )
    return sentence("divergence", "wrong at the end", right=right_value, **parts)


def _describe_children(
    problem: Problem, call: Returned, looks: Sequence[int], parts: Mapping[str, str]
) -> str | None:
    """Name the value of its children that a call should return.

    Return None if it is unknown, and if the call did return it: then its window is
    wrong, and that came from elsewhere. A leaf that no call is known to have returned
    may have been looked at by a helper, and have gone wrong there: so the call is not
    the first then, and in negamax the sign that it came back with is not known. parts:
    of the sentence, about the call.
    """
    tree, negated = problem.tree, load(problem.interface).negated
    values = _values_of_children(problem, call, looks)
    called = {child for child, _ in call.below}
    are_all_called = values.keys() <= called
    if negated and not are_all_called:
        return None
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
    if not are_all_called:
        situation = LOOKED_AT[situation]
    return sentence("divergence", situation, equation=equation, **parts)


LOOKED_AT: Mapping[str, str] = {
    "wrong, greatest": "looked at, greatest",
    "wrong, smallest": "looked at, smallest",
    "wrong, only child": "looked at, only child",
}
"""By the name of a sentence about the first wrong call, that about a call which is only
the first one known to be wrong."""


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


def _above_the_depth(
    problem: Problem, returned: Sequence[Returned]
) -> Sequence[Returned]:
    """Return the calls of nodes down to the depth at which the search ends.

    A search that goes on too long has not gone wrong by its values further down.
    """
    depth, ply = problem.depth, problem.tree.ply
    if depth is None:
        return returned
    return [call for call in returned if ply(call.node) <= depth]


def _visible_number(value: Value | None) -> str:
    return visible(shown(value), LONGEST_NAME)
