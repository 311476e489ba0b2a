"""Writes the student's own text with edits made, and leaves the rest as it is.

A syntax tree knows neither comments nor how lines are broken. So the text of an edit is
spliced into the student's lines, at the positions of the nodes that it changes.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from difflib import SequenceMatcher
from itertools import accumulate
from typing import Any, NamedTuple

from autograder.explain.repair.edits import (
    Add,
    Alteration,
    Edit,
    Put,
    Take,
    first_line,
    made,
)
from autograder.explain.repair.facts import roots
from autograder.explain.repair.nodes import body_of
from autograder.explain.repair.program import STEP, Program

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
"""Expressions that need no parentheses anywhere."""
DELIMITED = (ast.Call, ast.Tuple, ast.List)
"""Expressions with commas between their elements, which need no parentheses."""
FOUR = "    "
"""How `ast.unparse` indents."""
INFINITY = "1e309"
"""How `ast.unparse` writes infinity."""


class ChangedLines(NamedTuple):
    """Lines of a file, from 1, the last included, and the lines that replace them.

    Nothing is replaced before `first` if `last` is one less.
    """

    file: str
    first: int
    last: int
    lines: tuple[str, ...]


class _Splice(NamedTuple):
    """A new text between two positions of a file, each a line and a byte in it."""

    start: tuple[int, int]
    end: tuple[int, int]
    text: str


def rewritten(program: Program, edits: Sequence[Edit]) -> list[ChangedLines]:
    """Return the lines that edits change, by file.

    An example is ("alphabeta", 7, 7, ("    if alpha >= beta:",)). There are none if no
    way to write the edits gives the program that was tried.
    """
    changed: list[ChangedLines] = []
    for file in dict.fromkeys(edit.file for edit in edits):
        of_file = tuple(edit for edit in edits if edit.file == file)
        new_text = _new_text(program, file, of_file)
        if new_text is None:
            return []
        changed += _changed_lines(file, program.sources[file], new_text)
    return sorted(changed)


def _changed_lines(file: str, old_text: str, new_text: str) -> Iterator[ChangedLines]:
    old, new = old_text.split("\n"), new_text.split("\n")
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for tag, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        if tag != "equal":
            lines = tuple(new[new_start:new_end])
            yield ChangedLines(file, old_start + 1, old_end, lines)


def _new_text(program: Program, file: str, edits: tuple[Edit, ...]) -> str | None:
    """Return a file with its edits as text, if that gives the tree that was tried."""
    with made(edits):
        tried = _canonical(_plain(program.trees[file]))
    if tried is None:
        return None
    for text in _ways(program, file, edits):
        if _canonical(text) == tried:
            return text
    return None


def _ways(program: Program, file: str, edits: tuple[Edit, ...]) -> Iterator[str]:
    """Yield ways to write a file with its edits, those that change least first.

    Some are another program or none, as the splices of two edits may overlap. Last of
    all, the functions with edits are written anew as a whole.
    """
    lines = program.sources[file].split("\n")
    with suppress(IndexError):
        splices = [
            _splice(edit, alteration, lines)
            for edit in edits
            for alteration in edit.alterations
        ]
        yield _spliced(lines, splices)
    regions = {edit.region for edit in edits}
    all_regions = [*roots(program.trees)]
    edited = [region.root for region in all_regions if region.number in regions]
    with made(edits):
        splices = [_anew(root, lines) for root in edited]
    yield _spliced(lines, splices)


def _canonical(source: str) -> str | None:
    """Return a program so written that equal programs have equal text.

    Return None for a text that is no program.
    """
    try:
        return ast.unparse(ast.parse(source)).replace(INFINITY, "float('inf')")
    except (SyntaxError, ValueError):
        return None


# --- The splices of an edit ---


def _splice(edit: Edit, alteration: Alteration, lines: list[str]) -> _Splice:
    """Return the splice of an alteration. Raises IndexError if it has no position."""
    if isinstance(alteration, Take):
        return _taken(edit, alteration, lines)
    if isinstance(alteration, Add):
        return _added(alteration, lines)
    return _put(edit, alteration, lines)


def _put(edit: Edit, alteration: Put, lines: list[str]) -> _Splice:
    """Return the new node's text in the position of the old one.

    A node without a position in the text, as the `<` of a comparison, is written with
    its owner.
    """
    old = getattr(alteration.owner, alteration.field)
    if alteration.list_index is not None:
        old = old[alteration.list_index]
    replaced: list[Any] = [old]
    if isinstance(old, ast.arguments):
        # They have no position of their own, but each of them has.
        replaced = [*ast.iter_child_nodes(old)]
    has_position = bool(replaced) and hasattr(replaced[0], "lineno")
    if has_position and isinstance(alteration.new, ast.AST):
        text = _in_parentheses(alteration.new, alteration.owner)
    else:
        replaced = [alteration.owner]
        with made((edit,)):
            text = _plain(alteration.owner)
    if isinstance(replaced[0], ast.stmt):
        text = _indented(text, lines[replaced[0].lineno - 1], lines).strip()
    start = min((node.lineno, node.col_offset) for node in replaced)
    end = max((node.end_lineno, node.end_col_offset) for node in replaced)
    return _Splice(start, end, text)


def _taken(edit: Edit, alteration: Take, lines: list[str]) -> _Splice:
    """Return a splice without a statement's lines.

    If the body is empty then, `pass` is left of it, and of an `else` nothing at all.
    """
    statement = alteration.statement
    first = statement.lineno
    text = ""
    if _is_emptied(edit, alteration):
        if alteration.field == "body":
            text = f"{_indent(lines[first - 1])}pass\n"
        else:
            while not lines[first - 1].lstrip().startswith(("else", "elif", "finally")):
                first -= 1
    return _whole_lines(first, statement.end_lineno or first, text)


def _is_emptied(edit: Edit, alteration: Take) -> bool:
    """Return whether the edit leaves no statement in the body."""
    if len(body_of(alteration.owner, alteration.field)) != 1:
        return False
    additions = [other for other in edit.alterations if isinstance(other, Add)]
    filled = [(addition.owner, addition.field) for addition in additions]
    return (alteration.owner, alteration.field) not in filled


def _added(alteration: Add, lines: list[str]) -> _Splice:
    """Return a statement as lines before another, or behind the last of its body."""
    if alteration.before is not None:
        beside = alteration.before
        line = beside.lineno
    else:
        body = body_of(alteration.owner, alteration.field)
        beside = [inner for inner in body if inner is not alteration.statement][-1]
        line = (beside.end_lineno or 0) + 1
    text = _indented(_plain(alteration.statement), lines[beside.lineno - 1], lines)
    return _Splice((line, 0), (line, 0), text)


def _anew(statement: Any, lines: list[str]) -> _Splice:
    """Return a function, or a statement outside of any, written anew."""
    first = first_line(statement)
    text = _indented(_plain(statement), lines[first - 1], lines)
    return _whole_lines(first, statement.end_lineno or first, text)


def _whole_lines(first: int, last: int, text: str) -> _Splice:
    return _Splice((first, 0), (last + 1, 0), text)


def _spliced(lines: list[str], splices: Sequence[_Splice]) -> str:
    """Return the text of a file with splices made.

    Raises IndexError if there is no such line.
    """
    starts = [0, *accumulate(len(line.encode()) + 1 for line in lines)]

    def offset(position: tuple[int, int]) -> int:
        line, column = position
        return starts[line - 1] + column

    text = "\n".join([*lines, ""]).encode()
    in_order = sorted(splices, key=lambda splice: (splice.start, splice.end))
    # From the last on, so that the positions of the others stay true.
    for splice in reversed(in_order):
        before = text[: offset(splice.start)]
        behind = text[offset(splice.end) :]
        text = before + splice.text.encode() + behind
    return text[:-1].decode()


# --- Nodes as text ---


def _plain(node: ast.AST) -> str:
    """Return a node as text, without the steps that count it."""
    text = ast.unparse(node).replace(INFINITY, 'float("inf")')
    # A step goes, unless nothing else stands in its body: there `pass` takes its place.
    step_before_another = rf"^( *){STEP}\(\)\n(?=\n*\1\S)"
    without = re.sub(step_before_another, "", text, flags=re.MULTILINE)
    return without.replace(f"{STEP}()", "pass")


def _in_parentheses(node: ast.AST, owner: ast.AST) -> str:
    """Return a node as text, in parentheses if its owner may need them."""
    text = _plain(node)
    is_closed = not isinstance(node, ast.expr) or isinstance(node, ATOMS)
    is_apart = not isinstance(owner, ast.expr) or isinstance(owner, DELIMITED)
    return text if is_closed or is_apart else f"({text})"


def _indented(text: str, beside: str, lines: list[str]) -> str:
    """Return text of `ast.unparse` as lines of a file.

    They are indented as the line that they stand beside, and deeper as the file
    indents.
    """
    unit = _unit(lines)
    rows: list[str] = []
    for row in text.split("\n"):
        depth = len(_indent(row)) // len(FOUR)
        code = row[depth * len(FOUR) :]
        rows.append(f"{_indent(beside)}{unit * depth}{code}\n")
    return "".join(rows)


def _unit(lines: list[str]) -> str:
    """Return the indent of a body in a file: that of its first indented line."""
    for line in lines:
        if line.strip() and _indent(line):
            return _indent(line)
    return FOUR


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]
