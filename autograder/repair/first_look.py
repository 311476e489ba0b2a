"""The first look at a program that fails, before any search: what beginners write, where a failing search came by.

Each rule finds its slips in the syntax tree of one function, and offers the obvious correction, where there is one, as
an ordinary edit. Its kind is the rule, and its role the words of the rule's sentence.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import partial
from inspect import getattr_static
from itertools import product, takewhile
from traceback import walk_tb
from types import FrameType, FunctionType, TracebackType
from typing import Any

from autograder.repair.edits import Add, Change, Edit, Put, Take, copied, grouped, walk
from autograder.repair.kinds import SLIPS
from autograder.repair.scopes import (
    CALLED,
    ENDS,
    ORDERS,
    PLACES,
    Scope,
    as_added,
    body_of,
    constant,
    each,
    ends_early,
    fold,
    is_depth,
    leaves_at_once,
    names_in,
    stored,
)

JUMPS, STEPS = (
    (ast.Return, ast.Break, ast.Continue),
    (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.If),
)
NOTHING = (ast.Name, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Subscript, ast.IfExp)
"""What may stand alone in a line and does nothing there."""
CHANGING = (
    "append",
    "add",
    "update",
    "extend",
    "insert",
    "pop",
    "setdefault",
    "clear",
    "remove",
)
RESULTS = ("result", "generateSuccessor", "forecast_move", "copy")
"""Methods that change no position, and give another one."""
COLLECTIONS = (ast.List, ast.Dict, ast.Set)
CHANCE = ("random", "np.random", "numpy.random")
"""What people call the modules that go by chance."""


def slips(scope: Scope) -> Iterator[Edit]:
    """All slips of a function, whether or not it ran."""
    if isinstance(scope.root, ast.FunctionDef):
        for rule in RULES:
            yield from rule(scope, scope.root)


def together(edits: Iterable[Edit]) -> Iterator[tuple[Edit, ...]]:
    """The corrections to try before all other edits: each alone, those of one rule at once, and all at once."""
    found = [edit for edit in edits if edit.kind.is_slip and edit.changes]
    yield from ((edit,) for edit in found)
    for rule in [*dict.fromkeys(edit.kind.name for edit in found), ""]:
        places = grouped(
            (edit for edit in found if rule in (edit.kind.name, "")),
            lambda edit: edit.old,
        )
        for turn in range(max(map(len, places), default=0)):
            yield tuple(ways[min(turn, len(ways) - 1)] for ways in places)


def same(edit: Edit) -> tuple[str, str]:
    """What is the same of a slip in several places, of which a program may come by no more than one."""
    return edit.kind.name, edit.role


class Watch:
    """Sees which slips a failing search comes by, as what sys.settrace calls."""

    def __init__(self, edits: Sequence[Edit]) -> None:
        self._seen: dict[tuple[str, int, str], Edit] = {}
        self._at: dict[tuple[str, int], list[Edit]] = {}
        self._raised: dict[tuple[str, str], list[Edit]] = {}
        self._passed: dict[tuple[str, str], list[Edit]] = {}
        self._turns: dict[tuple[object, ...], tuple[object, ...]] = {}
        for edit in edits:
            if edit.kind is SLIPS["same"]:
                callee = edit.role.split()[0]
                self._passed.setdefault((edit.file, callee), []).append(edit)
            elif edit.kind is SLIPS["unbound"]:
                self._raised.setdefault((edit.file, edit.role), []).append(edit)
            elif edit.kind.is_slip:
                self._at.setdefault((edit.file, edit.old.lineno), []).append(edit)  # type: ignore[attr-defined]
        self._files = {file for file, _ in (*self._at, *self._raised, *self._passed)}

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Watch | None:
        """Note the slips that an event in a frame shows."""
        file = str(frame.f_globals.get("__name__"))
        with suppress(BaseException):  # whatever a program's classes do
            if event == "line":
                self._look_at_line(file, frame)
            elif event == "call":
                self._look_at_call(frame)
            elif event == "exception":
                self._look_at_error(file, frame, *argument[1:])
        return self if file in self._files else None

    def _look_at_line(self, file: str, frame: FrameType) -> None:
        """Note the slips of the line that a frame is at."""
        for edit in self._at.get((file, frame.f_lineno), ()):
            with suppress(BaseException):
                if _is_so(edit, frame.f_globals, frame.f_locals):
                    self._note(edit)

    def _look_at_call(self, frame: FrameType) -> None:
        """Note a position that is passed again in another turn of a loop."""
        caller = frame.f_back
        if caller is None:
            return
        file = str(caller.f_globals.get("__name__"))
        for edit in self._passed.get((file, frame.f_code.co_name), ()):
            _, argument, move = edit.role.split()
            position, turn = caller.f_locals[argument], caller.f_locals[move]
            given = list(frame.f_locals.values())
            if not any(value is position for value in given):
                continue
            others = [value for value in given if type(value) not in (int, float)]
            key = (edit.file, edit.line, *map(id, [position, *others]))
            # All are kept, as another object may get the id of one that is not.
            first = self._turns.setdefault(key, (caller, turn, position, others))
            if first[0] is not caller or first[1] is not turn:
                self._note(edit)

    def _look_at_error(
        self, file: str, frame: FrameType, error: object, traceback: TracebackType
    ) -> None:
        """Note the name that had no value where a frame read it."""
        if not isinstance(error, UnboundLocalError):
            return
        *_, (raised_in, _) = walk_tb(traceback)
        _, name, *_ = str(error).split("'")
        for edit in self._raised.get((file, name), ()):
            first, last = edit.old.lineno, edit.old.end_lineno  # type: ignore[attr-defined]
            if raised_in is frame and first <= frame.f_lineno <= last:
                self._note(edit)

    def _note(self, edit: Edit) -> None:
        self._seen.setdefault((edit.file, edit.line, edit.kind.name), edit)

    @property
    def told(self) -> list[Edit]:
        """Those that were seen, in the order of their lines, each once."""
        return [self._seen[place] for place in sorted(self._seen)]


def _is_so(edit: Edit, outside: dict[str, object], here: dict[str, object]) -> bool:
    """Whether what the tree alone does not tell of a slip holds. outside, here: what is known where it stands."""
    names = {**outside, **here}
    word, *_, last = edit.role.split() * 2 or ["", ""]
    match edit.kind.name, edit.old:
        case (("pair" | "text"), _):
            return type(names.get(word)) is (tuple if edit.kind.name == "pair" else str)
        case "self", _:
            return word not in {**vars(builtins), **names} and hasattr(
                type(names["self"]), word
            )
        case (
            ("letters" | "no text"),
            ast.Compare(left=ast.Attribute(value=ast.Name(id=name))),
        ):
            value = getattr(names[name], word)
            return (
                type(value) is not str
                if edit.kind.name == "no text"
                else value == last.upper() and value != last
            )
        case (("tested" | "uncalled"), ast.Attribute(value=ast.Name(id=name))):
            return type(getattr_static(type(names[name]), word, None)) is FunctionType
        case (("tested" | "uncalled"), _):
            return type(names[word]) is FunctionType
    return True


def _unlike(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """An attribute compared with text that it never is, and a sign behind the `=`."""
    for node in scope.nodes:
        match node:
            case ast.Compare(
                ast.Attribute(ast.Name(), name) as left,
                [ast.Eq()],
                [ast.Constant(str(text))],
            ):
                new = ast.Compare(
                    copied(left), [ast.Eq()], [ast.Constant(text.upper())]
                )
                if text.isalpha():
                    yield scope.put(SLIPS["letters"], node, new, f"{name} {text}")
                    yield scope.put(SLIPS["no text"], node, copied(left), name)
            case ast.Assign(
                [ast.Name(name) as to],
                ast.UnaryOp(
                    ast.USub() | ast.UAdd() as sign, ast.Constant() as by
                ) as value,
            ):
                apart = (
                    value.col_offset - (to.end_col_offset or 0),
                    by.col_offset - value.col_offset,
                )
                # As in `depth =- 1`.
                if apart == (2, 2) and name in {entry.arg for entry in root.args.args}:
                    turned = ast.Sub() if isinstance(sign, ast.USub) else ast.Add()
                    yield scope.put(
                        SLIPS["sign"], node, ast.AugAssign(copied(to), turned, by), name
                    )


def _uncalled(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """A method, or a function of the student's, where its answer is meant."""
    own = scope.functions.keys() - {entry.arg for entry in each(ast.arg, root.args)}
    first: list[str | None] = [entry.arg for entry in root.args.args[:1]]
    for node in scope.all(ast.Attribute, ast.Name):
        if isinstance(node, ast.Name) and node.id in own:
            word, arguments = node.id, first or [None]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            word, arguments = node.attr, [None, *first]
        else:
            continue
        owner, name, _ = scope.parents[node]
        is_tested = (
            name == "test"
            or isinstance(owner, ast.BoolOp)
            or isinstance(getattr(owner, "op", None), ast.Not)
        )
        if (
            is_tested
            or name == "iter"
            or fold(owner)
            or isinstance(owner, (ast.Return, ast.Expr, ast.Compare))
        ):
            for argument in arguments:
                new = ast.Call(
                    copied(node),
                    [ast.Name(argument, ast.Load())] if argument else [],
                    [],
                )
                yield scope.put(
                    SLIPS["tested" if is_tested else "uncalled"], node, new, word
                )


