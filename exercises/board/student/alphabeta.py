"""Alpha-beta pruning on a board: write the function below, and hand in this file.

README.md says what a board can do. Go through the moves from left to right, and prune as soon as alpha >= beta.

Add functions of your own as you need them. `python test_alphabeta.py` tries it on some small trees.
"""

from math import inf

from board import Board, evaluate


def alphabeta(board: Board, depth: int, alpha: float, beta: float, maximizing: bool) -> float:
    """Find the value of a position, looking only so many moves ahead.

    board: the position to search from. The game may be over there.
    depth: how many plies to look ahead, one for each move; 0 or more. When none are left, `evaluate(board)` stands for
    the value, and nothing below is looked at.
    alpha: what MAX can be sure of already, by other moves on the way here; minus infinity if nothing.
    beta: what MIN can be sure of already, by other moves on the way here; plus infinity if nothing.
    maximizing: True if it is MAX's turn, False if it is MIN's.

    (alpha, beta) is called the window, and alpha < beta in the first call. Between the two, return the value exactly.
    At alpha or below, at beta or above, nobody will let the game come here: any bound that shows this will do.

    Returns a number.
    """
    raise NotImplementedError("alphabeta is not written yet")
