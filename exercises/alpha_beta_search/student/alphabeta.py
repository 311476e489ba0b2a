"""Alpha-beta pruning: which action to take: write the function below, and hand in this file.

README.md says what a state can tell you. Go through the moves from left to right, and prune as soon as alpha >= beta.

Add functions of your own as you need them. `python test_alphabeta.py` tries it on some small trees.
"""

from game import State


def alpha_beta_search(state: State) -> str:
    """Find the action to take in a state.

    state: where to decide. It is not terminal; `state.to_move` says whose turn it is, "MAX" or "MIN".

    Returns one of `state.actions()`: the best one for the player whose turn it is, if both play perfectly. If several
    are best, the first of them. Leaves that cannot change the decision are not looked at.
    """
    raise NotImplementedError("alpha_beta_search is not written yet")
