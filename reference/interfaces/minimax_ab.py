"""MINIMAX-AB (Ingargiola's notes): fail-hard alpha-beta.

For a value outside the window it returns the end of the window.
"""

from reference.game import State, Value
from reference.interfaces import ALPHA, BETA, ROOT, Interface, Range
from reference.problem import Answer, Problem


def minimax_ab(node: State, alpha: Value, beta: Value) -> Value:
    """MINIMAX-AB of Ingargiola's notes.

    At a leaf it returns the leaf's own score, inside the window or not.
    """
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


def accepted(problem: Problem, expected: Answer) -> Range:
    """Accept the end of the window, and a leaf's own score.

    The algorithm returns the score outside the root's window, too.
    """
    assert not isinstance(expected, str)
    alpha, beta = problem.window
    end = min(max(expected, alpha), beta)
    return min(expected, end), max(expected, end)


INTERFACE = Interface(
    "minimax_ab",
    ("minimax_ab",),
    (ROOT, ALPHA, BETA),
    accepted,
    windowed=("minimax_ab",),
    hard_only=True,
)
