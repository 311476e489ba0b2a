"""Shows mistakes by the choices of one player between leaves.

With a program in a form that no textbook has no variant need agree. What it does at a
node above leaves shows some mistakes all the same: nothing that is asked here is true
of a right search.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

from reference import interfaces
from reference.game import Tree, Value
from reference.observe import observe
from reference.problem import Observation, Problem

OPEN = (4, 7, 1, 6)
"""The leaves of a node at which a search looks at all of them."""
CLOSING = (3, -2, 5, -6, 4)
"""The leaves of MIN, who stops after the second of them if MAX has 0 elsewhere."""
TIED, WITHOUT_TIE = (2, 7, 7, 3), (2, 6, 7, 3)
"""The leaves of a root at which MAX takes the first of the best, and the other one."""
NOT_COUNTED = "cutting-child-not-counted"
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

    of_all: among all leaves of a node. looks: at how many leaves of a node that a right
    search leaves after the second, below a root. looks_below: the same two plies
    further down. is_counted: whether the value of the second one counts there; None if
    it is not known. takes_last: whether a root takes the last of equal actions.
    """

    of_all: Sequence[LeafChoice]
    looks: int
    looks_below: int
    is_counted: bool | None
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

    def are(self, is_so: Callable[[LeafChoice], bool]) -> bool:
        """Return whether all choices among all leaves are so."""
        return bool(self.of_all) and all(map(is_so, self.of_all))


def _always(is_so: Callable[[LeafChoice], bool]) -> Callable[[Choices], bool]:
    return lambda choices: choices.are(is_so)


SHOWN: Mapping[str, Callable[[Choices], bool]] = {
    "fold-reversed": _always(lambda choice: choice.value == choice.worst()),
    "first-child-only": _always(lambda choice: choice.looked_at == choice.leaves[:1]),
    "last-child-kept": _always(lambda choice: choice.value == choice.leaves[-1]),
    "zero-initial-value": _always(lambda choice: choice.value == choice.best(0)),
    "right-to-left": _always(lambda choice: choice.looked_at == choice.leaves[::-1]),
    "late-cutoff": lambda choices: choices.looks == 3,
    "root-window-reset": lambda choices: (
        (choices.looks, choices.looks_below) == (len(CLOSING), 2)
    ),
    "last-of-ties": lambda choices: choices.takes_last,
    NOT_COUNTED: lambda choices: choices.is_counted is False,
}
"""By the id of a mistake, whether the choices of a player show it."""
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
        _looks([[0], _closing(player)], player, pattern, search),
        _looks([[[[0], _closing(player)]]], player, pattern, search),
        _is_counted(player, pattern, search),
        _takes_last(player, pattern, search),
    )


def _among_all(player: str, pattern: Problem, search: Search) -> Iterator[LeafChoice]:
    for sign in (1, -1):
        leaves = tuple(sign * value for value in OPEN)
        problem = pattern._replace(tree=Tree.from_nested(leaves, player))
        observed = search(problem)
        if observed is None:
            continue
        looked_at = tuple(leaves[look - 1] for look in observed.visited if look)
        choice = LeafChoice(player, leaves, None, looked_at)
        if not isinstance(observed.value, str):
            # In negamax a value is of the side to move.
            is_turned = observe(problem).value == -choice.best()
            value = -observed.value if is_turned else observed.value
            choice = choice._replace(value=value)
        yield choice


def _looks(nested: list[Any], player: str, pattern: Problem, search: Search) -> int:
    """Return at how many leaves of the last node of a tree a search looks."""
    other = "MAX" if player == "MIN" else "MIN"
    tree = Tree.from_nested(nested, (other, player))
    observed = search(pattern._replace(tree=tree))
    visited = () if observed is None else observed.visited
    return sum(look >= len(tree) - len(CLOSING) for look in visited)


def _is_counted(player: str, pattern: Problem, search: Search) -> bool | None:
    interface = interfaces.load(pattern.interface)
    if interfaces.ALPHA not in interface.arguments or interface.negated:
        return None
    leaves = _closing(player)
    window = (0, inf) if player == "MIN" else (-inf, 0)
    tree = Tree.from_nested(leaves, player)
    observed = search(pattern._replace(tree=tree, window=window))
    return None if observed is None else observed.value != leaves[0]


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


def _closing(player: str) -> list[Value]:
    """Return leaves after the second of which a player stops, if the other has 0."""
    return [value if player == "MIN" else -value for value in CLOSING]
