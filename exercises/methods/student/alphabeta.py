"""Alpha-beta pruning as methods of a class: write the functions below, and hand in this file.

README.md says what a state can tell you. Go through the moves from left to right, and prune as soon as alpha >= beta.

Add functions of your own as you need them. `python test_alphabeta.py` tries it on some small trees.
"""

from game import State


class Player:
    """Finds the value of a game. Each search gets a new player, made without arguments."""

    def max_value(self, state: State, alpha: float, beta: float) -> float:
        """Find the value of a state where it is MAX's turn.

        alpha: what MAX can be sure of already; minus infinity if nothing. beta: the same for MIN; plus infinity if
        nothing. Returns a number.
        """
        raise NotImplementedError("Player.max_value is not written yet")

    def min_value(self, state: State, alpha: float, beta: float) -> float:
        """Find the value of a state where it is MIN's turn."""
        raise NotImplementedError("Player.min_value is not written yet")
