"""What students of max_value/min_value are told."""

from autograder.teaching.handout import Function, Handout, Parameter
from autograder.teaching.handout.public import PublicTree
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

SEARCH = (
    GAME_OF
    + '''

def search(looks: Looks) -> object:
    """Search from the root, as grading does: who moves there says which of your functions starts."""
    name = "max_value" if looks.root.to_move == "MAX" else "min_value"
    return function(name)(looks.root, -inf, inf)
'''
)

HANDOUT = Handout(
    heading="Alpha-beta pruning",
    task="a minimax search that leaves out every leaf that cannot matter.",
    functions=(
        Function(
            "max_value",
            (
                Parameter(
                    "state", "State", "where to search from. It may be a terminal state, in which the game is over."
                ),
                ALPHA,
                BETA,
            ),
            "float",
            "the value of a state where MAX moves",
            "Find the value of a state where it is MAX's turn.",
            (WINDOW,),
            A_NUMBER,
        ),
        Function(
            "min_value",
            (Parameter("state", "State"), Parameter("alpha", "float"), Parameter("beta", "float")),
            "float",
            "the value of a state where MIN moves",
            "Find the value of a state where it is MIN's turn.",
            ("What comes in and what is returned mean the same as in max_value.",),
        ),
    ),
    called=(
        "The one whose turn it is at the root is called first, mostly with the window (−∞, +∞). "
        f"{INFINITY} {A_NUMBER_ALONE}"
    ),
    tells=tells("state"),
    visit=VISIT,
    expect=WINDOWS,
    search=SEARCH,
    shipped="",
    trees=(
        PublicTree("02_two_plies_with_numbers"),
        PublicTree("08_min_moves_first"),
        PublicTree("07_eight_leaves"),
        PublicTree("09_ties_at_min_nodes"),
        PublicTree("10_ties_at_max_nodes"),
        PublicTree("05_deep_cutoff_for_min"),
        PublicTree("strict_convention/09_bounds_from_far_above"),
        PublicTree("22_negative_values"),
        PublicTree("13_lost_position"),
        PublicTree("alpha_beta_search/11_lost_position_for_min"),
    ),
)
