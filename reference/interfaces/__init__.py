"""The algorithms, one file for each interface.

A file has the textbook's functions, and an `INTERFACE` that says how they are used.
`load` finds an interface by its name, so that adding one is adding a file here.

The sources: AIMA is Russell and Norvig's "Artificial Intelligence: A Modern Approach",
3rd edition. Eppstein's notes are those for ICS 180A, April 22, 1997; Ingargiola's are
"MiniMax with Alpha-Beta Cutoff", Temple University. Yawar's article is "Alpha Beta
Pruning in Artificial Intelligence".
"""

import os
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from importlib import import_module
from itertools import groupby
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from reference.game import Tree, Value
from reference.problem import Answer, Bound, Observation, Problem

# These stand among the arguments of a call for the state of the root, and for the
# sequence of the leaves' values, which each search has anew;
ROOT = "<root>"
LEAVES = "<leaves>"
# for fields of the problem: its window, its depth or that of its tree, its guess and
# its epsilon;
ALPHA = "<alpha>"
BETA = "<beta>"
DEPTH = "<depth>"
GUESS = "<guess>"
EPSILON = "<epsilon>"
# and for whether MAX moves first.
MAXIMIZES = "<maximizes>"

OPTIONS = frozenset(
    ("window", "depth", "guess", "epsilon", "prune_when", "bound", "isolate")
)
"""The fields of a search beside its tree; each interface has a use for some."""

Argument = Value | str | bool
Range = tuple[Answer, Answer]


class Visits(NamedTuple):
    """Whether a search visits the textbook's leaves, and whether in the same order."""

    pruned: bool
    order: bool


