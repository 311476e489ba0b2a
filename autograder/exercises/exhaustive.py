"""Every small tree: all shapes of at most so many leaves and plies, each with every order of its leaves' values.

A search that only compares values does the same on all trees of one shape whose leaves' values lie in the same order,
ties included. So the textbook's search of each shape and order is computed once, with arbitrary values, and cached.
Each submission has values of its own, in every one of these orders.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from math import comb
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias

import reference
from autograder.exercises.cache import cached, digest_of
from autograder.exercises.model import Every, GeneratedExercise
from autograder.limits import MOST_EXHAUSTIVE
from autograder.text import table
from reference import interfaces
from reference.game import Tree, Value
from reference.observe import observe
from reference.problem import Observation, Problem

Shape: TypeAlias = "tuple[Shape, ...]"
"""The shapes of a node's children; a leaf has none."""

Place = tuple[int, int]
"""(interval, rank) of a leaf's value: 0 below the first end of the first window, 1 on it, 2 above it and so on; and its
rank among the values there. Without such ends the interval is 0."""

Order = tuple[Place, ...]
"""Where the values of a tree's leaves lie, in level order."""


class Batch(NamedTuple):
    """Searches of trees of one shape with one player at the root, in every order of values, and what they must do."""

    problems: Sequence[Problem]
    expected: Sequence[Observation]


def batches(exercise: GeneratedExercise) -> Iterator[Batch]:
    """The searches of an exercise, the smallest trees first. The seed shuffles the orders of each shape.

    The textbook's searches come from the cache, unless they are too many to store.
    """
    pattern, every, ends = exercise.pattern, exercise.generate, window_ends(exercise.pattern)
    assert isinstance(every, Every)
    textbooks: Iterable[Any] = map(json.loads, _textbooks(pattern, every))
    if number_of_searches(exercise) <= MOST_EXHAUSTIVE:
        code = [Path(__file__), *sorted(Path(str(reference.__file__)).parent.rglob("*.py"))]
        key = (every._replace(seed=None), pattern.interface, pattern.prune_when, ends, digest_of(*code))
        textbooks = cached(key, lambda: list(_textbooks(pattern, every)), lambda lines: [*map(json.loads, lines)])
    numbers = ranges(ends, every.values)
    random = Random(every.seed or 0)  # noqa: S311 (reproducible, not secret)
    for to_move, child_counts, found in textbooks:
        tree = Tree(child_counts, (), to_move)
        searched = list(zip(orders(child_counts.count(0), len(ends)), found, strict=True))
        random.shuffle(searched)  # else the number of a search would tell the order of its values
        problems, expected, sign = [], [], _sign(pattern, tree)
        for order, (looks, answer) in searched:
            values = _values(order, ends, numbers, random.sample)
            value = answer if isinstance(answer, str) else sign * values[answer]
            problems.append(_with_values(pattern, tree, values))
            expected.append(Observation(value, tuple(looks)))
        yield Batch(problems, expected)


# --- In an exercise's file ---


def every_mistakes(document: dict[str, Any], every: Every, pattern: Problem) -> Iterator[tuple[str, str]]:
    """What does not fit together in an exercise with `every`, as (place, words).

    pattern: what all of its searches have in common.
    """
    yield from ((name, words) for name, words in table("exercises")["beside every"].items() if name in document)
    drawn = "every small tree is searched, so there is nothing to draw; leave it out"
    yield from ((f"generate.{name}", drawn) for name in document["generate"] if name not in ("every", "values", "seed"))
    ends = window_ends(pattern)
    many = count_searches(every.leaves, every.plies, len(ends))
    if many > MOST_EXHAUSTIVE:
        words = f"these are {many:,} searches; at most {MOST_EXHAUSTIVE:,} are graded"
        yield "generate.every", f"{words}, so let there be fewer leaves or plies (prove searches more)"
    elif any(len(numbers) < every.leaves for numbers in ranges(ends, every.values)):
        where = f" below {ends[0]:g}, between that and {ends[1]:g}, and above" if ends else ""
        yield "generate.values", f"every leaf may need a value of its own: let there be {every.leaves} numbers{where}"


# --- How many there are ---


def number_of_searches(exercise: GeneratedExercise) -> int:
    """An upper bound on the searches of an exercise: its interface may refuse some of the trees."""
    assert isinstance(exercise.generate, Every)
    return count_searches(exercise.generate.leaves, exercise.generate.plies, len(window_ends(exercise.pattern)))


def count_searches(leaves: int, plies: int, ends: int = 0) -> int:
    """How many searches all trees of at most so many leaves and plies are, with every order and both players.

    ends: how many fixed numbers the search compares values with, too.
    """
    trees = [0, 1] + [0] * (leaves - 1)  # how many have 0, 1, … leaves: as many as `shapes` finds
    for _ in range(plies):
        families = [1]
        for count in range(1, leaves + 1):
            families.append(sum(trees[first] * families[count - first] for first in range(1, count + 1)))
        trees = [0, 1 + families[1], *families[2:]]
    return 2 * sum(trees[count] * _count_orders(count, ends) for count in range(1, leaves + 1))


