"""Finds the modules that a single file imports from beside it, and no more: a whole class's programs may lie there.

The source is split into words and never parsed or run here, as it may be anything. What looks like an import and is
none, such as one in a docstring, is taken for one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from autograder.files import open_regular

LARGEST_SOURCE = 2**18
MOST_TO_READ = 2**20
"""Bytes of one file, and of all, that are looked through; more than any program of a person's."""
MOST_CANDIDATES = 20_000
LONGEST_STATEMENT = 2000
LONGEST_MODULE = 500
"""Places where a module might be, words of a statement, and characters of a name, after which no more are looked at."""

WORD = re.compile(r"""#[^\n]*|\\\n|\n|\w+|"(?:[^"\\\n]|\\.){0,100}"|'(?:[^'\\\n]|\\.){0,100}'|[^\s\w]""")
"""Comments, continued lines and strings are words too, so that what is inside them counts for nothing."""
MODULE = re.compile(r"\.*(?:\w+(?:\.\w+)*)?")
NAME = re.compile(r"\w+(?:\.\w+)*|\*")


class Neighbours(NamedTuple):
    """Files relative to the folder of the one that imports them, which is not among them.

    withheld: those that are named too, but are submissions themselves.
    """

    imported: tuple[Path, ...]
    withheld: tuple[Path, ...]


def neighbours(file: Path, submitted: str, functions: Collection[str]) -> Neighbours:
    """The modules beside a file that it imports by name, and those that these import.

    submitted: what a submission's file is called; functions: what it defines. A file like that is another's submission.
    """
    imported: list[Path] = []
    withheld: list[Path] = []
    folder, seen = file.parent, {Path(file.name)}
    todo = [(Path(file.name), _source(file) or "")]
    read = 0
    while todo:
        for candidate in _candidates(folder, *todo.pop()):
            if candidate in seen:
                continue
            seen.add(candidate)
            source = _source(folder / candidate) if not _behind_a_link(folder, candidate) else None
            read += len(source or "")
            if read > MOST_TO_READ or len(seen) > MOST_CANDIDATES:
                return Neighbours(tuple(imported), tuple(withheld))
            if source is None:
                continue
            if candidate.name == submitted or _defines(source, functions):
                withheld.append(candidate)
            else:
                imported.append(candidate)
                todo.append((candidate, source))
    return Neighbours(tuple(imported), tuple(withheld))


def _candidates(folder: Path, importing: Path, source: str) -> Iterator[Path]:
    """Where the modules that a source imports would lie, relative to the folder that imports start from."""
    for module, names in _imports(source):
        dots = len(module) - len(module.lstrip("."))
        package = importing.parent.parts
        if dots > len(package) + 1 or len(module) > LONGEST_MODULE:
            continue
        start = package[: len(package) - dots + 1] if dots else ()
        parts = (*start, *filter(None, module.split(".")))
        for length in range(1, len(parts) + 1):
            yield from _places(parts[:length])
        for name in names:
            yield from _places((*parts, name))
        if "*" in names:  # the package may list its modules in __all__
            yield from (Path(*parts, name) for name in _listed(folder.joinpath(*parts)) if name.endswith(".py"))


def _places(parts: tuple[str, ...]) -> Iterator[Path]:
    """Where a module with the dotted name may lie: as a package, or as a file."""
    yield Path(*parts, "__init__.py")
    yield Path(*parts[:-1], f"{parts[-1]}.py")


def _listed(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _imports(source: str) -> Iterator[tuple[str, list[str]]]:
    """The imports of a source: the module, with its leading dots, and the names that are taken from it."""
    statement: list[str] = []
    for match in WORD.finditer(source):
        word = match[0]
        if word[0] in "#\\":
            continue
        in_brackets = statement[:1] == ["from"] and "(" in statement and ")" not in statement
        if word in (":", ";") or (word == "\n" and not in_brackets) or len(statement) > LONGEST_STATEMENT:
            yield from _imported(statement)
            statement = []
        elif word != "\n":
            statement.append(word)
    yield from _imported(statement)


def _imported(statement: list[str]) -> Iterator[tuple[str, list[str]]]:
    if statement[:1] == ["import"]:
        for module in _between_commas(statement[1:]):
            yield module, []
    elif statement[:1] == ["from"] and "import" in statement:
        at = statement.index("import")
        module = "".join(statement[1:at])
        if MODULE.fullmatch(module):
            yield module, _between_commas(word for word in statement[at + 1 :] if word not in "()")


def _between_commas(words: Iterable[str]) -> list[str]:
    """What is imported, without what it is to be called: `a.b as c, d` is a.b and d."""
    entries, taking = [""], True
    for word in words:
        if word == ",":
            entries.append("")
            taking = True
        elif word == "as":
            taking = False
        elif taking:
            entries[-1] += word
    return [entry for entry in entries if NAME.fullmatch(entry)]


def _behind_a_link(folder: Path, relative: Path) -> bool:
    """Whether a folder on the way from one folder to a file below it is a link."""
    return any(os.path.islink(folder / parent) for parent in relative.parents[:-1])


def _source(file: Path) -> str | None:
    """The text of a Python file; None where there is none that can be read."""
    try:
        with open_regular(file) as opened:
            text = opened.read(LARGEST_SOURCE)
    except (OSError, ValueError):
        return None
    return text.decode("utf-8-sig", "replace").replace("\r\n", "\n").replace("\r", "\n")


def _defines(source: str, functions: Collection[str]) -> bool:
    """Whether a source defines one of some functions or classes: of `Player.max_value` and `f|g` any part counts."""
    names = "|".join(re.escape(part) for function in functions for part in re.split(r"[.|]", function))
    return bool(names) and bool(
        re.search(rf"\b(?:def|class)[ \t]+(?:{names})\b|^(?:{names})[ \t]*[:=](?!=)", source, re.MULTILINE)
    )