class DueLooks(NamedTuple):
    """The looks that a right search makes, in order.

    goes_on: whether it has to look further after them, at whatever it likes.
    counts_again: whether to come back to a node is a look, too, but twice in a row.
    """

    nodes: tuple[int, ...]
    goes_on: bool = False
    counts_again: bool = False

    def counted(self, looks: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of a search's looks that are compared with these."""
        if self.counts_again:
            return without_repeats(looks)
        return tuple(dict.fromkeys(looks))

    def visits(self, observation: Observation) -> Visits:
        """Compare the looks of a search with these."""
        looks = self.counted(observation.looks)
        if self.goes_on and len(looks) <= len(self.nodes):
            return Visits(False, False)
        if self.goes_on:
            looks = looks[: len(self.nodes)]
        return Visits(set(looks) == set(self.nodes), looks == self.nodes)


def without_repeats(looks: tuple[int, ...]) -> tuple[int, ...]:
    """Return looks with repeats in a row counted once."""
    return tuple(node for node, _ in groupby(looks))


def first_looks(expected: Observation) -> DueLooks:
    """Return the first look at each node that the textbook's search looks at."""
    return DueLooks(expected.visited)


class Interface(NamedTuple):
    """The functions that a student writes, and their use.

    functions: those that the student defines; of two the first one is MAX's.
    arguments: of the call that starts a search.
    accepted: gives the least and the greatest right answer, from the textbook's answer.
    If the answer is an action, both are that action.
    due_looks: gives the right looks, from the textbook's search.
    mistakes: gives the mistakes of a problem for the interface, as (field, message).
    windowed: the functions that get a window. It stands where it stands in the call
    that starts a search or, if that has none, after the state.
    node: gives the node that a call of theirs is about, from the call's arguments.
    negated: whether values are those of the side to move, as in negamax.
    complete_binary: whether it searches complete binary trees only.
    hard_only: whether of the right answers only the least and the greatest are right,
    and nothing between them, which fail-soft may return elsewhere.
    decides: whether the answer is an action.
    """

    name: str
    functions: tuple[str, ...]
    arguments: tuple[Argument, ...]
    accepted: Callable[[Problem, Answer], Range]
    due_looks: Callable[[Observation], DueLooks] = first_looks
    mistakes: Callable[[Problem], Iterable[tuple[str, str]]] = lambda problem: ()
    windowed: tuple[str, ...] = ()
    node: Callable[[Sequence[Any]], int] = lambda arguments: int(arguments[0].index)
    negated: bool = False
    complete_binary: bool = False
    hard_only: bool = False
    decides: bool = False

    def call(self, problem: Problem) -> tuple[str, tuple[Argument, ...]]:
        """Return the function that starts a search of a problem, and its arguments."""
        alpha, beta = problem.window
        maximizes = problem.tree.players[0] == "MAX"
        stands_for: dict[Argument, Any] = {
            ALPHA: alpha,
            BETA: beta,
            DEPTH: problem.tree.depth if problem.depth is None else problem.depth,
            GUESS: problem.guess,
            EPSILON: problem.epsilon,
            MAXIMIZES: maximizes,
        }
        function = self.functions[0 if maximizes else -1]
        return function, tuple(stands_for.get(name, name) for name in self.arguments)

    @property
    def takes(self) -> dict[str, str]:
        """A call of each function, such as `max_value(state, alpha, beta)`."""
        calls = {}
        for name in self.functions:
            code = getattr(module_of(self.name), name).__code__
            parameters = ", ".join(code.co_varnames[: code.co_argcount])
            calls[name] = f"{name}({parameters})"
        return calls

    @property
    def window(self) -> tuple[int, int]:
        """The indices of alpha and beta in the arguments of a windowed function."""
        index = self.arguments.index(ALPHA) if ALPHA in self.arguments else 1
        return index, index + 1

    @property
    def has_horizon(self) -> bool:
        """Whether a search gets a depth, with static evaluations for values there."""
        return DEPTH in self.arguments

    @property
    def options(self) -> frozenset[str]:
        """The fields of a problem, beside the tree, that mean something here."""
        used = {name for name in OPTIONS if f"<{name}>" in self.arguments}
        if self.windowed:
            used |= {"window", "prune_when"}
        if self.accepted is not exact_answer and not self.hard_only:
            used.add("bound")
        if len(self.functions) > 1:
            used.add("isolate")
        return frozenset(used)

    def visits(self, expected: Observation, observation: Observation) -> Visits:
        """Compare the looks of a search with the textbook's."""
        return self.due_looks(expected).visits(observation)

    def accepts(self, problem: Problem, expected: Answer, answer: Answer) -> bool:
        """Return whether an answer is right. expected: the textbook's answer."""
        least, greatest = self.accepted(problem, expected)
        if isinstance(least, str) or isinstance(greatest, str):
            return answer == least
        if isinstance(answer, str):
            return False
        if self.hard_only:
            return answer in (least, greatest)
        return least <= answer <= greatest


@lru_cache
def exists(name: str) -> bool:
    """Return whether there is an interface with a name.

    No other interface is imported.
    """
    file = f"{module_name(name)}.py"
    if file.startswith("_") or file not in os.listdir(Path(__file__).parent):
        return False
    return load(name).name == name


def names() -> list[str]:
    """Return the names of all interfaces."""
    files = sorted(Path(__file__).parent.glob("[!_]*.py"))
    return [load(file.stem).name for file in files]


@lru_cache
def load(name: str) -> Interface:
    """Return the interface with a name.

    Raises ModuleNotFoundError if no file defines it.
    """
    interface: Interface = module_of(name).INTERFACE
    return interface


@lru_cache
def module_of(name: str) -> Any:
    """Return the module that defines an interface."""
    return import_module(f"{__name__}.{module_name(name)}")


def module_name(name: str) -> str:
    """Return the name of the module that defines an interface."""
    return name.replace("/", "_")


def mistakes(problem: Problem) -> Iterable[tuple[str, str]]:
    """Yield the mistakes of a problem for its interface, as (field, message).

    A message says how it would be right.
    """
    yield from load(problem.interface).mistakes(problem)
    tree, depth = problem.tree, problem.depth
    if depth is None:
        return
    for node in tree.leaves(depth=depth):
        if tree.values[node] is None:
            message = (
                f"at a depth of {depth} plies the search ends at {tree.name(node)}, "
                "which has no static evaluation; "
                'write it as {"value": …, "children": […]}'
            )
            yield "depth", message
            return


def fitted(problem: Problem) -> Problem:
    """Return a problem without the options that mean nothing in its interface."""
    interface = load(problem.interface)
    bound: Bound = "fail-hard" if interface.hard_only else "either"
    bare = Problem(problem.tree, problem.interface, bound=bound)
    # A depth ends the tree of any search.
    meant = ("depth", *interface.options)
    return bare._replace(**{name: getattr(problem, name) for name in meant})


def searched_tree(problem: Problem) -> Tree:
    """Return the tree as a search sees it.

    In negamax its values are those of the side to move.
    """
    tree = problem.tree
    if not load(problem.interface).negated:
        return tree
    values = list(tree.values)
    for node, value in enumerate(values):
        if value is not None and tree.player(node) == "MIN":
            values[node] = -value
    return tree.with_values(values)


def is_negated(problem: Problem, node: int) -> bool:
    """Return whether a search sees the values at a node negated.

    In negamax it does if MIN moves.
    """
    return load(problem.interface).negated and problem.tree.player(node) == "MIN"


def exact_answer(problem: Problem, expected: Answer) -> Range:
    """Return the answer of the textbook's search as the only right one."""
    return expected, expected


def right_bounds(problem: Problem, expected: Answer) -> Range:
    """Return the range of right values, as (least, greatest).

    expected: the value of the textbook's fail-soft search.

    Inside the window there is one right value. Outside it a search only shows on which
    side the value lies. There
    - "fail-hard" wants the end of the window,
    - "fail-soft" wants the bound that the textbook proved, or anything from there to
      the exact value: a search that looks at more leaves may prove more,
    - "either" takes anything on that side.
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


def is_judged_in_part(problem: Problem, expected: Observation) -> bool:
    """Return whether a right search looks further than is judged, at any leaves."""
    return load(problem.interface).due_looks(expected).goes_on


def is_lost(problem: Problem) -> bool:
    """Return whether every action at the root loses for certain.

    All have the worst possible value for the player to move, so none is better.
    """
    maximizes = problem.tree.players[0] == "MAX" or load(problem.interface).negated
    return exact_values(problem)[0] == (-inf if maximizes else inf)


def exact_values(problem: Problem) -> Sequence[Value | None]:
    """Return the minimax values of all nodes.

    Below the search depth they are the static evaluations, if there are any.
    """
    tree = searched_tree(problem)
    negated = load(problem.interface).negated
    depth = tree.depth if problem.depth is None else min(problem.depth, tree.depth)
    values = list(tree.values)
    # Children come after their parent.
    for node in reversed(range(tree.level_start[depth])):
        child_values = [values[child] for child in tree.children(node)]
        below = [value for value in child_values if value is not None]
        if not below:
            continue
        if negated:
            values[node] = -min(below)
        elif tree.player(node) == "MAX":
            values[node] = max(below)
        else:
            values[node] = min(below)
    return values
