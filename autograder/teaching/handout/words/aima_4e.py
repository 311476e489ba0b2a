"""What students are told who write AIMA's alphabeta_search for its Python code, fourth edition."""

from autograder.teaching.handout import Function, Handout, Parameter
from autograder.teaching.handout.shared import EXPECT, VISIT, through_adapter
from autograder.teaching.handout.words.alpha_beta_search import HANDOUT as DECISION

GAME = """
## What the game tells you

| | |
|---|---|
| `game.is_terminal(state)` | is the game over here? |
| `game.utility(state, player)` | the value of a terminal state to a player. **Asking is visiting** |
| `game.actions(state)` | the moves, left to right |
| `game.result(state, move)` | the state that a move leads to |
| `state.to_move` | `"MAX"` or `"MIN"` |

A move is called by the name of the state that it leads to, such as `"B2"`. The class is `Game` in the module `games4e`,
which is there when your search runs.
"""

HANDOUT = Handout(
    heading="Alpha-beta pruning with AIMA's Python code, fourth edition",
    task="a minimax search that leaves out every leaf that cannot matter, and says which move to make and what it is "
    "worth.",
    functions=(
        Function(
            "alphabeta_search",
            (
                Parameter("game", "object", "the game, which says what can be done in a state, see README.md."),
                Parameter("state", "object", "where to decide; it is not terminal. `state.to_move` says who moves."),
            ),
            "tuple",
            "a pair (value, move)",
            "Find the move to make in a state of a game, and what it is worth.",
            returns="Returns a pair: the value to the player whose turn it is, and the best move, one of "
            "`game.actions(state)`. If several are best, the first of them.",
        ),
    ),
    called=(
        "The player who moves at the root is the one to play for, be it MAX or MIN, and `game.utility(state, player)` "
        "is what a state is worth to that player. The search starts with the window (−∞, +∞). Of the pair that you "
        "return, some trees judge the move and others the value; the tests here look at the move. Where every move "
        "loses for certain (−∞ to the player who moves), AIMA's own code returns (−∞, None); that is right there, and "
        "so is the first move."
    ),
    tells=GAME,
    visit=VISIT,
    expect=EXPECT,
    search=through_adapter("alpha_beta_search"),
    about="README.md says what a game can tell you.",
    imports="from math import inf",
    answer="action",
    shipped="aima_4e",
    trees=DECISION.trees,
)
