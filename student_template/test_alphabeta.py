"""Tries your search on some small trees. README.md says how to run it.

To try a tree of your own, copy one of the tests at the end, give it a name of its own,
and change its numbers.
"""

import importlib.util
import re
import sys
import threading
import traceback
from decimal import Decimal
from math import inf
from numbers import Real
from pathlib import Path
from typing import Callable, Optional, Tuple, Union

if sys.version_info < (3, 8):
    version = sys.version.split()[0]
    needed = "test_alphabeta.py needs Python 3.8 or newer"
    advice = "Try `python3 test_alphabeta.py`, on Windows `py test_alphabeta.py`"
    sys.exit(
        f"{needed}, and this is Python {version}. {advice}, or install a newer Python."
    )
if hasattr(sys.stdout, "reconfigure"):  # not in IDLE, nor in a notebook
    # A sign that cannot be printed ends no test.
    sys.stdout.reconfigure(errors="backslashreplace")
sys.path.insert(0, str(Path(__file__).resolve().parent))  # `python3 -I` leaves it out

from game import Looks, Tree

FOLDER = Path(__file__).resolve().parent
sys.dont_write_bytecode = True  # it may be older than what you wrote a moment ago
LOOKS_PER_NODE = 50
"""A search that looks more often than this goes round in circles."""
SECONDS_PER_TREE = 10.0
"""A search that takes longer is ended."""
SECONDS_AFTER_AN_END = 1.0
"""The same for the trees that come after one whose search was ended."""
PRUNE_WHEN = "alpha >= beta"
"""When a right search stops searching the children of a state; empty if never."""
RETURNS_ITS_BOUND = False
"""Whether a right search returns alpha where MAX moves, and beta where MIN does."""
IS_NEGATED = False
"""Whether each value is that of the side to move."""
STOPS = (
    "At {node} {name} is {bound}. "
    "After {child} = {returned}, v is {v}, and {v} {sign} {bound}: "
    "a right search stops here."
)
GOES_ON = (
    "At {node} {name} is {bound}. "
    "After {child} = {returned}, v is {v}, and {v} {sign} {bound}: "
    "a right search goes on to {next}."
)


def game_of(nested: list, to_move: Union[str, tuple]) -> Tree:
    """Return the game of a nested list."""
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
    **how: object,
) -> None:
    """Search a tree, and compare what your search did with what is right.

    nested: the tree; a number is a leaf, a list is a state with moves.
    to_move: who moves first, or who moves at each ply.
    value or action: the right answer.
    visited: the leaves in the order of the visits.
    or_visited: other visits that are as right, where there are some.
    how: what else `search` needs.
    """
    __tracebackhide__ = True  # pytest then shows what is wrong, and not this function
    tree = game_of(nested, to_move)
    looks = CountedLooks(tree)
    # For states that your code makes of the tree itself.
    vars(tree).update(new_looks=lambda: looks)
    answer = answer_of(looks, how)
    kind, right_answer = ("value", value) if action is None else ("action", action)
    leaves = [tree.name(leaf) for leaf in looks.nodes]
    right = visited.split()
    seen = list(dict.fromkeys(leaves))  # a second look at a leaf does not count
    if " ".join(seen) in (or_visited or []):
        right = seen
    is_right = is_like(answer, right_answer) and answer == right_answer
    if is_right and seen == right:
        return
    terms = "".join(f", {name} {term}" for name, term in how.items())
    lines = [f"{to_move} to move in {nested}{terms}"]
    lines += compared(kind, shown(right_answer), shown(answer), is_right)
    visits = " ".join(seen) or "none"
    lines += compared("visited", " ".join(right), visits, seen == right)
    lines.append(advice(answer, right_answer, right, seen))
    if seen and seen != right:
        reason = why(tree, right, seen, kind, **how)
        lines += [f"Why: {reason}"] if reason else []
    raise AssertionError("\n".join(lines))


