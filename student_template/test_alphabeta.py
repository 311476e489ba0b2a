"""Tries your search on five small trees. Run it with `python test_alphabeta.py`, or with `pytest` if you have it.

To try a tree of your own, copy one of the tests at the end and change its numbers.
"""

import sys
import traceback
from math import inf

from game import Tree

try:
    import alphabeta
except SystemExit:
    raise ImportError("alphabeta.py ends the program itself: take out exit(), quit() and sys.exit()") from None


def check(nested: list, *, to_move: str = "MAX", value: float, visited: str, pruned: str, because: str) -> None:
    """Search a tree, and compare what your search did with what is right.

    nested: the tree; a number is a leaf, a list is a state with moves. to_move: who moves first.
    value, visited, pruned: the right answers; leaves by their names. because: why they are right.
    """
    __tracebackhide__ = True  # pytest then shows what is wrong, and not this function
    tree = Tree.from_nested(nested, to_move)
    name = "max_value" if to_move == "MAX" else "min_value"
    function = getattr(alphabeta, name, None)
    if not callable(function):
        raise AssertionError(f"alphabeta.py has no function called {name}. The name must be exactly this one.")
    found_value = function(tree.root, -inf, inf)
    found_visited = list(dict.fromkeys(tree.visited))  # a second look at a leaf does not count
    found_pruned = [leaf for leaf in tree.leaves() if leaf not in found_visited]
    answers = [
        ("value", str(value), shown(found_value), is_number(found_value) and found_value == value),
        ("visited", visited, names(tree, found_visited), names(tree, found_visited) == visited),
        ("pruned", pruned, names(tree, found_pruned), names(tree, found_pruned) == pruned),
    ]
    if all(right for *_, right in answers):
        return
    lines = [f"{to_move} moves first in {nested}"]
    for what, expected, found, right in answers:
        if right:
            lines.append(f"  {what:<8} {found}   (right)")
        else:
            lines += [f"  {what:<8} {found}   (yours)", f"  {'':<8} {expected}   (right)"]
    lines.append(advice(name, found_value, visited.split(), names(tree, found_visited).split()))
    lines.append(because)
    raise AssertionError("\n".join(lines))


def advice(function: str, found_value: object, visited: list[str], found: list[str]) -> str:
    """What to look at first."""
    if not is_number(found_value):
        path = " Does every path through the function end with a return?" if found_value is None else ""
        return f"{function} returned {shown(found_value)}, which is not a number.{path}"
    if found == visited:
        return "Your search looked at the right leaves, but made a wrong value of them."
    if found == ["none"]:
        return "Your search looked at no leaf at all. The value of a leaf is state.utility()."
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
    matters = "" if found[same] in visited else f", and {found[same]} does not matter any more"
    return f"After {last} the search goes on to {visited[same]}, but yours went on to {found[same]}{matters}."


def is_number(value: object) -> bool:
    """Whether a value is an int or a float, and not nan."""
    return isinstance(value, (int, float)) and value == value


def shown(value: object) -> str:
    """A value as people write it: 3 for 3.0."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def names(tree: Tree, leaves: list[int]) -> str:
    """The names of leaves, or "none"."""
    return " ".join(tree.name(leaf) for leaf in leaves) or "none"


def test_two_plies() -> None:
    """The tree of Russell and Norvig's book (AIMA, figure 5.2)."""
    check(
        [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
        value=3,
        visited="C1 C2 C3 C4 C7 C8 C9",
        pruned="C5 C6",
        because="Why: MAX can have 3 at B1. C4 is 2, so B2 is worth 2 or less, whatever C5 and C6 are.",
    )


def test_shallow_cutoff() -> None:
    """The tree of Eppstein's lecture notes, from the state where MIN moves."""
    check(
        [[11, 12, 7, 9], [15, 8, 10]],
        to_move="MIN",
        value=12,
        visited="C1 C2 C3 C4 C5",
        pruned="C6 C7",
        because="Why: MIN can have 12 at B1. C5 is 15, so B2 is worth 15 or more, whatever C6 and C7 are.",
    )


def test_three_plies() -> None:
    """Eight leaves, three moves deep."""
    check(
        [[[5, 7], [12, 6]], [[3, 18], [-9, 4]]],
        value=7,
        visited="D1 D2 D3 D5 D6 D7 D8",
        pruned="D4",
        because="Why: MIN can have 7 at C1. D3 is 12, so C2 is worth 12 or more, whatever D4 is.",
    )


def test_tie() -> None:
    """Two moves that are equally good."""
    check(
        [[4, 6], [4, 9], [5, 4]],
        value=4,
        visited="C1 C2 C3 C5 C6",
        pruned="C4",
        because="Why: MAX can have 4 at B1. C3 is 4, so B2 is worth 4 or less: no better, whatever C4 is.",
    )


def test_min_moves_first() -> None:
    """The tree of the first test, but MIN begins."""
    check(
        [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
        to_move="MIN",
        value=6,
        visited="C1 C2 C3 C4 C5 C6 C7",
        pruned="C8 C9",
        because="Why: MIN can have 6 at B2. C7 is 14, so B3 is worth 14 or more, whatever C8 and C9 are.",
    )


def explain(error: BaseException) -> str:
    """What an error in your code means."""
    if isinstance(error, AssertionError) and str(error):
        return str(error)
    if isinstance(error, NotImplementedError):
        return f"{error}: open alphabeta.py and write it."
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
    """Run every test, and say how each went. Returns 1 if any failed, else 0."""
    tests = [test_two_plies, test_shallow_cutoff, test_three_plies, test_tie, test_min_moves_first]
    failed = 0
    for test in tests:
        try:
            test()
        except (Exception, SystemExit) as error:
            failed += 1
            print(f"FAILED  {test.__name__}: {test.__doc__}")
            print("\n".join(f"        {line}" for line in explain(error).splitlines()))
        else:
            print(f"ok      {test.__name__}")
    print(f"\n{len(tests) - failed} of {len(tests)} trees are right.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
