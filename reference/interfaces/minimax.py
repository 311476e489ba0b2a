"""Minimax without pruning: every leaf is visited, from left to right (notes 004, 003; AIMA 3e, figure 5.3)."""

from reference.game import State, Value
from reference.interfaces import ROOT, Argument, Interface, accepts_exactly
from reference.problem import Problem


def minimax(state: State) -> Value:
    """MINIMAX of note 004: the best that the player to move can reach against a perfect opponent."""
    if state.is_terminal():
        return state.utility()
    values = [minimax(successor) for _, successor in state.successors()]
    return min(values) if state.to_move == "MIN" else max(values)


def call(problem: Problem) -> tuple[str, tuple[Argument, ...]]:
    """One function serves both players."""
    return "minimax", (ROOT,)


INTERFACE = Interface("minimax", ("minimax",), call, accepts_exactly)
