"""Alpha-beta to a depth, in one function for both players (Yawar's article).

At the depth the static evaluation is the value.
"""

from math import inf

from reference.game import State, Value
from reference.interfaces import (
    ALPHA,
    BETA,
    DEPTH,
    MAXIMIZES,
    ROOT,
    Interface,
    right_bounds,
)


def alpha_beta(
    node: State, depth: int, alpha: Value, beta: Value, maximizing_player: bool
) -> Value:
    """alpha_beta of Yawar's article."""
    if depth == 0 or node.is_terminal():
        return node.evaluate()
    v: Value
    if maximizing_player:
        v = -inf
        for child in node.children:
            v = max(v, alpha_beta(child, depth - 1, alpha, beta, False))
            alpha = max(alpha, v)
            if beta <= alpha:
                break
        return v
    v = inf
    for child in node.children:
        v = min(v, alpha_beta(child, depth - 1, alpha, beta, True))
        beta = min(beta, v)
        if beta <= alpha:
            break
    return v


INTERFACE = Interface(
    "alpha_beta",
    ("alpha_beta",),
    (ROOT, DEPTH, ALPHA, BETA, MAXIMIZES),
    right_bounds,
    windowed=("alpha_beta",),
)
