"""Tries your search on some small trees. Run it with `python test_alphabeta.py`, or with `pytest` if you have it.

To try a tree of your own, copy one of the tests at the end, give it a name of its own, and change its numbers.
"""

import re
import sys
import traceback
from collections.abc import Callable
from math import inf
from pathlib import Path

from game import Looks, Tree

try:
    import alphabeta
except SystemExit:
    raise ImportError("alphabeta.py ends the program itself: take out exit(), quit() and sys.exit()") from None


def game_of(nested: list, to_move: str | tuple) -> Tree:
    """The game of a nested list."""
    return Tree.from_nested(nested, to_move)


def search(looks: Looks) -> object:
    """Search from the root, as grading does: `values` are the leaves of the tree, from left to right."""
    return function("minimax")(0, 0, looks.root.to_move == "MAX", looks.leaf_values, -inf, inf)


def check(
    nested: list, *, to_move: str | tuple = "MAX", value: object, visited: str, because: str = "", **how: float
) -> None:
    """Search a tree, and compare what your search did with what is right.

    nested: the tree; a number is a leaf, a list is a state with moves. to_move: who moves first, or
    at each ply. value, visited: what is right; the leaves in the order of the visits. because: why. how: what else
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
    leaves = [f"values[{leaf - tree.level_start[-2]}]" for leaf in looks.nodes]
    right = [f"values[{index}]" for index in visited.split()]
    seen = list(dict.fromkeys(leaves))  # a second look at a leaf does not count
    if is_right_kind(found) and found == value and seen == right:
        return
    lines = [f"{to_move} to move in {nested}" + "".join(f", {name} {value}" for name, value in how.items())]
    lines += compared("value", shown(value), shown(found), is_right_kind(found) and found == value)
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
        return f"Your search returned {shown(answer)}, which is not a number.{path}"
    if found == visited:
        return "Your search looked at the right leaves, but made a wrong value of them."
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
    """Whether an answer is an int or a float, and not nan."""
    return isinstance(answer, (int, float)) and answer == answer


def shown(answer: object) -> str:
    """An answer as people write it: 3 for 3.0."""
    return str(int(answer)) if isinstance(answer, float) and answer.is_integer() else str(answer)


def test_eight_leaves() -> None:
    """Eight leaves: the array 5 7 12 6 3 18 −9 4."""
    check(
        [[[5, 7], [12, 6]], [[3, 18], [-9, 4]]],
        value=7,
        visited="0 1 2 4 5 6 7",
        because=(
            "Why: MIN can have 7 at node 0 of depth 2. values[2] is 12, so node 1 of depth 2 is worth 12 or more, "
            "whatever values[3] is."
        ),
    )


def test_two_plies_min_first() -> None:
    """Two plies, MIN first."""
    check(
        [[5, 2], [6, 1]],
        to_move="MIN",
        value=5,
        visited="0 1 2",
        because=(
            "Why: MIN can have 5 at node 0 of depth 1. values[2] is 6, so node 1 of depth 1 is worth 6 or more, "
            "whatever values[3] is."
        ),
    )


def test_one_ply() -> None:
    """One ply: two leaves."""
    check(
        [3, 8],
        value=8,
        visited="0 1",
        because="Why: no bound stops the search early here.",
    )


def test_ties() -> None:
    """Ties: alpha and beta meet."""
    check(
        [[[4, 6], [6, 1]], [[6, 2], [9, 7]]],
        value=6,
        visited="0 1 2 4 5",
        because=(
            "Why: MIN can have 6 at node 0 of depth 2. values[2] is 6, so node 1 of depth 2 is worth 6 or more: no "
            "better, whatever values[3] is."
        ),
    )


def test_four_plies() -> None:
    """Four plies: sixteen leaves."""
    check(
        [[[[19, 6], [9, 8]], [[8, 15], [19, 4]]], [[[18, 11], [4, 12]], [[1, 2], [8, 2]]]],
        value=8,
        visited="0 1 2 3 4 5 8 9 10 12 14",
        because=(
            "Why: MIN can have 8 at node 0 of depth 2. Node 2 of depth 3 is worth 8 or more, and so is node 1 of "
            "depth 2: no better, whatever node 3 of depth 3 is."
        ),
    )


def test_four_plies_min_first() -> None:
    """Four plies, MIN first."""
    check(
        [[[[16, 12], [13, 4]], [[4, 13], [4, 14]]], [[[11, 1], [18, 5]], [[16, 14], [13, 19]]]],
        to_move="MIN",
        value=13,
        visited="0 1 2 3 4 5 8 9 10 12 14",
        because=(
            "Why: MAX can have 13 at node 0 of depth 2. Node 2 of depth 3 is worth 13 or less, and so is node 1 of "
            "depth 2: no better, whatever node 3 of depth 3 is."
        ),
    )


def test_beyond_ten_million() -> None:
    """Utilities above 10,000,000."""
    check(
        [[20000000, 30000000], [9000000000000000, 8000000000000000]],
        value=8000000000000000,
        visited="0 1 2 3",
        because="Why: no bound stops the search early here.",
    )


def test_below_minus_hundred_million() -> None:
    """Utilities below −100,000,000."""
    check(
        [[-200000000, -300000000], [-9000000000000000, -8000000000000000]],
        to_move="MIN",
        value=-8000000000000000,
        visited="0 1 2 3",
        because="Why: no bound stops the search early here.",
    )


def test_wins_and_losses() -> None:
    """Wins and losses: +inf and −inf."""
    check(
        [[[-inf, -inf], [-inf, 5]], [[inf, 2], [3, inf]]],
        value=inf,
        visited="0 1 4 6 7",
        because="Why: node 0 of depth 2 is -inf, and nothing is less than that, whatever node 1 of depth 2 is.",
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
