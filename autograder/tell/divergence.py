"""Describes the first difference of a student's search from the textbook's.

The sentences about visits and calls follow from the textbook's calls with their
windows, so they name the numbers that decide.
"""

from collections.abc import Sequence
from itertools import zip_longest

from autograder.core.judging.judge import same_looks
from autograder.core.sentences import sentence
from autograder.tell.search_passes import (
    Moment,
    SearchPass,
    ancestor,
    cutoff_test,
    describe_test,
    passes,
    shown,
)
from reference.interfaces import load
from reference.problem import Call, Observation, Problem

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
    instead = sentence("divergence", "no further look")
    return f"{_describe_right_look(right, right.visited[agreeing])} {instead}"


def parts_in_first_of_two_passes(
    problem: Problem, expected: Observation, looks: tuple[int, ...]
) -> bool:
    """Return whether a search goes wrong in a pass after which another one is due.

    looks: the student's; they differ from the textbook's.
    """
    right, *later_passes = passes(problem, expected)
    visited = load(problem.interface).due_looks(expected).counted(looks)
    is_pass_done = same_looks(visited, right.visited) == len(right.visited)
    return bool(later_passes) and not is_pass_done


def lacks_second_pass(
    problem: Problem, expected: Observation, looks: tuple[int, ...]
) -> bool:
    """Return whether a first pass is right, and no look shows the second that is due.

    looks: the student's.
    """
    due = load(problem.interface).due_looks(expected)
    return due.goes_on and due.counted(looks) == due.nodes


def _describe_failed_window(right: SearchPass) -> str:
    """Say that no look followed, though the tree has to be searched again."""
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
        return f"{is_over} {sentence('divergence', 'looked, too', leaf=name)}"
    if leaf in visited[:agreeing]:
        return sentence("divergence", "no second look", leaf=name)
    return sentence("divergence", "no second pass", leaf=name)


def _describe_missed_cutoff(right: SearchPass, leaf: int, agreeing: int) -> str | None:
    """Say that the search looked at a leaf that should have been cut off.

    It may have looked there before, so it is not said to have gone on.
    Return None if that is not the case. agreeing: how many visits agree.
    """
    moment = _missed_cutoff(right, leaf, agreeing)
    if moment is None:
        return None
    looked = sentence("divergence", "looked, too", leaf=right.problem.tree.name(leaf))
    return f"{describe_test(right, moment)} {looked}"


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
    return moment is not None and moment.v == cutoff_test(problem, moment).bound


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
