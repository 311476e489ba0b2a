"""What students of minimax_array are told."""

from autograder.teaching.handout import Function, Handout, Parameter
from autograder.teaching.handout.public import PublicTree
from autograder.teaching.handout.shared import A_NUMBER, A_NUMBER_ALONE, ALPHA, BETA, GAME_OF, INFINITY, WINDOW

SEARCH = (
    GAME_OF
    + '''

def search(looks: Looks) -> object:
    """Search from the root, as grading does: `values` are the leaves of the tree, from left to right."""
    return function("minimax")(0, 0, looks.root.to_move == "MAX", looks.leaf_values, -inf, inf)
'''
)

TELLS = """
## What you can read

`values` is read like a list: `values[i]`, `len(values)`, slices and loops. **Each element that you read is a visit** to
that leaf; `len(values)` reads none. The tree is complete and binary: 2, 4, 8 or more leaves, as it is deep. The
children of the node `index` of a ply are the nodes `2 * index` and `2 * index + 1` of the next.

The tests write a tree as a nested list, `[[5, 7], [12, 6]]` for the values 5, 7, 12, 6, and call a leaf by its index.
"""

HANDOUT = Handout(
    heading="Alpha-beta pruning over an array of leaves",
    task="a minimax search of a complete binary tree that leaves out every leaf that cannot matter.",
    functions=(
        Function(
            "minimax",
            (
                Parameter(
                    "depth",
                    "int",
                    "the ply of the node: 0 for the root, 1 for its children, and so on down to the leaves.",
                ),
                Parameter("index", "int", "its place in the ply, from left to right: 0 is the first."),
                Parameter("maximizing_player", "bool", "True if it is MAX's turn, False if it is MIN's."),
                Parameter(
                    "values",
                    "Sequence[float]",
                    "the values of all leaves of the tree, from left to right; 2, 4, 8 or more of them, as the tree is "
                    "deep. It is read like a list, and each element that is read counts as a visit to that leaf.",
                ),
                ALPHA,
                BETA,
            ),
            "float",
            "the value of a node",
            "Find the value of a node in a complete binary tree.",
            (WINDOW,),
            A_NUMBER,
        ),
    ),
    about="README.md says how the tree lies in the array.",
    imports="from collections.abc import Sequence",
    called=(
        "It is called first for the root, depth 0 and index 0, mostly with the window (−∞, +∞). "
        f"{INFINITY} {A_NUMBER_ALONE}"
    ),
    tells=TELLS,
    visit="A leaf is visited when you first read its element of `values`. Reading it again is no second visit.",
    expect="deeper ones, ties, negative and infinite values, and other windows",
    search=SEARCH,
    leaf='f"values[{leaf - tree.level_start[-2]}]"',
    right='[f"values[{index}]" for index in visited.split()]',
    shipped="minimax_array",
    trees=(
        PublicTree("minimax_array/01_eight_leaves"),
        PublicTree("minimax_array/04_two_plies_min_first"),
        PublicTree("minimax_array/03_one_ply"),
        PublicTree("minimax_array/08_ties"),
        PublicTree("minimax_array/05_four_plies"),
        PublicTree("minimax_array/07_four_plies_min_first"),
        PublicTree("minimax_array/09_beyond_ten_million"),
        PublicTree("minimax_array/10_below_minus_hundred_million"),
        PublicTree("minimax_array/11_wins_and_losses"),
    ),
)
