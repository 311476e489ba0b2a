"""The algorithms, one file an interface: the textbook's functions, and an `INTERFACE` that says how they are used.

`load` finds an interface by its name, so that adding one is adding a file here.
"""

import os
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from importlib import import_module
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from reference.game import Tree, Value
from reference.problem import Answer, Observation, Problem

ROOT, LEAVES = "<root>", "<leaves>"
"""Stand for the root's state and for the sequence of the leaves' values among the arguments of a call."""
ALPHA, BETA, DEPTH, GUESS, EPSILON, MAXIMIZES = (
    "<alpha>",
    "<beta>",
    "<depth>",
    "<guess>",
    "<epsilon>",
    "<maximizes>",
)
"""Stand there for what a problem says: its window, its depth or that of its tree, and whether MAX moves first."""

OPTIONS = frozenset(
    ("window", "depth", "guess", "epsilon", "prune_when", "bound", "isolate")
)
"""What may be said of a search beside its tree; each interface has use for some."""

Argument = Value | str | bool
Range = tuple[Answer, Answer]


class Visits(NamedTuple):
    """How a search's visits agree with the textbook's: the right leaves, and those in the right order."""

    pruned: bool
    order: bool


def exact_visits(problem: Problem, expected: Observation, found: Observation) -> Visits:
    """The search looks at what the textbook's looks at, and first looks come in the same order."""
    return Visits(
        set(found.looks) == set(expected.looks), found.visited == expected.visited
    )


class Interface(NamedTuple):
    """What a student writes, and how it is used.

    functions: those that the student defines; of two the first one is MAX's. arguments: what it is called with.
    accepted: the least and the greatest right answer, given the textbook's; an action is both.
    mistakes: what makes a problem unfit for the interface, as (field, words that say what is right).
    windowed: the functions that get a window, where the search does, or else after the state.
    node: the node that a call of theirs is about, given its arguments, of which the first is mostly a state.
    negated: whether values are those of the side to move, as in negamax.
    hard_only: whether fail-soft, right elsewhere, is wrong, and with it what lies between the two right answers.
    """

    name: str
    functions: tuple[str, ...]
    arguments: tuple[Argument, ...]
    accepted: Callable[[Problem, Answer], Range]
    visits: Callable[[Problem, Observation, Observation], Visits] = exact_visits
    mistakes: Callable[[Problem], Iterable[tuple[str, str]]] = lambda problem: ()
    windowed: tuple[str, ...] = ()
    node: Callable[[Sequence[Any]], int] = lambda arguments: int(arguments[0].index)
    negated: bool = False
    complete_binary: bool = False
    hard_only: bool = False

    def call(self, problem: Problem) -> tuple[str, tuple[Argument, ...]]:
        """The function that a search of a problem calls, and its arguments."""
        tree, (alpha, beta) = problem.tree, problem.window
        depth = tree.depth if problem.depth is None else problem.depth
        maximizes = tree.players[0] == "MAX"
        said: dict[Argument, Any] = {
            ALPHA: alpha,
            BETA: beta,
            DEPTH: depth,
            MAXIMIZES: maximizes,
        }
        said |= {GUESS: problem.guess, EPSILON: problem.epsilon}
        return self.functions[0 if maximizes else -1], tuple(
            said.get(each, each) for each in self.arguments
        )

    @property
    def takes(self) -> dict[str, str]:
        """How the student's functions are called, by their names: `max_value(state, alpha, beta)`."""
        codes = {
            name: getattr(module_of(self.name), name).__code__
            for name in self.functions
        }
        return {
            name: f"{name}({', '.join(code.co_varnames[: code.co_argcount])})"
            for name, code in codes.items()
        }

    @property
    def window(self) -> tuple[int, int]:
        """The positions of alpha and beta among the arguments of a windowed function."""
        place = self.arguments.index(ALPHA) if ALPHA in self.arguments else 1
        return place, place + 1

    @property
    def has_horizon(self) -> bool:
        """Whether a search can end at a depth, where static evaluations stand for values."""
        return DEPTH in self.arguments

    @property
    def options(self) -> frozenset[str]:
        """The fields of a problem that have a meaning in this interface, beside the tree."""
        uses = {
            "window": bool(self.windowed),
            "prune_when": bool(self.windowed),
            "bound": not (self.accepted is exact_answer or self.hard_only),
            "isolate": len(self.functions) > 1,
        }
        return frozenset(
            name for name in OPTIONS if uses.get(name) or f"<{name}>" in self.arguments
        )

    def accepts(self, problem: Problem, expected: Answer, found: Answer) -> bool:
        """Whether what a search returned is right, given what the textbook's returned."""
        least, greatest = self.accepted(problem, expected)
        if (
            isinstance(least, str)
            or isinstance(greatest, str)
            or isinstance(found, str)
        ):
            return found == least
        return (
            found in (least, greatest) if self.hard_only else least <= found <= greatest
        )


