"""Alpha-beta pruning over an array of leaves: write the function below, and hand in this file.

README.md says how the tree lies in the array. Go through the moves from left to right, and prune as soon as alpha >=
beta.

Add functions of your own as you need them. `python test_alphabeta.py` tries it on some small trees.
"""

from collections.abc import Sequence


def minimax(
    depth: int, index: int, maximizing_player: bool, values: Sequence[float], alpha: float, beta: float
) -> float:
    """Find the value of a node in a complete binary tree.

    depth: the ply of the node: 0 for the root, 1 for its children, and so on down to the leaves.
    index: its place in the ply, from left to right: 0 is the first.
    maximizing_player: True if it is MAX's turn, False if it is MIN's.
    values: the values of all leaves of the tree, from left to right; 2, 4, 8 or more of them, as the tree is deep. It
    is read like a list, and each element that is read counts as a visit to that leaf.
    alpha: what MAX can be sure of already, by other moves on the way here; minus infinity if nothing.
    beta: what MIN can be sure of already, by other moves on the way here; plus infinity if nothing.

    (alpha, beta) is called the window, and alpha < beta in the first call. Between the two, return the value exactly.
    At alpha or below, at beta or above, nobody will let the game come here: any bound that shows this will do.

    Returns a number.
    """
    raise NotImplementedError("minimax is not written yet")
