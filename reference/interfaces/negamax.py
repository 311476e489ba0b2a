"""Negamax (Eppstein's notes).

Every value is that of the side to move, so one function serves both players.
"""

from reference.game import State, Value
from reference.interfaces import (
    ALPHA,
    BETA,
    DEPTH,
    ROOT,
    Interface,
    Range,
    right_bounds,
)
from reference.observe import observe
from reference.problem import Answer, Problem


def negamax(state: State, depth: int, alpha: Value, beta: Value) -> Value:
    """alphabeta of Eppstein's notes.

    A value above the window is returned as it is, one below the window as alpha.
    """
    if depth <= 0 or state.is_terminal():
        return state.evaluate()
    for successor in state.children:
        val = -negamax(successor, depth - 1, -beta, -alpha)
        if val >= beta:
            return val
        if val > alpha:
            alpha = val
    return alpha


def accepted(problem: Problem, expected: Answer) -> Range:
    """Accept Eppstein's fail-hard return below the window, and AIMA's fail-soft one."""
    alpha, beta = problem.window
    maximizes = problem.tree.players[0] == "MAX"
    aima = problem._replace(
        interface="max_value/min_value",
        window=(alpha, beta) if maximizes else (-beta, -alpha),
    )
    soft = observe(aima).value
    assert not isinstance(soft, str)
    return right_bounds(problem, soft if maximizes else -soft)


INTERFACE = Interface(
    "negamax",
    ("negamax",),
    (ROOT, DEPTH, ALPHA, BETA),
    accepted,
    windowed=("negamax",),
    negated=True,
)
