"""Every small tree: all shapes of at most so many leaves and plies, each with every order of its leaves' values.

A search that only compares values does the same on all trees of one shape whose leaves' values lie in the same order,
ties included. So the textbook's search of each shape and order is worked out once, with any values, and remembered.
Each submission has values of its own, in every one of these orders.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from itertools import product
from math import comb
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import reference
from autograder.exercises.generated_cache import remembered
from autograder.exercises.model import Every, GeneratedExercise
from autograder.limits import MOST_EXHAUSTIVE
from reference import interfaces
from reference.game import Tree, Value
from reference.observe import observe
from reference.problem import Observation, Problem

Shape: TypeAlias = "tuple[Shape, ...]"
"""The shapes of a node's children; a leaf has none."""


Place = tuple[int, int]
"""Where a leaf's value lies among all: 0 below the first end of the first window, 1 on it, 2 above it and so on; and
how manieth it is there. Without such ends the first number is 0."""

Order = tuple[Place, ...]
"""Where the values of a tree's leaves lie, in level order."""


@dataclass(frozen=True)
class Batch:
    """Searches of trees of one shape with one player at the root, in every order of values, and what they must do."""

    problems: Sequence[Problem]
    expected: Sequence[Observation]


def batches(exercise: GeneratedExercise) -> Iterator[Batch]:
    """The searches of an exercise, by the size of their trees. The orders of a shape come by chance, from its seed."""
    every = exercise.generate
    assert isinstance(every, Every)
    return _with_values(exercise.pattern, every, _textbooks(exercise.pattern, every))


def _with_values(pattern: Problem, every: Every, textbooks: Iterable[Any]) -> Iterator[Batch]:
    random = Random(every.seed or 0)  # noqa: S311 (reproducible, not secret)
    for to_move, child_counts, found in textbooks:
        trees = _Trees(pattern, Tree(child_counts, (), to_move), every)
        searches = list(zip(trees.orders, found, strict=True))
        # Else the number of a search would tell the order of its values.
        random.shuffle(searches)
        made = [trees.search(order, looks, answer, random.sample) for order, (looks, answer) in searches]
        yield Batch([problem for problem, _ in made], [expected for _, expected in made])


def number_of_searches(exercise: GeneratedExercise) -> int:
    """How many searches an exercise asks for at most: those of trees that its interface refuses are left out."""
    every = exercise.generate
    assert isinstance(every, Every)
    return searches(every.leaves, every.plies, len(window_ends(exercise.pattern)))


def searches(leaves: int, plies: int, ends: int = 0) -> int:
    """How many searches all trees of at most so many leaves and plies are, with every order and both players.

    ends: how many fixed numbers the values are compared with too.
    """
    trees = _numbers_of_trees(leaves, plies)
    return 2 * sum(trees[count] * _number_of_orders(count, ends) for count in range(1, leaves + 1))


def window_ends(pattern: Problem) -> tuple[Value, ...]:
    """The numbers that a search compares values with although no leaf has them: the ends of its first window."""
    if pattern.guess is None or pattern.epsilon is None:
        return ()
    return pattern.guess - pattern.epsilon, pattern.guess + pattern.epsilon


