"""Alpha-beta pruning with AIMA's Python code, fourth edition: write the function below, and hand in this file.

README.md says what a game can tell you. Go through the moves from left to right, and prune as soon as alpha >= beta.

Add functions of your own as you need them. `python test_alphabeta.py` tries it on some small trees.
"""

from math import inf


def alphabeta_search(game: object, state: object) -> tuple:
    """Find the move to make in a state of a game, and what it is worth.

    game: the game, which says what can be done in a state, see README.md.
    state: where to decide; it is not terminal. `state.to_move` says who moves.

    Returns a pair: the value to the player whose turn it is, and the best move, one of `game.actions(state)`. If
    several are best, the first of them.
    """
    raise NotImplementedError("alphabeta_search is not written yet")
