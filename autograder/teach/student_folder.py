"""Writes the files that students get into a folder, over no work of theirs."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import BinaryIO

from autograder.core.errors import WrongUsage
from autograder.core.exercises.documents import from_here
from autograder.core.files import NO_PYTHON
from autograder.core.limits import LARGEST_SOURCE, LONGEST_HEAD
from autograder.core.outputs import FileKind, Gate, NeedsForce, Output
from autograder.core.sentences import in_all_languages
from autograder.core.text import listed
from autograder.teach.handout_templates import TOPIC

OTHER_FILES = (
    "{folder} holds other files of these names already: {files}. Nothing was written;"
    " name another folder with --to, or have these files replaced with --force"
)


def write_files(
    files: Mapping[str, str],
    folder: Path,
    gate: Gate | None = None,
    versions: Callable[[], Sequence[Mapping[str, str]]] = list,
) -> None:
    """Write files into a folder, the one to hand in first.

    versions: returns other files that these may replace. Raises WrongUsage, and writes
    nothing, if some are there and differ.
    """
    gate = gate or Gate()
    folder.mkdir(parents=True, exist_ok=True)
    texts = {folder / name: text.encode() for name, text in files.items()}
    outputs: list[tuple[Output, bytes]] = []
    differing: list[str] = []
    for index, (file, text) in enumerate(texts.items()):
        is_alike = _is_unwritten
        if index > 0:
            is_alike = partial(
                _begins_as, text, partial(_versions_of, file.name, versions)
            )
        kind = FileKind(f"the new {file.name}", partial(_holds, text), is_alike)
        try:
            outputs.append((gate.ask_within(file, kind, "--to"), text))
        except NeedsForce:
            differing.append(file.name)
    if differing:
        raise WrongUsage(
            OTHER_FILES.format(folder=from_here(folder), files=listed(differing))
        )
    for output, text in outputs:
        output.write(text)


def _holds(text: bytes, opened: BinaryIO) -> bool:
    """Return whether a file has the text that would be written."""
    return opened.read(len(text) + 1) == text


def _versions_of(
    name: str, versions: Callable[[], Sequence[Mapping[str, str]]]
) -> list[bytes]:
    """Return the texts that a file of this name has in other versions."""
    return [files[name].encode() for files in versions() if name in files]


def _begins_as(
    text: bytes, versions: Callable[[], Iterable[bytes]], opened: BinaryIO
) -> bool:
    """Return whether a file has the first line of a text, or of another version."""
    first = opened.readline(LONGEST_HEAD).rstrip(b"\r\n")
    return first == _first_line(text) or first in map(_first_line, versions())


def _first_line(text: bytes) -> bytes:
    return text.partition(b"\n")[0]


def _is_unwritten(opened: BinaryIO) -> bool:
    """Return whether a file has stubs alone, so that no work in it can be lost."""
    text = opened.read(LARGEST_SOURCE).decode("utf-8", "replace")
    try:
        statements = [*_outside_functions(ast.parse(text).body)]
    except NO_PYTHON:
        return False
    written = [statement for statement in statements if not _is_frame(statement)]
    return bool(written) and all(map(_is_stub, written))


def _outside_functions(statements: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield statements, and those of the classes among them."""
    for statement in statements:
        yield statement
        if isinstance(statement, ast.ClassDef):
            yield from _outside_functions(statement.body)


def _is_frame(statement: ast.stmt) -> bool:
    """Return whether a statement is an import, a class or a text alone."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    return isinstance(statement, (ast.Import, ast.ImportFrom, ast.ClassDef))


def _is_stub(statement: ast.stmt) -> bool:
    """Return whether a statement is a function that only raises a stub's message."""
    if not isinstance(statement, ast.FunctionDef):
        return False
    match [inner for inner in statement.body if not _is_frame(inner)]:
        case [ast.Raise(exc=ast.Call(args=[ast.Constant(value=str(message))]))]:
            return any(
                re.fullmatch(pattern, message) for pattern in _messages_of_stubs()
            )
    return False


def _messages_of_stubs() -> Iterator[str]:
    """Yield a pattern of a stub's message, in each language."""
    for text in in_all_languages(TOPIC, "not_written"):
        yield r"[\w.]+".join(map(re.escape, text.split("{name}")))
