"""Alpha-beta pruning to a depth: write the function below, and hand in this file.

README.md says what a node can tell you, which is a state. Go through the moves from left to right, and prune as soon as
alpha >= beta.

Add functions of your own as you need them. `python test_alphabeta.py` tries it on some small trees.
"""

from game import State


def alpha_beta(node: State, depth: int, alpha: float, beta: float, maximizing_player: bool) -> float:
    """Find the value of a node, looking only so many moves ahead.

    node: where to search from. It may be a terminal node, in which the game is over.
    depth: how many plies to look ahead, one for each move; 0 or more. When none are left, `node.evaluate()` stands for
    the value, and nothing below is looked at. For a terminal node it gives the utility.
    alpha: what MAX can be sure of already, by other moves on the way here; minus infinity if nothing.
    beta: what MIN can be sure of already, by other moves on the way here; plus infinity if nothing.
    maximizing_player: True if it is MAX's turn, False if it is MIN's.

    (alpha, beta) is called the window, and alpha < beta in the first call. Between the two, return the value exactly.
    At alpha or below, at beta or above, nobody will let the game come here: any bound that shows this will do.

    Returns a number.
    """
    raise NotImplementedError("alpha_beta is not written yet")
