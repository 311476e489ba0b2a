"""Makes a failing tree smaller: by one step after another, while it still fails.

Nothing is drawn here: the same tree and the same answers lead to the same smaller tree.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import isinf
from typing import TypeAlias

from autograder.core.exercises.model import Generate
from reference import interfaces
from reference.game import Tree, Value
from reference.problem import Problem

Values: TypeAlias = Sequence[Value | None]
Step: TypeAlias = Callable[[], Tree]
"""Makes a tree that is one step smaller."""


def shrink(
    problem: Problem,
    ranges: Generate,
    fails: Callable[[Problem], bool],
    going_on: Callable[[], bool] = lambda: True,
) -> Problem:
    """Return a smaller failing problem, which no single step makes smaller.

    ranges: the ranges that each tree that is tried keeps to. going_on: asked before
    each trial whether there may be one.
    """
    tried: set[tuple[bytes, Values]] = set()
    steps = _steps(problem.tree, ranges)
    index = 0
    in_vain = 0
    while in_vain < len(steps):
        # After a step that succeeds those behind it come first, as those before it
        # have just failed.
        tree = steps[index % len(steps)]()
        smaller = problem._replace(tree=tree)
        shape_and_values = tree.child_counts.tobytes(), tree.values
        is_trial = shape_and_values not in tried and _is_within(smaller, ranges)
        if is_trial and not going_on():
            break
        tried.add(shape_and_values)
        if is_trial and fails(smaller):
            problem = smaller
            in_vain = 0
            steps = _steps(tree, ranges)
        else:
            index += 1
            in_vain += 1
    return problem


def _steps(tree: Tree, ranges: Generate) -> list[Step]:
    """Return all steps that make a tree smaller, the largest first."""
    return [*_with_fewer_nodes(tree), *_with_simpler_values(tree, ranges)]


def _is_within(problem: Problem, ranges: Generate) -> bool:
    """Return whether a problem's tree has a shape that is drawn in these ranges."""
    tree = problem.tree
    plies = {tree.ply(leaf) for leaf in tree.leaves()}
    least, most = ranges.depth
    fewest_children, most_children = ranges.branching
    if interfaces.load(problem.interface).complete_binary:
        fewest_children, most_children = 2, 2
        most = min(plies)
    if min(plies) < least or max(plies) > most:
        return False
    counts = set(tree.child_counts) - {0}
    return all(fewest_children <= count <= most_children for count in counts)


# --- Fewer nodes ---


def _with_fewer_nodes(tree: Tree) -> Iterator[Step]:
    """Yield the steps that take nodes away.

    A node gives its place to one below it, becomes a leaf, or goes with all below it.
    """
    game_values = _game_values(tree)
    for node in range(len(tree)):
        # Those below its children, too: there the same player moves as at the node.
        below = list(tree.children(node))
        for child in tree.children(node):
            below += tree.children(child)
        for descendant in below:
            yield partial(_rebuilt, tree, node, (descendant,))
        if below:
            values = [*tree.values[:node], game_values[node], *tree.values[node + 1 :]]
            yield partial(_rebuilt, tree.with_values(values), node, (node,))
        if node and len(tree.children(tree.parent(node))) > 1:
            yield partial(_rebuilt, tree, node, ())


def _rebuilt(tree: Tree, replaced: int, instead: tuple[int, ...]) -> Tree:
    """Return a tree with other nodes, and all below them, in the place of a node.

    A node that takes its own place becomes a leaf.
    """
    order = list(instead) if replaced == 0 else [0]
    child_counts: list[int] = []
    for node in order:  # grows as it is walked
        before = len(order)
        if node != replaced:
            for child in tree.children(node):
                order += instead if child == replaced else (child,)
        child_counts.append(len(order) - before)
    values = [tree.values[node] for node in order]
    return Tree(child_counts, values, tree.players)


def _game_values(tree: Tree) -> Values:
    """Return the value of each node: in the game, or as its static evaluation says."""
    values: list[Value | None] = list(tree.values)
    for node in reversed(range(len(tree))):
        if values[node] is None:
            best = max if tree.player(node) == "MAX" else min
            below = values[tree.first_child[node] : tree.first_child[node + 1]]
            values[node] = best(value for value in below if value is not None)
    return values


# --- Simpler values ---


def _with_simpler_values(tree: Tree, ranges: Generate) -> Iterator[Step]:
    """Yield the steps that give leaves with one value a simpler one."""
    nodes_with: dict[Value, list[int]] = {}
    for node, value in enumerate(tree.values):
        if value is not None:
            nodes_with.setdefault(value, []).append(node)
    # Equal ones stay equal first, and then each goes alone.
    together = [(value, nodes) for value, nodes in nodes_with.items() if len(nodes) > 1]
    alone = [(value, [node]) for value in nodes_with for node in nodes_with[value]]
    for value, nodes in together + alone:
        for simpler in _simpler(value, ranges):
            yield partial(_with_value, tree, nodes, simpler)


def _with_value(tree: Tree, nodes: Sequence[int], value: Value) -> Tree:
    values = list(tree.values)
    for node in nodes:
        values[node] = value
    return tree.with_values(values)


def _simpler(value: Value, ranges: Generate) -> Iterator[Value]:
    """Yield simpler values, the simplest first, and then ever less simple ones."""
    low, high = ranges.values
    simplest = min(max(low, 0), high)
    if isinf(value):
        yield simplest
        yield high if value > 0 else low
        return
    gap = int(value - simplest)
    while gap:
        yield value - gap
        gap = int(gap / 2)
