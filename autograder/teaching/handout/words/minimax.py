"""What students of minimax are told."""

from autograder.teaching.handout import Function, Handout, Parameter
from autograder.teaching.handout.public import PublicTree
from autograder.teaching.handout.shared import A_NUMBER_ALONE, EXPECT, GAME_OF, INFINITY, VISIT, tells

SEARCH = (
    GAME_OF
    + '''

def search(looks: Looks) -> object:
    """Search from the root, as grading does."""
    return function("minimax")(looks.root)
'''
)

HANDOUT = Handout(
    heading="Minimax",
    task="a search that looks at every leaf and says what the game is worth.",
    functions=(
        Function(
            "minimax",
            (
                Parameter(
                    "state",
                    "State",
                    "where to search from. It may be a terminal state, in which the game is over; `state.to_move` says "
                    'whose turn it is, "MAX" or "MIN".',
                ),
            ),
            "float",
            "the value of a state, if both play perfectly",
            "Find the value of a state, if both players play perfectly.",
            returns="Returns a number. Every leaf below the state is looked at.",
        ),
    ),
    called=f"It is called first with the root. {INFINITY} {A_NUMBER_ALONE}",
    tells=tells("state"),
    visit=VISIT,
    expect=EXPECT,
    search=SEARCH,
    shipped="minimax",
    trees=(
        PublicTree("minimax/02_two_plies"),
        PublicTree("minimax/03_min_moves_first"),
        PublicTree("minimax/01_game_over"),
        PublicTree("minimax/05_eight_leaves"),
        PublicTree("minimax/07_unequal_depths"),
        PublicTree("minimax/11_negative_values"),
        PublicTree("minimax/09_lost_position"),
        PublicTree("minimax/10_won_for_max"),
    ),
)
