"""Draws game trees with Hypothesis, for the pool of a pattern.

A seed determines the trees; 0 stands for none. `generated.py` varies them for each
submission.
"""

import contextlib
import os
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from math import ceil
from typing import TypeAlias

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import DrawFn, SearchStrategy, composite, integers

from autograder.core.exercises.model import Generate, GeneratedExercise
from autograder.core.limits import LARGEST_GENERATED, TRIED_BEFORE_SHRINKING
from autograder.core.project import REMEMBERED
from reference import interfaces
from reference.game import Tree, Value
from reference.problem import Problem

Nested: TypeAlias = "Value | list[Nested] | dict[str, Value | list[Nested]]"

INNER_TO_LEAF = 2
"""How many times likelier an inner node is than a leaf, if a node may be either."""
# Hypothesis mixes constants of loaded modules into draws from larger ranges, so that a
# seed would not determine the tree.
LARGEST_DRAW = 99
# Plies in which each subtree is a draw of its own: Hypothesis gives up if too many
# draws lie in each other.
MOST_NESTED = 40

# Else Hypothesis leaves a folder of its own wherever the grader is started. If it may
# not write here, it does without.
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
    """Draw each problem of a generated exercise, and call `visit` with it.

    An exception of `visit` passes through.
    """

    @seed(exercise.ranges.seed or 0)
    @settings(SETTINGS, max_examples=exercise.ranges.examples)
    @given(problems(exercise.pattern, exercise.ranges))
    def visit_each(problem: Problem) -> None:
        visit(problem)

    visit_each()


class _Found(BaseException):
    """Ends the search for a failing problem.

    A BaseException, as Hypothesis takes an Exception for a failing example.
    """


def first_failing(
    exercise: GeneratedExercise, fails: Callable[[Problem], bool]
) -> Problem | None:
    """Return the first problem that fails of those that are drawn; None if none does.

    As many are drawn as the exercise has, and at least TRIED_BEFORE_SHRINKING.
    """
    failing: list[Problem] = []

    def visit(problem: Problem) -> None:
        if fails(problem):
            failing.append(problem)
            raise _Found

    examples = max(exercise.ranges.examples, TRIED_BEFORE_SHRINKING)
    ranges = exercise.ranges._replace(examples=examples)
    # `for_each_problem` asks for `ranges`, which the field `generate` holds.
    with contextlib.suppress(_Found):
        for_each_problem(exercise._replace(generate=ranges), visit)
    return failing[0] if failing else None


@composite
def problems(draw: DrawFn, pattern: Problem, ranges: Generate) -> Problem:
    """Draw a problem like the pattern, with a tree of its own.

    If the ranges have windows, its window is a finite one, drawn too.
    """
    nested = _TreeMaker(draw, pattern, ranges).node(draw, 0)
    tree = Tree.from_nested(nested, pattern.tree.players)
    if not ranges.windows:
        return pattern._replace(tree=tree)
    low, high = ranges.values
    # alpha lies in [low - 1, high], and beta in [alpha + 1, high + 1].
    alpha = low - 1 + _below(draw, high - low + 2)
    beta = alpha + 1 + _below(draw, high + 1 - alpha)
    return pattern._replace(tree=tree, window=(alpha, beta))


