"""MINIMAX-AB: write the function below, and hand in this file.

README.md says what a node can tell you, which is a state. Go through the moves from left to right, and prune as soon as
alpha >= beta.

Add functions of your own as you need them. `python test_alphabeta.py` tries it on some small trees.
"""

from game import State


def minimax_ab(node: State, alpha: float, beta: float) -> float:
    """Find the value of a node, as far as it lies within a window.

    node: where to search from. It may be a leaf; `node.to_move` says whose turn it is, "MAX" or "MIN".
    alpha: what MAX can be sure of already, by other moves on the way here; minus infinity if nothing.
    beta: what MIN can be sure of already, by other moves on the way here; plus infinity if nothing.

    (alpha, beta) is called the window, and alpha < beta in the first call. Between the two, return the value exactly.
    Outside, return the end of the window that is nearer: the search is fail-hard. Of a leaf, its score may be returned
    as it is.

    Returns a number.
    """
    raise NotImplementedError("minimax_ab is not written yet")
