"""MINIMAX-AB (note 004): fail-hard alpha-beta, which returns the end of the window for a value outside of it."""

from reference.game import State, Value
from reference.interfaces import ROOT, Argument, Interface
from reference.problem import Answer, Problem


def minimax_ab(node: State, alpha: Value, beta: Value) -> Value:
    """MINIMAX-AB of note 004. At a leaf it is the leaf's own score that comes back, inside the window or not."""
    if node.is_terminal():
        return node.utility()
    if node.to_move == "MIN":
        for successor in node.children:
            val = minimax_ab(successor, alpha, beta)
            beta = min(beta, val)
            if beta <= alpha:
                break
        return beta
    for successor in node.children:
        val = minimax_ab(successor, alpha, beta)
        alpha = max(alpha, val)
        if alpha >= beta:
            break
    return alpha


def call(problem: Problem) -> tuple[str, tuple[Argument, ...]]:
    """The root with its window."""
    return "minimax_ab", (ROOT, *problem.window)


def accepts(problem: Problem, expected: Answer, found: Answer) -> bool:
    """The end of the window, or the leaf's own score where the note returns that: just outside the root's window."""
    if isinstance(expected, str) or isinstance(found, str):
        return False
    alpha, beta = problem.window
    return found in (expected, min(max(expected, alpha), beta))


INTERFACE = Interface(
    "minimax_ab",
    ("minimax_ab",),
    call,
    accepts,
    windowed=("minimax_ab",),
    hard_only=True,
)
