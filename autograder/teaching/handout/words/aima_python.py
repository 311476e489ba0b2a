"""What students are told who write AIMA's alpha_beta_search for its Python code, third edition."""

from autograder.teaching.handout import Function, Handout, Parameter
from autograder.teaching.handout.shared import EXPECT, VISIT, through_adapter
from autograder.teaching.handout.words.alpha_beta_search import HANDOUT as DECISION

GAME = """
## What the game tells you

| | |
|---|---|
| `game.terminal_test(state)` | is the game over here? |
| `game.utility(state, player)` | the value of a terminal state to a player. **Asking is visiting** |
| `game.actions(state)` | the moves, left to right |
| `game.result(state, move)` | the state that a move leads to |
| `game.to_move(state)` | `"MAX"` or `"MIN"` |

A move is called by the name of the state that it leads to, such as `"B2"`. The class is `Game` in the module `games`,
which is there when your search runs.
"""

HANDOUT = Handout(
    heading="Alpha-beta pruning with AIMA's Python code",
    task="a minimax search that leaves out every leaf that cannot matter, and says which move to make.",
    functions=(
        Function(
            "alpha_beta_search",
            (
                Parameter("state", "object", "where to decide; the game knows what it means. It is not terminal."),
                Parameter("game", "object", "the game, which says what can be done in a state, see README.md."),
            ),
            "str",
            "the best action in a state",
            "Find the action to take in a state of a game.",
            returns="Returns one of `game.actions(state)`: the best one for the player whose turn it is, if both play "
            "perfectly. If several are best, the first of them.",
        ),
    ),
    called=(
        "The player who moves at the root is the one to play for, be it MAX or MIN, and `game.utility(state, "
        "player)` is what a state is worth to that player. The search starts with the window (−∞, +∞). Return "
        "the action alone; if several are best, the first of them. Where every action loses for certain (−∞ to the "
        "player who moves), AIMA's own code returns None; the first action and None are both right there."
    ),
    tells=GAME,
    visit=VISIT,
    expect=EXPECT,
    search=through_adapter("alpha_beta_search"),
    about="README.md says what a game can tell you.",
    imports="from math import inf",
    answer="action",
    shipped="aima_python",
    trees=DECISION.trees,
)