def ranges(ends: Sequence[Value], values: tuple[int, int]) -> list[range]:
    """The whole numbers below, between and above some ends that leaves may have."""
    low, high = values
    firsts = [low, *(int(end // 1) + 1 for end in ends)]
    lasts = [*(int(-(-end // 1)) - 1 for end in ends), high]
    return [range(first, last + 1) for first, last in zip(firsts, lasts, strict=True)]


@lru_cache
def shapes(leaves: int, plies: int) -> Sequence[Shape]:
    """All trees of exactly so many leaves, none of them deeper than so many plies."""
    found: list[Shape] = [()] if leaves == 1 else []
    return [*found, *_families(leaves, plies - 1)] if plies else found


@lru_cache
def orders(leaves: int, ends: int = 0) -> Sequence[Order]:
    """Every order of so many values, ties included, and of each among so many fixed ends."""
    found: list[Order] = []
    for lies in product(range(2 * ends + 1), repeat=leaves):
        within = [_ranks(lies.count(place), on_an_end=place % 2 == 1) for place in range(2 * ends + 1)]
        for chosen in product(*within):
            next_rank = [iter(ranks) for ranks in chosen]
            found.append(tuple((place, next(next_rank[place])) for place in lies))
    return found


def _ranks(values: int, *, on_an_end: bool) -> Sequence[tuple[int, ...]]:
    """Every order of so many values, as the rank of each; on an end they are all equal."""
    if on_an_end:
        return [(0,) * values]
    return [ranks for ranks in product(range(values), repeat=values) if set(ranks) == set(range(len(set(ranks))))]


def _families(leaves: int, plies: int) -> Iterator[Shape]:
    """All ways to give so many leaves, one at least, to the trees of some neighbours."""
    for first in range(1, leaves + 1):
        rest: Sequence[Shape] = list(_families(leaves - first, plies)) if first < leaves else [()]
        yield from ((tree, *others) for tree in shapes(first, plies) for others in rest)


def _numbers_of_trees(leaves: int, plies: int) -> list[int]:
    """How many trees of at most so many plies have 0, 1, … leaves: what `shapes` would find."""
    trees = [0, 1] + [0] * (leaves - 1)
    for _ in range(plies):
        families = [1]
        for count in range(1, leaves + 1):
            families.append(sum(trees[first] * families[count - first] for first in range(1, count + 1)))
        trees = [0, *families[1:]]
        trees[1] += 1
    return trees


@cache
def _number_of_orders(values: int, ends: int) -> int:
    """How many orders of so many values there are: what `orders` would find."""
    if not values:
        return 1
    if not ends:
        return sum(comb(values, least) * _number_of_orders(values - least, 0) for least in range(1, values + 1))
    return sum(
        comb(values, below) * comb(values - below, on) * _number_of_orders(below, 0)
        * _number_of_orders(values - below - on, ends - 1)
        for below in range(values + 1)
        for on in range(values - below + 1)
    )  # fmt: skip


class _Trees:
    """The trees of one shape."""

    def __init__(self, pattern: Problem, tree: Tree, every: Every) -> None:
        ends = window_ends(pattern)
        self._pattern, self._tree = pattern, tree
        self._leaves = [node for node in range(len(tree)) if tree.is_leaf(node)]
        self._ends = ends
        self._ranges = ranges(ends, every.values)
        self._sign = -1 if interfaces.load(pattern.interface).negated and tree.players[0] == "MIN" else 1
        self.orders = orders(len(self._leaves), len(ends))

    def problem(self, order: Order, choose: Callable[[Sequence[int], int], Sequence[int]]) -> Problem:
        """The search of the tree whose values lie so. choose: takes so many numbers of some."""
        return self._with(self._values(order, choose))

    def search(
        self,
        order: Order,
        looks: Sequence[int],
        answer: int | str,
        choose: Callable[[Sequence[int], int], Sequence[int]],
    ) -> tuple[Problem, Observation]:
        """A problem and what the textbook's search does there, made of what was remembered of its order."""
        values = self._values(order, choose)
        value = answer if isinstance(answer, str) else self._sign * values[answer]
        return self._with(values), Observation(value, tuple(looks))

    def remembered(self, problem: Problem, found: Observation) -> tuple[Sequence[int], int | str]:
        """What to remember of a search: its looks, and the leaf whose value it returns, or the action."""
        if isinstance(found.value, str):
            return found.looks, found.value
        return found.looks, [problem.tree.values[leaf] for leaf in self._leaves].index(self._sign * found.value)

    def _values(self, order: Order, choose: Callable[[Sequence[int], int], Sequence[int]]) -> list[Value]:
        """Values of the leaves that lie so."""
        value: dict[Place, Value] = {}
        for place in {place for place, _ in order}:
            if place % 2:
                value[place, 0] = self._ends[place // 2]
                continue
            different = len({rank for where, rank in order if where == place})
            chosen = sorted(choose(self._ranges[place // 2], different))
            value.update({(place, rank): number for rank, number in enumerate(chosen)})
        return [value[place] for place in order]

    def _with(self, values: Sequence[Value]) -> Problem:
        of_nodes: list[Value | None] = [None] * len(self._tree)
        for leaf, value in zip(self._leaves, values, strict=True):
            of_nodes[leaf] = value
        return self._pattern._replace(tree=self._tree.with_values(of_nodes))


def _textbooks(pattern: Problem, every: Every) -> Iterable[Any]:
    """The textbook's searches, by shape and player: remembered, unless they are too many."""
    if searches(every.leaves, every.plies, len(window_ends(pattern))) > MOST_EXHAUSTIVE:
        return map(json.loads, _lines(pattern, every))
    return remembered(_digest(pattern, every), lambda: list(_lines(pattern, every)), _read)


def _lines(pattern: Problem, every: Every) -> Iterator[str]:
    """The textbook's searches, a line for each shape and player."""
    found = [shape for leaves in range(1, every.leaves + 1) for shape in shapes(leaves, every.plies)]
    for shape in sorted(found, key=lambda shape: len(Tree.from_nested(shape))):
        for to_move in ("MAX", "MIN"):
            trees = _Trees(pattern, Tree.from_nested(shape, to_move), every)
            made = [trees.problem(order, lambda numbers, count: numbers[:count]) for order in trees.orders]
            if any(place == "tree" for place, _ in interfaces.load(pattern.interface).mistakes(made[0])):
                continue  # such as a game that is over, where a decision is asked for
            searched = [trees.remembered(problem, observe(problem)) for problem in made]
            line = to_move, list(made[0].tree.child_counts), searched
            yield json.dumps(line, separators=(",", ":"))


def _read(lines: list[str]) -> list[Any]:
    if not lines:
        raise ValueError("a search that is tried on no tree at all would pass")
    return [json.loads(line) for line in lines]


def _digest(pattern: Problem, every: Every) -> bytes:
    """Of everything that decides what is remembered."""
    terms = (pattern.interface, pattern.prune_when, window_ends(pattern))
    what = (every.leaves, every.plies, every.values, terms, _code())
    return sha256(repr(what).encode()).digest()


@lru_cache
def _code() -> bytes:
    """The textbook, and how its searches are remembered."""
    files = [Path(__file__), *sorted(Path(str(reference.__file__)).parent.rglob("*.py"))]
    return sha256(b"".join(sha256(file.read_bytes()).digest() for file in files)).digest()
