"""Finds the first place where a search parted from the textbook's, and says what should have happened there.

Everything follows from the textbook's calls with their windows, so the sentences name the numbers that decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, zip_longest
from math import inf
from typing import NamedTuple

from autograder.limits import LARGEST_EXACT
from autograder.text import visible
from reference.game import Tree, Value
from reference.interfaces import load, searched_tree
from reference.interfaces.aspiration_search import without_repeats
from reference.problem import Call, Observation, Problem


class Moment(NamedTuple):
    """A node of the textbook's search, with the window that it began with, just after one of its children returned."""

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


class Course:
    """One pass of the textbook's search over a tree: its calls, to be found by their nodes."""

    def __init__(self, problem: Problem, expected: Observation) -> None:
        """expected: what the textbook's search does, with its calls."""
        self.problem = problem
        self.tree: Tree = problem.tree
        self.visited = expected.visited
        self.calls: dict[int, Call] = {call.node: call for call in expected.calls}

    def moment_after(self, child: int) -> Moment | None:
        """The state of the search at the parent of a child, just after the child returned."""
        parent = self.tree.parent(child)
        if child not in self.calls or parent not in self.calls:
            return None
        values = [self.calls[node].value for node in range(self.tree.first_child[parent], child + 1)]
        sign = -1 if load(self.problem.interface).negated else 1
        numbers = [sign * value for value in values if isinstance(value, (int, float))]  # text is of a root alone
        v = (max if maximizing(self.problem, parent) else min)(numbers)
        return Moment(parent, self.calls[parent].alpha, self.calls[parent].beta, child, numbers[-1], v)


def maximizing(problem: Problem, node: int) -> bool:
    """Whether the search wants the greatest value at a node: in negamax, where values are the mover's own, always."""
    return load(problem.interface).negated or problem.tree.player(node) == "MAX"


def passes(problem: Problem, expected: Observation) -> list[Observation]:
    """The textbook's search in its passes: aspiration search may begin at the root a second time."""
    calls = expected.calls
    starts = [place for place, call in enumerate(calls) if call.node == 0] or [0]
    parts = []
    looks = iter(expected.looks)
    for first, end in zip(starts, [*starts[1:], len(calls)], strict=True):
        leaves = sum(problem.tree.is_leaf(call.node) for call in calls[first:end])
        seen = tuple(looks) if end == len(calls) else tuple(islice(looks, leaves))
        parts.append(expected._replace(looks=seen, calls=calls[first:end]))
    return parts


def cutoffs(problem: Problem, expected: Observation) -> list[Moment]:
    """The moments at which the textbook's last pass stopped at a node with children left, in their order."""
    course = Course(problem, passes(problem, expected)[-1])
    moments = []
    for node in course.calls:
        children = course.tree.children(node)
        searched = [child for child in children if child in course.calls]
        if searched and len(searched) < len(children):
            moment = course.moment_after(searched[-1])
            if moment is not None:
                moments.append(moment)
    return moments


def parting(problem: Problem, expected: Observation, looks: tuple[int, ...], *, returned: bool = True) -> str | None:
    """Where the student's search parted from the textbook's, as sentences; None where the visits agree.

    looks: what the student's search looked at. returned: whether it went on to return, rather than break off.
    """
    if expected.visited and not looks:
        guess = "An answer without a look at any leaf is a guess, and earns no points even where it is right."
        return f"Your search looked at no leaf at all. {guess}" if returned else None
    if problem.epsilon is not None:
        return _parting_of_passes(problem, passes(problem, expected), looks, returned=returned)
    return _parting(Course(problem, expected), tuple(dict.fromkeys(looks)), returned=returned)


