"""What students are told whose max_value and min_value are methods of a class."""

from dataclasses import replace

from autograder.teaching.handout import Function, Parameter
from autograder.teaching.handout.shared import through_adapter
from autograder.teaching.handout.words.max_value_min_value import HANDOUT as TWO_FUNCTIONS

WRITTEN = '''
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
'''

HANDOUT = replace(
    TWO_FUNCTIONS,
    heading="Alpha-beta pruning as methods of a class",
    functions=tuple(
        Function(f"Player.{function.name}", (Parameter("self", ""), *function.parameters), "", function.brief, "")
        for function in TWO_FUNCTIONS.functions
    ),
    called=f"Each search makes a new `Player()`. {TWO_FUNCTIONS.called}",
    search=through_adapter("max_value/min_value"),
    shipped="methods",
    written=WRITTEN,
)
