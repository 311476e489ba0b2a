"""Every small tree: all shapes up to a size, with every order of leaf values.

A search that only compares values does the same on all trees of one shape whose leaves'
values lie in the same order, ties included. So the textbook's search of each shape and
order is computed once, with arbitrary values, and cached. Each submission has values of
its own, in every one of these orders.

A program that does more with values than compare them shows on values of other sorts:
whole numbers, fractions and far ones take turns, and each shape has infinite leaves
once. If the author names a range, all are whole numbers of it.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, inf
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias

import reference
from autograder.core.exercises.cache import cached, digest_of
from autograder.core.exercises.model import Every, GeneratedExercise
from autograder.core.limits import MOST_EXHAUSTIVE
from reference import interfaces
from reference.game import Tree, Value
from reference.observe import observe
from reference.problem import Observation, Problem

Shape: TypeAlias = "tuple[Shape, ...]"
"""The shapes of a node's children; a leaf has none."""

Order = tuple[int, ...]
"""The ranks of the ends of the first window, if it is finite, and of the leaves' values
in level order; equal values have the same, and none is left out.
"""
Infinite = tuple[Value | None, ...]
"""The value of each infinite leaf, and None for the others; () if there is none."""
Choose = Callable[[range, int], Sequence[int]]
"""Choose a number of values from a range."""
STEPS = (1, 0.25, 10**12)
"""How far neighbouring values may lie apart: whole numbers, fractions and far ones."""
NOT_BESIDE_EVERY = {
    "root": "either player moves first in every small tree; leave it out",
    "players": "MAX and MIN take turns in every small tree; leave it out",
    "require": "every small tree is searched, whatever it has; leave it out",
    "window": "every small tree is searched with the whole window; leave it out",
    "bound": "every small tree is searched with the whole window; leave it out",
    "depth": "every small tree is searched to its leaves; leave it out",
    "isolate": "every small tree is searched whole; leave it out",
}
"""Fields that an exercise with `every` has no use for, each with its message."""


class Batch(NamedTuple):
    """Problems with trees of one shape and one player at the root.

    They have every order of values, and perhaps infinite ones. expected: the
    textbook's search of each.
    """

    problems: list[Problem]
    expected: list[Observation]


def batches(exercise: GeneratedExercise) -> Iterator[Batch]:
    """Yield the searches of an exercise, the smallest trees first.

    The orders of each shape are shuffled by the exercise's seed.
    """
    pattern, every = exercise.pattern, exercise.generate
    assert isinstance(every, Every)
    ends = window_ends(pattern)
    random = Random(every.seed or 0)  # noqa: S311 (reproducible, not secret)
    steps = STEPS if every.values is None else (1,)
    for number, line in enumerate(_remembered(pattern, every)):
        to_move, child_counts, sign, searches = line
        shaped = pattern._replace(tree=Tree(child_counts, (), to_move))
        orders_of_shape = _orders_of_shape(child_counts.count(0), ends, every, number)
        searched = list(zip(orders_of_shape, searches, strict=True))
        # Else the number of a search would tell the order of its values.
        random.shuffle(searched)
        batch = Batch([], [])
        for (order, infinite), (looks, answer) in searched:
            step = random.choice(steps)
            problem = _in_order(shaped, order, ends, every, random.sample, step)
            problem = _with_infinite(problem, infinite)
            values: Sequence[Any] = problem.tree.values
            value = answer if isinstance(answer, str) else sign * values[answer]
            batch.problems.append(problem)
            batch.expected.append(Observation(value, tuple(looks)))
        yield batch


def _remembered(pattern: Problem, every: Every) -> Iterable[Any]:
    """Return the textbook's searches of `_textbooks`; from the cache if they fit in."""
    ends = window_ends(pattern)
    if count_searches(every.leaves, every.plies, len(ends)) > MOST_EXHAUSTIVE:
        # Only `prove` asks for so many.
        return map(json.loads, _textbooks(pattern, every))
    textbook = sorted(Path(str(reference.__file__)).parent.rglob("*.py"))
    key = (
        every._replace(seed=None),
        pattern.interface,
        pattern.prune_when,
        ends,
        digest_of(Path(__file__), *textbook),
    )
    return cached(
        key,
        lambda: list(_textbooks(pattern, every)),
        lambda lines: [json.loads(line) for line in lines],
    )


