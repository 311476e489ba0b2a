"""Words that several interfaces share."""

from __future__ import annotations

from autograder.teaching.handout import Parameter

ALPHA = Parameter(
    "alpha", "float", "what MAX can be sure of already, by other moves on the way here; minus infinity if nothing."
)
BETA = Parameter(
    "beta", "float", "what MIN can be sure of already, by other moves on the way here; plus infinity if nothing."
)
A_NUMBER = "Returns a number."
WINDOW = "(alpha, beta) is called the window, and alpha < beta in the first call. $window"
INFINITY = (
    'In Python, infinity is `float("inf")` or, after `from math import inf`, just `inf`; no game has a value beyond '
    "it, but a lost one may reach it."
)
A_NUMBER_ALONE = "Return the number alone, without a move."
VISIT = "A leaf is visited when you first ask for its utility. Asking again is no second visit."
EXPECT = "deeper ones, uneven ones, ties, negative and infinite values"
WINDOWS = f"{EXPECT}, and other windows"
EVALUATED_IN_TESTS = """
In the tests, `Evaluated(4, [3, 5])` is a state with two moves whose static evaluation is 4.
"""


def tells(
    state: str, value: str = "the value of a terminal state. **Asking is visiting**", *, depth: bool = False
) -> str:
    """The README's part on what a state tells. state: what the assignment calls one. depth: whether it is evaluated."""
    evaluate = (
        f"| `{state}.evaluate()` | the value of any {state}, as far as it can be told. **Asking is visiting** |\n"
    )
    return f"""
## What a {state} tells you

| | |
|---|---|
| `{state}.is_terminal()` | is the game over here? |
{evaluate if depth else ""}| `{state}.utility()` | {value} |
| `{state}.actions()` | the moves, left to right |
| `{state}.result(action)` | the state that a move leads to |
| `{state}.successors()` | the moves and their states, as pairs |
| `{state}.children` | only the states |
| `{state}.to_move` | `"MAX"` or `"MIN"` |
| `{state}.name` | a letter for the ply and a number from left to right: A1 is the root, below it are B1, B2, … |

There are three ways to the next states; pick the one you like.
{EVALUATED_IN_TESTS if depth else ""}"""


SEARCHED_BY_ADAPTER = '''

class NoAction(Exception):
    """Raised where your search returned no action, and that is right."""


def search(looks: Looks, depth: int | None = None, *, lost: bool = False) -> object:
    """Search from the root, as grading does: adapter.py says how.

    lost: whether every action is worth the worst there is. No action is then as right as the first one.
    """

    def refuse(words: str, *, unless_lost: bool = False) -> None:
        """What grading says of an answer that is none."""
        raise NoAction if lost and unless_lost else AssertionError(words)

    players = looks.tree.players
    for need in adapter.NEEDS:
        names = [name.strip().split(".")[0] for name in need.split("|")]
        function(next((name for name in names if hasattr($module, name)), names[0]))
    about = {"interface": INTERFACE, "window": (-inf, inf), "depth": depth}
    who = {"players": list(players), "to_move": players[0]}
    try:
        return adapter.search($module, looks.root, SimpleNamespace(**about, **who, refuse=refuse))
    except NoAction:
        return looks.tree.name(1)
'''


def through_adapter(interface: str, game: str = "") -> str:
    """The tests' search of a set with an adapter. game: `game_of` and what it needs, where the game is no plain one."""
    return f'INTERFACE = "{interface}"\n\n{game or GAME_OF}{SEARCHED_BY_ADAPTER}'


GAME_OF = '''
def game_of(nested: list, to_move: str | tuple) -> Tree:
    """The game of a nested list."""
    return Tree.from_nested(nested, to_move)
'''

EVALUATED = '''
class Evaluated(list):
    """A state with moves, and what its static evaluation is: Evaluated(4, [3, 5])."""

    def __init__(self, evaluation: float, moves: list) -> None:
        super().__init__(moves)
        self.evaluation = evaluation


def evaluations(nested: object) -> dict[int, float]:
    """The static evaluations in a tree, by the id of the state's list."""
    found = {id(nested): nested.evaluation} if isinstance(nested, Evaluated) else {}
    for move in nested if isinstance(nested, list) else ():
        found |= evaluations(move)
    return found
'''
