"""Tries your search on some small trees. Run it with `python test_alphabeta.py`, or with `pytest` if you have it.

To try a tree of your own, copy one of the tests at the end, give it a name of its own, and change its numbers.
"""

import re
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

from game import Looks, Tree

try:
    import alphabeta
except SystemExit:
    raise ImportError("alphabeta.py ends the program itself: take out exit(), quit() and sys.exit()") from None


def game_of(nested: list, to_move: str | tuple) -> Tree:
    """The game of a nested list."""
    return Tree.from_nested(nested, to_move)


def search(looks: Looks, guess: float, epsilon: float) -> object:
    """Search from the root, as grading does."""
    return function("aspiration_search")(looks.root, guess, epsilon)


def first_search(leaves: list[str], right: list[str]) -> list[str]:
    """The visits of the first search, and "..." where another one has to come and does: how it goes is up to you."""
    leaves = [leaf for leaf, before in zip(leaves, [None, *leaves], strict=False) if leaf != before]
    first = len(right) - 1
    return [*leaves[:first], "..."] if right[-1] == "..." and len(leaves) > first else leaves


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
    leaves = [tree.name(leaf) for leaf in looks.nodes]
    right = visited.split()
    seen = first_search(leaves, right)
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
    if visited[same : same + 1] == ["..."]:
        return "The first search fails: its value is only a bound, or the end of the window. Search again."
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


def test_two_plies_with_numbers() -> None:
    """Two plies, all nine utilities known."""
    check(
        [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
        guess=4,
        epsilon=2,
        value=3,
        visited="C1 C2 C3 C4 C7 C8 C9",
        because="Why: MAX can have 3 at B1. C4 is 2, so B2 is worth 2 or less, whatever C5 and C6 are.",
    )


def test_fail_high() -> None:
    """Fail high: the value is above the window."""
    check(
        [[3, 7], [5, 6], [8, 9]],
        guess=2,
        epsilon=2,
        value=8,
        visited="C1 C2 C3 C4 ...",
        because=(
            "Why: Beta is 4 from the start. B2 is worth 5 or more, and so is A1, whatever B3 is. The value is not "
            "between 0 and 4, so it takes another search."
        ),
    )


def test_fail_low() -> None:
    """Fail low: the value is below the window."""
    check(
        [[5, 2], [4, 1], [7, 3, 0]],
        guess=8,
        epsilon=2,
        value=2,
        visited="C1 C3 C5 C6 ...",
        because=(
            "Why: Alpha is 6 from the start. C1 is 5, so B1 is worth 5 or less, whatever C2 is. The value is not "
            "between 6 and 10, so it takes another search."
        ),
    )


def test_upper_end_is_the_value() -> None:
    """The value is guess + epsilon."""
    check(
        [[4, 9], [7, 6], [3, 8], [6, 5]],
        guess=4,
        epsilon=2,
        value=6,
        visited="C1 C2 C3 C4 ...",
        because=(
            "Why: Beta is 6 from the start. B2 is worth 6 or more, and so is A1: no better, whatever B3 and B4 are. "
            "The value is not between 2 and 6, so it takes another search."
        ),
    )


def test_lower_end_is_a_bound() -> None:
    """The first pass returns guess − epsilon, the value is less."""
    check(
        [[4, 1], [3, 5], [2, 8]],
        guess=6,
        epsilon=2,
        value=3,
        visited="C1 C3 C5 ...",
        because=(
            "Why: Alpha is 4 from the start. C1 is 4, so B1 is worth 4 or less: no better, whatever C2 is. The value "
            "is not between 4 and 8, so it takes another search."
        ),
    )


def test_fail_low_for_min() -> None:
    """MIN first: large negative values, below the window."""
    check(
        [[-5000000000, -7000000000], [-8000000000, -9000000000], [-6000000000, -9500000000]],
        to_move="MIN",
        guess=-5000000000,
        epsilon=1000000000,
        value=-8000000000,
        visited="C1 C2 C3 C4 ...",
        because=(
            "Why: Alpha is -6000000000 from the start. B2 is worth -8000000000 or less, and so is A1, whatever B3 is. "
            "The value is not between -6000000000 and -4000000000, so it takes another search."
        ),
    )


def test_fail_high_for_min() -> None:
    """MIN first: large values, above the window."""
    check(
        [[8000000000, 4000000000], [7000000000, 9000000000], [6000000000, 8500000000, 8800000000]],
        to_move="MIN",
        guess=5000000000,
        epsilon=1000000000,
        value=8000000000,
        visited="C1 C3 C5 ...",
        because=(
            "Why: Beta is 6000000000 from the start. C1 is 8000000000, so B1 is worth 8000000000 or more, whatever C2 "
            "is. The value is not between 4000000000 and 6000000000, so it takes another search."
        ),
    )


def test_ties_at_min_nodes() -> None:
    """Ties at MIN nodes."""
    check(
        [[4, 7], [4, 1], [6, 4, 0]],
        guess=5,
        epsilon=2,
        value=4,
        visited="C1 C2 C3 C5 C6",
        because="Why: MAX can have 4 at B1. C3 is 4, so B2 is worth 4 or less: no better, whatever C4 is.",
    )


def test_ties_at_max_nodes() -> None:
    """Ties at MAX nodes."""
    check(
        [[6, 2], [6, 9], [1, 6, 8]],
        to_move="MIN",
        guess=5,
        epsilon=2,
        value=6,
        visited="C1 C2 C3 C5 C6",
        because="Why: MIN can have 6 at B1. C3 is 6, so B2 is worth 6 or more: no better, whatever C4 is.",
    )


def test_narrow_window_prunes_more() -> None:
    """A narrow window prunes more than the full one."""
    check(
        [[[[1, 6, 3], [6, 5], [3, 7]], [[5, 9], 2], [[1, 5], [3, 5], 0]], 5],
        guess=5,
        epsilon=2,
        value=5,
        visited="E1 E4 E5 E6 E8 E9 E10 E12 D8 B2",
        because="Why: Alpha is 3 from the start. E1 is 1, so D1 is worth 1 or less, whatever E2 and E3 are.",
    )


def test_narrow_window_for_min() -> None:
    """A narrow window under a MIN root."""
    check(
        [[[2, [1, 6, 8], 5], [[2, 6], 5, [4, 2, 4]], [[4, 7], [6, 6]]], 3, [3, 5]],
        to_move="MIN",
        guess=4,
        epsilon=2,
        value=3,
        visited="D1 E4 E5 D5 E6 E7 E8 E9 E10 E11 B2 C4",
        because="Why: Alpha is 2 from the start. D1 is 2, so C1 is worth 2 or less: no better, whatever D2 and D3 are.",
    )


def test_fractions() -> None:
    """Fractions below zero."""
    check(
        [[-2.625, -2], [-2.75, 4], [[-2.375], [-3, -2.5], -1], [-2.3, -2.5, -2.6, -4]],
        guess=-2.5,
        epsilon=0.25,
        value=-2.5,
        visited="C1 C2 C3 D1 D2 D3 C7 C8 C9",
        because="Why: MAX can have -2.625 at B1. C3 is -2.75, so B2 is worth -2.75 or less, whatever C4 is.",
    )


def test_negative_values() -> None:
    """All values are negative."""
    check(
        [[-3, -12, -8], [-14, -5, -2], [-2, -4, -9]],
        guess=-8,
        epsilon=3,
        value=-9,
        visited="C1 C2 C4 C7 C8 C9",
        because="Why: Alpha is -11 from the start. C2 is -12, so B1 is worth -12 or less, whatever C3 is.",
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
