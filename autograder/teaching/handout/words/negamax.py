"""What students of negamax are told."""

from autograder.teaching.handout import Function, Handout, Parameter
from autograder.teaching.handout.public import PublicTree
from autograder.teaching.handout.shared import A_NUMBER, A_NUMBER_ALONE, EVALUATED, INFINITY, WINDOWS, tells
from autograder.teaching.handout.words.max_value_min_value import HANDOUT as TWO_FUNCTIONS

SEARCH = (
    EVALUATED
    + '''

def game_of(nested: list, to_move: str | tuple) -> Tree:
    """The game of a nested list of MAX's values: a state gives its value for the side to move, as in grading."""
    tree = Tree.from_nested(nested, to_move, evaluations(nested))
    sign = {"MAX": 1, "MIN": -1}
    values = [value and value * sign[tree.player(node)] for node, value in enumerate(tree.values)]
    return tree.with_values(values)


def search(looks: Looks, depth: int) -> object:
    """Search from the root, as grading does."""
    return function("negamax")(looks.root, depth, -inf, inf)
'''
)

HANDOUT = Handout(
    heading="Negamax",
    task="a minimax search in one function, for the side to move, that leaves out all that cannot matter.",
    functions=(
        Function(
            "negamax",
            (
                Parameter(
                    "state", "State", "where to search from. It may be a terminal state, in which the game is over."
                ),
                Parameter(
                    "depth",
                    "int",
                    "how many plies to look ahead, one for each move; 0 or more. When none are left, "
                    "`state.evaluate()` stands for the value, and nothing below is looked at. For a terminal state it "
                    "gives the utility.",
                ),
                Parameter(
                    "alpha",
                    "float",
                    "what the side to move can be sure of already, by other moves on the way here; minus infinity if "
                    "nothing.",
                ),
                Parameter(
                    "beta",
                    "float",
                    "what its opponent will not let it exceed, by other moves on the way here; plus infinity if there "
                    "is no such.",
                ),
            ),
            "float",
            "the value of a state for the side to move",
            "Find the value of a state for the side whose turn it is, looking only so many moves ahead.",
            ("Both are values for the side to move, and alpha < beta in the first call: that is the window. $window",),
            A_NUMBER,
        ),
    ),
    about=(
        "README.md says what a state can tell you. Here `evaluate()` and `utility()` speak for the side to move: what "
        "is worth 3 to MAX is worth 3 where MAX is to move, and -3 where MIN is."
    ),
    called=(
        "It is called first with the root, mostly with the window (−∞, +∞). Where `depth` is used up, `evaluate()` "
        "stands for the value. **All values are those of the side to move**, also what `evaluate()` and `utility()` "
        f"give: what is worth 3 to MAX is worth −3 where MIN is to move. {INFINITY} {A_NUMBER_ALONE}"
    ),
    tells=tells("state", "the value of a terminal state for the side to move. **Asking is visiting**", depth=True)
    + "\nThe trees of the tests have MAX's values, and so has their *why*; `value` is that of the side to move.\n",
    visit=(
        "A leaf, or a state at which `depth` is used up, is visited when you first ask it to `evaluate()`, or for its "
        "`utility()`. Asking again is no second visit."
    ),
    expect=f"other depths, {WINDOWS}",
    search=SEARCH,
    shipped="negamax",
    trees=(
        TWO_FUNCTIONS.trees[0],
        TWO_FUNCTIONS.trees[1],
        PublicTree("negamax/06_depth_0"),
        PublicTree("negamax/07_depth_1"),
        PublicTree("negamax/08_three_plies_min_root"),
        *TWO_FUNCTIONS.trees[2:],
    ),
)