@cache
def _count_orders(values: int, ends: int) -> int:
    """How many orders of so many values there are: as many as `orders` finds."""
    if not ends:
        return sum(comb(values, least) * _count_orders(values - least, 0) for least in range(1, values + 1)) or 1
    return sum(  # so many in order below the first end, and any of the others on it
        comb(values, below) * _count_orders(below, 0) * comb(values - below, on)
        * _count_orders(values - below - on, ends - 1)
        for below in range(values + 1)
        for on in range(values - below + 1)
    )  # fmt: skip


# --- Shapes and orders ---


@lru_cache
def shapes(leaves: int, plies: int) -> Sequence[Shape]:
    """All trees of exactly so many leaves, none of them deeper than so many plies."""
    found: list[Shape] = [()] if leaves == 1 else []
    return [*found, *_families(leaves, plies - 1)] if plies else found


def _families(leaves: int, plies: int) -> Iterator[Shape]:
    """All sequences of subtrees that have so many leaves together."""
    for first in range(1, leaves + 1):
        rest: Sequence[Shape] = list(_families(leaves - first, plies)) if first < leaves else [()]
        yield from ((tree, *others) for tree in shapes(first, plies) for others in rest)


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


def window_ends(pattern: Problem) -> tuple[Value, ...]:
    """The numbers that a search compares values with although no leaf has them: the ends of its first window."""
    if pattern.guess is None or pattern.epsilon is None:
        return ()
    return pattern.guess - pattern.epsilon, pattern.guess + pattern.epsilon


def ranges(ends: Sequence[Value], values: tuple[int, int]) -> list[range]:
    """The ranges of whole numbers below, between and above fixed ends that leaf values are chosen from."""
    low, high = values
    firsts = [low, *(int(end // 1) + 1 for end in ends)]
    lasts = [*(int(-(-end // 1)) - 1 for end in ends), high]
    return [range(first, last + 1) for first, last in zip(firsts, lasts, strict=True)]


def _values(
    order: Order, ends: Sequence[Value], numbers: Sequence[range], choose: Callable[[range, int], Sequence[int]]
) -> list[Value]:
    """Leaf values in such an order. numbers: the ranges between the ends. choose: picks so many of a range."""
    value: dict[Place, Value] = {}
    for place in {place for place, _ in order}:
        if place % 2:
            value[place, 0] = ends[place // 2]
            continue
        different = len({rank for where, rank in order if where == place})
        chosen = sorted(choose(numbers[place // 2], different))
        value.update({(place, rank): number for rank, number in enumerate(chosen)})
    return [value[place] for place in order]


def _with_values(pattern: Problem, tree: Tree, values: Sequence[Value]) -> Problem:
    """The search of a tree whose leaves have these values, in level order."""
    rest = iter(values)
    return pattern._replace(tree=tree.with_values([None if count else next(rest) for count in tree.child_counts]))


# --- The textbook's searches ---


def _textbooks(pattern: Problem, every: Every) -> Iterator[str]:
    """The textbook's searches, a line for each shape and player.

    A search is its looks, and the index of the leaf whose value it returns, or the action.
    """
    found = [shape for leaves in range(1, every.leaves + 1) for shape in shapes(leaves, every.plies)]
    ends, refused = window_ends(pattern), interfaces.load(pattern.interface).mistakes
    numbers = ranges(ends, every.values)
    for shape in sorted(found, key=lambda shape: len(Tree.from_nested(shape))):
        for to_move in ("MAX", "MIN"):
            tree = Tree.from_nested(shape, to_move)
            child_counts, sign = list(tree.child_counts), _sign(pattern, tree)
            searched: list[tuple[Sequence[int], int | str]] = []
            for order in orders(child_counts.count(0), len(ends)):
                values = _values(order, ends, numbers, lambda some, count: some[:count])
                problem = _with_values(pattern, tree, values)
                if not searched and any(place == "tree" for place, _ in refused(problem)):
                    break  # such as a game that is over, where a decision is asked for
                seen = observe(problem)
                answer = seen.value if isinstance(seen.value, str) else values.index(sign * seen.value)
                searched.append((seen.looks, answer))
            else:
                yield json.dumps((to_move, child_counts, searched), separators=(",", ":"))


def _sign(pattern: Problem, tree: Tree) -> int:
    """The factor between the values of leaves and of the root: −1 in negamax where MIN moves first."""
    return -1 if interfaces.load(pattern.interface).negated and tree.players[0] == "MIN" else 1
