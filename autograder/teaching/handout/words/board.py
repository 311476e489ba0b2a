"""What students are told who search on one board, making and unmaking moves."""

from autograder.teaching.handout import Function, Handout, Parameter
from autograder.teaching.handout.shared import (
    A_NUMBER,
    A_NUMBER_ALONE,
    ALPHA,
    BETA,
    EVALUATED,
    INFINITY,
    WINDOW,
    WINDOWS,
    through_adapter,
)
from autograder.teaching.handout.words.alpha_beta import HANDOUT as ONE_FUNCTION

GAME = '''
def game_of(nested: list, to_move: str | tuple) -> Tree:
    """The game of a nested list."""
    return Tree.from_nested(nested, to_move, evaluations(nested))
'''

BOARD = """
## What the board tells you

| | |
|---|---|
| `board.is_game_over()` | is the game over here? |
| `board.legal_moves` | the moves, left to right |
| `board.push(move)` | makes a move: the board is the next position |
| `board.pop()` | takes the last move back |
| `board.turn` | True if it is MAX's turn, False if it is MIN's |
| `evaluate(board)` | the value of the position to MAX, as far as it can be told. **Asking is visiting** |

There is one board, and it changes. For each `push` there must be one `pop`. `board.copy()` gives a board of its own.

In the tests, `Evaluated(4, [3, 5])` is a position with two moves whose static evaluation is 4.
"""

HANDOUT = Handout(
    heading="Alpha-beta pruning on a board",
    task="a minimax search that looks a few moves ahead on one board, and leaves out all that cannot matter.",
    functions=(
        Function(
            "alphabeta",
            (
                Parameter("board", "Board", "the position to search from. The game may be over there."),
                Parameter(
                    "depth",
                    "int",
                    "how many plies to look ahead, one for each move; 0 or more. When none are left, `evaluate(board)` "
                    "stands for the value, and nothing below is looked at.",
                ),
                ALPHA,
                BETA,
                Parameter("maximizing", "bool", "True if it is MAX's turn, False if it is MIN's."),
            ),
            "float",
            "the value of a position",
            "Find the value of a position, looking only so many moves ahead.",
            (WINDOW,),
            A_NUMBER,
        ),
    ),
    called=(
        "It is called first with the root, mostly with the window (−∞, +∞). Where `depth` is used up or the "
        f"game is over `evaluate(board)` is the value. {INFINITY} {A_NUMBER_ALONE}"
    ),
    tells=BOARD,
    visit="A position is visited when you first `evaluate` it. Asking again is no second visit.",
    expect=f"other depths, {WINDOWS}",
    search=through_adapter("alpha_beta", EVALUATED + "\n" + GAME),
    about="README.md says what a board can do.",
    imports="from math import inf\n\nfrom board import Board, evaluate",
    shipped="board",
    trees=ONE_FUNCTION.trees,
)