def every_mistakes(
    document: dict[str, Any], every: Every, pattern: Problem
) -> Iterator[tuple[str, str]]:
    """Yield the fields that do not fit to `every`, as (field, message)."""
    for name, message in NOT_BESIDE_EVERY.items():
        if name in document:
            yield name, message
    for name in document["generate"]:
        if name not in ("every", "values", "seed"):
            message = "every small tree is searched, so there is nothing to draw"
            yield f"generate.{name}", f"{message}; leave it out"
    ends = window_ends(pattern)
    searches = count_searches(every.leaves, every.plies, len(ends))
    if searches > MOST_EXHAUSTIVE:
        message = (
            f"these are {searches:,} searches; at most {MOST_EXHAUSTIVE:,} are graded, "
            "so let there be fewer leaves or plies (prove searches more)"
        )
        yield "generate.every", message
    elif any(len(numbers) < every.leaves for numbers in _ranges(ends, every.range)):
        message = (
            f"every leaf may need a value of its own: let there be {every.leaves} "
            "numbers"
        )
        if ends:
            message += f" below {ends[0]:g}, between that and {ends[1]:g}, and above"
        yield "generate.values", message


def count_searches(leaves: int, plies: int, ends: int = 0) -> int:
    """Return the number of searches of all small trees.

    With every order of values and both players, if the interface refuses no tree.
    leaves, plies: the most that a tree has. ends: of the first window, if it is finite.
    """
    searches = 0
    # The number of orders that have 0, 1, … different ranks.
    by_ranks = [0] * ends + [1]
    # A new value has one of the ranks that there are, or one between them.
    for trees in _count_trees(leaves, plies)[1:]:
        pairs = zip([*by_ranks, 0], [0, *by_ranks], strict=True)
        by_ranks = [ranks * (same + fewer) for ranks, (same, fewer) in enumerate(pairs)]
        searches += 2 * trees * sum(by_ranks)
    return searches


def count_infinite(leaves: int, plies: int) -> int:
    """Return the number of searches of small trees that have infinite leaves.

    They come to those of `count_searches`, if the author names no range of values.
    """
    return 2 * sum(_count_trees(leaves, plies)[1:])


def _count_trees(leaves: int, plies: int) -> list[int]:
    """Return how many trees have 0, 1, … leaves: as many as `shapes` finds."""
    trees = [0, 1] + [0] * (leaves - 1)
    for _ in range(plies):
        # The number of sequences of such trees that have 0, 1, … leaves together.
        families = [1]
        for count in range(1, leaves + 1):
            firsts = range(1, count + 1)
            families.append(
                sum(trees[first] * families[count - first] for first in firsts)
            )
        trees = [0, 1 + families[1], *families[2:]]
    return trees


@lru_cache
def shapes(leaves: int, plies: int) -> Sequence[Shape]:
    """Return all trees with a number of leaves, and at most so many plies."""
    trees: list[Shape] = [()] if leaves == 1 else []
    if plies:
        trees += _families(leaves, plies - 1)
    return trees


def _families(leaves: int, plies: int) -> Iterator[Shape]:
    """Yield all sequences of subtrees that have a number of leaves together."""
    for first in range(1, leaves + 1):
        rests: Sequence[Shape] = [()]
        if first < leaves:
            rests = list(_families(leaves - first, plies))
        for tree in shapes(first, plies):
            for rest in rests:
                yield (tree, *rest)


@lru_cache
def orders(leaves: int, ends: int = 0) -> Sequence[Order]:
    """Return every order of the values of leaves among fixed ends, ties included."""
    if not leaves:
        return [tuple(range(ends))]
    longer: list[Order] = []
    # One more value is as large as another, or lies between two.
    for order in orders(leaves - 1, ends):
        ranks = len(set(order))
        longer += [(*order, rank) for rank in range(ranks)]
        for rank in range(ranks + 1):
            raised = [other + 1 if other >= rank else other for other in order]
            longer.append((*raised, rank))
    return sorted(longer)


def window_ends(pattern: Problem) -> tuple[Value, ...]:
    """Return the ends of a search's first window, if it is finite.

    A search compares values with them although no leaf has them.
    """
    if pattern.guess is None or pattern.epsilon is None:
        return ()
    return pattern.guess - pattern.epsilon, pattern.guess + pattern.epsilon


def _ranges(ends: Sequence[Value], values: tuple[int, int]) -> list[range]:
    """Return the whole numbers below, between and above fixed ends.

    Leaf values are chosen from them. values: the least and the greatest.
    """
    least, greatest = values
    starts = [least, *(floor(end) + 1 for end in ends)]
    stops = [*map(ceil, ends), greatest + 1]
    return list(map(range, starts, stops))


