"""Tries your search on some small trees. README.md says how to run it.

To try a tree of your own, copy one of the tests at the end, give it a name of its own, and change its numbers.
"""

import re
import sys
import traceback
from math import inf
from pathlib import Path
from typing import Callable, Optional, Union

if sys.version_info < (3, 8):
    needed = f"test_alphabeta.py needs Python 3.8 or newer, and this is Python {sys.version.split()[0]}."
    sys.exit(f"{needed} Try `python3 test_alphabeta.py`, on Windows `py test_alphabeta.py`, or install a newer Python.")
if hasattr(sys.stdout, "reconfigure"):  # not in IDLE, nor in a notebook
    sys.stdout.reconfigure(errors="backslashreplace")  # a sign that cannot be printed ends no test
sys.path.insert(0, str(Path(__file__).resolve().parent))  # `python3 -I` leaves it out

from game import Looks, Tree

try:
    import alphabeta
except SystemExit:
    raise ImportError("alphabeta.py ends the program itself: take out exit(), quit() and sys.exit()") from None


def game_of(nested: list, to_move: Union[str, tuple]) -> Tree:
    """The game of a nested list."""
    return Tree.from_nested(nested, to_move)


def search(looks: Looks) -> object:
    """Search from the root, as grading does: who moves there says which of your functions starts."""
    name = "max_value" if looks.root.to_move == "MAX" else "min_value"
    return function(name)(looks.root, -inf, inf)


def check(
    nested: list,
    *,
    to_move: Union[str, tuple] = "MAX",
    value: object = None,
    action: object = None,
    visited: str,
    or_visited: Optional[list] = None,
    because: str = "",
    **how: object,
) -> None:
    """Search a tree, and compare what your search did with what is right.

    nested: the tree; a number is a leaf, a list is a state with moves. to_move: who moves first, or at each ply.
    value or action: the right answer. visited: the leaves in the order of the visits. or_visited: other visits that are
    as right, where there are some. because: why. how: what else `search` needs.
    """
    __tracebackhide__ = True  # pytest then shows what is wrong, and not this function
    tree = game_of(nested, to_move)
    looks = Looks(tree)
    vars(tree).update(new_looks=lambda: looks)  # for states that your code makes of the tree itself
    try:
        found = search(looks, **how)
    except NotImplementedError as error:
        raise AssertionError(f"{error}: open alphabeta.py and write it.") from None
    what, answer = ("value", value) if action is None else ("action", action)
    leaves = [tree.name(leaf) for leaf in looks.nodes]
    right = visited.split()
    seen = list(dict.fromkeys(leaves))  # a second look at a leaf does not count
    if " ".join(seen) in (or_visited or []):
        right = seen
    is_right = is_like(found, answer) and found == answer
    if is_right and seen == right:
        return
    lines = [f"{to_move} to move in {nested}" + "".join(f", {name} {value}" for name, value in how.items())]
    lines += compared(what, shown(answer), shown(found), is_right)
    lines += compared("visited", " ".join(right), " ".join(seen) or "none", seen == right)
    lines.append(advice(found, answer, right, seen))
    raise AssertionError("\n".join([*lines, because]).rstrip())


def function(name: str) -> Callable:
    """One of your functions."""
    found = getattr(alphabeta, name, None)
    if not callable(found):
        raise AssertionError(f"alphabeta.py has no function called {name}. The name must be exactly this one.")
    return found


def compared(what: str, right: str, found: str, is_right: bool) -> list:
    """Lines that say what you have, and what is right."""
    if is_right:
        return [f"  {what:<8} {found}   (right)"]
    return [f"  {what:<8} {found}   (yours)", f"  {'':<8} {right}   (right)"]


def advice(answer: object, right: object, visited: list, found: list) -> str:
    """What to look at first."""
    what, kind = ("action", "an action, such as 'B2'") if isinstance(right, str) else ("value", "a number")
    if not is_like(answer, right):
        path = " Does every path through the function end with a return?" if answer is None else ""
        return f"Your search returned {shown(answer)}, which is not {kind}.{path}"
    if found == visited:
        return f"Your search looked at the right leaves, but made a wrong {what} of them."
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


