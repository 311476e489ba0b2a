"""Negamax (Eppstein's notes): every value is that of the side to move, so one function serves both players."""

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
    """alphabeta of Eppstein's notes. A value above the window is returned as it is, one below it as alpha."""
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
    """The fail-hard return of Eppstein's code below the window is right, and so is the fail-soft one: AIMA's."""
    sign, (alpha, beta) = (
        (1, problem.window)
        if problem.tree.players[0] == "MAX"
        else (-1, problem.window[::-1])
    )
    book = problem._replace(
        interface="max_value/min_value", window=(sign * alpha, sign * beta)
    )
    soft = observe(book).value
    assert not isinstance(soft, str)
    return right_bounds(problem, sign * soft)


INTERFACE = Interface(
    "negamax",
    ("negamax",),
    (ROOT, DEPTH, ALPHA, BETA),
    accepted,
    windowed=("negamax",),
    negated=True,
)
