"""Tries your search on some small trees. README.md says how to run it.

To try a tree of your own, copy one of the tests at the end, give it a name of its own,
and change its numbers. `python3 test_alphabeta.py NAME` runs one test alone.
"""

import _thread
import ast
import builtins
import importlib.util
import re
import signal
import sys
import threading
import traceback
import types
from decimal import Decimal
from difflib import get_close_matches
from math import inf
from numbers import Real
from pathlib import Path
from typing import Callable, Optional, Tuple, Union

if sys.version_info < (3, 8):
    needed = "test_alphabeta.py needs Python 3.8 or newer, and this is Python {version}. Try `python3 test_alphabeta.py`, on Windows `py test_alphabeta.py`, or install a newer Python."
    sys.exit(needed.format(version=sys.version.split()[0]))
if hasattr(sys.stdout, "reconfigure"):  # not in IDLE, nor in a notebook
    # A sign that cannot be printed ends no test.
    sys.stdout.reconfigure(errors="backslashreplace")
sys.path.insert(0, str(Path(__file__).resolve().parent))  # `python3 -I` leaves it out

from game import Looks, State, Tree

FOLDER = Path(__file__).resolve().parent
sys.dont_write_bytecode = True  # it may be older than what you wrote a moment ago
LOOKS_PER_NODE = 50
"""A search that looks more often than this goes round in circles."""
SECONDS_PER_TREE = 10.0
"""A search that takes longer is ended."""
SECONDS_AFTER_AN_END = 1.0
"""The same for the trees that come after one whose search was ended."""
FUNCTIONS = ["max_value", "min_value"]
"""What your program has to define."""
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
    visited: Optional[str] = None,
    or_visited: Optional[list] = None,
    in_order: bool = True,
    **how: object,
) -> None:
    """Search a tree, and compare what your search did with what is right.

    nested: the tree; a number is a leaf, a list is a state with moves.
    to_move: who moves first, or who moves at each ply.
    value or action: the right answer; None or "" if it is not asked for.
    visited: the leaves in the order of the visits; None if they are not asked for.
    or_visited: other visits that are as right, where there are some.
    in_order: whether the order of the visits is asked for.
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
    right = (visited or "").split()
    seen = list(dict.fromkeys(leaves))  # a second look at a leaf does not count
    is_other_order = not in_order and sorted(seen) == sorted(right)
    if visited is None or is_other_order or " ".join(seen) in (or_visited or []):
        right = seen
    is_asked = right_answer not in (None, "")
    is_right = is_like(answer, right_answer) and answer == right_answer
    if (is_right or not is_asked) and seen == right:
        return
    terms = ", ".join(f"{name} {term}" for name, term in how.items())
    if terms:
        lines = [told("to move, with more", player=to_move, tree=nested, terms=terms)]
    else:
        lines = [told("to move", player=to_move, tree=nested)]
    if is_asked:
        lines += compared(kind, shown(right_answer), shown(answer), is_right)
    visits = " ".join(seen) or told("no visits")
    if visited is not None:
        lines += compared("visited", " ".join(right), visits, seen == right)
    lines.append(advice(answer, right_answer, right, seen))
    if seen and seen != right:
        reason = why(tree, right, seen, kind, **how)
        lines += [told("why", reason=reason)] if reason else []
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
        self.is_over = True
        Timer.seconds = SECONDS_AFTER_AN_END
        if hasattr(signal, "pthread_kill"):  # it ends a call that waits, too
            signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        else:
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
        except AssertionError:
            raise
        except SearchedTooLong as error:
            ended = told_in_line("too many looks", error, count=len(looks.nodes))
            most = max(set(looks.nodes), key=looks.nodes.count)
            name, count = looks.tree.name(most), looks.nodes.count(most)
            often = told("looks at a leaf", leaf=name, count=count)
            raise AssertionError(f"{ended}\n{often}") from None
        except KeyboardInterrupt as error:
            if not timer.is_over:
                raise
            raise AssertionError(told_in_line("no end", error)) from None
        except BaseException as error:
            raise AssertionError(explain(error)) from None


def told_in_line(situation: str, error: BaseException, **parts: object) -> str:
    """Return a sentence with the line of your program that ran last, if any did."""
    line = last_line(error)
    if not line:
        return told(situation, **parts)
    return told(f"{situation}, in a line", **line, **parts)


def last_line(error: BaseException) -> dict:
    """Return the file, number and code of the line of your program that ran last.

    If it stands in a `while`, that line is meant, as it may be without an end.
    """
    own = own_frames(error)
    if not own:
        return {}
    file, number = own[-1].filename, own[-1].lineno
    for frame in reversed(own):
        loop = while_around(Path(frame.filename), frame.lineno)
        if loop:
            file, number = frame.filename, loop
            break
    code = Path(file).read_text("utf-8", "replace").split("\n")[number - 1].strip()
    return {"file": Path(file).name, "line": number, "code": code}


def while_around(file: Path, number: int) -> int:
    """Return the line of the `while` that a line is in; 0 if it is in none."""
    loops = [node for node in ast.walk(ast.parse(file.read_bytes())) if isinstance(node, ast.While)]
    return max((node.lineno for node in loops if node.lineno <= number <= node.end_lineno), default=0)


def own_frames(error: BaseException) -> list:
    """Return the lines of your files that were running, the last call last."""
    others = {"game.py", ".py", Path(__file__).name}
    return [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if Path(frame.filename).name not in others and is_own(frame.filename)
    ]


def is_own(file: str) -> bool:
    """Return whether a file lies in this folder."""
    path = Path(file)
    return path.is_file() and FOLDER in path.resolve().parents


def program() -> object:
    """Import your program, or say why Python cannot."""
    __tracebackhide__ = True
    if "alphabeta" in sys.modules:
        return sys.modules["alphabeta"]
    missing = reason_without_file(FOLDER / "alphabeta.py")
    if missing:
        raise AssertionError(missing)
    spec = importlib.util.spec_from_file_location("alphabeta", str(FOLDER / "alphabeta.py"))
    module = sys.modules["alphabeta"] = importlib.util.module_from_spec(spec)
    with Timer() as timer:
        try:
            spec.loader.exec_module(module)
        except BaseException as error:
            del sys.modules["alphabeta"]
            if not isinstance(error, KeyboardInterrupt):
                raise AssertionError(explain(error)) from None
            if not timer.is_over:
                raise
            ended = told_in_line("no end of the file", error, program="alphabeta.py")
            raise AssertionError(ended) from None
    return module


def reason_without_file(file: Path) -> str:
    """Say why there is no program in a file, or no such file; else nothing."""
    if file.is_file():
        return told("encoding") if b"\0" in file.read_bytes() else ""
    if file.is_dir():
        return told("folder", file=file.name)
    given = {"game.py", ".py", Path(__file__).name}
    programs = [path.name for path in FOLDER.iterdir() if path.is_file()]
    endings = (".py", ".txt", ".pyw", ".ipynb")
    others = sorted(
        name for name in programs if name not in given and name.endswith(endings)
    )
    if not others:
        return told("no file", file=file.name, tests=Path(__file__).name)
    return told("other files", file=file.name, others=", ".join(others))


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
        raise AssertionError(reason_without_function(name))
    return written


def require_functions() -> None:
    """Raise AssertionError if a function of the assignment is not in your program."""
    module = program()
    missing = [name for name in FUNCTIONS if not callable(getattr(module, name, None))]
    if missing:
        raise AssertionError("\n".join(dict.fromkeys(map(reason_without_function, missing))))


def reason_without_function(name: str) -> str:
    """Say what your program has in place of a function."""
    module = program()
    entries = [entry for entry in vars(module).items() if not entry[0].startswith("__")]
    if hasattr(module, name):
        kind = type(getattr(module, name)).__name__
        return told("no function", name=name, kind=kind)
    for holder, entry in entries:
        if isinstance(entry, type) and callable(vars(entry).get(name)):
            return told("method", name=name, holder=holder)
    if not (FOLDER / "alphabeta.py").read_bytes().strip():
        return told("empty")
    others = [key for key, entry in entries if isinstance(entry, types.FunctionType)]
    if not others:
        return told("missing alone", name=name)
    return told("missing", name=name, others=", ".join(others))


def compared(what: str, right: str, yours: str, is_right: bool) -> list:
    """Return lines that say what you have, and what is right."""
    if is_right:
        return [f"  {what:<8} {told('right', answer=yours)}"]
    told_yours, told_right = told("yours", answer=yours), told("right", answer=right)
    return [f"  {what:<8} {told_yours}", f"  {'':<8} {told_right}"]


def advice(answer: object, right_answer: object, right: list, seen: list) -> str:
    """Say what to look at first: the answer, or where the visits part."""
    is_action = isinstance(right_answer, str)
    if right_answer not in (None, "") and not is_like(answer, right_answer):
        sentences = NO_ACTION if is_action else NO_VALUE
        words = sentences.get(type(answer).__name__, "")
        if not words:
            words = told("no action" if is_action else "no number", answer=shown(answer))
        return words + (about_print() if answer is None else "")
    if seen == right:
        return told("wrong action" if is_action else "wrong value")
    if not seen:
        return told("no leaf")
    if seen[0] != right[0]:
        return told("other first leaf", yours=seen[0], right=right[0])
    agreeing = count_agreeing(right, seen)
    last = right[agreeing - 1]
    if agreeing == len(right):
        return told("went on", last=last, yours=seen[agreeing])
    due = right[agreeing]
    if agreeing == len(seen):
        return told("ended", last=last, right=due)
    yours = seen[agreeing]
    situation = "other leaf" if yours in right else "leaf too many"
    return told(situation, last=last, right=due, yours=yours)


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
    """Say what an error in your code means, and where it was raised."""
    if isinstance(error, AssertionError) and str(error):
        return str(error)
    unwritten = unwritten_function(error)
    if unwritten:
        return told("write it", name=unwritten, file="alphabeta.py")
    if isinstance(error, SyntaxError):
        return about_syntax(error)
    lines = [f"{type(error).__name__}: {error}", meaning_of(error)]
    for frame in own_frames(error)[-3:]:
        file = Path(frame.filename).name
        place = told("in a function", file=file, line=frame.lineno, function=frame.name)
        lines += [f"  {place}", f"      {frame.line}"]
    return "\n".join(line for line in lines if line)


def unwritten_function(error: BaseException) -> str:
    """Return the name of the function whose stub raised an error; nothing if none did."""
    before, after = SENTENCES["not written"].split("{name}")
    text = str(error)
    is_of_stub = text.startswith(before) and text.endswith(after)
    if not isinstance(error, NotImplementedError) or not is_of_stub:
        return ""
    return text[len(before) : len(text) - len(after)]


def meaning_of(error: BaseException) -> str:
    """Return what the text of an error means; nothing if that is not known."""
    kind, text = type(error).__name__, str(error)
    if kind in EXCEPTIONS:
        return EXCEPTIONS[kind]
    called = called_number(error)
    if called:
        return told("number", name=called)
    match = re.match(r"(\w+)\(\) (takes|missing|got)", text)
    if match and has_self(match[1]):
        return told("self", function=match[1])
    for pattern, words in REMEDIES:
        if re.match(pattern, f"{kind}: {text}", re.DOTALL):
            is_own_call = words == told("arguments") and own_frames(error)
            return told("own call") if is_own_call else words
    if "NoneType" in text:
        return told("ends without return") + about_print()
    meant = meant_name(error)
    if meant:
        return told("meant", name=meant)
    is_about_state = re.match("'State' object has no attribute", text)
    return told("names", names=", ".join(names_of_a_state())) if is_about_state else ""


def called_number(error: BaseException) -> str:
    """Return the name of a number that the last line calls like a function, if any."""
    if not re.search("'(int|float)' object is not callable", str(error)):
        return ""
    names = names_at_the_end(error)
    frames = own_frames(error)
    called = re.findall(r"(?<![.\w])(\w+)\(", frames[-1].line or "") if frames else []
    numbers = [name for name in called if isinstance(names.get(name), (int, float))]
    return numbers[0] if numbers else ""


def names_at_the_end(error: BaseException) -> dict:
    """Return the names that the last line of an error knows, with their values."""
    step = error.__traceback__
    while step.tb_next:
        step = step.tb_next
    return {**step.tb_frame.f_globals, **step.tb_frame.f_locals}


def meant_name(error: BaseException) -> str:
    """Return the name that one which is not there was meant for; nothing if unknown."""
    match = re.search("(?:name|attribute|module named) '(\\w+)'", str(error))
    if not match:
        return ""
    known = list(names_at_the_end(error))
    if isinstance(error, ImportError):
        known = ["game", *sorted(getattr(sys, "stdlib_module_names", ()))]
    elif isinstance(error, AttributeError):
        game_over = re.match("'State' object", str(error))
        known = dir(State) if game_over else dir(getattr(error, "obj", None))
    else:
        known += dir(builtins)
    known = [name for name in known if not name.startswith("_")]
    alike = [name for name in known if name.lower() == match[1].lower()]
    nearest = alike[:1] or get_close_matches(match[1], known, 1, NEARLY_THE_SAME)
    is_method = nearest and callable(getattr(State, nearest[0], None))
    return f"{nearest[0]}()" if is_method else "".join(nearest)


def names_of_a_state() -> list:
    """Return the names of what a state has, its methods with parentheses."""
    names = [name for name in dir(State) if not name.startswith("_")]
    return [f"{name}()" if callable(getattr(State, name)) else name for name in names]


def has_self(name: str) -> bool:
    """Return whether a function outside of any class has `self` as a parameter."""
    written = getattr(sys.modules.get("alphabeta"), name, None)
    code = getattr(written, "__code__", None)
    return code is not None and code.co_varnames[:1] == ("self",)


def about_print() -> str:
    """Name a function of yours that ends with a print instead of a return, if any."""
    for node in ast.parse(Path(program().__file__).read_bytes()).body:
        last = node.body[-1] if isinstance(node, ast.FunctionDef) else None
        call = last.value if isinstance(last, ast.Expr) else None
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "print":
            return " " + told("printed", line=last.lineno)
    return ""


def about_syntax(error: SyntaxError) -> str:
    """Say which line Python cannot read, and what to look for there."""
    kind, file, number = type(error).__name__, error.filename, error.lineno
    if "codec can't decode" in str(error) or file is None or not is_own(file) or number is None:
        return f"{kind}: {error}\n{told('encoding')}"
    lines = Path(file).read_text("utf-8", "replace").splitlines()
    text = lines[number - 1] if number <= len(lines) else ""
    said = [told("cannot be read", file=Path(file).name, line=number, message=error.msg)]
    if not isinstance(error, IndentationError):
        said += [EXCEPTIONS["SyntaxError"]]
        said += [words for pattern, words in IN_MESSAGES if re.match(pattern, error.msg)]
        said += [words for sign, words in SIGNS.items() if f"character '{sign}'" in error.msg]
        code = re.sub(r"""'[^']*'|"[^"]*"|#.*""", "", text).strip()
        said += [words for pattern, words in IN_CODE if re.search(pattern, code)]
        return "\n".join([*said, f"    {text.strip()}"])
    said.append(EXCEPTIONS[kind])
    before = [n for n, line in enumerate(lines[: number - 1], 1) if line.strip()]
    for shown_number in [*before[-2:], number]:
        line = lines[shown_number - 1] if shown_number <= len(lines) else ""
        margin = line[: len(line) - len(line.lstrip())]
        visible = margin.replace(" ", "\u00b7").replace("\t", "\u2192")
        said.append(f"{shown_number:>4} {visible}{line.strip()}")
    return "\n".join(said)


