"""Draws game trees with Hypothesis: a seed determines them, and a failing tree shrinks to a small one."""

import contextlib
import os
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from random import Random
from typing import TypeAlias

from hypothesis import HealthCheck, Phase, find, given, seed, settings
from hypothesis.errors import Flaky, NoSuchExample
from hypothesis.strategies import DrawFn, SearchStrategy, composite, integers

from autograder.exercises.model import Generate, GeneratedExercise
from autograder.limits import LARGEST_GENERATED, TRIED_BEFORE_SHRINKING
from autograder.project import REMEMBERED
from reference import interfaces
from reference.game import Tree, Value
from reference.problem import Problem

Nested: TypeAlias = "Value | list[Nested] | dict[str, Value | list[Nested]]"

INNER_TO_LEAF = 2
"""How many times likelier than a leaf an inner node is, where a node may be either."""
LARGEST_DRAW = 99  # Hypothesis mixes constants of loaded modules into larger ones: a seed would not determine the tree
MOST_NESTED = 40
"""Plies in which each subtree is a draw of its own: Hypothesis gives up where too many draws lie in each other."""

# Else Hypothesis leaves a folder of its own wherever the grader is started. If it may not write here, it does without.
os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", str(REMEMBERED / ".hypothesis"))

SETTINGS = settings(
    database=None,
    deadline=None,
    derandomize=False,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def for_each_problem(
    exercise: GeneratedExercise, visit: Callable[[Problem], None]
) -> None:
    """Calls `visit` with each problem of a generated exercise. What it raises passes through."""

    @seed(exercise.ranges.seed or 0)
    @settings(SETTINGS, max_examples=exercise.ranges.examples)
    @given(problems(exercise.pattern, exercise.ranges))
    def visit_each(problem: Problem) -> None:
        visit(problem)

    visit_each()


class _Enough(BaseException):
    """Ends shrinking. A BaseException, as Hypothesis takes an Exception for a failing example."""


def shrink(
    exercise: GeneratedExercise,
    fails: Callable[[Problem], bool],
    going_on: Callable[[], bool] = lambda: True,
) -> None:
    """Calls `fails` with smaller and smaller problems, as long as one of them fails and there is time: `going_on`."""

    def fails_in_time(problem: Problem) -> bool:
        if not going_on():
            raise _Enough
        return fails(problem)

    many = max(exercise.ranges.examples, TRIED_BEFORE_SHRINKING)
    shrinking = settings(
        SETTINGS, max_examples=many, phases=[Phase.generate, Phase.shrink]
    )
    drawn, random = (
        problems(exercise.pattern, exercise.ranges),
        Random(exercise.ranges.seed or 0),
    )
    with contextlib.suppress(
        NoSuchExample, Flaky, _Enough
    ):  # flaky: a program that remembers earlier searches
        find(drawn, fails_in_time, settings=shrinking, random=random)


@composite
def problems(draw: DrawFn, pattern: Problem, ranges: Generate) -> Problem:
    """Problems like the pattern, with a tree of their own and, where the ranges say so, a finite window."""
    tree = Tree.from_nested(
        _TreeMaker(draw, pattern, ranges).node(draw, 0), pattern.tree.players
    )
    if not ranges.windows:
        return pattern._replace(tree=tree)
    low, high = ranges.values
    alpha = low - 1 + _below(draw, high - low + 2)
    beta = alpha + 1 + _below(draw, high + 1 - alpha)
    return pattern._replace(tree=tree, window=(alpha, beta))


class _TreeMaker:
    """Draws a tree: one number a node, in preorder; the smaller it is, the simpler is what it stands for.

    With a search depth in the pattern inner nodes get a static evaluation too, which is drawn after their number.
    Each subtree is a draw of its own, which Hypothesis replaces by another one, or leaves out, where it shrinks.
    """

    def __init__(self, draw: DrawFn, pattern: Problem, ranges: Generate) -> None:
        self._evaluated = pattern.depth is not None
        self._values = leaf_values(ranges)
        (self._least_depth, self._most_depth), (self._fewest, most) = (
            ranges.depth,
            ranges.branching,
        )
        self._complete = interfaces.load(pattern.interface).complete_binary
        if self._complete:
            depth = self._least_depth + _below(
                draw, self._most_depth - self._least_depth + 1
            )
            self._least_depth = self._most_depth = depth
            self._fewest = most = 2
        self._counts = most - self._fewest + 1
        # A leaf's value and a number of children in one number, as long as that is not too large a range.
        self._inner = INNER_TO_LEAF * len(self._values)
        self._in_one = len(self._values) + self._inner <= LARGEST_DRAW
        self._subtrees = lru_cache(partial(_subtrees, self))
        # How many nodes a subtree has at least, by the ply of its root. What is begun is counted with its least size,
        # so that a tree stops growing while what it still needs is small too.
        self._least = [1]
        for _ in range(self._least_depth):
            self._least.insert(0, 1 + self._fewest * self._least[0])
        self._nodes = self._least[0]

    def node(self, draw: DrawFn, ply: int) -> Nested:
        """A node at a ply with all below it."""
        full = self._nodes >= LARGEST_GENERATED and not self._complete
        if ply >= self._most_depth or (full and ply >= self._least_depth):
            return self._values[_below(draw, len(self._values))]
        return (
            draw(self._subtrees(ply, full))
            if ply < MOST_NESTED
            else self.leaf_or_subtree(draw, ply, full)
        )

    def leaf_or_subtree(self, draw: DrawFn, ply: int, full: bool) -> Nested:
        """A node that may be either. full: whether it may have no more children than it must."""
        values, may_end = self._values, ply >= self._least_depth
        if self._in_one:
            first = 0 if may_end else len(values)
            number = first + _below(draw, len(values) + self._inner - first)
            if number < len(values):
                return values[number]
            count = self._fewest + (number - len(values)) * self._counts // self._inner
        elif may_end and _below(draw, INNER_TO_LEAF + 1) == 0:
            return values[_below(draw, len(values))]
        else:
            count = self._fewest + _below(draw, self._counts)
        evaluation = values[_below(draw, len(values))] if self._evaluated else None
        children = [
            self.node(draw, ply + 1)
            for _ in range(self._fewest if full else self._fitting(ply, count))
        ]
        return (
            children
            if evaluation is None
            else {"value": evaluation, "children": children}
        )

    def _fitting(self, ply: int, count: int) -> int:
        """As many of `count` children as there is room for, and at least the fewest. Counts what they add."""
        here, below = (
            self._least[min(level, self._least_depth)] for level in (ply, ply + 1)
        )
        room = (LARGEST_GENERATED - self._nodes) // below
        fitting = max(self._fewest, min(count, self._fewest + room))
        self._nodes += 1 + fitting * below - here
        return fitting


@composite
def _subtrees(draw: DrawFn, maker: _TreeMaker, ply: int, full: bool) -> Nested:
    return maker.leaf_or_subtree(draw, ply, full)


@lru_cache
def _numbers(count: int) -> SearchStrategy[int]:
    """Return the strategy for a number below `count`, made once: Hypothesis looks it up for longer than it draws."""
    return integers(0, count - 1)


def _below(draw: DrawFn, count: int) -> int:
    """A number from 0 up to, not including, `count`, composed of draws below LARGEST_DRAW."""
    if count <= LARGEST_DRAW:
        return draw(_numbers(count)) if count > 1 else 0
    high = _below(draw, -(-count // LARGEST_DRAW))
    return min(high * LARGEST_DRAW + _below(draw, LARGEST_DRAW), count - 1)


@lru_cache
def leaf_values(ranges: Generate) -> Sequence[Value]:
    """The utilities that leaves may have, the simplest first: near zero, then far from it, then the infinities."""
    return sorted(ranges.utilities, key=lambda value: (abs(value), value < 0))