def _orders_of_shape(
    leaves: int, ends: Sequence[Value], every: Every, number: int
) -> list[tuple[Order, Infinite]]:
    """Return the orders of the values of a shape, each with its infinite leaves.

    The last has some if no range of values is named. number: of the shape and player.
    """
    in_order = orders(leaves, len(ends))
    with_infinite: list[tuple[Order, Infinite]] = [(order, ()) for order in in_order]
    if every.values is None:
        # The numbers of a shape for both players follow one another.
        shape = number // 2
        infinity = -inf if number // 2 % 2 else inf
        chosen = shape // 2 % (2**leaves - 1) + 1
        infinite = tuple(
            infinity if chosen >> leaf & 1 else None for leaf in range(leaves)
        )
        with_infinite.append((in_order[shape % len(in_order)], infinite))
    return with_infinite


def _with_infinite(problem: Problem, infinite: Infinite) -> Problem:
    """Return a problem some of whose leaves have infinite values instead."""
    if not infinite:
        return problem
    tree = problem.tree
    changed = iter(infinite)
    values = [
        value if children else next(changed) or value
        for children, value in zip(tree.child_counts, tree.values, strict=True)
    ]
    return problem._replace(tree=tree.with_values(values))


def _apart(number: int, low: Value, high: Value, step: float) -> Value:
    """Return the value that a whole number between two ends stands for.

    step: how far the values of neighbouring numbers lie apart.
    """
    if -inf < low and high < inf:
        # There is no room for far values.
        value = number + min(step, 1) % 1
        return value if value < high else number
    origin = low if -inf < low else high if high < inf else 0
    value = origin + (number - origin) * step
    return int(value) if value == int(value) else value


def _in_order(
    problem: Problem,
    order: Order,
    ends: Sequence[Value],
    every: Every,
    choose: Choose,
    step: float = 1,
) -> Problem:
    """Return a problem with leaves whose values lie in an order.

    ends: the fixed ends, whose ranks the order begins with. step: how far neighbouring
    values lie apart.
    """
    by_rank: list[Value] = []
    between = pairwise([-1, *order[: len(ends)], max(order) + 1])
    borders = pairwise([-inf, *ends, inf])
    segments = zip(_ranges(ends, every.range), between, borders, strict=True)
    for numbers, (rank_below, rank_above), (low, high) in segments:
        count = rank_above - rank_below - 1
        chosen = sorted(choose(numbers, count))
        by_rank += [*(_apart(number, low, high, step) for number in chosen), high]
    leaves = (by_rank[rank] for rank in order[len(ends) :])
    tree = problem.tree
    new = [None if children else next(leaves) for children in tree.child_counts]
    return problem._replace(tree=tree.with_values(new))


def _textbooks(pattern: Problem, every: Every) -> Iterator[str]:
    """Yield the textbook's searches, one line for each shape and player.

    A line has the player at the root, the number of children of each node, the sign of
    the root's value, and of each order the looks and the answer: an action, or the leaf
    with the right value.
    """
    all_shapes: list[Shape] = []
    for leaves in range(1, every.leaves + 1):
        all_shapes += shapes(leaves, every.plies)
    all_shapes.sort(key=lambda shape: len(Tree.from_nested(shape)))
    interface = interfaces.load(pattern.interface)
    number = 0
    for shape in all_shapes:
        for to_move in ("MAX", "MIN"):
            shaped = pattern._replace(tree=Tree.from_nested(shape, to_move))
            # Such as a game that is over, if a decision is asked for.
            if any(field == "tree" for field, _ in interface.mistakes(shaped)):
                continue
            sign = -1 if interface.negated and to_move == "MIN" else 1
            child_counts = list(shaped.tree.child_counts)
            searches = list(_searches(shaped, every, sign, number))
            number += 1
            yield json.dumps(
                (to_move, child_counts, sign, searches), separators=(",", ":")
            )


def _searches(
    shaped: Problem, every: Every, sign: int, number: int
) -> Iterator[tuple[Sequence[int], int | str]]:
    """Yield the looks and the answer of the textbook's search of each order.

    number: of the shape and player.
    """
    ends = window_ends(shaped)
    leaves = list(shaped.tree.child_counts).count(0)
    for order, infinite in _orders_of_shape(leaves, ends, every, number):
        problem = _in_order(shaped, order, ends, every, _first)
        problem = _with_infinite(problem, infinite)
        value, looks, *_ = observe(problem)
        if isinstance(value, str):
            yield looks, value
        else:
            yield looks, problem.tree.values.index(sign * value)


def _first(numbers: range, count: int) -> Sequence[int]:
    return numbers[:count]