def told(situation: str, **parts: object) -> str:
    """Return a sentence; if it has forms, the one that fits its number."""
    forms = SENTENCES[situation]
    if isinstance(forms, dict):
        number = parts[forms.get("by", "count")]
        forms = forms.get(plural_category(number), forms["other"])
    return forms.format(**parts)


def plural_category(number: int) -> str:
    """Return the plural category of a number; from 200 on its last two digits count."""
    if number >= 200:
        number = 100 + number % 100
    for category, ranges in PLURALS.items():
        for numbers in ranges.split():
            first, _, last = numbers.partition("-")
            if int(first) <= number <= int(last or first):
                return category
    return "other"


PLURALS = {
    "one": "1",
}
"""The plural categories of numbers below 200 in this language, but for "other"."""
SENTENCES = {
    "to move": "{player} to move in {tree}",
    "to move, with more": "{player} to move in {tree}, {terms}",
    "yours": "{answer}   (yours)",
    "right": "{answer}   (right)",
    "no visits": "none",
    "why": "Why: {reason}",
    "no number": "Your search returned {answer}, which is not a number.",
    "no action": "Your search returned {answer}, which is not an action, such as 'B2'.",
    "wrong value": "You looked at the right leaves, but returned a wrong value.",
    "wrong action": "You looked at the right leaves, but returned a wrong action.",
    "no leaf": "Your search looked at no leaf. Does it come to a state where the game is over, and what does it return there?",
    "other first leaf": "Your search began with {yours}, but {right} comes first.",
    "went on": "After {last} a right search is over, but yours looked at {yours}, too.",
    "ended": "After {last} a right search goes on to {right}, but yours looked at no further leaf.",
    "other leaf": "After {last} a right search goes on to {right}, but yours looked at {yours}.",
    "leaf too many": "After {last} a right search goes on to {right}, but yours looked at {yours}. {yours} cannot change the result any more.",
    "not shown": "an object of type {type} that cannot be shown",
    "too many looks": {"one": "Your search looked at leaves {count} time and was ended.", "other": "Your search looked at leaves {count} times and was ended."},
    "too many looks, in a line": {"one": "Your search looked at leaves {count} time and was ended in {file}, line {line}:\n    {code}", "other": "Your search looked at leaves {count} times and was ended in {file}, line {line}:\n    {code}"},
    "looks at a leaf": {"one": "It looked at {leaf} {count} time. Does it search the same states over and over?", "other": "It looked at {leaf} {count} times. Does it search the same states over and over?"},
    "no end": "Your search did not come to an end and was stopped. Does a loop there never end?",
    "no end, in a line": "Your search did not come to an end and was stopped in {file}, line {line}:\n    {code}\nDoes a loop there never end?",
    "no end of the file": "{program} was still being loaded and was stopped. Does a loop there never end?",
    "no end of the file, in a line": "{program} was still being loaded and was stopped in {file}, line {line}:\n    {code}\nDoes a loop there never end?",
    "stopped": "You stopped {test}.",
    "stopped, in a line": "You stopped {test} in {file}, line {line}:\n    {code}",
    "loading stopped": "You stopped the loading of {program}.",
    "loading stopped, in a line": "You stopped the loading of {program} in {file}, line {line}:\n    {code}",
    "folder": "{file} is a folder here. It has to be your program itself.",
    "no file": "There is no {file} in this folder. Put it beside {tests}.",
    "other files": "There is no {file} in this folder; it holds {others}. The file must be called exactly {file}.",
    "write it": "{name} is not written yet: open {file} and write it.",
    "ends without return": "NoneType is the type of None. Does every path through your functions end with a return?",
    "in a function": "{file}, line {line}, in {function}:",
    "cannot be read": "{file}, line {line}: {message}",
    "passed": "ok      {test}",
    "failed": "FAILED  {test}",
    "right trees": {"one": "{right} of {count} tree is right.", "other": "{right} of {count} trees are right."},
    "no such test": "There is no test called {name}. There are: {tests}.",
    "same name": "Two tests are called {name}, so only the last of them was run.\nGive each a name of its own.",
    "same in others": {"one": "The same is wrong in {count} more.", "other": "The same is wrong in {count} more."},
    "another": "To see another one alone: {run} {test}",
    "not written": "{name} is not written yet",
    "missing": "alphabeta.py has no function called {name}. It defines {others}; the names must be exactly those of the assignment.",
    "missing alone": "alphabeta.py has no function called {name}. It defines no function when it is imported; the names must be exactly those of the assignment.",
    "method": "{name} in alphabeta.py is a method of {holder}. Write it as a function, outside of the class.",
    "no function": "{name} in alphabeta.py is not a function but of type {kind}.",
    "empty": "alphabeta.py is empty. Was it saved?",
    "encoding": "Python cannot read the file. Save it as UTF-8 in your editor.",
    "number": "`{name}` is a number here, and not a function. Use another name for that number.",
    "self": "`{function}` has `self` as its first parameter, and stands in no class. Remove `self`.",
    "arguments": "Does the function take the arguments that the assignment names, in that order?",
    "own call": "Look at the call in the last line below: does it give the function all arguments, and in the right order?",
    "meant": "Did you mean `{name}`?",
    "names": "It has {names}.",
    "printed": "Line {line} prints a value, and the function returns nothing there. Write `return` instead of `print`.",
}
# What grading says, too.
NEARLY_THE_SAME = 0.8
EXCEPTIONS = {
    "RecursionError": "The recursion goes deeper than Python allows. Is there a base case, and does each call get the next position?",
    "NotImplementedError": "NotImplementedError stands for code that is not written yet, as in the template. Write that code in its place.",
    "EOFError": "Your code waits for input, and no one is there to type. Remove input().",
    "SystemExit": "Your code ends the program itself. Remove exit(), quit() and sys.exit().",
    "MemoryError": "Your code used more memory than it may. Does a list or a dictionary grow with every call?",
    "SyntaxError": "Python cannot read the file. Look at the line below, and at the one before it.",
    "IndentationError": "The lines are not indented as Python needs it. Below, each \u00b7 is a blank and each \u2192 is a tab: the lines of a block begin with the same ones.",
    "TabError": "Tabs and spaces are mixed. Let your editor turn all tabs into spaces. Below, each \u00b7 is a blank and each \u2192 is a tab.",
}
NO_VALUE = {
    "NoneType": "Your search must return a number; it returned None. Is a `return` missing on some path, or is the variable that it returns still None?",
    "tuple": "Your search must return a number; it returned a tuple: return the value alone, not a pair of value and move.",
    "list": "Your search must return a number; it returned a list: return the value alone.",
    "str": "Your search must return a number; it returned text: return the value, a number.",
    "function": "Your search must return a number; it returned a function: call it, with parentheses.",
    "method": "Your search must return a number; it returned a method: call it, with parentheses, as in state.utility().",
    "State": "Your search must return a number; it returned a state: return the value of the state, a number.",
    "coroutine": "Your search must return a number; it returned a coroutine: write `def` and not `async def`, and leave out `await`.",
    "generator": "Your search must return a number; it returned a generator: write `return` in place of `yield`, or max(...) or min(...) around `... for ... in ...`.",
    "async_generator": "Your search must return a number; it returned an asynchronous generator: write `def` and not `async def`, and `return` and not `yield`.",
    "complex": "Your search must return a number; it returned a complex number: return an int or a float.",
}
NO_ACTION = {
    "NoneType": "Your search must return an action, one of state.actions(); it returned None.",
    "tuple": "Your search must return an action, one of state.actions(); it returned a tuple.",
    "list": "Your search must return an action, one of state.actions(); it returned a list.",
    "function": "Your search must return an action, one of state.actions(); it returned a function.",
    "method": "Your search must return an action, one of state.actions(); it returned a method.",
    "State": "Your search must return an action, one of state.actions(); it returned a state.",
    "coroutine": "Your search must return an action, one of state.actions(); it returned a coroutine.",
    "generator": "Your search must return an action, one of state.actions(); it returned a generator.",
    "async_generator": "Your search must return an action, one of state.actions(); it returned an asynchronous generator.",
    "complex": "Your search must return an action, one of state.actions(); it returned a complex number.",
}
REMEDIES = [
    ("NameError: name 'xrange' is", "Python 2 had `xrange`. In Python 3 it is `range`."),
    ("NameError: name 'raw_input' is", "Python 2 had `raw_input`. In Python 3 it is `input`, but no one is there to type: remove it."),
    ("NameError: name '(unicode|basestring)' is", "Python 2 had `unicode` and `basestring`. In Python 3 both are `str`."),
    ("NameError: name 'unichr' is", "Python 2 had `unichr`. In Python 3 it is `chr`."),
    ("NameError: name 'long' is", "Python 2 had `long`. In Python 3 it is `int`."),
    ("NameError: name 'reduce' is", "In Python 3 `reduce` has to be imported: write `from functools import reduce` at the top of the file."),
    ("NameError: name 'cmp' is", "Python 2 had `cmp`. In Python 3 compare by <, == and >."),
    ("TypeError: ('cmp' is an invalid keyword|.* keyword argument 'cmp')", "Python 2 had `cmp=`. In Python 3 sort by `key=`, a function of one argument."),
    ("AttributeError: .* has no attribute 'iteritems'", "Python 2 had `iteritems`. In Python 3 it is `items`."),
    ("AttributeError: .* has no attribute 'itervalues'", "Python 2 had `itervalues`. In Python 3 it is `values`."),
    ("AttributeError: .* has no attribute 'iterkeys'", "Python 2 had `iterkeys`. In Python 3 it is `keys`."),
    ("AttributeError: .* has no attribute 'has_key'", "Python 2 had `d.has_key(k)`. In Python 3 write `k in d`."),
    ("AttributeError: module 'sys' has no attribute 'maxint'", "Python 2 had `sys.maxint`. For infinity there is math.inf, after `import math`."),
    ("AttributeError: '.*iterator' object has no attribute 'next'", "Python 2 had `i.next()`. In Python 3 write `next(i)`."),
    ("TypeError: '(dict_keys|dict_values|dict_items|map|filter|zip)' object is not subscriptable", "In Python 3 this is no list. Put list(...) around it, and take the item from that."),
    ("TypeError: object of type '(map|filter|zip)' has no len", "In Python 3 this is no list. Put list(...) around it."),
    ("ImportError: .*(failed to map segment|[cC]annot allocate memory)", "There was no room to load it. Where that is a package of the assignment's, the course staff can raise limits.memory_mb."),
    ("ImportError: .*attempted relative import", "Leave out the dot: files beside yours are imported by their names alone, as in `from game import State`."),
    ("TypeError: \\w+\\.\\w+\\(\\) takes \\d+ positional argument", "Is `self` the first parameter of the method? Are the others those that it is called with, in that order?"),
    ("TypeError: .*positional argument", "Does the function take the arguments that the assignment names, in that order?"),
    ("\\w+: .*('(async_generator|coroutine)'|in 'await' expression)", "A function that begins with `async def` gives no value when it is called. Write `def`, and leave out `await`."),
    ("\\w+: .*'generator'", "A generator stands where a value is meant. Write `return` in place of `yield`, or max(...), min(...) or list(...) around `... for ... in ...`."),
    ("TypeError: .*'list' object is not callable", "A list is called like a function. Are there too many parentheses? state.children has none."),
    ("(Type|Attribute)Error: .*'(method|function)'( object (is not|has no)| and|$)|.* of type 'method' has no len", "A function is used that was not called. Are parentheses missing? Write state.utility(), for example."),
    ("ValueError: .* has no static evaluation: this game is searched to its leaves", "A state is evaluated that is no leaf: its value comes from its children. Is it evaluated too early, or is another state meant?"),
    ("ValueError: .* is not terminal, so it has no utility: only the end of a game has one", "The game is not over there. Does your code test for that first, and is the test called, with its ()?"),
    ("NameError: name 'get_ipython'", "get_ipython() is there in Jupyter and Colab only. Remove the last line below."),
    ("NameError: name 'display'", "display() is there in Jupyter and Colab only. Use print()."),
    ("AttributeError: 'tuple' object has no attribute", "A tuple has no such attribute. Does a pair have to be unpacked first? state.successors() gives pairs: `for action, child in state.successors()`."),
    ("AttributeError: 'str' object has no attribute", "Text has no such attribute. An action is text, and state.result(action) is the state that it leads to."),
    ("AttributeError: 'list' object has no attribute '(length|size)'", "len() says how many there are, as in len(children)."),
    ("TypeError: .*(State' object is not itera|non-iterable (Game)?State)", "A state is not a list. Its children are state.children, and state.successors() gives each with its action."),
    ("UnboundLocalError", "The name is set in this function, and has no value when this line runs. Is it first set in this line or below, or in a branch or a loop that was not entered? If another function or variable of that name is meant, give one of the two another name."),
    ("NameError: name '(null|true|false|none)'", "Python writes None, True and False."),
    ("NameError: name '(inf|infinity|INF|Infinity)'", "For infinity there is math.inf, after `import math`."),
    ("NameError: name 'math'", "Write `import math` at the top of the file."),
    ("TypeError: (?:(?!not supported between).)*not supported between instances of .*'State'", "A state is compared, and states have no order. Python compares the second items of pairs, too, if the first are equal. Which value should be compared there?"),
    ("TypeError: '[<>]=?' not supported between instances of .*'tuple'", "A tuple is compared with something else. Where does the tuple come from? Take the value out of it first."),
    ("TypeError: '[<>]=?' not supported between instances of .*'str'", "Text is compared with something else. Which of the two is text?"),
]
IN_MESSAGES = [
    ("invalid character '[\\u2018\\u2019\\u201a\\u201c\\u201d\\u201e\\u00ab\\u00bb]'", "Python needs straight quotation marks, ' or \"."),
    ("invalid non-printable character U\\+(00A0|200B|FEFF)", "There is an invisible character. Delete the blanks of that line, and type them again."),
    ("Missing parentheses in call to 'print'", "Python 2 had `print x`. In Python 3 write `print(x)`."),
    (".*'unicodeescape' codec", "In a string \\ begins a special character. In a path write / instead."),
    ("(unknown encoding|encoding problem)", "The first two lines name an encoding that Python does not know. Remove that, and save the file as UTF-8."),
]
SIGNS = {
    "\u221e": "Python has no \u221e: write math.inf, after `import math`.",
    "\u2264": "Python writes <= instead of \u2264.",
    "\u2265": "Python writes >= instead of \u2265.",
    "\u2260": "Python writes != instead of \u2260.",
    "\u00d7": "Python writes * instead of \u00d7.",
    "\u22c5": "Python writes * instead of \u22c5.",
    "\u00b7": "Python writes * instead of \u00b7.",
    "\u00f7": "Python writes / instead of \u00f7.",
    "\u2212": "Python writes - instead of \u2212.",
    "\u2013": "Python writes - instead of \u2013.",
    "\u2014": "Python writes - instead of \u2014.",
    "\u2192": "Python writes -> instead of \u2192.",
    "\u2026": "Python writes ... instead of \u2026, and `pass` for a function without a body.",
    "\u00ac": "Python writes `not` instead of \u00ac.",
    "\u2227": "Python writes `and` instead of \u2227.",
    "\u2228": "Python writes `or` instead of \u2228.",
}
IN_CODE = [
    ("\\w(\\+\\+|--)(?![\\w(])", "Python has no ++ and no --: write += 1 or -= 1."),
    ("&&|\\|\\||(?<!^)(?<!<)!(?!=)", "Python writes `and`, `or` and `not`."),
    ("^[!%]\\s*[A-Za-z]", "A line that begins with ! or % is for Jupyter and Colab only. Remove it."),
    ("\\belse if\\b", "Python writes `elif`."),
]