@lru_cache
def exists(name: str) -> bool:
    """Whether there is an interface with a name; no other is imported to say so."""
    file = f"{module_name(name)}.py"
    return (
        not file.startswith("_")
        and file in os.listdir(Path(__file__).parent)
        and load(name).name == name
    )


def names() -> list[str]:
    """The names of all interfaces."""
    return [
        load(file.stem).name for file in sorted(Path(__file__).parent.glob("[!_]*.py"))
    ]


@lru_cache
def load(name: str) -> Interface:
    """The interface with a name. Raises ModuleNotFoundError where no file defines it."""
    interface: Interface = module_of(name).INTERFACE
    return interface


@lru_cache
def module_of(name: str) -> Any:
    """The module that defines an interface."""
    return import_module(f"{__name__}.{module_name(name)}")


def module_name(name: str) -> str:
    """The module that defines an interface: its name with a `_` for what a module's name may not hold."""
    return name.replace("/", "_")


def mistakes(problem: Problem) -> Iterable[tuple[str, str]]:
    """What makes a problem unfit for its interface, as (field, words that say what is right)."""
    yield from load(problem.interface).mistakes(problem)
    tree, depth = problem.tree, problem.depth
    without = (
        []
        if depth is None
        else [node for node in tree.leaves(depth=depth) if tree.values[node] is None]
    )
    if without:
        words = (
            f"at a depth of {depth} plies the search ends at {tree.name(without[0])}"
        )
        yield (
            "depth",
            f'{words}, which has no static evaluation; write it as {{"value": …, "children": […]}}',
        )


def fitted(problem: Problem) -> Problem:
    """The problem without the options that mean nothing in its interface. A depth ends the tree of any search."""
    interface = load(problem.interface)
    bare = Problem(
        problem.tree,
        problem.interface,
        bound="fail-hard" if interface.hard_only else "either",
    )
    return bare._replace(
        **{name: getattr(problem, name) for name in ("depth", *interface.options)}
    )


def searched_tree(problem: Problem) -> Tree:
    """The tree as a search sees it: in negamax its values are those of the side to move."""
    tree = problem.tree
    if not load(problem.interface).negated:
        return tree
    maximizes = (tree.player(node) == "MAX" for node in range(len(tree)))
    values = zip(tree.values, maximizes, strict=True)
    return tree.with_values(
        [value if value is None or is_max else -value for value, is_max in values]
    )


def exact_answer(problem: Problem, expected: Answer) -> Range:
    """The very answer of the textbook's search."""
    return expected, expected


def right_bounds(problem: Problem, expected: Answer) -> Range:
    """The values that are right where the textbook's fail-soft search returns `expected`.

    Inside the window there is one right value. Outside it a search only shows on which side the value lies. There
    "fail-hard" wants the end of the window; "fail-soft" the bound that the textbook proved or, as a search that looks
    at more leaves may prove more, anything from there to the exact value; "either" anything on that side.
    """
    assert not isinstance(expected, str)
    alpha, beta = problem.window
    if alpha < expected < beta:
        return expected, expected
    if problem.bound == "fail-soft":
        exact = exact_values(problem)[0]
        assert exact is not None
        return min(exact, expected), max(exact, expected)
    if problem.bound == "fail-hard":
        return (alpha, alpha) if expected <= alpha else (beta, beta)
    return (-inf, alpha) if expected <= alpha else (beta, inf)


def is_lost(problem: Problem) -> bool:
    """Whether every action at the root has the worst possible value for the player to move, so that none is better."""
    maximizes = problem.tree.players[0] == "MAX" or load(problem.interface).negated
    return exact_values(problem)[0] == (-inf if maximizes else inf)


def exact_values(problem: Problem) -> Sequence[Value | None]:
    """The minimax values of all nodes. What lies below the search depth keeps its static evaluation, if it has one."""
    tree = searched_tree(problem)
    negated = load(problem.interface).negated
    depth = tree.depth if problem.depth is None else min(problem.depth, tree.depth)
    values = list(tree.values)
    # Children come after their parent.
    for node in reversed(range(tree.level_start[depth])):
        below = [
            value
            for child in tree.children(node)
            if (value := values[child]) is not None
        ]
        if below:
            values[node] = (
                -min(below)
                if negated
                else max(below)
                if tree.player(node) == "MAX"
                else min(below)
            )
    return values
