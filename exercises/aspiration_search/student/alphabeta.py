"""Aspiration search: write the function below, and hand in this file.

README.md says what a state can tell you. Go through the moves from left to right, and prune as soon as alpha >= beta.

Add functions of your own as you need them. `python test_alphabeta.py` tries it on some small trees.
"""

from game import State


def aspiration_search(state: State, guess: float, epsilon: float) -> float:
    """Find the value of a state, given a guess of what it is.

    state: where to search from; `state.to_move` says whose turn it is, "MAX" or "MIN".
    guess: what the value is expected to be.
    epsilon: by how much the guess may be off; more than 0.

    The first search has the window (guess - epsilon, guess + epsilon).

    Where that finds the value, nothing more is looked at. Where not, search again, with any windows.

    Returns a number: the exact value, however bad the guess was.
    """
    raise NotImplementedError("aspiration_search is not written yet")
