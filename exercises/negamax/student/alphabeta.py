"""Negamax: write the function below, and hand in this file.

README.md says what a state can tell you. Here `evaluate()` and `utility()` speak for the side to move: what is worth 3
to MAX is worth 3 where MAX is to move, and -3 where MIN is. Go through the moves from left to right, and prune as soon
as alpha >= beta.

Add functions of your own as you need them. `python test_alphabeta.py` tries it on some small trees.
"""

from game import State


def negamax(state: State, depth: int, alpha: float, beta: float) -> float:
    """Find the value of a state for the side whose turn it is, looking only so many moves ahead.

    state: where to search from. It may be a terminal state, in which the game is over.
    depth: how many plies to look ahead, one for each move; 0 or more. When none are left, `state.evaluate()` stands for
    the value, and nothing below is looked at. For a terminal state it gives the utility.
    alpha: what the side to move can be sure of already, by other moves on the way here; minus infinity if nothing.
    beta: what its opponent will not let it exceed, by other moves on the way here; plus infinity if there is no such.

    Both are values for the side to move, and alpha < beta in the first call: that is the window. Between the two,
    return the value exactly. At alpha or below, at beta or above, nobody will let the game come here: any bound that
    shows this will do.

    Returns a number.
    """
    raise NotImplementedError("negamax is not written yet")
