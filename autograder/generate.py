"""Makes game trees with Hypothesis: the same seed makes the same trees, and a failing tree shrinks to a small one."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf
from random import Random
from typing import TypeAlias

from hypothesis import HealthCheck, Phase, find, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky, NoSuchExample

from autograder.exercise import Exercise, Generate
from reference import interfaces
from reference.game import Tree, Value
from reference.problem import Problem

MOST_NODES = 400
"""Where a generated tree stops growing, so that a range that is deep and bushy at once still ends."""
Nested: TypeAlias = "Value | list[Nested]"

INNER_TO_LEAF = 2
"""How many times likelier a node that may be either is to be an inner node than a leaf."""
MOST_LEAF_VALUES = 2**16
"""A wider range of utilities is sampled evenly."""

SETTINGS = settings(
    database=None, deadline=None, derandomize=False, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
)
SHRINKING = settings(SETTINGS, phases=[Phase.generate, Phase.shrink])


def for_each_problem(exercise: Exercise, visit: Callable[[Problem], None]) -> None:
    """Calls `visit` with each problem of a generated exercise. What it raises passes through."""
    assert exercise.generate is not None

    @seed(exercise.generate.seed)
    @settings(SETTINGS, max_examples=exercise.generate.examples)
    @given(problems(exercise.problem, exercise.generate))
    def visit_each(problem: Problem) -> None:
        visit(problem)

    visit_each()


def shrink(exercise: Exercise, fails: Callable[[Problem], bool]) -> None:
    """Calls `fails` with smaller and smaller problems of a generated exercise, as long as one of them fails."""
    assert exercise.generate is not None
    with contextlib.suppress(NoSuchExample, Flaky):  # flaky: a program that remembers earlier searches
        find(
            problems(exercise.problem, exercise.generate),
            fails,
            settings=settings(SHRINKING, max_examples=exercise.generate.examples),
            random=Random(exercise.generate.seed),
        )


@st.composite
def problems(draw: st.DrawFn, pattern: Problem, ranges: Generate) -> Problem:
    """Problems like the pattern, with a tree of their own and, where the ranges say so, a finite window."""
    tree = _draw_tree(draw, pattern, ranges)
    if not ranges.windows:
        return replace(pattern, tree=tree)
    low, high = ranges.values
    alpha = draw(st.integers(low - 1, high))
    beta = draw(st.integers(alpha + 1, high + 1))
    return replace(pattern, tree=tree, window=(alpha, beta))


def _draw_tree(draw: st.DrawFn, pattern: Problem, ranges: Generate) -> Tree:
    """A tree. One number is drawn a node, in preorder; the smaller it is, the simpler is what it stands for.

    With a search depth in the pattern inner nodes get a static evaluation too, which is one more number.
    """
    (least_depth, most_depth), (fewest, most) = ranges.depth, ranges.branching
    complete = interfaces.load(pattern.interface).complete_binary
    if complete:
        least_depth = most_depth = draw(st.integers(least_depth, most_depth))
        fewest = most = 2
    values = leaf_values(ranges)
    inner_numbers = INNER_TO_LEAF * len(values)
    leaf = st.integers(0, len(values) - 1)
    inner = st.integers(len(values), len(values) + inner_numbers - 1)
    either = st.integers(0, len(values) + inner_numbers - 1)
    evaluations: dict[int, Value] = {}
    nodes = 0

    def node(ply: int) -> Nested:
        nonlocal nodes
        nodes += 1
        may_go_on = ply < most_depth and (complete or nodes < MOST_NODES)
        number = draw(inner if ply < least_depth else either if may_go_on else leaf)
        if number < len(values):
            return values[number]
        count = fewest + (number - len(values)) * (most - fewest + 1) // inner_numbers
        evaluation = values[draw(leaf)] if pattern.depth is not None else None
        children = [node(ply + 1) for _ in range(count)]
        if evaluation is not None:
            evaluations[id(children)] = evaluation
        return children

    return Tree.from_nested(node(0), pattern.tree.players[0], evaluations)


@lru_cache
def leaf_values(ranges: Generate) -> Sequence[Value]:
    """The utilities that leaves may have, the simplest first: near zero, then far from it, then the infinities."""
    low, high = ranges.values
    step = max(1, (high - low) // MOST_LEAF_VALUES)
    finite = sorted(range(low, high + 1, step), key=lambda value: (abs(value), value < 0))
    return [*finite, inf, -inf] if ranges.infinities else finite
