"""Tries your search on some small trees. Run it with `python test_alphabeta.py`, or with `pytest` if you have it.

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
    import alphabeta
except SystemExit:
    raise ImportError("alphabeta.py ends the program itself: take out exit(), quit() and sys.exit()") from None


INTERFACE = "alpha_beta_search"


def game_of(nested: list, to_move: str | tuple) -> Tree:
    """The game of a nested list."""
    return Tree.from_nested(nested, to_move)


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
        function(next((name for name in names if hasattr(alphabeta, name)), names[0]))
    about = {"interface": INTERFACE, "window": (-inf, inf), "depth": depth}
    who = {"players": list(players), "to_move": players[0]}
    try:
        return adapter.search(alphabeta, looks.root, SimpleNamespace(**about, **who, refuse=refuse))
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
        raise AssertionError(f"{error}: open alphabeta.py and write it.") from None
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
    found = getattr(alphabeta, name, None)
    if not callable(found):
        raise AssertionError(f"alphabeta.py has no function called {name}. The name must be exactly this one.")
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


def test_min_moves_first() -> None:
    """MIN moves first."""
    check(
        [[5, 9, 2], [3, 8, 6], [12, 1, 4], [3, 7, 9, 11]],
        to_move="MIN",
        action="B2",
        visited="C1 C2 C3 C4 C5 C6 C7 C10 C11 C12",
        because="Why: MIN can have 8 at B2. C7 is 12, so B3 is worth 12 or more, whatever C8 and C9 are.",
    )


def test_cut_off_ties_for_max() -> None:
    """An action that only ties, and was cut off."""
    check(
        [[4, 7], [4, 1], [9, 4], [4, 0]],
        action="B1",
        visited="C1 C2 C3 C5 C6 C7",
        because="Why: MAX can have 4 at B1. C3 is 4, so B2 is worth 4 or less: no better, whatever C4 is.",
    )


def test_cut_off_ties_for_min() -> None:
    """An action that only ties, and was cut off, for MIN."""
    check(
        [[7, 8], [6, 2], [6, 9], [5, 6, 8]],
        to_move="MIN",
        action="B2",
        visited="C1 C2 C3 C4 C5 C7 C8",
        because="Why: MIN can have 6 at B2. C5 is 6, so B3 is worth 6 or more: no better, whatever C6 is.",
    )


def test_deep_cutoff_for_min() -> None:
    """Deep cutoffs under a MIN root."""
    check(
        [[[8], [[[5], [9, 6, 2]], [6, [1]]]], [1], [[[[6], [9]], [[9, 2], 5]], 1, 5]],
        to_move="MIN",
        action="B2",
        visited="D1 F1 F2 F3 C3 F6 F8 F9",
        because="Why: MAX can have 8 at C1. D2 is worth 6 or less, and so is C2, whatever D3 is.",
    )


def test_terminal_actions() -> None:
    """Actions that end the game at once, and unequal depths."""
    check(
        [9, [[[7, 3]]], 6, [[6, 8], [2]], [[[-1, 4]], 6], 8],
        to_move="MIN",
        action="B3",
        visited="B1 E1 E2 B3 D2 D3 E3 E4 C5 B6",
        because="Why: MIN can have 6 at B3. C2 is worth 6 or more, and so is B4: no better, whatever C3 is.",
    )


def test_negative_values() -> None:
    """All values are negative."""
    check(
        [[-3, -12, -8], [-14, -5, -2], [-2, -4, -9]],
        action="B3",
        visited="C1 C2 C3 C4 C7 C8 C9",
        because="Why: MAX can have -12 at B1. C4 is -14, so B2 is worth -14 or less, whatever C5 and C6 are.",
    )


def test_beyond_ten_million() -> None:
    """Utilities above 10,000,000."""
    check(
        [[20000000, 30000000], [9000000000000000, 8000000000000000]],
        action="B2",
        visited="C1 C2 C3 C4",
        because="Why: no bound stops the search early here.",
    )


def test_lost_position() -> None:
    """Lost, whatever MAX plays."""
    check(
        [[-inf, 4], [3, -inf, 5], [[-inf, -inf], [1, 2]], [[[inf, inf], 7], -inf]],
        lost=True,
        action="B1",
        visited="C1 C3 C4 D1 D2 E1 E2 C9",
        because="Why: C1 is -inf, and nothing is less than that, whatever C2 is.",
    )


def test_lost_position_for_min() -> None:
    """Lost, whatever MIN plays."""
    check(
        [[inf, 4], [[200000000, 900000000], inf], [-3, [[inf]], 8]],
        to_move="MIN",
        lost=True,
        action="B1",
        visited="C1 D1 D2 C4 C5 E1",
        because="Why: C1 is inf, and nothing is more than that, whatever C2 is.",
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
