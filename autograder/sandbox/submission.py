"""Finds a student's file among what was submitted, and the modules that it imports from beside it.

What is met there may be anything: no link is followed, all is bounded, and no source is parsed or run here.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections import deque
from collections.abc import Collection, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from autograder import limits
from autograder.files import open_regular, read_regular
from autograder.text import source_lines, visible_name

NOT_SUBMITTED = frozenset({"__MACOSX", "__pycache__", "node_modules", "venv"})
"""Folders that end up in archives by accident. Hidden folders are passed over too."""

ARCHIVE = "a zip archive: unpack it, and submit the Python file that is in it"
NOTEBOOK = "a notebook: save it as Python (in Jupyter: Save and Export Notebook As, Executable Script), and submit that"

WORD = r"""#[^\n]*|\\\n|\n|\w+|"(?:[^"\\\n]|\\.){0,100}"|'(?:[^'\\\n]|\\.){0,100}'|[^\s\w]"""
"""The tokens of a source. Comments, continued lines and strings are tokens, so that nothing inside them counts."""
IMPORT = r"(?:from (?P<module>.*?) )?import (?P<names>.*)"
"""A statement, its tokens separated by blanks."""
MODULE, NAME = r"\.*(?:\w+(?:\.\w+)*)?", r"\w+(?:\.\w+)*|\*"


class NoSubmission(Exception):
    """The file that students submit is not there, or is no program. Its text says what was found instead."""


class Submission(NamedTuple):
    """A student's file, and the files that it may import: regular files below its folder, relative to it.

    beside: the student's file is one of them. notes: what whoever reads the grade must know of what was chosen.
    """

    folder: Path
    file: str
    beside: tuple[Path, ...]
    notes: tuple[str, ...] = ()


def find_submission(path: Path, file: str, functions: Collection[str] | None = ()) -> Submission:
    """The submission at a path: a file of any name, or a folder that holds `file`, nested or not.

    functions: what a submission defines, to recognize another student's beside a named file. None where all files
    beside it are other students': then it is taken alone. Raises NoSubmission with words for the student.
    """
    return _in_folder(path, file) if os.path.isdir(path) else _named(path, file, functions)


def _named(path: Path, file: str, functions: Collection[str] | None) -> Submission:
    """A file that was named itself. Where it is a link, that is followed, as whoever grades has named it."""
    original = Path(os.path.realpath(path))
    _refuse_what_is_no_program(original)
    imported, other_submissions = ([], []) if functions is None else local_imports(original, file, functions)
    notes = [
        f"{visible_name(str(entry))} beside {visible_name(original.name)} was not handed over, as it is a submission"
        " itself. If it is part of this one, put both into a folder of their own and grade that."
        for entry in other_submissions[: limits.MOST_NAMED]
    ]
    return Submission(original.parent, original.name, (Path(original.name), *imported), tuple(notes))


def _in_folder(path: Path, file: str) -> Submission:
    files = list(submitted_files(path))
    candidates = [entry for entry in files if entry.name == file]
    if not candidates:
        raise NoSubmission(_not_found(path, file, files))
    if len(candidates) > 1:
        raise NoSubmission(
            f"There is more than one {file} in the submission: {listed(candidates)}."
            " Which one is meant is not guessed, so none was run. Submit one of them."
        )
    relative = candidates[0].parent
    folder = path / relative
    _refuse_what_is_no_program(folder / file)
    beside = [entry.relative_to(relative) for entry in files if entry.is_relative_to(relative)]
    others = [entry for entry in files if _is_copy(entry.name, file)]
    note = f"Graded: {file}. Not looked at: {listed(others)}. If the newer one is there, submit it as {file}."
    return Submission(folder, file, tuple(beside), (note,) if others else ())


def _refuse_what_is_no_program(file: Path) -> None:
    """Raises NoSubmission where a file cannot be read, or is plainly not Python."""
    shown = visible_name(file.name)
    try:
        with open_regular(file) as opened:
            start = opened.read(2**20)
            size = os.fstat(opened.fileno()).st_size
    except OSError as error:
        words = f"{shown} cannot be read: {error.strerror}. Look at its permissions, and submit again."
        raise NoSubmission(words) from None
    if size > limits.LARGEST_SUBMISSION:
        most = limits.LARGEST_SUBMISSION // 2**20
        raise NoSubmission(f"{shown} is larger than {most} MiB, so it is no program that a person wrote.")
    if start.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        raise NoSubmission(f"{shown} is {ARCHIVE}.")
    if start.lstrip().startswith(b"{") and b'"nbformat"' in start:
        raise NoSubmission(f"{shown} is {NOTEBOOK}.")


def submitted_files(folder: Path) -> Iterator[Path]:
    """The regular files below a folder, relative to it, the nearest first, within bounds; closed folders left out."""
    todo, listed = deque([(Path(), 0)]), 0
    while todo:
        parent, depth = todo.popleft()
        try:
            with os.scandir(folder / parent) as opened:
                entries = sorted(islice(opened, limits.MOST_LISTED - listed), key=lambda entry: entry.name)
        except OSError:
            continue
        listed += len(entries)
        for entry in entries:
            relative = parent / entry.name
            if len(os.fsencode(relative)) > limits.LONGEST_PATH:
                continue
            if entry.is_file(follow_symlinks=False):
                yield relative
            elif entry.name in NOT_SUBMITTED or entry.name.startswith("."):
                continue
            elif entry.is_dir(follow_symlinks=False) and depth < limits.DEEPEST_FOLDER:
                todo.append((relative, depth + 1))