def is_like(answer: object, right: object) -> bool:
    """Whether an answer is of the right kind: the name of a move; or an int or a float, and not nan."""
    return isinstance(answer, str if isinstance(right, str) else (int, float)) and answer == answer


def shown(answer: object) -> str:
    """An answer as people write it: 3 for 3.0."""
    return str(int(answer)) if isinstance(answer, float) and answer.is_integer() else str(answer)


def test_two_plies_with_numbers() -> None:
    """Two plies, all nine utilities known."""
    check(
        [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
        value=3,
        visited="C1 C2 C3 C4 C7 C8 C9",
        because="Why: In a right search alpha is 3 at B2: after C4 = 2, v = 2 <= 3, so MIN can stop.",
    )


def test_min_moves_first() -> None:
    """MIN moves first."""
    check(
        [[5, 9, 2], [12, 1, 4], [3, 8, 6]],
        to_move="MIN",
        value=8,
        visited="C1 C2 C3 C4 C7 C8 C9",
        because="Why: In a right search beta is 9 at B2: after C4 = 12, v = 12 >= 9, so MAX can stop.",
    )


def test_eight_leaves() -> None:
    """Eight leaves: the array 5 7 12 6 3 18 -9 4."""
    check(
        [[[5, 7], [12, 6]], [[3, 18], [-9, 4]]],
        value=7,
        visited="D1 D2 D3 D5 D6 D7 D8",
        because="Why: In a right search beta is 7 at C2: after D3 = 12, v = 12 >= 7, so MAX can stop.",
    )


def test_ties_at_min_nodes() -> None:
    """Ties at MIN nodes."""
    check(
        [[4, 7], [4, 1], [6, 4, 0]],
        value=4,
        visited="C1 C2 C3 C5 C6",
        because="Why: In a right search alpha is 4 at B2: after C3 = 4, v = 4 <= 4, so MIN can stop.",
    )


def test_ties_at_max_nodes() -> None:
    """Ties at MAX nodes."""
    check(
        [[6, 2], [6, 9], [1, 6, 8]],
        to_move="MIN",
        value=6,
        visited="C1 C2 C3 C5 C6",
        because="Why: In a right search beta is 6 at B2: after C3 = 6, v = 6 >= 6, so MAX can stop.",
    )


def test_deep_cutoff_for_min() -> None:
    """Deep cutoffs under a MIN root."""
    check(
        [4, [[[6, 1], [3, 2]], [[8, 5], [7, 0]], [[9], [2, 6]]]],
        to_move="MIN",
        value=4,
        visited="B1 E1 E3 E4 E5 E7",
        because="Why: In a right search beta is 4 at D1: after E1 = 6, v = 6 >= 4, so MAX can stop.",
    )


def test_bounds_from_far_above() -> None:
    """Deep cutoffs under a MIN root."""
    check(
        [[[8], [[[5], [9, 6, 2]], [6, [1]]]], [1], [[[[6], [9]], [[9, 2], 5]], 1, 5]],
        to_move="MIN",
        value=1,
        visited="D1 F1 F2 F3 C3 F6 F8 F9",
        because="Why: In a right search alpha is 8 at E2: after F3 = 6, v = 6 <= 8, so MIN can stop.",
    )


def test_negative_values() -> None:
    """All values are negative."""
    check(
        [[-3, -12, -8], [-14, -5, -2], [-2, -4, -9]],
        value=-9,
        visited="C1 C2 C3 C4 C7 C8 C9",
        because="Why: In a right search alpha is -12 at B2: after C4 = -14, v = -14 <= -12, so MIN can stop.",
    )


def test_lost_position() -> None:
    """Lost, whatever MAX plays."""
    check(
        [[-inf, 4], [3, -inf, 5], [[-inf, -inf], [1, 2]], [[[inf, inf], 7], -inf]],
        value=-inf,
        visited="C1 C3 C4 D1 D2 E1 E2 C9",
        because="Why: In a right search alpha is -inf at B1: after C1 = -inf, v = -inf <= -inf, so MIN can stop.",
    )


def test_lost_position_for_min() -> None:
    """Lost, whatever MIN plays."""
    check(
        [[inf, 4], [[200000000, 900000000], inf], [-3, [[inf]], 8]],
        to_move="MIN",
        value=inf,
        visited="C1 D1 D2 C4 C5 E1",
        because="Why: In a right search beta is inf at B1: after C1 = inf, v = inf >= inf, so MAX can stop.",
    )


def test_two_plies() -> None:
    """Two plies: what do x and y matter?."""
    check(
        [[3, 12, 8], [2, 0, 0], [14, 5, 2]],
        value=3,
        visited="C1 C2 C3 C4 C7 C8 C9",
        because="Why: In a right search alpha is 3 at B2: after C4 = 2, v = 2 <= 3, so MIN can stop.",
    )


def test_shallow_cutoff() -> None:
    """Shallow cutoff: the second player never moves to G."""
    check(
        [[11, 12, 7, 9], [15, 0, 0, 0]],
        to_move="MIN",
        value=12,
        visited="C1 C2 C3 C4 C5",
        because="Why: In a right search beta is 12 at B2: after C5 = 15, v = 15 >= 12, so MAX can stop.",
    )


def test_deep_cutoff() -> None:
    """Deep cutoff: N is cut by a bound from A."""
    check(
        [[[11, 12, 7, 9], [15, 0, 0], [8, 14, 0], [13, 0]],
         [[[10, 0, 0], [14, 13]], [[8, 0], [16, 11, 0]], [0, [0, 0]]]],
        value=12,
        visited="D1 D2 D3 D4 D5 D8 D9 D11 E1 E4 E5 E6 E8 E9",
        because="Why: In a right search beta is 12 at C2: after D5 = 15, v = 15 >= 12, so MAX can stop.",
    )


def test_three_plies() -> None:
    """Three plies, step by step."""
    check(
        [[[2, 3], [5, 0]], [[0, 1], [0, 0]]],
        value=3,
        visited="D1 D2 D3 D5 D6",
        because="Why: In a right search beta is 3 at C2: after D3 = 5, v = 5 >= 3, so MAX can stop.",
    )


def test_ties_with_distant_bounds() -> None:
    """Ties with bounds from higher up."""
    check(
        [5, [[[5, 9], [7, 6]], [[6, 8], [1, 2]], [[5, 1], [2, 3]], [[9, 9]]]],
        value=5,
        visited="B1 E1 E3 E4 E5 E6 E9 E11",
        because="Why: In a right search alpha is 5 at D1: after E1 = 5, v = 5 <= 5, so MIN can stop.",
    )


def test_wins_and_losses() -> None:
    """Wins and losses: +inf and -inf."""
    check(
        [[[-inf, -inf], [0, 2]],
         [[-inf, 3], [inf, 1]],
         [[-inf, -inf], [7, 8]],
         [[2, inf, 5], [inf, 4]],
         [[6], [9]]],
        value=inf,
        visited="D1 D2 D5 D6 D7 D9 D10 D13 D14 D16",
        because="Why: In a right search alpha is -inf at B1: after C1 = -inf, v = -inf <= -inf, so MIN can stop.",
    )


def test_unequal_depths() -> None:
    """Leaves at different depths, single children."""
    check(
        [[[[7]]], 3, [[2], [9, 4]], [8, [[6, 5], [9]]]],
        value=8,
        visited="E1 B2 D2 C4 E2 E4",
        because="Why: In a right search alpha is 7 at B3: after C2 = 2, v = 2 <= 7, so MIN can stop.",
    )


def test_fractions() -> None:
    """Fractions."""
    check(
        [[0.5, 0.75], [0.25, 1], [0.625, 0.5, 9], [0.75, [0.625, 0.5]], [-2.25, 3.5]],
        value=0.625,
        visited="C1 C2 C3 C5 C6 C8 D1 D2 C10",
        because="Why: In a right search alpha is 0.5 at B2: after C3 = 0.25, v = 0.25 <= 0.5, so MIN can stop.",
    )


def test_beyond_ten_million() -> None:
    """Utilities above 10,000,000."""
    check(
        [[20000000, 30000000], [9000000000000000, 8000000000000000]],
        value=8000000000000000,
        visited="C1 C2 C3 C4",
    )


def test_below_minus_hundred_million() -> None:
    """Utilities below -100,000,000."""
    check(
        [[-200000000, -300000000], [-9000000000000000, -8000000000000000]],
        to_move="MIN",
        value=-8000000000000000,
        visited="C1 C2 C3 C4",
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
