"""Tries your search on some small trees. Run it with `python test_multiAgents.py`, or with `pytest` if you have it.

To try a tree of your own, copy one of the tests at the end, give it a name of its own, and change its numbers.
"""

import re
import sys
import traceback
from collections.abc import Callable
from math import inf
from pathlib import Path
from types import SimpleNamespace

from game import Looks, Tree

# isort: split
import adapter  # after the game, whose name it may take

try:
    import multiAgents
except SystemExit:
    raise ImportError("multiAgents.py ends the program itself: take out exit(), quit() and sys.exit()") from None


INTERFACE = "alpha_beta_search"


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


def game_of(nested: list, to_move: str | tuple) -> Tree:
    """The game of a nested list."""
    return Tree.from_nested(nested, to_move, evaluations(nested))


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
        function(next((name for name in names if hasattr(multiAgents, name)), names[0]))
    about = {"interface": INTERFACE, "window": (-inf, inf), "depth": depth}
    who = {"players": list(players), "to_move": players[0]}
    try:
        return adapter.search(multiAgents, looks.root, SimpleNamespace(**about, **who, refuse=refuse))
    except NoAction:
        return looks.tree.name(1)


def check(
    nested: list, *, to_move: str | tuple = "MAX", action: object, visited: str, because: str = "", **how: float
) -> None:
    """Search a tree, and compare what your search did with what is right.

    nested: the tree; a number is a leaf, a list is a state with moves. to_move: who moves first, or
    at each ply. action, visited: what is right; the leaves in the order of the visits. because: why. how: what else
    `search` needs.
    """
    __tracebackhide__ = True  # pytest then shows what is wrong, and not this function
    tree = game_of(nested, to_move)
    looks = Looks(tree)
    vars(tree).update(new_looks=lambda: looks)  # for states that your code makes of the tree itself
    try:
        found = search(looks, **how)
    except NotImplementedError as error:
        raise AssertionError(f"{error}: open multiAgents.py and write it.") from None
    leaves = [tree.name(leaf) for leaf in looks.nodes]
    right = visited.split()
    seen = list(dict.fromkeys(leaves))  # a second look at a leaf does not count
    if is_right_kind(found) and found == action and seen == right:
        return
    lines = [f"{to_move} to move in {nested}" + "".join(f", {name} {value}" for name, value in how.items())]
    lines += compared("action", shown(action), shown(found), is_right_kind(found) and found == action)
    lines += compared("visited", " ".join(right), " ".join(seen) or "none", seen == right)
    lines.append(advice(found, right, seen))
    raise AssertionError("\n".join([*lines, because]).rstrip())


def function(name: str) -> Callable:
    """One of your functions."""
    found = getattr(multiAgents, name, None)
    if not callable(found):
        raise AssertionError(f"multiAgents.py has no function called {name}. The name must be exactly this one.")
    return found


def compared(what: str, right: str, found: str, is_right: bool) -> list[str]:
    """Lines that say what you have, and what is right."""
    if is_right:
        return [f"  {what:<8} {found}   (right)"]
    return [f"  {what:<8} {found}   (yours)", f"  {'':<8} {right}   (right)"]


def advice(answer: object, visited: list[str], found: list[str]) -> str:
    """What to look at first."""
    if not is_right_kind(answer):
        path = " Does every path through the function end with a return?" if answer is None else ""
        return f"Your search returned {shown(answer)}, which is not an action, such as 'B2'.{path}"
    if found == visited:
        return "Your search looked at the right leaves, but made a wrong action of them."
    if not found:
        return "Your search looked at no leaf at all."
    if found[0] != visited[0]:
        return f"Your search began with {found[0]}, but {visited[0]} comes first: go from left to right."
    same = 0
    while found[same : same + 1] == visited[same : same + 1]:
        same += 1
    last = visited[same - 1]
    if same == len(visited):
        return f"After {last} the search is over, but yours went on to {found[same]}."
    if same == len(found):
        return f"After {last} the search goes on to {visited[same]}, but yours was over."
    went_on = f"After {last} the search goes on to {visited[same]}, but yours went on to {found[same]}"
    return f"{went_on}." if found[same] in visited else f"{went_on}, which does not matter any more."


def is_right_kind(answer: object) -> bool:
    """Whether an answer is the name of a move."""
    return isinstance(answer, str)


def shown(answer: object) -> str:
    """An answer as people write it: 3 for 3.0."""
    return str(int(answer)) if isinstance(answer, float) and answer.is_integer() else str(answer)