class _TreeMaker:
    """Draws a tree, its nodes in preorder, by numbers.

    The smaller a number is, the simpler is the node that it stands for. If the pattern
    has a search depth, inner nodes get a static evaluation too, which is drawn after
    their number. Each subtree is a draw of its own, so that Hypothesis can put one in
    the place of another.
    """

    def __init__(self, draw: DrawFn, pattern: Problem, ranges: Generate) -> None:
        self._evaluated = pattern.depth is not None
        self._values = leaf_values(ranges)
        self._least_depth, self._most_depth = ranges.depth
        self._fewest, most = ranges.branching
        self._complete = interfaces.load(pattern.interface).complete_binary
        if self._complete:
            depths = self._most_depth - self._least_depth + 1
            depth = self._least_depth + _below(draw, depths)
            self._least_depth, self._most_depth = depth, depth
            self._fewest, most = 2, 2
        self._possible_counts = most - self._fewest + 1
        # If there are few values, one number tells all of a node: the first numbers
        # stand for leaves' values, the next `_inner_numbers` for numbers of children.
        # Of these each must have a number, and nearly as many as the others.
        self._inner_numbers = INNER_TO_LEAF * len(self._values)
        numbers = len(self._values) + self._inner_numbers
        has_each_count = self._inner_numbers >= self._possible_counts
        self._is_one_number = has_each_count and numbers <= LARGEST_DRAW
        # The strategy for each (ply, full) is made once.
        self._subtrees = lru_cache(partial(_subtrees, self))
        # The least size of a subtree, by the ply of its root, up to the least depth.
        self._least = [1]
        for _ in range(self._least_depth):
            self._least.insert(0, 1 + self._fewest * self._least[0])
        # The nodes of the tree. A subtree counts with its least size before it is
        # drawn, so that a tree stops growing while all that it must still get has room.
        self._nodes = self._least[0]

    def node(self, draw: DrawFn, ply: int) -> Nested:
        """Draw a node at a ply, with all nodes below it."""
        full = self._nodes >= LARGEST_GENERATED and not self._complete
        if ply >= self._most_depth or (full and ply >= self._least_depth):
            return self._value(draw)
        if ply >= MOST_NESTED:
            return self.leaf_or_subtree(draw, ply, full)
        return draw(self._subtrees(ply, full))

    def leaf_or_subtree(self, draw: DrawFn, ply: int, full: bool) -> Nested:
        """Draw a node that may be a leaf or not.

        full: whether the tree has its nodes, so that a node gets the fewest children.
        """
        values = self._values
        may_end = ply >= self._least_depth
        if self._is_one_number:
            if may_end:
                number = _below(draw, len(values) + self._inner_numbers)
            else:
                number = len(values) + _below(draw, self._inner_numbers)
            if number < len(values):
                return values[number]
            inner = number - len(values)
            more = inner * self._possible_counts // self._inner_numbers
        elif may_end and _below(draw, INNER_TO_LEAF + 1) == 0:
            return self._value(draw)
        else:
            more = _below(draw, self._possible_counts)
        count = self._fewest + more
        evaluation = self._value(draw) if self._evaluated else None
        fitting = self._fewest if full else self._fitting(ply, count)
        children = [self.node(draw, ply + 1) for _ in range(fitting)]
        if evaluation is None:
            return children
        return {"value": evaluation, "children": children}

    def _value(self, draw: DrawFn) -> Value:
        return self._values[_below(draw, len(self._values))]

    def _fitting(self, ply: int, count: int) -> int:
        """Return how many of `count` children there is room for, at least the fewest.

        The nodes that they add are counted.
        """
        counted = self._least[min(ply, self._least_depth)]
        child_size = self._least[min(ply + 1, self._least_depth)]
        more = (LARGEST_GENERATED - self._nodes) // child_size
        fitting = max(self._fewest, min(count, self._fewest + more))
        self._nodes += 1 + fitting * child_size - counted
        return fitting


@composite
def _subtrees(draw: DrawFn, maker: _TreeMaker, ply: int, full: bool) -> Nested:
    return maker.leaf_or_subtree(draw, ply, full)


@lru_cache
def _numbers(count: int) -> SearchStrategy[int]:
    """Return the strategy for a number below `count`.

    Each is made once, as Hypothesis looks it up for longer than it draws.
    """
    return integers(0, count - 1)


def _below(draw: DrawFn, count: int) -> int:
    """Draw a number of range(count).

    A larger range than LARGEST_DRAW is cut into blocks of one size, and a block drawn
    first. What the last block has beyond the range stands for the first numbers.
    """
    if count == 1:
        return 0
    if count <= LARGEST_DRAW:
        return draw(_numbers(count))
    blocks = ceil(Fraction(count, LARGEST_DRAW))
    size = ceil(Fraction(count, blocks))
    block = _below(draw, blocks)
    return (block * size + _below(draw, size)) % count


@lru_cache
def leaf_values(ranges: Generate) -> Sequence[Value]:
    """Return the utilities that leaves may have, the simplest first.

    They begin near zero, and end with the infinities.
    """
    return sorted(ranges.utilities, key=lambda value: (abs(value), value < 0))
