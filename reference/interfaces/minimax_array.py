"""Alpha-beta over an array (Yawar's "Implementation in Python"): a complete binary tree that is only its leaves."""

from collections.abc import Sequence
from math import inf
from typing import Any

from reference.game import Value
from reference.interfaces import ALPHA, BETA, LEAVES, MAXIMIZES, Interface, right_bounds
from reference.problem import Problem


def minimax(
    depth: int,
    index: int,
    maximizing_player: bool,
    values: Sequence[Value],
    alpha: Value,
    beta: Value,
) -> Value:
    """minimax of Yawar's article, for any number of plies: node `index` of the ply `depth`; the leaves are `values`."""
    if 2**depth == len(values):
        return values[index]
    optimum: Value
    if maximizing_player:
        optimum = -inf
        for i in range(2):
            val = minimax(depth + 1, index * 2 + i, False, values, alpha, beta)
            optimum = max(optimum, val)
            alpha = max(alpha, optimum)
            if beta <= alpha:
                break
        return optimum
    optimum = inf
    for i in range(2):
        val = minimax(depth + 1, index * 2 + i, True, values, alpha, beta)
        optimum = min(optimum, val)
        beta = min(beta, optimum)
        if beta <= alpha:
            break
    return optimum


def node(arguments: Sequence[Any]) -> int:
    """The node that a call is about, by its ply and its place there."""
    ply, place, _, leaves, *_ = arguments
    return int(leaves.tree.level_start[ply] + place)


def mistakes(problem: Problem) -> list[tuple[str, str]]:
    """An array can only stand for a complete binary tree."""
    tree = problem.tree
    inner = range(tree.level_start[-2])
    if (
        all(len(tree.children(parent)) == 2 for parent in inner)
        and len(tree) == 2 ** (tree.depth + 1) - 1
    ):
        return []
    return [
        ("tree", "every node must have two children, and all leaves the same depth")
    ]


INTERFACE = Interface(
    "minimax_array",
    ("minimax",),
    (0, 0, MAXIMIZES, LEAVES, ALPHA, BETA),
    right_bounds,
    mistakes=mistakes,
    windowed=("minimax",),
    node=node,
    complete_binary=True,
)
