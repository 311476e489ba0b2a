"""The student's own text with edits made: only what an edit is about is written anew."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from autograder.inside.repair.edits import Add, Change, Edit, Put, Take, made
from autograder.inside.repair.scopes import body_of

ATOMS = (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.Constant, ast.List, ast.Tuple, ast.Dict)
"""Expressions that need no parentheses wherever they stand."""
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
    first: tuple[int, int]
    last: tuple[int, int]
    text: str


def rewritten(sources: dict[str, str], edits: Sequence[Edit]) -> list[Rewritten]:
    """The lines that edits change, file by file; nothing where they cannot be told in the student's own text."""
    splices: dict[str, list[_Splice]] = {}
    for edit in edits:
        for change in edit.changes:
            splices.setdefault(edit.file, []).extend(_splices(edit, change, sources[edit.file].split("\n")))
    found = [entry for file, entries in splices.items() for entry in _lines(file, sources[file], entries)]
    return sorted(found)


def _splices(edit: Edit, change: Change, lines: list[str]) -> Iterator[_Splice]:
    if isinstance(change, Take):
        yield _without(change, lines)
    elif isinstance(change, Add):
        yield _added(change, lines)
    else:
        yield _put(edit, change, lines)


def _put(edit: Edit, change: Put, lines: list[str]) -> _Splice:
    value = getattr(change.owner, change.field)
    old = value[change.place] if change.place is not None else value
    if hasattr(old, "lineno") and isinstance(change.new, ast.AST):
        whole, text = old, _text(change.new, change.owner)
    else:
        whole = change.owner
        with made((edit,)):
            text = _text(whole, whole)
    if isinstance(whole, ast.stmt):
        indent = " " * whole.col_offset
        text = ("\n" + indent).join(text.split("\n"))
    first = whole.lineno, _column(lines, whole.lineno, whole.col_offset)
    return _Splice(first, (whole.end_lineno, _column(lines, whole.end_lineno, whole.end_col_offset)), text)


def _text(node: ast.AST, owner: ast.AST) -> str:
    text = _plain(node)
    inside = (
        isinstance(owner, ast.expr) and not isinstance(owner, (ast.Call, ast.Tuple, ast.List)) and owner is not node
    )
    return f"({text})" if inside and isinstance(node, ast.expr) and not isinstance(node, ATOMS) else text


def _plain(node: ast.AST) -> str:
    """A node as text, without the steps that count it."""
    text = ast.unparse(node).replace(INFINITY, 'float("inf")')
    return "\n".join(line for line in text.split("\n") if "__step__()" not in line)


def _column(lines: list[str], number: int, column: int) -> int:
    """A column in characters; the tree has it in bytes of UTF-8."""
    return len(lines[number - 1].encode()[:column].decode("utf-8", "ignore"))


def _without(change: Take, lines: list[str]) -> _Splice:
    """A statement taken out: of a body that it was alone in it leaves `pass`, of an `else` nothing at all."""
    first, text = change.statement.lineno, ""
    if len(body_of(change.owner, change.field)) == 1:
        if change.field == "body":
            text = " " * change.statement.col_offset + "pass\n"
        else:
            while not lines[first - 1].lstrip().startswith(("else", "elif", "finally")):
                first -= 1
    return _Splice((first, 0), ((change.statement.end_lineno or first) + 1, 0), text)


def _added(change: Add, lines: list[str]) -> _Splice:
    body = [entry for entry in body_of(change.owner, change.field) if entry is not change.statement]
    place = change.before.lineno if change.before is not None else (body[-1].end_lineno or 0) + 1 if body else 0
    beside = change.before or body[-1]
    indent = lines[beside.lineno - 1][: len(lines[beside.lineno - 1]) - len(lines[beside.lineno - 1].lstrip())]
    text = "".join(f"{indent}{line}\n" for line in _plain(change.statement).split("\n"))
    return _Splice((place, 0), (place, 0), text)


def _lines(file: str, source: str, splices: Sequence[_Splice]) -> Iterator[Rewritten]:
    """Splices as whole lines, those that meet in one put together."""
    lines = source.split("\n")
    runs: list[list[_Splice]] = []
    for splice in sorted(splices, key=lambda splice: (splice.first, splice.last)):
        if runs and splice.first[0] <= max(entry.last[0] for entry in runs[-1]):
            runs[-1].append(splice)
        else:
            runs.append([splice])
    for run in runs:
        first, last = run[0].first[0], max(entry.last[0] for entry in run)
        text = "\n".join([*lines[first - 1 : last], ""])
        starts = [0]
        for line in lines[first - 1 : last]:
            starts.append(starts[-1] + len(line) + 1)
        for splice in reversed(run):
            start = starts[splice.first[0] - first] + splice.first[1]
            end = min(starts[min(splice.last[0] - first, len(starts) - 1)] + splice.last[1], len(text))
            text = text[:start] + splice.text + text[end:]
        yield Rewritten(file, first, min(last, len(lines)), tuple(text.split("\n")[:-1]))