def test_two_plies_with_numbers() -> None:
    """Two plies, all nine utilities known."""
    check(
        [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
        action="B1",
        visited="C1 C2 C3 C4 C7 C8 C9",
        because="Why: MAX can have 3 at B1. C4 is 2, so B2 is worth 2 or less, whatever C5 and C6 are.",
    )


def test_depth_of_one_round() -> None:
    """Depth 1 is one move of everybody."""
    check(
        [
            Evaluated(0, [Evaluated(4, [9, 1]), Evaluated(6, [0, 2])]),
            Evaluated(0, [Evaluated(3, [9, 9]), Evaluated(8, [9, 8])]),
            Evaluated(0, [Evaluated(5, [1, 1]), Evaluated(7, [2, 0])]),
        ],
        depth=2,
        action="B3",
        visited="C1 C2 C3 C5 C6",
        because="Why: MAX can have 4 at B1. C3 is worth 3 or less, and so is B2, whatever C4 is.",
    )


def test_depth_with_two_ghosts() -> None:
    """Depth 1 with two ghosts."""
    check(
        [
            Evaluated(9, [Evaluated(1, [Evaluated(5, [0, 9]), Evaluated(7, [1])]), Evaluated(2, [Evaluated(6, [3])])]),
            Evaluated(0, [Evaluated(3, [Evaluated(8, [0]), Evaluated(4, [7, 7])]), Evaluated(5, [2])]),
        ],
        to_move=("MAX", "MIN", "MIN"),
        depth=3,
        action="B1",
        visited="D1 D2 D3 D4 D5",
        because="Why: MAX can have 5 at B1. C3 is worth 4 or less, and so is B2, whatever C4 is.",
    )


def test_second_round() -> None:
    """After the last ghost Pacman moves again."""
    check(
        [[[[3, 9, 1], [7, 2]], [[6], [8, 4]]], [[[2, 5], [4]], [[1, 3]]], [[[8, 6], [9]], [[7, 7]]]],
        to_move=("MAX", "MIN", "MIN"),
        action="B3",
        visited="E1 E2 E3 E4 E5 E6 E7 E9 E10 E14 E15 E16 E17 E18",
        because="Why: MIN can have 6 at D3. E7 is 8, so D4 is worth 8 or more, whatever E8 is.",
    )


def test_negative_scores() -> None:
    """Scores below zero."""
    check(
        [[-3, -12], [-2, -7], [[-1, -5], [-9, -4]]],
        action="B3",
        visited="C1 C2 C3 C4 D1 D2 D3 D4",
        because="Why: no bound stops the search early here.",
    )


def test_lost_position() -> None:
    """Every action loses."""
    check(
        [[-500, 3], [-500, 5]],
        action="B1",
        visited="C1 C2 C3 C4",
        because="Why: no bound stops the search early here.",
    )


def test_alpha_below_the_root() -> None:
    """Pacman's second move raises alpha as well."""
    check(
        [[[[5], [4, 1]], [[6]]], [[[7], [6, 2]]]],
        action="B2",
        visited="E1 E2 E4 E5 E6",
        because="Why: MAX can have 5 at D1. E2 is 4, so D2 is worth 4 or less, whatever E3 is.",
    )


def explain(error: BaseException) -> str:
    """What an error in your code means."""
    if isinstance(error, AssertionError) and str(error):
        return str(error)
    if isinstance(error, RecursionError):
        return "The recursion never ends. What do your functions do where the game is over, in a terminal state?"
    if isinstance(error, SystemExit):
        return "Your code ends the program itself: take out exit(), quit() and sys.exit()."
    lines = ["Your code stopped with an error. The last line says which, the lines above it say where.", ""]
    lines += traceback.format_exception(type(error), error, error.__traceback__, limit=-3)
    if "NoneType" in str(error):
        lines += ["", "NoneType is the type of None: does every path through your functions end with a return?"]
    return "\n".join(line.rstrip("\n") for line in lines)


def main() -> int:
    """Run every function called test_…, and say how each went. Returns 1 if any failed, else 0."""
    names = re.findall(r"^def (test_\w+)", Path(__file__).read_text("utf-8"), re.MULTILINE)
    tests = [globals()[name] for name in dict.fromkeys(names)]
    explained = set()
    failed = 0
    for test in tests:
        try:
            test()
        except (Exception, SystemExit) as error:
            failed += 1
            words = explain(error)
            print(f"FAILED  {test.__name__}: {test.__doc__}")
            again = words in explained
            print("\n".join(f"        {line}" for line in (["The same as above."] if again else words.splitlines())))
            explained.add(words)
        else:
            print(f"ok      {test.__name__}")
    print(f"\n{len(tests) - failed} of {len(tests)} trees are right.")
    for name in sorted({name for name in names if names.count(name) > 1}):
        print(f"Two tests are called {name}, so only the last of them was run: give each a name of its own.")
        failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
