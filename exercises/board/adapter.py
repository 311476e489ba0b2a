"""A board with python-chess' names.

`alphabeta(board, depth, alpha, beta, maximizing)` makes and unmakes moves.
"""

import sys
from types import ModuleType

NEEDS = ("alphabeta",)
MESSAGES = {
    "no move": {
        "en": "there is no move to take back: one pop() for each push()",
        "de": "es gibt keinen Zug zurückzunehmen: auf jedes push() kommt ein pop()",
        "es": "no hay jugada que deshacer: un pop() por cada push()",
    },
}
"""Sentences that students read."""


class Board:
    """One position that moves change, and the positions before it."""

    def __init__(self, state):
        self._states = [state]

    @property
    def turn(self):
        """True where MAX is to move, as White is in python-chess."""
        return self._states[-1].to_move == "MAX"

    @property
    def legal_moves(self):
        return self._states[-1].actions()

    def is_game_over(self):
        return self._states[-1].is_terminal()

    def push(self, move):
        self._states.append(self._states[-1].result(move))

    def pop(self):
        if len(self._states) == 1:
            raise IndexError(MESSAGES["no move"])
        return self._states.pop().name

    def copy(self):
        other = Board(self._states[0])
        other._states = list(self._states)
        return other


def evaluate(board):
    """What the position is worth to MAX."""
    return board._states[-1].evaluate()


sys.modules["board"] = ModuleType("board")
sys.modules["board"].Board, sys.modules["board"].evaluate = Board, evaluate


def search(student, state, problem):
    depth = state.tree.depth if problem.depth is None else problem.depth
    return student.alphabeta(
        Board(state), depth, *problem.window, problem.to_move == "MAX"
    )
