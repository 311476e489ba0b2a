"""Alpha-beta over an array (Yawar's "Implementation in Python").

The array has the leaves of a complete binary tree.
"""

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
    """minimax of Yawar's article, for any number of plies.

    depth, index: of the node: its ply, and its position there. values: of the leaves.
    """
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
    """Return the node that a call is about."""
    ply, index, _, leaves, *_ = arguments
    return int(leaves.tree.level_start[ply] + index)


def mistakes(problem: Problem) -> list[tuple[str, str]]:
    """Require a complete binary tree: an array can stand for no other."""
    tree = problem.tree
    inner = range(tree.level_start[-2])
    is_binary = all(len(tree.children(parent)) == 2 for parent in inner)
    if is_binary and len(tree) == 2 ** (tree.depth + 1) - 1:
        return []
    message = "every node must have two children, and all leaves the same depth"
    return [("tree", message)]


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
