"""Alpha-beta pruning: write the functions below, and hand in this file.

README.md says what a state can tell you. In this course the search goes on where a value only equals a bound: go
through the moves from left to right, and prune as soon as alpha > beta.

Add functions of your own as you need them. `python test_alphabeta.py` tries it on some small trees.
"""

from game import State


def max_value(state: State, alpha: float, beta: float) -> float:
    """Find the value of a state where it is MAX's turn.

    state: where to search from. It may be a terminal state, in which the game is over.
    alpha: what MAX can be sure of already, by other moves on the way here; minus infinity if nothing.
    beta: what MIN can be sure of already, by other moves on the way here; plus infinity if nothing.

    (alpha, beta) is called the window, and alpha < beta in the first call. From the one to the other, return the value
    exactly. Below alpha or above beta, return the best value found until then: the search is fail-soft.

    Returns a number.
    """
    raise NotImplementedError("max_value is not written yet")


def min_value(state: State, alpha: float, beta: float) -> float:
    """Find the value of a state where it is MIN's turn.

    What comes in and what is returned mean the same as in max_value.
    """
    raise NotImplementedError("min_value is not written yet")