def _is_copy(name: str, file: str) -> bool:
    """Whether a name is what a browser or a file manager makes of another copy of a file: `alphabeta (1).py`."""
    stem, suffix = (re.escape(part) for part in os.path.splitext(file))
    pattern = rf"copy of {stem}{suffix}|{stem}(?: ?\(\d+\)| ?-? ?copy(?: ?\(?\d+\)?)?){suffix}"
    return re.fullmatch(pattern, name, re.IGNORECASE) is not None


def listed(files: Collection[Path]) -> str:
    """Some files in words."""
    names = ", ".join(visible_name(str(entry)) for entry in islice(files, limits.MOST_NAMED))
    return f"{names} and {len(files) - limits.MOST_NAMED} more" if len(files) > limits.MOST_NAMED else names


def _not_found(folder: Path, file: str, found: list[Path]) -> str:
    if found:
        return f"There is no {file} in the submission; it holds {listed(found)}. {_what_to_do(file, found)}"
    try:
        os.listdir(folder)
    except OSError:
        return f"There is no {file} in the submission: its folder cannot be read."
    return f"There is no {file} in the submission: it is empty."


def _what_to_do(file: str, found: list[Path]) -> str:
    for entry in found:
        if entry.name.lower() == file.lower() or _is_copy(entry.name, file):
            return f"Rename {visible_name(entry.name)} to {file}."
    for suffix, kind in ((".zip", ARCHIVE), (".ipynb", NOTEBOOK)):
        packed = [visible_name(entry.name) for entry in found if entry.suffix.lower() == suffix]
        if packed:
            return f"{packed[0]} is {kind} as {file}."
    return f"The file must be called exactly {file}."


def local_imports(file: Path, submitted: str, functions: Collection[str]) -> tuple[list[Path], list[Path]]:
    """The modules beside a file that it imports by name, and those that these import; relative to its folder.

    submitted: what a submission's file is called; functions: what it defines. A module like that is another student's
    submission: such modules come second. What looks like an import and is none, as in a docstring, is taken for one.
    """
    imported: list[Path] = []
    other_submissions: list[Path] = []
    folder, seen = file.parent, {Path(file.name)}
    todo = [(Path(file.name), _source(file) or "")]
    read = 0
    while todo:
        for candidate in _candidates(folder, *todo.pop()):
            if candidate in seen:
                continue
            seen.add(candidate)
            is_behind_a_link = any(os.path.islink(folder / parent) for parent in candidate.parents[:-1])
            source = None if is_behind_a_link else _source(folder / candidate)
            read += len(source or "")
            if read > limits.LARGEST_PROGRAMS or len(seen) > limits.MOST_CANDIDATES:
                return imported, other_submissions
            if source is None:
                continue
            if candidate.name == submitted or _defines(source, functions):
                other_submissions.append(candidate)
            else:
                imported.append(candidate)
                todo.append((candidate, source))
    return imported, other_submissions


def _candidates(folder: Path, importing: Path, source: str) -> Iterator[Path]:
    """Where the modules that a source imports would lie, relative to the folder that imports start from."""
    for module, names in _imports(source):
        dots = len(module) - len(module.lstrip("."))
        package = importing.parent.parts
        if dots > len(package) + 1 or len(module) > limits.LONGEST_MODULE:
            continue
        start = package[: len(package) - dots + 1] if dots else ()
        parts = (*start, *filter(None, module.split(".")))
        for length in range(1, len(parts) + 1):
            yield from _places(parts[:length])
        for name in names:
            yield from _places((*parts, name))
        if "*" in names:  # the package may list its modules in __all__
            with contextlib.suppress(OSError):
                listing = sorted(os.listdir(folder.joinpath(*parts)))
                yield from (Path(*parts, name) for name in listing if name.endswith(".py"))


def _places(parts: tuple[str, ...]) -> Iterator[Path]:
    """Where a module with the dotted name may lie: as a package, or as a file."""
    yield Path(*parts, "__init__.py")
    yield Path(*parts[:-1], f"{parts[-1]}.py")


def _imports(source: str) -> Iterator[tuple[str, list[str]]]:
    """The imports of a source: the module, with its leading dots, and the names that are taken from it."""
    for statement in _statements(source):
        found = re.fullmatch(IMPORT, statement)
        if found is None:
            continue
        entries = re.sub("[()]", "", found["names"]).split(",")
        names = [entry.partition(" as ")[0].replace(" ", "") for entry in entries]
        names = [name for name in names if re.fullmatch(NAME, name)]
        if found["module"] is None:
            yield from ((name, []) for name in names)
        elif re.fullmatch(MODULE, module := found["module"].replace(" ", "")):
            yield module, names


def _statements(source: str) -> Iterator[str]:
    """The statements of a source: the tokens up to a line's end, a colon or a semicolon, separated by blanks."""
    statement: list[str] = []
    for match in re.finditer(WORD, source):
        word = match[0]
        if word[0] in "#\\":
            continue
        is_in_brackets = statement[:1] == ["from"] and "(" in statement and ")" not in statement
        if word in (":", ";") or (word == "\n" and not is_in_brackets) or len(statement) > limits.LONGEST_STATEMENT:
            yield " ".join(statement)
            statement = []
        elif word != "\n":
            statement.append(word)
    yield " ".join(statement)


def _source(file: Path) -> str | None:
    """The text of a Python file; None where there is none that can be read."""
    data = read_regular(file, limits.LARGEST_PROGRAM)
    return None if data is None else "\n".join(source_lines(data))


def _defines(source: str, functions: Collection[str]) -> bool:
    """Whether a source defines one of some functions or classes: of `Player.max_value` and `f|g` any part counts."""
    names = "|".join(re.escape(part) for function in functions for part in re.split(r"[.|]", function))
    return bool(names) and bool(
        re.search(rf"\b(?:def|class)[ \t]+(?:{names})\b|^(?:{names})[ \t]*[:=](?!=)", source, re.MULTILINE)
    )
