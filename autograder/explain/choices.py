"""Shows mistakes by the choices of one player between leaves.

With a program in a form that no textbook has no variant need agree. What it does at a
node above leaves shows some mistakes all the same: nothing that is asked here is true
of a right search.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

from reference import interfaces
from reference.game import Tree, Value
from reference.observe import observe
from reference.problem import Answer, Observation, Problem

OPEN = (4, 7, 1, 6)
"""The leaves of a node at which a search looks at all of them."""
CLOSING = (3, -2, 5, -6, 4)
"""The leaves of MIN, who stops after the second of them if MAX has 0 elsewhere."""
CLOSING_AT = {1: (-2, 3, 5, 6, 4), 2: CLOSING, 3: (3, 5, -2, 6, 4)}
"""Such leaves, by the number of the one after which MIN stops."""
TIED, WITHOUT_TIE = (2, 7, 7, 3), (2, 6, 7, 3)
"""The leaves of a root at which MAX takes the first of the best, and the other one."""
BEST = 10**300
"""A leaf that is better than any number which stands for infinity."""
END = 100
"""Above 0 and below it, the ends of a window that holds all leaves."""
ABOVE_CLOSING = tuple(range(0, 18, 2))
"""The numbers of moves that lead to nodes of a player who may stop early there."""
NO_WINDOW = "window-not-passed"
LATE = "late-cutoff"
OTHER_BOUND = "wrong-bound-returned"
LAST_KEPT = "last-child-kept"
NOT_COUNTED = "cutting-child-not-counted"
NOT_PASSED = "own-bound-not-passed"
Search = Callable[[Problem], Observation | None]
"""Returns the observation of a search; None if it cannot be asked, or breaks."""


class LeafChoice(NamedTuple):
    """A search whose root has leaves alone: its value, and the leaves as looked at."""

    player: str
    leaves: tuple[Value, ...]
    value: Value | None
    looked_at: tuple[Value, ...]

    def best(self, *more: Value) -> Value:
        """Return the best of the leaves, and of more values, for the player."""
        better: Callable[[Sequence[Value]], Value]
        better = max if self.player == "MAX" else min
        return better((*self.leaves, *more))

    def worst(self) -> Value:
        """Return the worst of the leaves for the player."""
        return min(self.leaves) if self.player == "MAX" else max(self.leaves)


class Choices(NamedTuple):
    """The choices of a player.

    of_all: among all leaves of a node. of_inner: among as many inner nodes, each with
    one of these leaves. looks: at how many leaves of a node that a right search leaves
    after the second, below a root. looks_below: the same two plies further down.
    late_by: at how many leaves more than a right search it looks, for each of
    CLOSING_AT. is_counted: whether the value of the second one counts there; None if it
    is not known. returned_bound: whether a root returns the other player's bound, if no
    leaf ends its search; None if it is not known. is_soft: whether it returns a value
    outside its window as it is; None if it is not known. takes_last: whether a root
    takes the last of equal actions.
    """

    of_all: Sequence[LeafChoice]
    of_inner: Sequence[LeafChoice]
    looks: int
    looks_below: int
    late_by: tuple[int, ...]
    is_counted: bool | None
    returned_bound: bool | None
    is_soft: bool | None
    takes_last: bool

    @property
    def stops(self) -> bool:
        """Whether the player leaves out some leaf where a right search does."""
        return 0 < self.looks < len(CLOSING)

    def looks_on(self, right: "Choices") -> bool:
        """Return whether the player looks at all leaves where a right search stops."""
        looks, right_looks = (
            (choices.looks, choices.looks_below) for choices in (self, right)
        )
        return set(looks) == {len(CLOSING)} and set(right_looks) == {2}

    @property
    def is_late(self) -> bool:
        """Whether the player looks further after each leaf that ends a right search."""
        return all(late > 0 for late in self.late_by)

    def are(self, is_so: Callable[[LeafChoice], bool]) -> bool:
        """Return whether all choices among all leaves are so."""
        return bool(self.of_all) and all(map(is_so, self.of_all))

    @property
    def has_values(self) -> bool:
        """Whether the values of choices are known, and not actions alone."""
        choices = (*self.of_all, *self.of_inner)
        return bool(choices) and all(choice.value is not None for choice in choices)

    def are_at_each_ply(self, is_so: Callable[[LeafChoice], bool]) -> bool:
        """Return whether all choices among inner nodes are so, too."""
        return self.are(is_so) and all(map(is_so, self.of_inner))


def _always(is_so: Callable[[LeafChoice], bool]) -> Callable[[Choices], bool]:
    return lambda choices: choices.are(is_so)


def _at_each_ply(is_so: Callable[[LeafChoice], bool]) -> Callable[[Choices], bool]:
    return lambda choices: choices.are_at_each_ply(is_so)


SHOWN: Mapping[str, Callable[[Choices], bool]] = {
    "fold-reversed": _always(lambda choice: choice.value == choice.worst()),
    "first-child-only": _at_each_ply(
        lambda choice: choice.looked_at == choice.leaves[:1]
    ),
    LAST_KEPT: _at_each_ply(lambda choice: choice.value == choice.leaves[-1]),
    "zero-initial-value": _always(lambda choice: choice.value == choice.best(0)),
    "right-to-left": _at_each_ply(
        lambda choice: choice.looked_at == choice.leaves[::-1]
    ),
    LATE: lambda choices: {*choices.late_by} == {1},
    "root-window-reset": lambda choices: (
        (choices.looks, choices.looks_below) == (len(CLOSING), 2)
    ),
    "last-of-ties": lambda choices: choices.takes_last,
    NOT_COUNTED: lambda choices: choices.is_counted is False,
}
"""By the id of a mistake, whether the choices of a player show it."""


def _is_not_late(choices: Sequence[Choices]) -> bool:
    asked = [choice for choice in choices if choice.looks]
    return bool(asked) and not any(choice.is_late for choice in asked)


def _keeps_others(choices: Sequence[Choices]) -> bool:
    asked = [choice for choice in choices if choice.has_values]
    # If children return a bound, the last one may return the best value so far.
    softness = {choice.is_soft for choice in choices}
    are_soft = True in softness and False not in softness
    return bool(asked) and are_soft and not any(map(SHOWN[LAST_KEPT], asked))


def _pass_bounds_below(choices: Sequence[Choices]) -> bool:
    asked = [choice for choice in choices if choice.looks_below]
    return bool(asked) and all(choice.looks_below == 2 for choice in asked)


REFUTED: Mapping[str, Callable[[Sequence[Choices]], bool]] = {
    NOT_COUNTED: lambda choices: all(choice.is_counted for choice in choices),
    LATE: _is_not_late,
    LAST_KEPT: _keeps_others,
    NOT_PASSED: _pass_bounds_below,
}
"""By the id of a mistake, whether the choices of both players show that it is none."""
NEVER_STOPS = {
    "no-max-cutoff": ("MAX",),
    "no-min-cutoff": ("MIN",),
    "no-pruning": ("MAX", "MIN"),
}
"""By the id of a mistake, the players that never stop early."""
WHATEVER_CHANGES = ("right-to-left", "late-cutoff", "last-of-ties")
"""Those of which nothing else can be the cause, whatever a repair changes."""


def choices_of(player: str, pattern: Problem, search: Search) -> Choices:
    """Return the choices of a program's player.

    pattern: the problem that is asked, with other trees.
    """
    return Choices(
        list(_among_all(player, pattern, search)),
        list(_among_all(player, pattern, search, in_inner_nodes=True)),
        _looks([[0], _closing(player)], player, pattern, search),
        _looks([[[[0], _closing(player)]]], player, pattern, search),
        _late_by(player, pattern, search),
        _is_counted(player, pattern, search),
        _returned_bound(player, pattern, search),
        _is_soft(player, pattern, search),
        _takes_last(player, pattern, search),
    )


def _among_all(
    player: str, pattern: Problem, search: Search, *, in_inner_nodes: bool = False
) -> Iterator[LeafChoice]:
    for sign in (1, -1):
        leaves = tuple(sign * value for value in OPEN)
        children = [[leaf] for leaf in leaves] if in_inner_nodes else leaves
        problem = pattern._replace(tree=Tree.from_nested(children, player))
        observed = search(problem)
        if observed is not None:
            yield _choice(player, leaves, problem, observed)


def _choice(
    player: str, leaves: tuple[Value, ...], problem: Problem, observed: Observation
) -> LeafChoice:
    """Return the choice that a search made among all leaves, the last of the tree."""
    before = len(problem.tree) - len(leaves)
    looked_at = tuple(
        leaves[look - before] for look in observed.visited if look >= before
    )
    choice = LeafChoice(player, leaves, None, looked_at)
    if isinstance(observed.value, str):
        return choice
    # In negamax a value is of the side to move.
    is_turned = observe(problem).value == -choice.best()
    return choice._replace(value=-observed.value if is_turned else observed.value)


def _looks(nested: list[Any], player: str, pattern: Problem, search: Search) -> int:
    """Return at how many leaves of the last node of a tree a search looks."""
    other = _other(player)
    tree = Tree.from_nested(nested, (other, player))
    observed = search(pattern._replace(tree=tree))
    visited = () if observed is None else observed.visited
    return sum(look >= len(tree) - len(CLOSING) for look in visited)


def _late_by(player: str, pattern: Problem, search: Search) -> tuple[int, ...]:
    return tuple(
        _looks([[0], _for(player, leaves)], player, pattern, search) - due
        for due, leaves in CLOSING_AT.items()
    )


def _is_counted(player: str, pattern: Problem, search: Search) -> bool | None:
    interface = interfaces.load(pattern.interface)
    if interfaces.ALPHA not in interface.arguments or interface.negated:
        return None
    leaves = _closing(player)
    window = (0, inf) if player == "MIN" else (-inf, 0)
    tree = Tree.from_nested(leaves, player)
    observed = search(pattern._replace(tree=tree, window=window))
    return None if observed is None else observed.value != leaves[0]


def _returned_bound(player: str, pattern: Problem, search: Search) -> bool | None:
    window = (-20, 30) if player == "MAX" else (-30, 20)
    value = _value_in(window, OPEN, player, pattern, search)
    return None if value is None else value == window[player == "MAX"]


def _is_soft(player: str, pattern: Problem, search: Search) -> bool | None:
    values = [
        _value_in(window, OPEN[:1], player, pattern, search)
        for window in ((10, 30), (-30, -10))
    ]
    return None if None in values else {*values} == {OPEN[0]}


def _value_in(
    window: tuple[Value, Value],
    leaves: Sequence[Value],
    player: str,
    pattern: Problem,
    search: Search,
) -> Answer | None:
    """Return the value of leaves in a window; None if it is not known.

    In negamax MIN sees both negated, and is not asked.
    """
    interface = interfaces.load(pattern.interface)
    is_negated = interface.negated and player == "MIN"
    if is_negated or interfaces.ALPHA not in interface.arguments:
        return None
    tree = Tree.from_nested(leaves, player)
    observed = search(pattern._replace(tree=tree, window=window))
    return None if observed is None else observed.value


def limits(player: str, pattern: Problem, search: Search) -> bool:
    """Return whether a player returns less than its leaf, the best that there can be.

    Then some number limits values, and stands for no infinity that they begin with.
    """
    leaf = BEST if player == "MAX" else -BEST
    value = _value_in((-inf, inf), (leaf, leaf), player, pattern, search)
    return isinstance(value, (int, float)) and abs(value) < BEST


def passes_an_end(player: str, pattern: Problem, search: Search) -> bool:
    """Return whether a root's first child gets an end of the root's own window."""
    interface = interfaces.load(pattern.interface)
    if interfaces.ALPHA not in interface.arguments:
        return False
    tree = Tree.from_nested([[leaf] for leaf in OPEN], player)
    observed = search(pattern._replace(tree=tree, window=(-END, END)))
    first = tree.children(0)[0]
    return observed is not None and any(
        END in (abs(call.alpha), abs(call.beta))
        for call in observed.calls
        if call.node == first
    )


def stops_deeper(player: str, pattern: Problem, search: Search) -> bool:
    """Return whether a player leaves out some leaf at any ply, down to a deep one.

    Each child of the root, but the first, is one line of moves, longer by two than the
    child before it, above leaves after the second of which a right search stops.
    """
    other = _other(player)
    below: list[Any] = []
    for plies in ABOVE_CLOSING:
        line: Any = _closing(player)
        for _ in range(plies):
            line = [line]
        below.append(line)
    tree = Tree.from_nested([[0], *below], (other, player))
    observed = search(pattern._replace(tree=tree))
    visited = () if observed is None else observed.visited
    looks = Counter(map(tree.parent, visited))
    del looks[tree.children(0)[0]]
    return any(count < len(CLOSING) for count in looks.values())


def _takes_last(player: str, pattern: Problem, search: Search) -> bool:
    sign = 1 if player == "MAX" else -1
    tied, without_tie = (
        pattern._replace(
            tree=Tree.from_nested([sign * value for value in leaves], player)
        )
        for leaves in (TIED, WITHOUT_TIE)
    )
    action = observe(without_tie).value
    if not isinstance(action, str) or action == observe(tied).value:
        return False
    observed = search(tied)
    return observed is not None and observed.value == action


def _other(player: str) -> str:
    return "MAX" if player == "MIN" else "MIN"


def _closing(player: str) -> list[Value]:
    """Return leaves after the second of which a player stops, if the other has 0."""
    return _for(player, CLOSING)


def _for(player: str, leaves_of_min: Sequence[Value]) -> list[Value]:
    """Return leaves of MIN, or the same for MAX."""
    return [value if player == "MIN" else -value for value in leaves_of_min]
