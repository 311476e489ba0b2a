"""Alpha-beta pruning.

Write `max_value` and `min_value` below, and hand in this file.
README.md says what a state can tell you.
Go through the moves from left to right, and prune as soon as alpha >= beta.

Add functions as you need them. Try it with `python3 test_alphabeta.py`, on Windows with `py test_alphabeta.py`.
"""

from game import State


def max_value(state: State, alpha: float, beta: float) -> float:
    """Find the value of a state where it is MAX's turn.

    state: where to search from. It may be a terminal state, in which the game is over.
    alpha: the value that MAX already has by another move above here; -inf if there is none.
    beta: the value that MIN already has by another move above here; inf if there is none.

    (alpha, beta) is called the window, and alpha < beta in the first call.
    Between the two, return the value exactly. If it is at most alpha, return any number that is at most alpha; if it is
    at least beta, any number that is at least beta. One player then has something better elsewhere.

    Returns a number.
    """
    raise NotImplementedError("max_value is not written yet")


def min_value(state: State, alpha: float, beta: float) -> float:
    """Find the value of a state where it is MIN's turn.

    What comes in and what is returned mean the same as in max_value.
    """
    raise NotImplementedError("min_value is not written yet")