def _parting_of_passes(
    problem: Problem, searched: Sequence[Observation], looks: tuple[int, ...], *, returned: bool
) -> str | None:
    """Only the first pass is the same in all right searches. If it fails the search begins again; else it is done."""
    first = searched[0]
    own = without_repeats(looks)
    same = 0
    while same < min(len(own), len(first.visited)) and own[same] == first.visited[same]:
        same += 1
    if same < len(first.visited):
        return _parting(Course(problem, first), own, returned=returned)
    if len(searched) == 1 and len(own) > same:
        sentence = _went_on(Course(problem, first), own[same], same)  # another pass would begin with a leaf seen before
        if sentence:
            return sentence
        next_leaf = problem.tree.name(own[same])
        went_on = f"looked at {next_leaf} again" if own[same] in own[:same] else f"went on to {next_leaf}"
        return f"In a right search the value is inside the first window, which ends it; yours {went_on}."
    if len(searched) > 1 and len(own) == same and returned:
        alpha, beta, value = shown(first.calls[0].alpha), shown(first.calls[0].beta), shown(first.calls[0].value)
        fails = f"In a right search the first pass returns {value}, which is not between {alpha} and {beta}"
        return f"{fails}, so another pass has to look again; your search returned."
    return None


def _parting(course: Course, found: tuple[int, ...], *, returned: bool) -> str | None:
    """Where first looks part from those of a pass."""
    tree = course.tree
    for place, leaf in enumerate(course.visited):
        if place == len(found):
            return _skipped(course, leaf, "returned") if returned else None
        if found[place] != leaf:
            break
    else:
        if len(found) == len(course.visited):
            return None
        place, leaf = len(course.visited), -1
    went_to = found[place]
    if went_to not in course.visited:
        sentence = _went_on(course, went_to, place)
        if sentence:
            return sentence
    if leaf < 0:
        return f"A right search is done here; yours went on to {tree.name(went_to)}."
    return _skipped(course, leaf, f"looked at {tree.name(went_to)}")


def _went_on(course: Course, leaf: int, place: int) -> str | None:
    """What to say of a leaf that was visited although the textbook cut it off, just after so many looks of both.

    None where the textbook's search is not just done with the node that cuts it off: the searches part elsewhere.
    """
    problem, tree = course.problem, course.tree
    top = leaf
    while top and tree.parent(top) not in course.calls:
        top = tree.parent(top)
    if not top or top in course.calls:
        return None
    node = tree.parent(top)
    below = [place for place, look in enumerate(course.visited, 1) if _is_below(tree, look, node)]
    if below[-1:] != [place]:
        return None
    last = max((child for child in tree.children(node) if child in course.calls), default=None)
    moment = course.moment_after(last) if last is not None else None
    if moment is None:
        return None
    return (
        f"{_window(problem, moment)}: {_test(problem, moment, holds=True)}; your search went on to {tree.name(leaf)}."
    )


def _is_below(tree: Tree, node: int, above: int) -> bool:
    while node > above:
        node = tree.parent(node)
    return node == above


def _skipped(course: Course, leaf: int, instead: str) -> str:
    """What to say of a leaf that the textbook looks at next and the student's search does not."""
    problem, tree = course.problem, course.tree
    node = leaf
    while node:
        parent = tree.parent(node)
        if node > tree.first_child[parent]:
            moment = course.moment_after(node - 1)
            if moment is not None:
                stays = _test(problem, moment, holds=False)
                return f"{_window(problem, moment)}: {stays}, and {tree.name(leaf)} is next; your search {instead}."
            break
        node = parent
    which = "first" if leaf == course.visited[0] else "next"
    return f"In a right search the {which} leaf to look at is {tree.name(leaf)}; your search {instead}."