class CountedLooks(Looks):
    """Looks that end a search which looks at leaves over and over."""

    def look(self, node: int) -> object:
        """Return the value of a node, and note that your search looked at it."""
        if len(self.nodes) >= LOOKS_PER_NODE * len(self.tree):
            raise SearchedTooLong
        return super().look(node)


class SearchedTooLong(BaseException):
    """Raised in your search, to end it; no `except Exception` keeps it from ending."""


class Timer:
    """Ends your search, as Ctrl-C would, when it has had its time."""

    seconds = SECONDS_PER_TREE

    def __enter__(self) -> "Timer":
        """Begin to wait."""
        self.is_over = False
        self._thread = threading.Timer(Timer.seconds, self._end)
        self._thread.daemon = True
        self._thread.start()
        return self

    def _end(self) -> None:
        import _thread  # what Ctrl-C does, on every system and in a notebook

        self.is_over = True
        Timer.seconds = SECONDS_AFTER_AN_END
        _thread.interrupt_main()

    def __exit__(self, *_: object) -> None:
        """Wait no longer."""
        self._thread.cancel()


def answer_of(looks: Looks, how: dict) -> object:
    """Return what your search returned, or say why it came to no end."""
    __tracebackhide__ = True
    with Timer() as timer:
        try:
            return search(looks, **how)
        except NotImplementedError as error:
            raise AssertionError(f"{error}: open alphabeta.py and write it.") from None
        except SearchedTooLong as error:
            ended = f"Your search looked at leaves {len(looks.nodes)} times and was ended"
            most = max(set(looks.nodes), key=looks.nodes.count)
            often = f"It looked at {looks.tree.name(most)} {looks.nodes.count(most)} times."
            question = "Does it search the same states over and over?"
            place = line_of(error)
            raise AssertionError(f"{ended}{place}{often} {question}") from None
        except KeyboardInterrupt as error:
            if not timer.is_over:
                raise
            ended = "Your search did not come to an end and was stopped"
            question = "Does a loop there never end?"
            raise AssertionError(f"{ended}{line_of(error)}{question}") from None


