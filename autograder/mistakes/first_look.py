"""The first look at a program that fails, before any search: what beginners write, where a failing search came by.

Each rule finds its slips in the syntax tree of one function, and offers the obvious correction, where there is one, as
an ordinary edit. Its kind is the rule, and its role the words of the rule's sentence.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from difflib import get_close_matches
from itertools import pairwise
from types import FrameType, FunctionType

from autograder.mistakes.edits import Add, Change, Edit, Put, Take
from autograder.mistakes.kinds import SLIPS
from autograder.mistakes.scopes import ENDS, PLACES, Scope, body_of, fold, stored

JUMPS, STEPS = (ast.Return, ast.Break, ast.Continue), (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.If)
NOTHING = (ast.Name, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Subscript, ast.IfExp)
"""What may stand alone in a line and does nothing there."""
CHANGING = ("append", "add", "update", "extend", "insert", "pop", "setdefault", "clear", "remove")
VALUES = ("utility", "evaluate", "getScore")


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
        places: dict[int, list[Edit]] = {}
        for edit in found:
            if rule in (edit.kind.name, ""):
                places.setdefault(id(edit.old), []).append(edit)
        for turn in range(max(map(len, places.values()), default=0)):
            yield tuple(ways[min(turn, len(ways) - 1)] for ways in places.values())


class Watch:
    """Sees which slips a failing search comes by, as what sys.settrace calls."""

    def __init__(self, edits: Sequence[Edit]) -> None:
        self.seen: dict[int, Edit] = {}
        self._at: dict[tuple[str, int], list[Edit]] = {}
        self._files = {edit.file for edit in edits if edit.kind.is_slip}
        for edit in edits:
            if edit.kind.is_slip:
                self._at.setdefault((edit.file, edit.old.lineno), []).append(edit)  # type: ignore[attr-defined]

    def __call__(self, frame: FrameType, event: str, _: object) -> Watch | None:
        """Notes the slips of the line that a frame is at."""
        file = str(frame.f_globals.get("__name__"))
        for edit in self._at.get((file, frame.f_lineno), ()):
            if event == "line" and id(edit) not in self.seen and _is_so(edit, frame):
                self.seen[id(edit)] = edit
        return self if file in self._files else None

    @property
    def told(self) -> list[Edit]:
        """Those that were seen, in the order of their lines, each once."""
        lines = {(edit.file, edit.line, edit.kind.name): edit for edit in reversed(self.seen.values())}
        return [lines[place] for place in sorted(lines)]


def _is_so(edit: Edit, frame: FrameType) -> bool:
    """Whether what the tree alone does not tell of a slip holds where a frame is now."""
    if edit.kind.name in ("pair", "text"):
        return type(frame.f_locals.get(edit.role)) is {"pair": tuple, "text": str}[edit.kind.name]
    if edit.kind.name == "self":
        return edit.role not in {**vars(builtins), **frame.f_globals, **frame.f_locals}
    if edit.kind.name not in ("tested", "uncalled", "letters", "no text"):
        return True
    old = edit.old.left if isinstance(edit.old, ast.Compare) else edit.old
    name = old.value.id if isinstance(old, ast.Attribute) else edit.role  # type: ignore[attr-defined]
    meant = frame.f_locals.get(name, frame.f_globals.get(name))
    if isinstance(edit.old, ast.Compare):
        return _is_unlike(edit, getattr(meant, edit.role.split()[0], None))
    if isinstance(edit.old, ast.Name):
        return type(meant) is FunctionType
    found = (vars(kind).get(edit.role) for kind in type.mro(type(meant)))
    return type(next((entry for entry in found if entry is not None), None)) is FunctionType


def _is_unlike(edit: Edit, value: object) -> bool:
    """Whether what is compared with text is none, or is the same text in capitals."""
    text = edit.role.split()[-1]
    return type(value) is not str if edit.kind.name == "no text" else value == text.upper() and value != text


def _unlike(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """An attribute compared with text that it never is."""
    for node in scope.nodes:
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute) and isinstance(node.ops[0], ast.Eq):
            text = node.comparators[0].value if isinstance(node.comparators[0], ast.Constant) else None
            if isinstance(node.left.value, ast.Name) and isinstance(text, str) and text.isalpha():
                new = ast.Compare(deepcopy(node.left), [ast.Eq()], [ast.Constant(text.upper())])
                yield scope.put(SLIPS["letters"], node, new, f"{node.left.attr} {text}")
                yield scope.put(SLIPS["no text"], node, deepcopy(node.left), node.left.attr)


def _uncalled(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """A method, or a function of the student's, where its answer is meant."""
    own = scope.functions.keys() - {entry.arg for entry in ast.walk(root.args) if isinstance(entry, ast.arg)}
    for node in scope.nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            word, arguments = node.attr, []
        elif isinstance(node, ast.Name) and node.id in own:
            word, arguments = node.id, root.args.args[:1]
        else:
            continue
        owner, name, _ = scope.parents[node]
        is_tested = name == "test" or isinstance(owner, ast.BoolOp) or isinstance(getattr(owner, "op", None), ast.Not)
        if is_tested or name == "iter" or fold(owner) or isinstance(owner, (ast.Return, ast.Expr, ast.Compare)):
            new = ast.Call(deepcopy(node), [ast.Name(entry.arg, ast.Load()) for entry in arguments], [])
            yield scope.put(SLIPS["tested" if is_tested else "uncalled"], node, new, word)


