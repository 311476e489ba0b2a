"""Every small tree: all shapes up to a size, with every order of leaf values.

A search that only compares values does the same on all trees of one shape whose leaves'
values lie in the same order, ties included. So the textbook's search of each shape and
order is computed once, with arbitrary values, and cached. Each submission has values of
its own, in every one of these orders.
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
from autograder.exercises.cache import cached, digest_of
from autograder.exercises.model import Every, GeneratedExercise
from autograder.limits import MOST_EXHAUSTIVE
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
Choose = Callable[[range, int], Sequence[int]]
"""Picks so many numbers of a range."""
NOT_BESIDE_EVERY = {
    "root": "either player moves first in every small tree; leave it out",
    "players": "MAX and MIN take turns in every small tree; leave it out",
    "require": "every small tree is searched, whatever it has; leave it out",
    "window": "every small tree is searched with the whole window; leave it out",
    "bound": "every small tree is searched with the whole window; leave it out",
    "depth": "every small tree is searched to its leaves; leave it out",
    "isolate": "every small tree is searched whole; leave it out",
}
"""Fields that an exercise with `every` has no use for, each with what to say of it."""


class Batch(NamedTuple):
    """Searches of trees of one shape with one player at the root, in every order of
    values, and what they must do.
    """

    problems: list[Problem]
    expected: list[Observation]


def batches(exercise: GeneratedExercise) -> Iterator[Batch]:
    """The searches of an exercise, the smallest trees first, with the orders of each
    shape shuffled by the seed.
    """
    pattern, every, ends = (
        exercise.pattern,
        exercise.generate,
        window_ends(exercise.pattern),
    )
    assert isinstance(every, Every)
    textbooks: Iterable[Any] = map(json.loads, _textbooks(pattern, every))
    # More are too many to store.
    if count_searches(every.leaves, every.plies, len(ends)) <= MOST_EXHAUSTIVE:
        code = [
            Path(__file__),
            *sorted(Path(str(reference.__file__)).parent.rglob("*.py")),
        ]
        key = (
            every._replace(seed=None),
            pattern.interface,
            pattern.prune_when,
            ends,
            digest_of(*code),
        )
        textbooks = cached(
            key,
            lambda: list(_textbooks(pattern, every)),
            lambda lines: [*map(json.loads, lines)],
        )
    random = Random(every.seed or 0)  # noqa: S311 (reproducible, not secret)
    for to_move, child_counts, sign, found in textbooks:
        tree = Tree(child_counts, (), to_move)
        searched = list(
            zip(orders(child_counts.count(0), len(ends)), found, strict=True)
        )
        # Else the number of a search would tell the order of its values.
        random.shuffle(searched)
        batch = Batch([], [])
        for order, (looks, answer) in searched:
            problem = _in_order(
                pattern._replace(tree=tree), order, ends, every.values, random.sample
            )
            values: Sequence[Any] = problem.tree.values
            batch.problems.append(problem)
            value = answer if isinstance(answer, str) else sign * values[answer]
            batch.expected.append(Observation(value, tuple(looks)))
        yield batch


def every_mistakes(
    document: dict[str, Any], every: Every, pattern: Problem
) -> Iterator[tuple[str, str]]:
    """What does not fit together in an exercise with `every`, as (place, words)."""
    yield from (
        (name, words) for name, words in NOT_BESIDE_EVERY.items() if name in document
    )
    drawn = "every small tree is searched, so there is nothing to draw; leave it out"
    yield from (
        (f"generate.{name}", drawn)
        for name in document["generate"]
        if name not in ("every", "values", "seed")
    )
    ends = window_ends(pattern)
    many = count_searches(every.leaves, every.plies, len(ends))
    if many > MOST_EXHAUSTIVE:
        words = f"these are {many:,} searches; at most {MOST_EXHAUSTIVE:,} are graded"
        yield (
            "generate.every",
            f"{words}, so let there be fewer leaves or plies (prove searches more)",
        )
    elif any(len(numbers) < every.leaves for numbers in _ranges(ends, every.values)):
        where = (
            f" below {ends[0]:g}, between that and {ends[1]:g}, and above"
            if ends
            else ""
        )
        yield (
            "generate.values",
            (
                f"every leaf may need a value of its own: let there be {every.leaves} "
                f"numbers{where}"
            ),
        )


def count_searches(leaves: int, plies: int, ends: int = 0) -> int:
    """How many searches all these trees are, with every order and both players, if the
    interface refuses none.
    """
    # How many have 0, 1, … leaves: as many as `shapes` finds.
    trees = [0, 1] + [0] * (leaves - 1)
    for _ in range(plies):
        families = [1]
        for count in range(1, leaves + 1):
            families.append(
                sum(
                    trees[first] * families[count - first]
                    for first in range(1, count + 1)
                )
            )
        trees = [0, 1 + families[1], *families[2:]]
    # How many orders have 0, 1, … different ranks.
    searches, by_ranks = 0, [0] * ends + [1]
    # A new value has one of the ranks that there are, or one between them.
    for many in trees[1:]:
        pairs = zip([*by_ranks, 0], [0, *by_ranks], strict=True)
        by_ranks = [ranks * (same + fewer) for ranks, (same, fewer) in enumerate(pairs)]
        searches += 2 * many * sum(by_ranks)
    return searches


@lru_cache
def shapes(leaves: int, plies: int) -> Sequence[Shape]:
    """All trees of exactly so many leaves, none of them deeper than so many plies."""
    found: list[Shape] = [()] if leaves == 1 else []
    return [*found, *_families(leaves, plies - 1)] if plies else found


def _families(leaves: int, plies: int) -> Iterator[Shape]:
    """All sequences of subtrees that have so many leaves together."""
    for first in range(1, leaves + 1):
        rest: Sequence[Shape] = (
            list(_families(leaves - first, plies)) if first < leaves else [()]
        )
        yield from ((tree, *others) for tree in shapes(first, plies) for others in rest)


@lru_cache
def orders(leaves: int, ends: int = 0) -> Sequence[Order]:
    """Every order of so many values, ties included, and of each among so many fixed
    ends.
    """
    if not leaves:
        return [tuple(range(ends))]
    found: list[Order] = []
    # One more value is as large as another, or lies between two.
    for order in orders(leaves - 1, ends):
        ranks = range(len(set(order)))
        found += [(*order, rank) for rank in ranks]
        found += [
            (*(other + (other >= rank) for other in order), rank)
            for rank in [*ranks, len(ranks)]
        ]
    return sorted(found)


def window_ends(pattern: Problem) -> tuple[Value, ...]:
    """The numbers that a search compares values with although no leaf has them: the
    ends of its first window.
    """
    if pattern.guess is None or pattern.epsilon is None:
        return ()
    return pattern.guess - pattern.epsilon, pattern.guess + pattern.epsilon


def _ranges(ends: Sequence[Value], values: tuple[int, int]) -> list[range]:
    """The ranges of whole numbers below, between and above fixed ends that leaf values
    are chosen from.
    """
    return list(
        map(
            range,
            [values[0], *(floor(end) + 1 for end in ends)],
            [*map(ceil, ends), values[1] + 1],
        )
    )


def _in_order(
    problem: Problem,
    order: Order,
    ends: Sequence[Value],
    values: tuple[int, int],
    choose: Choose,
) -> Problem:
    """The problem with leaves whose values lie in such an order."""
    by_rank: list[Value] = []
    between = pairwise([-1, *order[: len(ends)], max(order) + 1])
    for numbers, (last, end_rank), end in zip(
        _ranges(ends, values), between, [*ends, inf], strict=True
    ):
        by_rank += [*sorted(choose(numbers, end_rank - last - 1)), end]
    leaves = (by_rank[rank] for rank in order[len(ends) :])
    tree = problem.tree
    return problem._replace(
        tree=tree.with_values(
            [None if count else next(leaves) for count in tree.child_counts]
        )
    )


def _textbooks(pattern: Problem, every: Every) -> Iterator[str]:
    """The textbook's searches, a line a shape and player: looks, and the leaf whose
    value is right, or the action.
    """
    found = [
        shape
        for leaves in range(1, every.leaves + 1)
        for shape in shapes(leaves, every.plies)
    ]
    ends, interface = window_ends(pattern), interfaces.load(pattern.interface)
    for shape in sorted(found, key=lambda shape: len(Tree.from_nested(shape))):
        for to_move in ("MAX", "MIN"):
            tree = Tree.from_nested(shape, to_move)
            shaped = pattern._replace(tree=tree)
            if any(place == "tree" for place, _ in interface.mistakes(shaped)):
                continue  # such as a game that is over, where a decision is asked for
            child_counts, sign = (
                list(tree.child_counts),
                -1 if interface.negated and to_move == "MIN" else 1,
            )
            searched: list[tuple[Sequence[int], int | str]] = []
            for order in orders(child_counts.count(0), len(ends)):
                problem = _in_order(
                    shaped,
                    order,
                    ends,
                    every.values,
                    lambda numbers, count: numbers[:count],
                )
                value, looks, *_ = observe(problem)
                answer = (
                    value
                    if isinstance(value, str)
                    else problem.tree.values.index(sign * value)
                )
                searched.append((looks, answer))
            yield json.dumps(
                (to_move, child_counts, sign, searched), separators=(",", ":")
            )
