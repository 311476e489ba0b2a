"""Finds the first place where a student's search parted from the textbook's, and says what should have happened there.

What is said of visits and calls follows from the textbook's calls with their windows, so the sentences name the numbers
that decide. Where a value first went wrong is found by what the student's own functions returned.
"""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from math import inf, isnan
from typing import NamedTuple

from autograder.judging.judge import same_looks
from autograder.limits import LARGEST_EXACT, LONGEST_NAME
from autograder.sandbox.outcome import Returned
from autograder.text import visible
from reference.game import Tree, Value
from reference.interfaces import exact_values, load, searched_tree
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


class SearchPass(NamedTuple):
    """One pass of the textbook's search over a tree: the leaves visited, and its calls by their nodes."""

    problem: Problem
    visited: tuple[int, ...]
    calls: Mapping[int, Call]

    def moment_after(self, child: int) -> Moment:
        """The state of the search at the parent of a child, just after the child returned. Both have a call."""
        tree = self.problem.tree
        parent = tree.parent(child)
        values = [self.calls[node].value for node in range(tree.first_child[parent], child + 1)]
        sign, call = -1 if load(self.problem.interface).negated else 1, self.calls[parent]
        numbers = [sign * value for value in values if isinstance(value, (int, float))]  # text is of a root alone
        v = (max if maximizing(self.problem, parent) else min)(numbers)
        return Moment(parent, call.alpha, call.beta, child, numbers[-1], v)

    def cutoffs(self) -> dict[int, Moment]:
        """The nodes that the search left with children unsearched, in its order, each with the moment when it did."""
        children = {node: self.problem.tree.children(node) for node in self.calls}
        searched = {node: [child for child in below if child in self.calls] for node, below in children.items()}
        left = {node: done[-1] for node, done in searched.items() if 0 < len(done) < len(children[node])}
        return {node: self.moment_after(last) for node, last in left.items()}


def shown(value: object) -> str:
    """A number as people write it: 3 for 3.0, inf for infinity."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def maximizing(problem: Problem, node: int) -> bool:
    """Whether the search wants the greatest value at a node: in negamax, where values are the mover's own, always."""
    return load(problem.interface).negated or problem.tree.player(node) == "MAX"


def passes(problem: Problem, expected: Observation) -> list[SearchPass]:
    """The textbook's search in its passes: aspiration search may begin again, at the root and at its first leaf."""
    calls, looks = expected.calls, expected.looks
    parts = [(looks, calls)]
    if problem.epsilon is not None and looks[0] in looks[1:]:
        leaf, root = looks.index(looks[0], 1), max(place for place, call in enumerate(calls) if call.node == 0)
        parts = [(looks[:leaf], calls[:root]), (looks[leaf:], calls[root:])]
    return [SearchPass(problem, tuple(dict.fromkeys(seen)), {call.node: call for call in made}) for seen, made in parts]


# --- Visits ---


def parting(problem: Problem, expected: Observation, looks: tuple[int, ...], *, returned: bool = True) -> str | None:
    """Where the searches parted, as sentences; None where the visits agree. returned: theirs did not break off."""
    if expected.visited and not looks:
        guess = "so its answer can only be a guess. A guess earns no points, even if it is right."
        return f"Your search looked at no leaf at all, {guess}" if returned else None
    searched, aspires = passes(problem, expected), problem.epsilon is not None
    right, name = searched[0], problem.tree.name
    own = without_repeats(looks) if aspires else tuple(dict.fromkeys(looks))
    place = same_looks(own, right.visited)
    due = right.visited[place] if place < len(right.visited) else None
    if due is None and len(searched) > 1:  # right searches agree on the first pass alone
        if place < len(own) or not returned:
            return None
        first = right.calls[0]
        fails = f"returns {shown(first.value)}, which is not between {shown(first.alpha)} and {shown(first.beta)}"
        return f"In a right search the first pass {fails}, so the tree has to be searched again; your search returned."
    if place == len(own):
        return _skipped(right, due, "returned") if due is not None and returned else None
    sentence = _went_on(right, own[place], place) if own[place] not in right.visited else None
    if due is not None:
        sentence = sentence or _skipped(right, due, f"looked at {name(own[place])}")
    if sentence:
        return sentence
    if not aspires:
        return f"A right search is done here; yours went on to {name(own[place])}."
    went_on = f"looked at {name(own[place])} again" if own[place] in own[:place] else f"went on to {name(own[place])}"
    return f"In a right search the value is inside the first window, which ends it; yours {went_on}."