def _thrown_away(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """A line that works something out, and keeps nothing of it."""
    for node in scope.all(ast.Expr):
        value, word, news = node.value, "", list[ast.stmt]()
        match value:
            case ast.Compare(left, [order, *_], [right, *_]):
                what = "only compared"
                if isinstance(order, ast.Eq) and isinstance(left, PLACES):
                    news = [ast.Assign([stored(left)], right)]
            case ast.Call(_, arguments) if fold(value):
                what, word = "fold", fold(value)
                news = [
                    ast.Assign([stored(place)], value)
                    for place in arguments
                    if isinstance(place, PLACES)
                ]
            case ast.Call(
                ast.Attribute(_, "utility" | "evaluate" | "getScore" as word)
            ):
                what, news = "value", [ast.Return(value)]
            case ast.Call() if any(
                map(_only_gives_values, scope.functions.get(scope.own(value), ()))
            ):
                what, word = "value", scope.own(value)
                alike = [
                    entry
                    for entry in scope.all(ast.Assign)
                    if scope.own(entry.value) == word
                ]
                news = [ast.Assign(entry.targets, value) for entry in alike[:1]]
            case _ if isinstance(value, NOTHING) and not any(each(ast.Call, value)):
                what = "does nothing"
            case _:
                continue
        yield from (
            scope.put(SLIPS[what], node, new, f"{word}{_of_an_update(scope, new)}")
            for new in news
        )
        if not news:
            yield scope.edit(SLIPS[what], node, role=word)


def _of_an_update(scope: Scope, line: ast.stmt) -> str:
    """A last word in the role of a slip whose correction moves alpha or beta."""
    return " update" if scope.sort(line) == "update" else ""


def _only_gives_values(function: ast.FunctionDef) -> bool:
    """Whether a function is called for nothing else, as it sets nothing that is not its own."""
    gives = any(node.value is not None for node in each(ast.Return, function))
    sets = any(
        isinstance(node, (ast.Global, ast.Nonlocal)) or _is_set(node)
        for node in walk(function)
    )
    return gives and not sets


def _is_set(node: ast.AST) -> bool:
    return isinstance(node, PLACES[1:]) and isinstance(node.ctx, ast.Store)


def _same(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """A recursive call in a loop over the moves, which gets the position again and nothing of the move."""
    for loop in scope.all(ast.For):
        moves = sorted(names_in(loop.target))
        children = dict.fromkeys(moves)
        for node in [*each(ast.Assign, *loop.body)] * 2:
            is_of_a_child = (
                not all(map(fold, each(ast.Call, node.value)))
                or names_in(node.value) & children.keys()
            )
            if is_of_a_child and not _calls_again(scope, root, node.value):
                children |= dict.fromkeys(sorted(names_in(*node.targets)))
        again = _made_of(loop.iter, root) & {entry.arg for entry in root.args.args}
        calls = list(each(ast.Call, *loop.body))
        may_move = (
            call
            for call in calls
            if not fold(call) and getattr(call.func, "attr", "") not in RESULTS
        )
        does_more = any(
            names_in(node) & again and names_in(node) & children.keys()
            for node in may_move
        )
        does_more |= any(
            names_in(node) & children.keys() for node in each(ast.Expr, *loop.body)
        )
        does_more |= any(map(_is_set, each(ast.AST, *loop.body)))
        for call in calls if moves and not does_more else ():
            passes_child = names_in(call) & children.keys()
            if passes_child or not _calls_again(scope, root, call):
                continue
            for argument in (
                entry
                for entry in call.args
                if isinstance(entry, ast.Name) and entry.id in again
            ):
                word = f"{scope.own(call)} {argument.id} {moves[0]}"
                for child in [*children, f"{argument.id}.result({moves[0]})"]:
                    new = ast.parse(child, mode="eval").body
                    yield scope.put(SLIPS["same"], argument, new, word)


def _calls_again(scope: Scope, root: ast.FunctionDef, within: ast.AST) -> bool:
    """Return whether a function is called in a node that calls this one."""
    called = [
        function
        for node in walk(within)
        for function in scope.functions.get(scope.own(node), ())
    ]
    return any(
        scope.own(node) == root.name for function in called for node in walk(function)
    )


def _made_of(moves: ast.expr, root: ast.FunctionDef) -> set[str]:
    """Return the names of which the moves are made, at once or kept before."""
    names = names_in(moves)
    for line in [*each(ast.Assign, *body_of(root))] * 2:
        if names_in(*line.targets) & names:
            names = names | names_in(line.value)
    return names


def _unread(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """An end of the window that is a parameter and is never read."""
    words = {word for pair in ENDS for word in pair if len(word) > 1}
    loaded = {
        node.id for node in each(ast.Name, root) if isinstance(node.ctx, ast.Load)
    }
    given = root.args.args[: len(root.args.args) - len(root.args.defaults)]
    unread = [
        entry.arg
        for entry in given
        if entry.arg.lower() in words and entry.arg not in loaded
    ]
    if unread and not isinstance(root.body[-1], ast.Raise):  # not a stub
        role = f"{root.name} {','.join(unread)}"
        yield scope.edit(SLIPS["unread"], body_of(root)[0], role=role)._replace(
            line=root.lineno
        )


def _bare(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """A return without a value, where others have one."""
    results = list(scope.all(ast.Return))
    values = [node.value for node in results if node.value is not None]
    for node in (
        results if values and not any(scope.all(ast.Yield, ast.YieldFrom)) else ()
    ):
        for value in [*scope.numbers.values(), *values] if node.value is None else ():
            yield scope.edit(
                SLIPS["bare"],
                node,
                Put(node, "value", ast.copy_location(copied(value), node)),
            )


def _misspelt(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """A name that is set and never read, and nearly one that is read."""
    names = list(each(ast.Name, root))
    read = {node.id for node in names if isinstance(node.ctx, ast.Load)}
    kept = {
        name
        for node in walk(root)
        if isinstance(node, (ast.Global, ast.Nonlocal))
        for name in node.names
    }
    for node in names:
        is_set = isinstance(node.ctx, ast.Store) and isinstance(
            scope.parents.get(node, (None,))[0], ast.Assign
        )
        if is_set and node.id not in read | kept and len(node.id) > 3:
            for other in get_close_matches(node.id, sorted(read), 1, 0.8):
                role = f"{node.id} {other}{_of_an_update(scope, ast.Assign([ast.Name(other)], node))}"
                yield scope.edit(
                    SLIPS["misspelt"], node, Put(node, "id", other), role=role
                )


def _no_self(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """A method called as if it were a function."""
    is_method = [entry.arg for entry in root.args.args[:1]] == ["self"]
    for node in scope.nodes if is_method else ():
        if (
            isinstance(node, ast.Name)
            and isinstance(node.ctx, ast.Load)
            and node.id in scope.functions
        ):
            yield scope.put(
                SLIPS["self"],
                node,
                ast.parse(f"self.{node.id}", mode="eval").body,
                node.id,
            )


def _defaults(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """A default that is a list, a set or a dictionary, and is changed; not where its name is set to something else."""
    rebound = {
        node.id for node in each(ast.Name, root) if not isinstance(node.ctx, ast.Load)
    }
    changed = [
        node.value for node in each(ast.Attribute, root) if node.attr in CHANGING
    ]
    changed += [
        node.value
        for node in each(ast.Subscript, root)
        if not isinstance(node.ctx, ast.Load)
    ]
    names = names_in(*changed) - rebound
    first = len(root.args.args) - len(root.args.defaults)
    for place, default in enumerate(root.args.defaults):
        name, made = (
            root.args.args[first + place].arg,
            ast.unparse(default).replace(" ", ""),
        )
        if name in names and (
            isinstance(default, COLLECTIONS) or made in ("list()", "dict()", "set()")
        ):
            none, at = ast.copy_location(ast.Constant(None), default), body_of(root)[0]
            begun = as_added(
                ast.parse(f"if {name} is None:\n    {name} = {made}").body[0]
            )
            changes: tuple[Change, ...] = (
                Put(root.args, "defaults", none, place),
                Add(root, "body", begun, at),
            )
            yield scope.edit(SLIPS["default"], at, *changes, role=name)._replace(
                line=default.lineno
            )


def _unreached(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """A line behind one that leaves: it may be meant before that one, or behind the condition that both are in."""
    for node in (entry for entry in scope.nodes if isinstance(entry, JUMPS)):
        behind, (owner, name, _) = scope.following(node), scope.parents[node]
        if isinstance(behind, STEPS):
            outer, within, _ = scope.parents[owner]
            adds = [
                Add(owner, name, behind, node),
                *[Add(outer, within, behind)] * isinstance(owner, ast.If),
            ]
            for add in adds:
                role = f"{node.lineno}{_of_an_update(scope, behind)}"
                edit = scope.edit(
                    SLIPS["unreached"], node, Take(owner, name, behind), add, role=role
                )
                yield edit._replace(line=behind.lineno)


def _anew(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """Both ends of the window set to infinities in each call of a function that calls itself."""
    begun, every = (
        _begun(root),
        {name: _begun(function) for name, (function, *_) in scope.functions.items()},
    )
    calls = [node for node in scope.calls() if len(every[scope.own(node)]) == 2]
    if len(begun) == 2 and calls:
        given, more = copied(root.args), [copied(line.value) for line in begun.values()]
        given.args, given.defaults = (
            [*given.args, *map(ast.arg, begun)],
            [*given.defaults, *more],
        )
        changes: list[Change] = [Put(root, "args", given)]
        changes += [Take(root, "body", line) for line in begun.values()]
        for node in calls:
            passed = [
                ast.keyword(name, ast.Name(name, ast.Load()))
                for name in every[scope.own(node)]
            ]
            changes.append(Put(node, "keywords", [*node.keywords, *passed]))
        yield scope.edit(
            SLIPS["anew"], next(iter(begun.values())), *changes, role=" ".join(begun)
        )


def _begun(function: ast.FunctionDef) -> dict[str, ast.Assign]:
    """What a function begins with infinities, as far as these are called as people call a window's ends."""
    lines = (entry for entry in function.body if isinstance(entry, ast.Assign))
    begun = {
        ast.unparse(line.targets[0]): line
        for line in lines
        if abs(constant(line.value) or 0) >= CALLED["maxint"]
    }
    return {
        name: begun[name] for pair in ENDS for name in pair if set(pair) <= begun.keys()
    }


def _unbound(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """A name that is read before this function sets it, as one from outside of it would be."""
    names = sorted(
        (node for node in scope.all(ast.Name)),
        key=lambda node: (node.lineno, node.col_offset),
    )
    first = {node.id: node for node in reversed(names)}
    begun = {
        node.id: node for node in reversed(names) if isinstance(node.ctx, ast.Store)
    }
    known = {
        name for node in scope.all(ast.Global, ast.Nonlocal) for name in node.names
    }
    known |= {entry.arg for entry in each(ast.arg, root.args)}
    known |= {
        name for node in scope.all(ast.comprehension) for name in names_in(node.target)
    }
    for name in sorted(begun.keys() - known):
        if first[name] is not begun[name] or isinstance(
            scope.statement(first[name]), ast.AugAssign
        ):
            start, reads = (
                body_of(root)[0],
                dict.fromkeys(
                    scope.statement(node) for node in names if node.id == name
                ),
            )
            adds = [
                Add(root, "body", as_added(outer([name])), start)
                for outer in (ast.Nonlocal, ast.Global)
            ]
            for line, changes in [
                *product(reads, [()]),
                *((next(iter(reads)), (add,)) for add in adds),
            ]:
                yield scope.edit(SLIPS["unbound"], line, *changes, role=name)._replace(
                    line=begun[name].lineno
                )


def _no_way_out(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """What searches each child, below the root, and cannot end early; at the test that should end it, if any."""
    leaving = (
        ast.Break,
        ast.Continue,
        ast.Return,
        ast.Raise,
        ast.Yield,
        ast.YieldFrom,
        ast.Try,
    )
    for node in scope.all(ast.For, ast.ListComp, ast.GeneratorExp):
        called = [
            function
            for entry in walk(node)
            for function in scope.functions.get(scope.own(entry), ())
        ]
        is_below = any(
            scope.own(entry) == root.name
            for function in called
            for entry in walk(function)
        )
        if not is_below or any(map(partial(_ends_at_its_start, scope), called)):
            continue
        if not isinstance(node, ast.For):
            owner = scope.parents[node][0]
            if (
                isinstance(node, ast.ListComp)
                or fold(owner)
                or ast.unparse(owner).startswith("list(")
            ):
                yield scope.edit(SLIPS["all at once"], node)
        elif not any(isinstance(entry, leaving) for entry in walk(node)) and any(
            map(scope.searches, node.body)
        ):
            inside = next(filter(partial(_tests_an_end, scope), walk(node)), None)
            after = next(
                filter(partial(_tests_an_end, scope), [scope.following(node)]), None
            )
            *_, last = (
                entry
                for entry in body_of(node)
                if scope.sort(entry) != "update" or scope.searches(entry)
            )
            kind = "ends nothing" if inside else "after all" if after else "no way out"
            yield scope.edit(SLIPS[kind], inside or after or last)


def _tests_an_end(scope: Scope, node: ast.AST | None) -> bool:
    """Whether a condition compares alpha or beta, and does not move it then."""
    if not isinstance(node, ast.If):
        return False
    moved = {
        ast.unparse(entry)
        for entry in walk(node)
        if isinstance(getattr(entry, "ctx", None), ast.Store)
    }
    return any(
        scope.is_end(side) and ast.unparse(side) not in moved
        for both in _orders(node.test)
        for side in both
    )


def _ends_at_its_start(scope: Scope, function: ast.FunctionDef) -> bool:
    """Whether a function may leave before all else by an order of numbers: as one does whose window is empty."""
    first = takewhile(
        lambda entry: leaves_at_once(entry) or not scope.searches(entry),
        body_of(function),
    )
    tests = [
        entry.test for entry in first if isinstance(entry, ast.If) and ends_early(entry)
    ]
    return any(
        all(constant(side) is None and not is_depth(side) for side in both)
        for both in _orders(*tests)
    )


def _orders(*tests: ast.expr) -> list[list[ast.expr]]:
    return [
        [node.left, *node.comparators]
        for node in each(ast.Compare, *tests)
        if isinstance(node.ops[0], ORDERS)
    ]


def _each_from_the_same(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """A loop over the ghosts, in which each moves from the position that they all are given."""
    for loop in scope.all(ast.For):
        asked = (
            node
            for node in each(ast.Call, loop)
            if getattr(node.func, "attr", "") == "getLegalActions"
        )
        of_each = any(names_in(loop.target) & names_in(*node.args) for node in asked)
        if of_each and any(
            scope.searches(entry) for entry in each(ast.For, loop) if entry is not loop
        ):
            yield scope.edit(SLIPS["each alone"], body_of(loop)[0])._replace(
                line=loop.lineno
            )


def _always(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """A sum among conditions, as a number that is not 0 counts as true."""
    for node in scope.all(ast.BoolOp, ast.If):
        for entry in node.values if isinstance(node, ast.BoolOp) else [node.test]:
            if (
                isinstance(entry, ast.BinOp)
                and isinstance(entry.op, ast.Add)
                and constant(entry.right) is not None
            ):
                yield scope.edit(
                    SLIPS["always"], entry, role=ast.unparse(entry).replace(" ", "")
                )


def _by_chance(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """What goes by chance: one of some taken, of which the first is meant, or all in another order than their own."""
    for node in scope.all(ast.Call):
        asked = ast.unparse(node.func)
        owner, _, what = asked.rpartition(".")
        if owner in CHANCE and what in ("choice", "sample", "shuffle") and node.args:
            taken = copied(node.args[0])
            first = ast.Subscript(taken, ast.Constant(0), ast.Load())
            yield scope.put(
                SLIPS["chance"], node, first if what == "choice" else taken, asked
            )


def _asks_its_first(scope: Scope, call: ast.Call) -> bool:
    """Whether it calls a function of the student's own that asks its first argument for an attribute, as of a state."""
    for function in scope.functions.get(scope.own(call), ()):
        first = [entry.arg for entry in function.args.args if entry.arg != "self"][:1]
        if any(
            getattr(node.value, "id", "") in first
            for node in each(ast.Attribute, function)
        ):
            return True
    return False


def _no_states(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """What a loop goes through is taken for states, and may be actions, or pairs of both."""
    for loop in scope.all(ast.For):
        if not (isinstance(loop.target, ast.Name) and isinstance(loop.iter, ast.Call)):
            continue
        name, asked = loop.target.id, loop.iter.func
        its = {node for node in each(ast.Name, *loop.body) if node.id == name}
        searches = (
            node for node in each(ast.Call, *loop.body) if _asks_its_first(scope, node)
        )
        taken = [node.value for node in each(ast.Attribute, *loop.body)]
        taken += [entry for node in searches for entry in node.args[:1]]
        apart = [
            node.value
            for node in each(ast.AST, *loop.body)
            if isinstance(node, (ast.Subscript, ast.Assign))
        ]
        if its.isdisjoint(taken) or not its.isdisjoint(apart):
            continue
        two = ast.copy_location(
            ast.Tuple([ast.Name("_", ast.Store()), copied(loop.target)], ast.Store()),
            loop.target,
        )
        ways = {"pair": [Put(loop, "target", two)], "text": []}
        if isinstance(asked, ast.Attribute) and asked.attr == "actions":
            children = ast.copy_location(
                ast.Attribute(asked.value, "children", ast.Load()), loop.iter
            )
            ways["text"] = [Put(loop, "iter", children)]
        for what, way in ways.items():
            yield scope.edit(SLIPS[what], body_of(loop)[0], *way, role=name)._replace(
                line=loop.lineno
            )


RULES = (
    _uncalled,
    _unlike,
    _thrown_away,
    _same,
    _unread,
    _bare,
    _misspelt,
    _no_self,
    _defaults,
    _unreached,
    _anew,
    _unbound,
    _no_way_out,
    _each_from_the_same,
    _always,
    _by_chance,
    _no_states,
)