def _thrown_away(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """A line that works something out, and keeps nothing of it."""
    for node in (entry for entry in scope.nodes if isinstance(entry, ast.Expr)):
        value, word, news = node.value, "", list[ast.stmt]()
        asked = value.func.attr if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) else ""
        if isinstance(value, ast.Compare):
            what = "compared"
            if isinstance(value.ops[0], ast.Eq) and isinstance(value.left, PLACES):
                news = [ast.Assign([stored(value.left)], value.comparators[0])]
        elif isinstance(value, ast.Call) and fold(value):
            what, word = "fold", fold(value)
            news = [ast.Assign([stored(place)], value) for place in value.args if isinstance(place, PLACES)]
        elif isinstance(value, NOTHING):
            what = "nothing"
        elif asked in VALUES:
            what, word, news = "value", asked, [ast.Return(value)]
        elif any(map(_only_gives_values, scope.functions.get(scope.own(value), ()))):
            what, word = "value", scope.own(value)
            alike = [entry for entry in scope.nodes if isinstance(entry, ast.Assign) and scope.own(entry.value) == word]
            news = [ast.Assign(entry.targets, value) for entry in alike[:1]]
        else:
            continue
        yield from (scope.put(SLIPS[what], node, new, word) for new in news)
        if not news:
            yield scope.edit(SLIPS[what], node, role=word)


def _only_gives_values(function: ast.FunctionDef) -> bool:
    """Whether a function is called for nothing else, as it sets nothing that is not its own."""
    nodes = list(ast.walk(function))
    kept = any(isinstance(node, PLACES[1:]) and isinstance(node.ctx, ast.Store) for node in nodes)
    return (
        _gives_values(function) and not kept and not any(isinstance(node, (ast.Global, ast.Nonlocal)) for node in nodes)
    )


def _gives_values(function: ast.FunctionDef) -> bool:
    return any(isinstance(node, ast.Return) and node.value is not None for node in ast.walk(function))


