"""Makes another tree of one that was drawn, which who holds the first one's answers knows nothing about."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from reference.game import Tree, Value
from reference.problem import Problem


def varied(problem: Problem, utilities: Sequence[Value], random: Random) -> Problem:
    """A problem with a tree of the same kind, in which no node's value follows from the shape.

    The children of each node change places. Each value becomes another of `utilities`, equal ones the same, and then
    they are dealt out anew to the nodes that have one. So there are as many ties, and the ranges are kept. Neither the
    order of the values nor their sum says which leaf has which: with only an order-preserving change, a program that
    recognised the tree by its shape would know from two looks what the others are.
    """
    tree = problem.tree
    child_counts = _shuffled(tree, random)
    values = [value for value in tree.values if value is not None]
    different = list(dict.fromkeys(values))
    renamed = dict(zip(different, random.sample(utilities, len(different)), strict=True))
    random.shuffle(values)
    evaluated = len(values) == len(tree)
    dealt = iter(values)
    new = [renamed[next(dealt)] if evaluated or count == 0 else None for count in child_counts]
    return problem._replace(tree=Tree(child_counts, new, tree.players))


def _shuffled(tree: Tree, random: Random) -> list[int]:
    """The number of children of each node in level order, once the children of each node have changed places."""
    first_child, counts = tree.first_child, []
    order = [0]
    for node in order:  # grows as it is walked
        children = list(range(first_child[node], first_child[node + 1]))
        counts.append(len(children))
        if len(children) > 1:
            random.shuffle(children)
        order += children
    return counts
