"""What students are told whose max_value and min_value return the move with the value."""

from dataclasses import replace

from autograder.teaching.handout.shared import through_adapter
from autograder.teaching.handout.words.max_value_min_value import HANDOUT as TWO_FUNCTIONS

PAIR = (
    "Returns a pair: the value, and the move that leads to it, one of `state.actions()`. Of a terminal state the move "
    "is None. If several moves are best, the first of them."
)
MAX, MIN = TWO_FUNCTIONS.functions

HANDOUT = replace(
    TWO_FUNCTIONS,
    heading="Alpha-beta pruning: the value and the move",
    task="a minimax search that leaves out every leaf that cannot matter, and says which move to make.",
    functions=(
        replace(MAX, type="tuple", brief="a pair (value, move) where MAX moves", returns=PAIR),
        replace(MIN, type="tuple", brief="a pair (value, move) where MIN moves"),
    ),
    called=(
        "The one whose turn it is at the root is called first, mostly with the window (−∞, +∞). Each returns "
        "a pair, the value and the move: `return v, move`. Some trees judge the value and others the move; "
        "the tests here look at the value. Where every move loses for certain (−∞ to MAX, +∞ to MIN), the first move "
        "is right, and so is None for the move."
    ),
    search=through_adapter("max_value/min_value"),
    shipped="value_and_move",
)