def _went_on(right: SearchPass, leaf: int, place: int) -> str | None:
    """None unless the last of the `place` looks that agree completed the node at which the leaf should be cut off."""
    tree, node = right.problem.tree, leaf
    while node and node not in right.calls:
        node = tree.parent(node)
    moment = right.cutoffs().get(node)
    below = [place for place, look in enumerate(right.visited, 1) if ancestor(tree, look, node + 1) == node]
    if moment is None or below[-1:] != [place]:
        return None
    return f"{_tested(right, moment, holds=True)}; your search went on to {tree.name(leaf)}."


def _skipped(right: SearchPass, leaf: int, instead: str) -> str:
    tree, node = right.problem.tree, leaf
    while node and node == tree.first_child[tree.parent(node)]:
        node = tree.parent(node)
    if node and {node - 1, tree.parent(node)} <= right.calls.keys():
        tested = _tested(right, right.moment_after(node - 1), holds=False)
        return f"{tested}, and {tree.name(leaf)} is next; your search {instead}."
    which = "first" if leaf == right.visited[0] else "next"
    return f"In a right search the {which} leaf to look at is {tree.name(leaf)}; your search {instead}."


def cutoff_words(problem: Problem, moment: Moment) -> str:
    """The cutoff test that held at a node, with its numbers: v = 2 ≤ alpha = 3."""
    if problem.is_closed(moment.alpha, moment.beta):  # below a decision's root without a test
        sign = "≥" if problem.prune_when == "alpha >= beta" else ">"
        return f"alpha = {shown(moment.alpha)} {sign} beta = {shown(moment.beta)} already"
    name, bound, sign, _ = _cutoff_test(problem, moment)
    return f"v = {shown(moment.v)} {sign} {name} = {shown(bound)}"


def _tested(right: SearchPass, moment: Moment, *, holds: bool) -> str:
    """The cutoff test after a child with its numbers, and whether the player can stop. holds: its result."""
    tree = right.problem.tree
    name, bound, sign, opposite = _cutoff_test(right.problem, moment)
    window = f"In a right search {name} is {shown(bound)} at {tree.name(moment.node)}"
    numbers = f"v = {shown(moment.v)} {sign if holds else opposite} {shown(bound)}"
    can = f"so {tree.player(moment.node)} {'can stop' if holds else 'cannot stop yet'}"
    return f"{window}: after {tree.name(moment.child)} = {shown(moment.child_value)}, {numbers}, {can}"


def _cutoff_test(problem: Problem, moment: Moment) -> tuple[str, Value, str, str]:
    """The cutoff test at a node: the bound's name and value, the comparison's sign, and that of its negation."""
    equal = problem.prune_when == "alpha >= beta"
    if maximizing(problem, moment.node):
        return ("beta", moment.beta, *(("≥", "<") if equal else (">", "≤")))
    return ("alpha", moment.alpha, *(("≤", ">") if equal else ("<", "≥")))


# --- Calls ---


def call_words(problem: Problem, due: Sequence[Call], found: Sequence[Call]) -> str | None:
    """The first call that differs from the one due, in a sentence, if one does. One function is judged alone."""
    for right, own in zip_longest(due, found):
        if own is None:
            where = problem.tree.name(right.node)
            return f"In a right search {right.function} is called at {where}; your search does not call it there."
        where = f"at {problem.tree.name(own.node)}"
        if right is None or right.node != own.node:
            window = f"alpha = {shown(own.alpha)} and beta = {shown(own.beta)}"
            return f"Your search called {own.function} {where} with {window}, a call that a right search does not make."
        ends = (("alpha", right.alpha, own.alpha), ("beta", right.beta, own.beta))
        if wrong := [(name, shown(is_right), shown(is_own)) for name, is_right, is_own in ends if is_right != is_own]:
            is_right = " and ".join(f"{name} is {value}" for name, value, _ in wrong)
            is_own = " and ".join(f"{name} = {value}" for name, _, value in wrong)
            return f"In a right search {is_right} {where}; your search called {own.function} there with {is_own}."
    return None


# --- Values ---


