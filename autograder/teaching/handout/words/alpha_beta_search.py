"""What students of alpha_beta_search are told."""

from autograder.teaching.handout import Function, Handout, Parameter
from autograder.teaching.handout.public import PublicTree
from autograder.teaching.handout.shared import EXPECT, GAME_OF, INFINITY, VISIT, tells

SEARCH = (
    GAME_OF
    + '''

def search(looks: Looks) -> object:
    """Decide at the root, as grading does."""
    return function("alpha_beta_search")(looks.root)
'''
)

HANDOUT = Handout(
    heading="Alpha-beta pruning: which action to take",
    task="a minimax search that leaves out every leaf that cannot matter, and says which move to make.",
    functions=(
        Function(
            "alpha_beta_search",
            (
                Parameter(
                    "state",
                    "State",
                    'where to decide. It is not terminal; `state.to_move` says whose turn it is, "MAX" or "MIN".',
                ),
            ),
            "str",
            "the best action in a state",
            "Find the action to take in a state.",
            returns="Returns one of `state.actions()`: the best one for the player whose turn it is, if both play "
            "perfectly. If several are best, the first of them. Leaves that cannot change the decision are not looked "
            "at.",
        ),
    ),
    called=(
        "It is called with the root, and its own search starts with the window (−∞, +∞). Return the action alone: one "
        f'of `state.actions()`, such as `"B2"`; if several are best, the first of them. {INFINITY}'
    ),
    tells=tells("state"),
    visit=VISIT,
    expect=EXPECT,
    search=SEARCH,
    answer="action",
    shipped="alpha_beta_search",
    trees=(
        PublicTree("02_two_plies_with_numbers"),
        PublicTree("alpha_beta_search/06_min_moves_first"),
        PublicTree("alpha_beta_search/07_cut_off_ties_for_max"),
        PublicTree("alpha_beta_search/08_cut_off_ties_for_min"),
        PublicTree("alpha_beta_search/05_deep_cutoff_for_min"),
        PublicTree("alpha_beta_search/09_terminal_actions"),
        PublicTree("22_negative_values"),
        PublicTree("24_beyond_ten_million"),
        PublicTree("alpha_beta_search/10_lost_position"),
        PublicTree("alpha_beta_search/11_lost_position_for_min"),
    ),
)
