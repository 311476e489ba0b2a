"""The student's own text with edits made: only what an edit is about is written anew."""

import ast
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from difflib import SequenceMatcher
from itertools import accumulate
from typing import Any, NamedTuple

from autograder.repair.edits import Add, Change, Edit, Put, Take, made
from autograder.repair.program import STEP, Program
from autograder.repair.scopes import body_of, roots

ATOMS = (
    ast.Name,
    ast.Attribute,
    ast.Subscript,
    ast.Call,
    ast.Constant,
    ast.List,
    ast.Tuple,
    ast.Dict,
)
"""Expressions that need no parentheses wherever they stand."""
FOUR = "    "
"""How `ast.unparse` indents."""
INFINITY = "1e309"
"""How `ast.unparse` writes infinity."""


class Rewritten(NamedTuple):
    """Lines of a file, from 1, the last included, with what to write instead. Nothing is put before `first` where
    `last` is one less."""

    file: str
    first: int
    last: int
    lines: tuple[str, ...]


class _Splice(NamedTuple):
    """What to write between two places of a file, each a line and a byte in it."""

    first: tuple[int, int]
    last: tuple[int, int]
    text: str


def rewritten(program: Program, edits: Sequence[Edit]) -> list[Rewritten]:
    """The lines that edits change, by file; nothing where no way to write them gives the program that was tried."""
    found: list[Rewritten] = []
    for file in dict.fromkeys(edit.file for edit in edits):
        own = tuple(edit for edit in edits if edit.file == file)
        with made(own):
            tried = _canonical(_plain(program.trees[file]))
        lines = program.sources[file].split("\n")
        ways = (way.split("\n") for way in _ways(program, lines, own))
        new = next(
            (
                way
                for way in ways
                if tried is not None and _canonical("\n".join(way)) == tried
            ),
            None,
        )
        if new is None:
            return []
        for what, first, last, start, end in SequenceMatcher(
            None, lines, new, autojunk=False
        ).get_opcodes():
            if what != "equal":
                found.append(Rewritten(file, first + 1, last, tuple(new[start:end])))
    return sorted(found)


def _ways(program: Program, lines: list[str], edits: tuple[Edit, ...]) -> Iterator[str]:
    """Ways to write a file with its edits, the one that leaves most as it is first. Some are none."""
    with suppress(IndexError):
        yield _spliced(
            lines,
            [_splice(edit, change, lines) for edit in edits for change in edit.changes],
        )
    regions = {edit.region for edit in edits}
    edited = [root for region, _, _, root in roots(program.trees) if region in regions]
    with made(edits):
        splices = [_anew(root, lines) for root in edited]
    yield _spliced(lines, splices)


def _anew(statement: Any, lines: list[str]) -> _Splice:
    """A function, or a statement outside of any, written anew, indented as its file is."""
    first = min(
        [
            statement.lineno,
            *(entry.lineno for entry in getattr(statement, "decorator_list", ())),
        ]
    )
    text = _rows(_plain(statement), lines[first - 1], lines)
    return _Splice((first, 0), ((statement.end_lineno or first) + 1, 0), text)


def _rows(text: str, beside: str, lines: list[str]) -> str:
    """Text of `ast.unparse` as lines of a file: indented as the one that they stand beside, and as the file indents."""
    unit = next(
        (_indent(line) for line in lines if line.strip() and _indent(line)), FOUR
    )
    depths = ((len(_indent(row)) // len(FOUR), row) for row in text.split("\n"))
    return "".join(
        f"{_indent(beside)}{unit * depth}{row[depth * len(FOUR) :]}\n"
        for depth, row in depths
    )


def _canonical(source: str) -> str | None:
    """A program written so that equal programs have equal text; None where it is none."""
    try:
        return ast.unparse(ast.parse(source)).replace(INFINITY, "float('inf')")
    except (SyntaxError, ValueError):
        return None


def _splice(edit: Edit, change: Change, lines: list[str]) -> _Splice:
    if isinstance(change, Take):
        return _without(edit, change, lines)
    return (
        _added(change, lines) if isinstance(change, Add) else _put(edit, change, lines)
    )


def _put(edit: Edit, change: Put, lines: list[str]) -> _Splice:
    value = getattr(change.owner, change.field)
    old = value[change.place] if change.place is not None else value
    # A function's parameters have no place of their own, but each of them has.
    places: list[Any] = (
        [*ast.iter_child_nodes(old)] if isinstance(old, ast.arguments) else [old]
    )
    if places and hasattr(places[0], "lineno") and isinstance(change.new, ast.AST):
        text = _text(change.new, change.owner)
    else:
        places = [change.owner]
        with made((edit,)):
            text = _text(change.owner, change.owner)
    if isinstance(places[0], ast.stmt):
        text = _rows(text, lines[places[0].lineno - 1], lines).strip()
    starts = [(node.lineno, node.col_offset) for node in places]
    ends = [(node.end_lineno, node.end_col_offset) for node in places]
    return _Splice(min(starts), max(ends), text)


def _text(node: ast.AST, owner: ast.AST) -> str:
    text = _plain(node)
    whole = (
        owner is node
        or not isinstance(owner, ast.expr)
        or isinstance(owner, (ast.Call, ast.Tuple, ast.List))
    )
    return (
        text
        if whole or not isinstance(node, ast.expr) or isinstance(node, ATOMS)
        else f"({text})"
    )


def _plain(node: ast.AST) -> str:
    """A node as text, without the steps that count it."""
    text = ast.unparse(node).replace(INFINITY, 'float("inf")')
    without = re.sub(rf"^( *){STEP}\(\)\n(?=\n*\1\S)", "", text, flags=re.MULTILINE)
    return without.replace(f"{STEP}()", "pass")


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _without(edit: Edit, change: Take, lines: list[str]) -> _Splice:
    """A statement taken out: of a body that is empty then it leaves `pass`, of an `else` nothing at all."""
    first, text = change.statement.lineno, ""
    filled = [
        entry.owner
        for entry in edit.changes
        if isinstance(entry, Add) and entry.field == change.field
    ]
    if len(body_of(change.owner, change.field)) == 1 and change.owner not in filled:
        if change.field == "body":
            text = _indent(lines[first - 1]) + "pass\n"
        else:
            while not lines[first - 1].lstrip().startswith(("else", "elif", "finally")):
                first -= 1
    return _Splice((first, 0), ((change.statement.end_lineno or first) + 1, 0), text)


def _added(change: Add, lines: list[str]) -> _Splice:
    body = [
        entry
        for entry in body_of(change.owner, change.field)
        if entry is not change.statement
    ]
    place = (
        change.before.lineno
        if change.before is not None
        else (body[-1].end_lineno or 0) + 1
        if body
        else 0
    )
    beside = change.before or body[-1]
    return _Splice(
        (place, 0),
        (place, 0),
        _rows(_plain(change.statement), lines[beside.lineno - 1], lines),
    )


def _spliced(lines: list[str], splices: Sequence[_Splice]) -> str:
    """The text of a file with splices made. Raises IndexError where there is no such line."""
    starts = [0, *accumulate(len(line.encode()) + 1 for line in lines)]
    text = "\n".join([*lines, ""]).encode()
    for splice in sorted(splices, key=lambda splice: (splice.first, splice.last))[::-1]:
        first, last = (
            starts[number - 1] + column
            for number, column in (splice.first, splice.last)
        )
        text = text[:first] + splice.text.encode() + text[last:]
    return text[:-1].decode()