def value_words(problem: Problem, expected: Observation, found: Observation, first: str | None = None) -> str | None:
    """What to say of a wrong value after right visits, if anything. first: where it first went wrong, if known."""
    right, value, rest = expected.value, found.value, f" {first}" if first else ""
    if isinstance(right, str) or isinstance(value, str) or value != value:
        return first
    if abs(value) > LARGEST_EXACT and abs(value) != inf and abs(value) != abs(right):
        what = f"{_number(value)} looks like a number that your program uses for infinity, such as sys.maxsize"
        return f"{what}. Utilities may be as large, or larger; use math.inf, which no number passes.{rest}"
    lead = f"Your search looked at the right leaves and returned {_number(value)}"
    if value == -right:
        return f"{lead}, which is right but for the sign.{rest}"
    if first:
        return f"{lead}.{rest}"
    seen = searched_tree(problem).values  # in negamax not those that the drawing has
    told = {call.node: call.value for call in expected.calls} if problem.isolate else {}
    leaves = [node for node in found.visited if value in (problem.tree.values[node], seen[node], told.get(node))]
    if not leaves:
        return f"{lead}, which is the value of none of them. Where does it come from?"
    what = f"{lead}, the value of {problem.tree.name(leaves[0])}"
    return f"{what}. Look at what becomes of the other values, and at what is returned."


def first_wrong(problem: Problem, looks: Sequence[int], returned: Sequence[Returned]) -> str | None:
    """Where the value first went wrong, in a sentence; None where that cannot be seen. returned: in order of ending.

    A returned value is held against what is right for its node and the window that it was called with. Only what is
    sure is said: nothing of a value with its sign turned, a window that is no number, or an unknown child.
    """
    exact = exact_values(problem)
    for call in returned:  # a leaf's turned sign may be a mistake, or the values of all nodes may be meant so
        right = exact[call.node]
        if right and _ends_at(problem, call.node) and call.value == -right:
            return None
    for call in returned:
        value, right, alpha, beta = call.value, exact[call.node], call.alpha, call.beta
        if value is None or right is None or isnan(alpha) or isnan(beta):
            return None
        # Outside the window any bound on the same side of it is right, and of an empty one nothing could come.
        if alpha < beta and value != right and not right <= alpha >= value and not right >= beta <= value:
            mover, ends = problem.tree.player(call.node), _ends_at(problem, call.node)
            whom = f" to {mover}" if load(problem.interface).negated else ""
            why = f"it is worth {shown(right)}{whom}" if ends else _why_of_children(problem, call, looks)
            where = f"{problem.tree.name(call.node)}, where {'the search ends' if ends else f'{mover} moves'}"
            what = f"your {call.function} returned {_number(value)} there"
            return f"The value first went wrong at {where}: {what}, and {why}." if why else None
    return None


def _ends_at(problem: Problem, node: int) -> bool:
    return problem.tree.is_leaf(node) or problem.tree.ply(node) == problem.depth


def _why_of_children(problem: Problem, call: Returned, looks: Sequence[int]) -> str | None:
    tree, negated = problem.tree, load(problem.interface).negated
    values = {child: -value if negated else value for child, value in _came_back(problem, call, looks).items()}
    if not values:
        return None
    greatest = maximizing(problem, call.node)
    best = (max if greatest else min)(values, key=lambda child: values[child])
    if values[best] == call.value:
        return None  # its window is why, and that came from elsewhere
    child = f"-{call.function}({tree.name(best)})" if negated else tree.name(best)
    child = f"{child} = {_number(values[best])}"
    if len(values) == 1:
        return f"the only child it searched has {child}" if negated else f"{child} is the only child it searched"
    return f"of the children it searched {child} is the {'greatest' if greatest else 'smallest'}"


def _came_back(problem: Problem, call: Returned, looks: Sequence[int]) -> dict[int, Value]:
    """The value of each child that a call searched, leaves that it evaluated itself too; empty where one is unknown."""
    tree, values = problem.tree, searched_tree(problem).values
    children = tree.children(call.node)
    called: dict[int, Value] = {}
    for child, value in call.below:
        if child not in children or value is None or called.get(child, value) != value:
            return {}
        called[child] = value
    came = dict(called)
    for child, look in {(ancestor(tree, look, children.stop), look) for look in looks}:
        if child in children and child not in called:
            value = values[child]
            if value is None or child != look or not _ends_at(problem, child):
                return {}  # a look below where the search should end brought no value of the child's own
            came[child] = value
    return dict(sorted(came.items()))


def ancestor(tree: Tree, node: int, before: int) -> int:
    """The nearest ancestor of a node, or the node itself, whose number is smaller than `before`."""
    while node >= before:
        node = tree.parent(node)
    return node


def _number(value: Value | None) -> str:
    return visible(shown(value), LONGEST_NAME)
