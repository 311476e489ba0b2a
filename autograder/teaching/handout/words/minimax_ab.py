"""What students of minimax_ab are told."""

from autograder.teaching.handout import Function, Handout, Parameter
from autograder.teaching.handout.shared import (
    A_NUMBER,
    A_NUMBER_ALONE,
    ALPHA,
    BETA,
    GAME_OF,
    INFINITY,
    VISIT,
    WINDOW,
    WINDOWS,
    tells,
)
from autograder.teaching.handout.words.max_value_min_value import HANDOUT as TWO_FUNCTIONS

SEARCH = (
    GAME_OF
    + '''

def search(looks: Looks) -> object:
    """Search from the root, as grading does."""
    return function("minimax_ab")(looks.root, -inf, inf)
'''
)

HANDOUT = Handout(
    heading="MINIMAX-AB",
    task="a minimax search that leaves out every leaf that cannot matter, one function for both players.",
    functions=(
        Function(
            "minimax_ab",
            (
                Parameter(
                    "node",
                    "State",
                    'where to search from. It may be a leaf; `node.to_move` says whose turn it is, "MAX" or "MIN".',
                ),
                ALPHA,
                BETA,
            ),
            "float",
            "the value of a node",
            "Find the value of a node, as far as it lies within a window.",
            (f"{WINDOW} Of a leaf, its score may be returned as it is.",),
            A_NUMBER,
        ),
    ),
    about="README.md says what a node can tell you, which is a state.",
    called=(
        "It is called first with the root, mostly with the window (−∞, +∞); `node.to_move` says whose turn it is. "
        f"{INFINITY} {A_NUMBER_ALONE}"
    ),
    tells=tells("node"),
    visit=VISIT,
    expect=WINDOWS,
    search=SEARCH,
    shipped="minimax_ab",
    trees=TWO_FUNCTIONS.trees,
)
