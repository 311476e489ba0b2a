"""The decision at the root (AIMA 3e, figure 5.7): which action to take."""

from collections.abc import Iterator
from math import inf

from reference.game import State
from reference.interfaces import ROOT, Interface, exact_answer
from reference.interfaces.max_value_min_value import BOTH, max_value, min_value
from reference.problem import Problem


def alpha_beta_search(state: State) -> str:  # complexipy: ignore
    """ALPHA-BETA-SEARCH of AIMA figure 5.7: the first best action, for either player.

    The loop is that of MAX-VALUE or MIN-VALUE at the root. A later action is chosen
    only if it is better: with an equal value it may have been cut off, and be worse.
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


def mistakes(problem: Problem) -> Iterator[tuple[str, str]]:
    """Require an action to choose, and the full window."""
    if problem.tree.is_leaf(0) or problem.depth == 0:
        yield "tree", "at the root there must be an action to choose"
    if problem.window != (-inf, inf):
        yield "window", "alpha_beta_search starts with the full window; leave it out"


INTERFACE = Interface(
    "alpha_beta_search",
    ("alpha_beta_search",),
    (ROOT,),
    exact_answer,
    mistakes=mistakes,
    windowed=BOTH,
    decides=True,
)
