"""Minimax without pruning (AIMA 3e, figure 5.3).

Every leaf is visited, from left to right.
"""

from math import inf

from reference.game import State, Value
from reference.interfaces import ROOT, Interface, exact_answer


def minimax(state: State) -> Value:
    """MINIMAX of Ingargiola's notes.

    The value is the best that the player to move can reach against a perfect opponent.
    """
    if state.is_terminal():
        return state.utility()
    v: Value
    if state.to_move == "MAX":
        v = -inf
        for _, successor in state.successors():
            v = max(v, minimax(successor))
        return v
    v = inf
    for _, successor in state.successors():
        v = min(v, minimax(successor))
    return v


INTERFACE = Interface("minimax", ("minimax",), (ROOT,), exact_answer)