def _same(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """A recursive call in a loop over the moves, which gets the position again and nothing of the move."""
    for loop in (node for node in scope.nodes if isinstance(node, ast.For)):
        moves, nodes = sorted(_names(loop.target)), [node for entry in loop.body for node in ast.walk(entry)]
        children = dict.fromkeys(moves)
        for node in (entry for entry in nodes * 2 if isinstance(entry, ast.Assign)):
            is_of_a_child = _calls(node) or _names(node.value) & children.keys()
            if is_of_a_child and not any(map(scope.own, ast.walk(node.value))):
                children |= {name: None for target in node.targets for name in _names(target)}
        does_more = any(isinstance(node, ast.Expr) and _names(node) & children.keys() for node in nodes) or any(
            isinstance(node, PLACES[1:]) and isinstance(node.ctx, ast.Store) for node in nodes
        )
        for call in (node for node in nodes if isinstance(node, ast.Call) and not does_more):
            below = {scope.own(node) for entry in scope.functions.get(scope.own(call), ()) for node in ast.walk(entry)}
            if root.name not in below or _names(call) & children.keys():
                continue
            again = _names(loop.iter) & {entry.arg for entry in root.args.args}
            for argument in (entry for entry in call.args if isinstance(entry, ast.Name) and entry.id in again):
                word = f"{scope.own(call)} {argument.id} {moves[0]}"
                for child in [*children, f"{argument.id}.result({moves[0]})"]:
                    new = ast.parse(child, mode="eval").body
                    yield scope.put(SLIPS["same"], argument, new, word)


def _unread(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """An end of the window that is a parameter and is never read, perhaps as a global variable stands in its place."""
    words = {word for pair in ENDS for word in pair if len(word) > 1}
    read = [node for node in ast.walk(root) if isinstance(node, ast.Name)]
    loaded = {node.id for node in read if isinstance(node.ctx, ast.Load)}
    given = root.args.args[: len(root.args.args) - len(root.args.defaults)]
    unread = [entry.arg for entry in given if entry.arg.lower() in words and entry.arg not in loaded]
    declared = [name for node in ast.walk(root) if isinstance(node, ast.Global) for name in node.names]
    meant = {name: name.lower() for name in loaded if name.lower() in unread} or dict(
        zip(declared, unread, strict=False)
    )
    twins = [node for node in read if node.id in meant]
    if unread:
        changes = [Put(node, "id", meant[node.id]) for node in twins]
        word = f"{root.name} {','.join(unread)} {','.join(sorted({node.id for node in twins}))}".strip()
        edit = scope.edit(SLIPS["global" if twins else "unread"], body_of(root)[0], *changes, role=word)
        yield replace(edit, line=root.lineno)


def _bare(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """A return without a value, where others have one."""
    results = [node for node in scope.nodes if isinstance(node, ast.Return)]
    if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in scope.nodes) or not _gives_values(root):
        return
    for node in (entry for entry in results if entry.value is None):
        for number in scope.numbers.values():
            new = ast.fix_missing_locations(ast.copy_location(deepcopy(number), node))
            yield scope.edit(SLIPS["bare"], node, Put(node, "value", new), role="")
        if not scope.numbers:
            yield scope.edit(SLIPS["bare"], node)


def _misspelt(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """A name that is set and never read, and nearly one that is read."""
    names = [node for node in ast.walk(root) if isinstance(node, ast.Name)]
    read = {node.id for node in names if isinstance(node.ctx, ast.Load)}
    kept = {name for node in ast.walk(root) if isinstance(node, (ast.Global, ast.Nonlocal)) for name in node.names}
    for node in names:
        is_set = isinstance(node.ctx, ast.Store) and isinstance(scope.parents.get(node, (None,))[0], ast.Assign)
        if is_set and node.id not in read | kept and len(node.id) > 3:
            for other in get_close_matches(node.id, sorted(read), 1, 0.8):
                put = Put(node, "id", other)
                yield scope.edit(SLIPS["misspelt"], node, put, role=f"{node.id} {other}")


def _no_self(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """A method called as if it were a function."""
    is_method = [entry.arg for entry in root.args.args[:1]] == ["self"]
    for node in scope.nodes if is_method else ():
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in scope.functions:
            yield scope.put(SLIPS["self"], node, ast.parse(f"self.{node.id}", mode="eval").body, node.id)


def _defaults(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """A default that is a list, a set or a dictionary, and is changed."""
    nodes = list(ast.walk(root))
    changed = [node.value for node in nodes if isinstance(node, ast.Attribute) and node.attr in CHANGING]
    changed += [node.value for node in nodes if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load)]
    names = set().union(*map(_names, changed))
    first = len(root.args.args) - len(root.args.defaults)
    for place, default in enumerate(root.args.defaults):
        name, made = root.args.args[first + place].arg, ast.unparse(default).replace(" ", "")
        if name in names and (
            isinstance(default, (ast.List, ast.Dict, ast.Set)) or made in ("list()", "dict()", "set()")
        ):
            begun = ast.parse(f"if {name} is None:\n    {name} = {made}").body[0]
            at = body_of(root)[0]
            for entry in ast.walk(begun):
                ast.copy_location(entry, at)
            none = ast.copy_location(ast.Constant(None), default)
            changes: tuple[Change, ...] = Put(root.args, "defaults", none, place), Add(root, "body", begun, at)
            yield replace(scope.edit(SLIPS["default"], at, *changes, role=name), line=default.lineno)


def _unreached(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """A line behind one that leaves."""
    for node in scope.nodes:
        if isinstance(node, JUMPS):
            owner, name, _ = scope.parents[node]
            body = scope.siblings(node)
            for behind in (entry for entry in body[body.index(node) + 1 :][:1] if isinstance(entry, STEPS)):
                changes = Take(owner, name, behind), Add(owner, name, behind, node)
                outer, within, _ = scope.parents[owner]
                after = Take(owner, name, behind), Add(outer, within, behind, _next(owner, getattr(outer, within, ())))
                for one in (changes, after) if isinstance(owner, ast.If) else (changes,):
                    edit = scope.edit(SLIPS["unreached"], node, *one, role=str(node.lineno))
                    yield replace(edit, line=behind.lineno)


def _next(node: ast.AST, body: Sequence[ast.stmt]) -> ast.stmt | None:
    """The statement behind one in a body."""
    return next((after for entry, after in pairwise(body) if entry is node), None)


def _no_states(scope: Scope, root: ast.FunctionDef) -> Iterator[Edit]:
    """What a loop goes through is taken for states, and may be actions, or pairs of both."""
    for loop in scope.nodes:
        if not (isinstance(loop, ast.For) and isinstance(loop.target, ast.Name) and isinstance(loop.iter, ast.Call)):
            continue
        name, nodes = loop.target.id, [node for entry in loop.body for node in ast.walk(entry)]
        taken = [node.value for node in nodes if isinstance(node, ast.Attribute)]
        taken += [entry for node in nodes if isinstance(node, ast.Call) and scope.own(node) for entry in node.args[:1]]
        apart = [node.value for node in nodes if isinstance(node, (ast.Subscript, ast.Assign))]
        if not any(_is_name(node, name) for node in taken) or any(_is_name(node, name) for node in apart):
            continue
        at = body_of(loop)[0]
        two = ast.Tuple([ast.Name("_", ast.Store()), deepcopy(loop.target)], ast.Store())
        ast.fix_missing_locations(ast.copy_location(two, loop.target))
        change: list[Change] = [Put(loop, "target", two)]
        yield replace(scope.edit(SLIPS["pair"], at, *change, role=name), line=loop.lineno)
        asked = loop.iter.func
        if isinstance(asked, ast.Attribute):
            children = ast.copy_location(ast.Attribute(asked.value, "children", ast.Load()), loop.iter)
            change = [Put(loop, "iter", children)] if asked.attr == "actions" else []
            yield replace(scope.edit(SLIPS["text"], at, *change, role=name), line=loop.lineno)


def _calls(node: ast.Assign) -> list[ast.Call]:
    return [entry for entry in ast.walk(node.value) if isinstance(entry, ast.Call) and not fold(entry)]


def _is_name(node: ast.AST | None, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _names(node: ast.AST) -> set[str]:
    return {entry.id for entry in ast.walk(node) if isinstance(entry, ast.Name)}


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
    _no_states,
)
