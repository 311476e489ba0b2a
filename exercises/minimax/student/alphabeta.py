"""Minimax: write the function below, and hand in this file.

README.md says what a state can tell you. Go through the moves from left to right, and prune nothing.

Add functions of your own as you need them. `python test_alphabeta.py` tries it on some small trees.
"""

from game import State


def minimax(state: State) -> float:
    """Find the value of a state, if both players play perfectly.

    state: where to search from. It may be a terminal state, in which the game is over; `state.to_move` says whose turn
    it is, "MAX" or "MIN".

    Returns a number. Every leaf below the state is looked at.
    """
    raise NotImplementedError("minimax is not written yet")
