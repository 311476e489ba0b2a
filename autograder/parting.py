"""Finds the first place where a search parted from the textbook's, and says what should have happened there.

Everything follows from the textbook's calls with their windows, so the sentences name the numbers that decide.
"""

from __future__ import annotations

from dataclasses import dataclass

from reference.game import Value
from reference.interfaces import load
from reference.problem import Observation, Problem


@dataclass(frozen=True)
class Moment:
    """A node of the textbook's search just after one of its children has returned."""

    node: int
    alpha: Value
    beta: Value
    child: int
    child_value: Value
    v: Value


def shown(value: object) -> str:
    """A number as people write it: 3 for 3.0, inf for infinity."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def moment_after(problem: Problem, expected: Observation, child: int) -> Moment | None:
    """The state of the textbook's search at the parent of a child, just after the child returned."""
    tree = problem.tree
    calls = {call.node: call for call in expected.calls}
    parent = tree.parent(child)
    if child not in calls or parent not in calls:
        return None
    alpha, beta = calls[parent].alpha, calls[parent].beta
    maximizes = maximizing(problem, parent)
    sign = -1 if load(problem.interface).negated else 1
    v: Value | None = None
    for node in range(tree.first_child[parent], child + 1):
        value = calls[node].value if node in calls else None
        if isinstance(value, str) or value is None:
            return None
        v = sign * value if v is None else (max if maximizes else min)(v, sign * value)
        if node == child:
            return Moment(parent, alpha, beta, child, sign * value, v)
        if maximizes:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
    return None


def maximizing(problem: Problem, node: int) -> bool:
    """Whether the search wants the greatest value at a node: in negamax, where values are the mover's own, always."""
    return load(problem.interface).negated or problem.tree.player(node) == "MAX"


def cutoffs(problem: Problem, expected: Observation) -> list[Moment]:
    """The moments at which the textbook's search stopped at a node with children left, in their order."""
    tree = problem.tree
    called = {call.node for call in expected.calls}
    moments = []
    for node in (call.node for call in expected.calls):
        children = tree.children(node)
        searched = [child for child in children if child in called]
        if searched and len(searched) < len(children):
            moment = moment_after(problem, expected, searched[-1])
            if moment is not None:
                moments.append(moment)
    return moments


def parting(problem: Problem, expected: Observation, looks: tuple[int, ...], *, returned: bool = True) -> str | None:
    """Where the student's search parted from the textbook's, as sentences; None where the visits agree.

    looks: what the student's search looked at. returned: whether it went on to return, rather than break off.
    """
    tree = problem.tree
    found = tuple(dict.fromkeys(looks))
    if expected.visited and not found:
        return "Your search looked at no leaf at all." if returned else None
    for place, leaf in enumerate(expected.visited):
        if place == len(found):
            return _skipped(problem, expected, leaf, "returned") if returned else None
        if found[place] != leaf:
            break
    else:
        if len(found) == len(expected.visited):
            return None
        place, leaf = len(expected.visited), -1
    went_to = found[place]
    if went_to not in expected.visited:
        sentence = _went_on(problem, expected, went_to)
        if sentence:
            return sentence
    if leaf < 0:
        return f"The search was done here; yours went on to {tree.name(went_to)}."
    return _skipped(problem, expected, leaf, f"looked at {tree.name(went_to)}")


def _went_on(problem: Problem, expected: Observation, leaf: int) -> str | None:
    """What to say of a leaf that was visited although the textbook cut it off."""
    tree = problem.tree
    called = {call.node for call in expected.calls}
    top = leaf
    while top and tree.parent(top) not in called:
        top = tree.parent(top)
    if not top or top in called:
        return None
    parent = tree.parent(top)
    last = max((child for child in tree.children(parent) if child in called), default=None)
    moment = moment_after(problem, expected, last) if last is not None else None
    if moment is None:
        return None
    return f"{_window(problem, moment)} {_test(problem, moment, holds=True)}; your search went on to {tree.name(leaf)}."


def _skipped(problem: Problem, expected: Observation, leaf: int, instead: str) -> str:
    """What to say of a leaf that the textbook looks at next and the student's search does not."""
    tree = problem.tree
    visited_before = set(expected.visited[: expected.visited.index(leaf)])
    node = leaf
    while node:
        parent = tree.parent(node)
        if node > tree.first_child[parent] and visited_before:
            moment = moment_after(problem, expected, node - 1)
            if moment is not None:
                stays = _test(problem, moment, holds=False)
                return f"{_window(problem, moment)} {stays}: {tree.name(leaf)} is next; your search {instead}."
            break
        node = parent
    return f"The next leaf to look at is {tree.name(leaf)}; your search {instead}."


def cutoff_words(problem: Problem, moment: Moment) -> str:
    """The test that let a node stop, with its numbers: v = 2 ≤ alpha = 3."""
    equal = problem.prune_when == "alpha >= beta"
    if maximizing(problem, moment.node):
        return f"v = {shown(moment.v)} {'≥' if equal else '>'} beta = {shown(moment.beta)}"
    return f"v = {shown(moment.v)} {'≤' if equal else '<'} alpha = {shown(moment.alpha)}"


def _window(problem: Problem, moment: Moment) -> str:
    bound, value = ("beta", moment.beta) if maximizing(problem, moment.node) else ("alpha", moment.alpha)
    return f"At {problem.tree.name(moment.node)} {bound} is {shown(value)}."


def _test(problem: Problem, moment: Moment, *, holds: bool) -> str:
    tree, player = problem.tree, problem.tree.player(moment.node)
    equal = problem.prune_when == "alpha >= beta"
    if maximizing(problem, moment.node):
        sign, against, bound = ("≥" if equal else ">"), ("<" if equal else "≤"), moment.beta
    else:
        sign, against, bound = ("≤" if equal else "<"), (">" if equal else "≥"), moment.alpha
    after = f"After {tree.name(moment.child)} = {shown(moment.child_value)}, v = {shown(moment.v)}"
    if holds:
        return f"{after} {sign} {shown(bound)}, so {player} can stop"
    return f"{after} {against} {shown(bound)}, so {player} cannot stop yet"