def call_words(problem: Problem, due: Sequence[Call], found: Sequence[Call]) -> str | None:
    """Where the calls that the grader answered part from those that have to be made; None where they are the same.

    They count where one function is judged alone, whose window nothing else shows.
    """
    for right, own in zip_longest(due, found):
        if own is None:
            return f"In a right search {right.function} is called at {problem.tree.name(right.node)}; yours is not."
        if right is None or right.node != own.node:
            window = f"alpha = {shown(own.alpha)} and beta = {shown(own.beta)}"
            called = f"Your search called {own.function} at {problem.tree.name(own.node)} with {window}"
            return f"{called}, a call that a right search does not make."
        ends = (("alpha", right.alpha, own.alpha), ("beta", right.beta, own.beta))
        wrong = [(name, shown(is_right), shown(is_own)) for name, is_right, is_own in ends if is_right != is_own]
        if wrong:
            is_right = " and ".join(f"{name} is {value}" for name, value, _ in wrong)
            is_own = " and ".join(f"{name} = {value}" for name, _, value in wrong)
            where = f"at {problem.tree.name(own.node)}"
            return f"In a right search {is_right} {where}; your search called {own.function} there with {is_own}."
    return None


def value_words(problem: Problem, expected: Observation, found: Observation, first: str | None = None) -> str | None:
    """What to say of a wrong value after right visits, where it can be seen what became of the values.

    first: where the value first went wrong, in a sentence, if that is known.
    """
    said = _about_value(problem, expected, found, known=first is not None)
    return " ".join(words for words in (said, first) if words) or None


def _about_value(problem: Problem, expected: Observation, found: Observation, *, known: bool) -> str | None:
    """The sentence about the returned value. known: whether it is known where it comes from."""
    right, value = expected.value, found.value
    if isinstance(right, str) or isinstance(value, str) or value != value:
        return None
    if abs(value) > LARGEST_EXACT and abs(value) != inf and abs(value) != abs(right):
        what = f"{visible(shown(value), 40)} looks like the number that stands for infinity in your program"
        return f"{what}, as sys.maxsize may. A number can be reached or passed; infinity itself is math.inf."
    lead = f"Your search looked at the right leaves and returned {visible(shown(value), 40)}"
    if value == -right:
        return f"{lead}, which is right but for the sign."
    if known:
        return f"{lead}."
    seen = searched_tree(problem).values  # in negamax not those that the drawing has
    told = {call.node: call.value for call in expected.calls} if problem.isolate else {}
    leaf = next(
        (node for node in found.visited if value in (problem.tree.values[node], seen[node], told.get(node))), None
    )
    if leaf is None:
        return f"{lead}, which is the value of none of them. Where does it come from?"
    what = f"{lead}, the value of {problem.tree.name(leaf)}"
    return f"{what}. Look at what becomes of the other values, and at what is returned."


def cutoff_words(problem: Problem, moment: Moment) -> str:
    """The test that let a node stop, with its numbers: v = 2 ≤ alpha = 3."""
    equal = problem.prune_when == "alpha >= beta"
    if problem.is_closed(moment.alpha, moment.beta):  # below a decision's root without a test
        return f"alpha = {shown(moment.alpha)} {'≥' if equal else '>'} beta = {shown(moment.beta)} already"
    if maximizing(problem, moment.node):
        return f"v = {shown(moment.v)} {'≥' if equal else '>'} beta = {shown(moment.beta)}"
    return f"v = {shown(moment.v)} {'≤' if equal else '<'} alpha = {shown(moment.alpha)}"


def _window(problem: Problem, moment: Moment) -> str:
    bound, value = ("beta", moment.beta) if maximizing(problem, moment.node) else ("alpha", moment.alpha)
    return f"In a right search {bound} is {shown(value)} at {problem.tree.name(moment.node)}"


def _test(problem: Problem, moment: Moment, *, holds: bool) -> str:
    tree, player = problem.tree, problem.tree.player(moment.node)
    equal = problem.prune_when == "alpha >= beta"
    if maximizing(problem, moment.node):
        sign, against, bound = ("≥" if equal else ">"), ("<" if equal else "≤"), moment.beta
    else:
        sign, against, bound = ("≤" if equal else "<"), (">" if equal else "≥"), moment.alpha
    after = f"after {tree.name(moment.child)} = {shown(moment.child_value)}, v = {shown(moment.v)}"
    if holds:
        return f"{after} {sign} {shown(bound)}, so {player} can stop"
    return f"{after} {against} {shown(bound)}, so {player} cannot stop yet"