def main(*wanted: str) -> int:
    """Run the tests, say how each went, and show the first tree that is wrong.

    wanted: the names of those to run; without any, every function called test_...
    Returns 1 if any failed, else 0; 2 if there is no such test, and 130 where you
    stopped them with Ctrl-C.
    """
    forget_program()
    Timer.seconds = SECONDS_PER_TREE
    source = Path(__file__).read_text("utf-8")
    names = re.findall(r"^def (test_\w+)", source, re.MULTILINE)
    tests = {name: globals()[name] for name in names}
    for name in wanted:
        if name not in tests:
            print(told("no such test", name=name, tests=", ".join(tests)))
            return 2
    to_run = {name: tests[name] for name in wanted or tests}
    try:
        wrong = run(to_run)
    except AssertionError as error:
        print(error)
        return 1
    except KeyboardInterrupt:
        return 130
    passed = len(to_run) - len(wrong)
    print("\n" + told("right trees", right=passed, count=len(to_run)))
    twice = sorted({name for name in names if names.count(name) > 1})
    for name in twice:
        print(told("same name", name=name))
    if wrong:
        show_first(wrong, tests)
    return 1 if wrong or twice else 0


def run(tests: dict) -> dict:
    """Run tests, and return what is said of each that failed, in their order.

    Raises AssertionError if your program cannot be imported.
    """
    wrong = {}
    name = ""
    try:
        require_functions()
        for name, test in tests.items():
            try:
                test()
            except (Exception, SystemExit) as error:
                wrong[name] = explain(error)
                print(told("failed", test=name))
            else:
                print(told("passed", test=name))
    except KeyboardInterrupt as error:
        if name:
            print("\n" + told_in_line("stopped", error, test=name))
        else:
            print("\n" + told_in_line("loading stopped", error, program="alphabeta.py"))
        raise
    return wrong


def show_first(wrong: dict, tests: dict) -> None:
    """Show the first test that failed in full, and how to see another one."""
    first, *others = wrong
    print(f"\n{first}: {tests[first].__doc__}")
    print("\n".join(f"    {line}".rstrip() for line in wrong[first].splitlines()))
    alike = [name for name in others if wrong[name] == wrong[first]]
    different = [name for name in others if wrong[name] != wrong[first]]
    if alike:
        print("\n" + told("same in others", count=len(alike)))
    if different:
        print("\n" + told("another", run="python3 test_alphabeta.py", test=different[0]))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
