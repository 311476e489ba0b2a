"""Alpha-beta pruning with AIMA's Python code: write the function below, and hand in this file.

README.md says what a game can tell you. Go through the moves from left to right, and prune as soon as alpha >= beta.

Add functions of your own as you need them. `python test_alphabeta.py` tries it on some small trees.
"""

from math import inf


def alpha_beta_search(state: object, game: object) -> str:
    """Find the action to take in a state of a game.

    state: where to decide; the game knows what it means. It is not terminal.
    game: the game, which says what can be done in a state, see README.md.

    Returns one of `game.actions(state)`: the best one for the player whose turn it is, if both play perfectly. If
    several are best, the first of them.
    """
    raise NotImplementedError("alpha_beta_search is not written yet")
