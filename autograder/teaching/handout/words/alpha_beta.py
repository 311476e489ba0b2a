"""What students of alpha_beta are told."""

from autograder.teaching.handout import Function, Handout, Parameter
from autograder.teaching.handout.public import PublicTree
from autograder.teaching.handout.shared import (
    A_NUMBER,
    A_NUMBER_ALONE,
    ALPHA,
    BETA,
    EVALUATED,
    INFINITY,
    WINDOW,
    WINDOWS,
    tells,
)
from autograder.teaching.handout.words.max_value_min_value import HANDOUT as TWO_FUNCTIONS

SEARCH = (
    EVALUATED
    + '''

def game_of(nested: list, to_move: str | tuple) -> Tree:
    """The game of a nested list."""
    return Tree.from_nested(nested, to_move, evaluations(nested))


def search(looks: Looks, depth: int) -> object:
    """Search from the root, as grading does."""
    return function("alpha_beta")(looks.root, depth, -inf, inf, looks.root.to_move == "MAX")
'''
)

HANDOUT = Handout(
    heading="Alpha-beta pruning to a depth",
    task="a minimax search that looks a few moves ahead, and leaves out all that cannot matter.",
    functions=(
        Function(
            "alpha_beta",
            (
                Parameter(
                    "node", "State", "where to search from. It may be a terminal node, in which the game is over."
                ),
                Parameter(
                    "depth",
                    "int",
                    "how many plies to look ahead, one for each move; 0 or more. When none are left, `node.evaluate()` "
                    "stands for the value, and nothing below is looked at. For a terminal node it gives the utility.",
                ),
                ALPHA,
                BETA,
                Parameter("maximizing_player", "bool", "True if it is MAX's turn, False if it is MIN's."),
            ),
            "float",
            "the value of a node",
            "Find the value of a node, looking only so many moves ahead.",
            (WINDOW,),
            A_NUMBER,
        ),
    ),
    about="README.md says what a node can tell you, which is a state.",
    called=(
        "It is called first with the root, mostly with the window (−∞, +∞). Where `depth` is used up, `evaluate()` "
        f"stands for the value. {INFINITY} {A_NUMBER_ALONE}"
    ),
    tells=tells("node", depth=True),
    visit=(
        "A leaf, or a node at which `depth` is used up, is visited when you first ask it to `evaluate()`, or for its "
        "`utility()`. Asking again is no second visit."
    ),
    expect=f"other depths, {WINDOWS}",
    search=SEARCH,
    shipped="alpha_beta",
    trees=(
        TWO_FUNCTIONS.trees[0],
        PublicTree("alpha_beta/03_depth_0"),
        PublicTree("alpha_beta/04_depth_1"),
        PublicTree("alpha_beta/07_three_plies_min_root"),
        *TWO_FUNCTIONS.trees[1:],
    ),
)
