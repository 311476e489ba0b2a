"""The decision at the root (AIMA 3e, figure 5.7; notes 000 and 002): which action to take."""

from math import inf

from reference.game import State, Value
from reference.interfaces import ROOT, Argument, Edit, Interface, accepts_exactly
from reference.interfaces.max_value_min_value import FAIL_HARD
from reference.problem import Problem


def alpha_beta_search(state: State) -> str:
    """ALPHA-BETA-SEARCH of AIMA figure 5.7: the first of the best actions for the player to move.

    The loop is that of MAX-VALUE or MIN-VALUE at the root. A later action replaces the best one only if it is better:
    with an equal value it may have been cut off, and be worse in truth.
    """
    best = ""
    alpha, beta = -inf, inf
    if state.to_move == "MAX":
        for action, successor in state.successors():
            v = min_value(successor, alpha, beta)
            if v > alpha or not best:
                best = action
            alpha = max(alpha, v)
            if alpha >= beta:
                break
    else:
        for action, successor in state.successors():
            v = max_value(successor, alpha, beta)
            if v < beta or not best:
                best = action
            beta = min(beta, v)
            if beta <= alpha:
                break
    return best


def max_value(state: State, alpha: Value, beta: Value) -> Value:
    """MAX-VALUE of AIMA figure 5.7: the value of a state in which MAX is to move."""
    if state.is_terminal():
        return state.utility()
    v: Value = -inf
    for _, successor in state.successors():
        v = max(v, min_value(successor, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state: State, alpha: Value, beta: Value) -> Value:
    """MIN-VALUE of AIMA figure 5.7: the value of a state in which MIN is to move."""
    if state.is_terminal():
        return state.utility()
    v: Value = inf
    for _, successor in state.successors():
        v = min(v, max_value(successor, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v


NO_TEST_AT_ROOT: tuple[Edit, ...] = (("if alpha >= beta:", "if False:"), ("if beta <= alpha:", "if False:"))
"""The loop at the root of aima-python's games.py: it goes on after a win is found, with a window that is closed."""
TEST_OF_WINDOW: tuple[Edit, ...] = (
    ("if v >= beta:", "if max(alpha, v) >= beta:"),
    ("if v <= alpha:", "if min(beta, v) <= alpha:"),
)
"""The test in the words of code that moves the bound first. Only where a window is closed already does it differ."""


def call(problem: Problem) -> tuple[str, tuple[Argument, ...]]:
    """The search starts at the root with the full window."""
    return "alpha_beta_search", (ROOT,)


def mistakes(problem: Problem) -> list[tuple[str, str]]:
    """A decision needs something to decide, and its window is always the full one."""
    found = []
    if problem.tree.is_leaf(0) or problem.depth == 0:
        found.append(("tree", "at the root there must be an action to choose"))
    if problem.window != (-inf, inf):
        found.append(("window", "alpha_beta_search starts with the full window; leave it out"))
    return found


INTERFACE = Interface(
    "alpha_beta_search",
    ("alpha_beta_search",),
    call,
    accepts_exactly,
    strict=(
        ("if v >= beta:", "if v > beta:"),
        ("if v <= alpha:", "if v < alpha:"),
        ("if alpha >= beta:", "if alpha > beta:"),
        ("if beta <= alpha:", "if beta < alpha:"),
    ),
    mistakes=mistakes,
    alternative=FAIL_HARD,
    also_right=(NO_TEST_AT_ROOT, (*NO_TEST_AT_ROOT, *FAIL_HARD), (*NO_TEST_AT_ROOT, *TEST_OF_WINDOW)),
    windowed=("max_value", "min_value"),
)