def line_of(error: BaseException) -> str:
    """Return the last line of your program that ran, as the end of a sentence."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).name == "alphabeta.py"]
    if not own:
        return ". "
    return f" in alphabeta.py, line {own[-1].lineno}:\n    {own[-1].line}\n"


def program() -> object:
    """Import your program, or say why Python cannot."""
    __tracebackhide__ = True
    if "alphabeta" in sys.modules:
        return sys.modules["alphabeta"]
    spec = importlib.util.spec_from_file_location("alphabeta", str(FOLDER / "alphabeta.py"))
    module = sys.modules["alphabeta"] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules["alphabeta"]
        raise reason_why_not(error) from None
    return module


def reason_why_not(error: BaseException) -> BaseException:
    """Return what to say where your program cannot be imported."""
    if isinstance(error, SystemExit):
        advice = "remove exit(), quit() and sys.exit()"
        return AssertionError(f"alphabeta.py ends the program itself: {advice}")
    if not isinstance(error, SyntaxError):
        return error
    where = f"{Path(str(error.filename)).name}, line {error.lineno}: {error.msg}"
    code = f"\n    {error.text.strip()}" if error.text else ""
    words = "Python cannot read the file. Look at this line, and at the one before it."
    return AssertionError(f"{where}{code}\n{words}")


def forget_program() -> None:
    """Let what you changed be imported anew, as a notebook remembers what it ran."""
    keep = {"game", "", __name__, "__main__", Path(__file__).stem}
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if name not in keep and file and Path(file).resolve().parent == FOLDER:
            del sys.modules[name]
    importlib.invalidate_caches()


def function(name: str) -> Callable:
    """Return one of your functions."""
    __tracebackhide__ = True
    written = getattr(program(), name, None)
    if not callable(written):
        words = f"alphabeta.py has no function called {name}. The name must be exactly this one."
        raise AssertionError(words)
    return written


def compared(what: str, right: str, yours: str, is_right: bool) -> list:
    """Return lines that say what you have, and what is right."""
    if is_right:
        return [f"  {what:<8} {yours}   (right)"]
    return [f"  {what:<8} {yours}   (yours)", f"  {'':<8} {right}   (right)"]


def advice(answer: object, right_answer: object, right: list, seen: list) -> str:
    """Say what to look at first: the answer, or where the visits part."""
    noun, kind = ("value", "a number")
    if isinstance(right_answer, str):
        noun, kind = ("action", "an action, such as 'B2'")
    if not is_like(answer, right_answer):
        words = f"Your search returned {shown(answer)}, which is not {kind}."
        if answer is None:
            words += " Does every path through the function end with a return?"
        return words
    if seen == right:
        return f"You looked at the right leaves, but returned a wrong {noun}."
    if not seen:
        return "Your search looked at no leaf."
    if seen[0] != right[0]:
        return f"Your search began with {seen[0]}, but {right[0]} comes first."
    agreeing = count_agreeing(right, seen)
    last = right[agreeing - 1]
    if agreeing == len(right):
        return f"After {last} the search is over, but yours went on to {seen[agreeing]}."
    due = right[agreeing]
    if agreeing == len(seen):
        return f"After {last} the search goes on to {due}, but yours ended."
    yours = seen[agreeing]
    words = f"After {last} the search goes on to {due}, but yours went on to {yours}."
    if yours not in right:
        words += f" {yours} cannot change the result any more."
    return words


def count_agreeing(right: list, seen: list) -> int:
    """Count the visits before the first one in which the two searches differ."""
    agreeing = 0
    for right_leaf, leaf in zip(right, seen):
        if right_leaf != leaf:
            break
        agreeing += 1
    return agreeing


def why(tree: Tree, right: list, seen: list, kind: str, **how: object) -> str:
    """Return the numbers that decide where your search and a right one part.

    right, seen: the names of the leaves, in the order of the visits. kind: whether the
    root returns a "value" or an "action", and then compares nothing with its window.
    how: what else `search` got. Returns nothing where no comparison decides.
    """
    if not PRUNE_WHEN or how.get("interface"):
        return ""
    agreeing = count_agreeing(right, seen)
    if right[agreeing : agreeing + 1] == ["..."]:
        return ""
    right_search = RightSearch(tree, right, how)
    if agreeing == len(right) and right_search.has_to_begin_again():
        return ""
    if agreeing < len(seen) and seen[agreeing] not in right:
        leaf = tree.node(seen[agreeing])
        if leaf is None:
            return ""
        node = right_search.last_searched(leaf)
        is_compared = node or kind == "value"
        if is_compared and right_search.is_left_after(node, agreeing):
            last_child = right_search.searched_children(node)[-1]
            return right_search.comparison(STOPS, node, last_child)
    if agreeing == len(right):
        return ""
    node = right_search.visited[agreeing]
    while node and node == tree.first_child[tree.parent(node)]:
        node = tree.parent(node)
    if not node or (not tree.parent(node) and kind == "action"):
        return ""
    parent, last_child = tree.parent(node), node - 1
    return right_search.comparison(GOES_ON, parent, last_child, right[agreeing])


class RightSearch:
    """What a right search knew, worked out from the leaves that it visited.

    There is no search here: of each state the best value among its visited leaves is
    taken, and the window is what the states above it have found.
    """

    def __init__(self, tree: Tree, right: list, how: dict) -> None:
        """Take the names of the leaves that are visited, and what `search` got."""
        self.tree = tree
        self.visited = [tree.node(name) for name in right if name != "..."]
        self.searched = set(self.visited)
        for leaf in self.visited:
            while leaf:
                leaf = tree.parent(leaf)
                self.searched.add(leaf)
        self.window = (-inf, inf)
        if "guess" in how:
            guess, epsilon = how["guess"], how["epsilon"]
            self.window = (guess - epsilon, guess + epsilon)

    def has_to_begin_again(self) -> bool:
        """Return whether the value is not inside the window with which it began."""
        alpha, beta = self.window
        return self.window != (-inf, inf) and not alpha < self.value(0) < beta

    def searched_children(self, node: int) -> list:
        """Return the children that are searched, from left to right."""
        return [child for child in self.tree.children(node) if child in self.searched]

    def last_searched(self, node: int) -> int:
        """Return the state above a leaf that is searched, and lies deepest."""
        while node not in self.searched:
            node = self.tree.parent(node)
        return node

    def is_left_after(self, node: int, count: int) -> bool:
        """Return whether a state is left early, with this many visits done."""
        children = self.searched_children(node)
        if not 0 < len(children) < len(self.tree.children(node)):
            return False
        is_below = [node in self.line_to(leaf) for leaf in self.visited]
        return count > 0 and is_below[count - 1] and not any(is_below[count:])

    def line_to(self, node: int) -> list:
        """Return the states from the root to a node, which comes last."""
        line = [node]
        while line[0]:
            line.insert(0, self.tree.parent(line[0]))
        return line

    def value(self, node: int) -> float:
        """Return what a right search returns for a state, as MAX counts."""
        children = self.searched_children(node)
        player = self.tree.player(node)
        if not children:
            value = self.tree.values[node]
            return -value if IS_NEGATED and player == "MIN" else value
        value = self.best(node, children)
        if RETURNS_ITS_BOUND:
            alpha, beta = self.window_of(node)
            return max(value, alpha) if player == "MAX" else min(value, beta)
        return value

    def best(self, node: int, children: list) -> float:
        """Return the best value of some children for the player who moves."""
        better = max if self.tree.player(node) == "MAX" else min
        return better(map(self.value, children))

    def window_of(self, node: int) -> Tuple[float, float]:
        """Return alpha and beta on entering a state: the best of those above it."""
        alpha, beta = self.window
        line = self.line_to(node)
        for state, next_state in zip(line, line[1:]):
            done = [c for c in self.searched_children(state) if c < next_state]
            if done and self.tree.player(state) == "MAX":
                alpha = max(alpha, self.best(state, done))
            elif done:
                beta = min(beta, self.best(state, done))
        return alpha, beta

    def comparison(
        self, sentence: str, node: int, child: int, next_leaf: str = ""
    ) -> str:
        """Say how a state's best value compares with a bound, after one of its children.

        That decides whether the search goes on to the next child.

        sentence: STOPS, or GOES_ON with the name of the next leaf.
        """
        tree = self.tree
        alpha, beta = self.window_of(node)
        done = [c for c in self.searched_children(node) if c <= child]
        best, child_value = self.best(node, done), self.value(child)
        player = tree.player(node)
        name, bound = ("beta", beta) if player == "MAX" else ("alpha", alpha)
        if IS_NEGATED and player == "MIN":
            best, child_value, name, bound = -best, -child_value, "beta", -alpha
        stops_when_equal = PRUNE_WHEN == "alpha >= beta"
        stops = best == bound and stops_when_equal
        if name == "beta":
            stops = stops or best > bound
            signs = (">=", "<") if stops_when_equal else (">", "<=")
        else:
            stops = stops or best < bound
            signs = ("<=", ">") if stops_when_equal else ("<", ">=")
        numbers = {"bound": bound, "returned": child_value, "v": best}
        return sentence.format(
            node=tree.name(node),
            name=name,
            child=tree.name(child),
            sign=signs[0] if stops else signs[1],
            next=next_leaf,
            **{key: shown(number) for key, number in numbers.items()},
        )


def is_like(answer: object, right: object) -> bool:
    """Return whether an answer is the name of a move, or a number, as the right one."""
    kind = str if isinstance(right, str) else (Real, Decimal)
    return isinstance(answer, kind) and answer == answer  # nan is not


def shown(answer: object) -> str:
    """Return an answer as people write it: 3 for 3.0."""
    if isinstance(answer, float) and answer.is_integer():
        return str(int(answer))
    return str(answer)


def test_two_plies_with_numbers() -> None:
    """Two plies, all nine utilities known."""
    check(
        [[3, 12, 8], [2, 4, 6], [14, 5, 2]],
        value=3,
        visited="C1 C2 C3 C4 C7 C8 C9",
    )


def test_min_moves_first() -> None:
    """MIN moves first."""
    check(
        [[5, 9, 2], [12, 1, 4], [3, 8, 6]],
        to_move="MIN",
        value=8,
        visited="C1 C2 C3 C4 C7 C8 C9",
    )


def test_eight_leaves() -> None:
    """Eight leaves: the array 5 7 12 6 3 18 -9 4."""
    check(
        [[[5, 7], [12, 6]], [[3, 18], [-9, 4]]],
        value=7,
        visited="D1 D2 D3 D5 D6 D7 D8",
    )


def test_ties_at_min_nodes() -> None:
    """Ties at MIN nodes."""
    check(
        [[4, 7], [4, 1], [6, 4, 0]],
        value=4,
        visited="C1 C2 C3 C5 C6",
    )


def test_ties_at_max_nodes() -> None:
    """Ties at MAX nodes."""
    check(
        [[6, 2], [6, 9], [1, 6, 8]],
        to_move="MIN",
        value=6,
        visited="C1 C2 C3 C5 C6",
    )


def test_deep_cutoff_for_min() -> None:
    """Deep cutoffs under a MIN root."""
    check(
        [4, [[[6, 1], [3, 2]], [[8, 5], [7, 0]], [[9], [2, 6]]]],
        to_move="MIN",
        value=4,
        visited="B1 E1 E3 E4 E5 E7",
    )


def test_bounds_from_far_above() -> None:
    """Deep cutoffs under a MIN root."""
    check(
        [[[8], [[[5], [9, 6, 2]], [6, [1]]]], [1], [[[[6], [9]], [[9, 2], 5]], 1, 5]],
        to_move="MIN",
        value=1,
        visited="D1 F1 F2 F3 C3 F6 F8 F9",
    )


def test_negative_values() -> None:
    """All values are negative."""
    check(
        [[-3, -12, -8], [-14, -5, -2], [-2, -4, -9]],
        value=-9,
        visited="C1 C2 C3 C4 C7 C8 C9",
    )


def test_lost_position() -> None:
    """Lost, whatever MAX plays."""
    check(
        [[-inf, 4], [3, -inf, 5], [[-inf, -inf], [1, 2]], [[[inf, inf], 7], -inf]],
        value=-inf,
        visited="C1 C3 C4 D1 D2 E1 E2 C9",
    )


def test_lost_position_for_min() -> None:
    """Lost, whatever MIN plays."""
    check(
        [[inf, 4], [[200000000, 900000000], inf], [-3, [[inf]], 8]],
        to_move="MIN",
        value=inf,
        visited="C1 D1 D2 C4 C5 E1",
    )


def test_two_plies() -> None:
    """Two plies with unknown leaves C5 and C6."""
    check(
        [[3, 12, 8], [2, 0, 0], [14, 5, 2]],
        value=3,
        visited="C1 C2 C3 C4 C7 C8 C9",
    )


def test_shallow_cutoff() -> None:
    """Shallow cutoff: the second player never moves to B2."""
    check(
        [[11, 12, 7, 9], [15, 0, 0, 0]],
        to_move="MIN",
        value=12,
        visited="C1 C2 C3 C4 C5",
    )


def test_deep_cutoff() -> None:
    """Deep cutoff: D13 is cut by a bound from A1."""
    check(
        [[[11, 12, 7, 9], [15, 0, 0], [8, 14, 0], [13, 0]],
         [[[10, 0, 0], [14, 13]], [[8, 0], [16, 11, 0]], [0, [0, 0]]]],
        value=12,
        visited="D1 D2 D3 D4 D5 D8 D9 D11 E1 E4 E5 E6 E8 E9",
    )


def test_three_plies() -> None:
    """Three plies, step by step."""
    check(
        [[[2, 3], [5, 0]], [[0, 1], [0, 0]]],
        value=3,
        visited="D1 D2 D3 D5 D6",
    )


def test_ties_with_distant_bounds() -> None:
    """Ties with bounds from higher up."""
    check(
        [5, [[[5, 9], [7, 6]], [[6, 8], [1, 2]], [[5, 1], [2, 3]], [[9, 9]]]],
        value=5,
        visited="B1 E1 E3 E4 E5 E6 E9 E11",
    )


def test_wins_and_losses() -> None:
    """Wins and losses: inf and -inf."""
    check(
        [[[-inf, -inf], [0, 2]],
         [[-inf, 3], [inf, 1]],
         [[-inf, -inf], [7, 8]],
         [[2, inf, 5], [inf, 4]],
         [[6], [9]]],
        value=inf,
        visited="D1 D2 D5 D6 D7 D9 D10 D13 D14 D16",
    )


def test_unequal_depths() -> None:
    """Leaves at different depths, single children."""
    check(
        [[[[7]]], 3, [[2], [9, 4]], [8, [[6, 5], [9]]]],
        value=8,
        visited="E1 B2 D2 C4 E2 E4",
    )


def test_fractions() -> None:
    """Fractions."""
    check(
        [[0.5, 0.75], [0.25, 1], [0.625, 0.5, 9], [0.75, [0.625, 0.5]], [-2.25, 3.5]],
        value=0.625,
        visited="C1 C2 C3 C5 C6 C8 D1 D2 C10",
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
    """Say what an error in your code means."""
    if isinstance(error, AssertionError) and str(error):
        return str(error)
    if isinstance(error, RecursionError):
        question = "What do your functions do where the game is over, in a terminal state?"
        return f"The recursion never ends. {question}"
    if isinstance(error, SystemExit):
        return "Your code ends the program itself: remove exit(), quit() and sys.exit()."
    lines = ["Your code stopped with an error."]
    lines += ["The last line says which, the lines above it say where.", ""]
    lines += traceback.format_exception(type(error), error, error.__traceback__, limit=-3)
    if "NoneType" in str(error):
        question = "Does every path through your functions end with a return?"
        lines += ["", f"NoneType is the type of None. {question}"]
    return "\n".join(line.rstrip("\n") for line in lines)


def main() -> int:
    """Run every function called test_..., and say how each went.

    Returns 1 if any failed, else 0; 130 where you stopped them with Ctrl-C.
    """
    forget_program()
    Timer.seconds = SECONDS_PER_TREE
    try:
        program()
    except AssertionError as error:
        print(error)
        return 1
    source = Path(__file__).read_text("utf-8")
    names = re.findall(r"^def (test_\w+)", source, re.MULTILINE)
    tests = [globals()[name] for name in dict.fromkeys(names)]
    first_with = {}  # the test that failed first, by what was said of it
    failed = 0
    for test in tests:
        try:
            test()
        except KeyboardInterrupt as error:
            print(f"\nYou stopped {test.__name__}{line_of(error)}")
            return 130
        except (Exception, SystemExit) as error:
            failed += 1
            words = explain(error)
            print(f"FAILED  {test.__name__}: {test.__doc__}")
            if words in first_with:
                words = f"The same as in {first_with[words]}."
            first_with.setdefault(words, test.__name__)
            print("\n".join(f"        {line}".rstrip() for line in words.splitlines()))
        else:
            print(f"ok      {test.__name__}")
    print(f"\n{len(tests) - failed} of {len(tests)} trees are right.")
    for name in sorted({name for name in names if names.count(name) > 1}):
        print(f"Two tests are called {name}, so only the last of them was run.")
        print("Give each a name of its own.")
        failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
