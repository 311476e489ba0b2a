"""Finds the student's file among what was submitted. What it meets there may be anything."""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from autograder.files import open_regular
from autograder.sandbox.neighbours import neighbours
from autograder.text import visible_name

LARGEST_FILE = 64 * 2**20
MOST_LISTED = 20_000
MOST_DEPTH = 32
LONGEST_PATH = 1024
"""Files and folders that are looked at, how deep they may lie, and the bytes of a path below the submission."""
NOT_SUBMITTED = frozenset({"__MACOSX", "__pycache__", "node_modules", "venv"})
"""Folders that end up in archives by accident. Hidden folders are passed over too."""
MOST_NAMED = 10

ARCHIVE = "a zip archive: unpack it, and submit the Python file that is in it"
NOTEBOOK = "a notebook: save it as Python (in Jupyter: Save and Export Notebook As, Executable Script), and submit that"


class NoSubmission(Exception):
    """Raised where the file that students submit is not there, or is none. Its text says what was found instead."""


@dataclass(frozen=True)
class Submission:
    """A student's file, and the files that it may import: regular files below its folder, relative to it.

    beside: the student's file is one of them. notes: what whoever reads the grade must know of what was chosen.
    """

    folder: Path
    file: str
    beside: tuple[Path, ...]
    notes: tuple[str, ...] = ()


def find_submission(path: Path, file: str, functions: Collection[str] | None = ()) -> Submission:
    """The submission at a path: a file of any name, or a folder that holds `file`, nested or not.

    functions: what a submission defines, to know a neighbour of a named file for another's submission. None where
    every neighbour is another's: then a named file is taken alone.
    Raises NoSubmission with words for the student.
    """
    return _in_folder(path, file) if os.path.isdir(path) else _named(path, file, functions)


def _named(path: Path, file: str, functions: Collection[str] | None) -> Submission:
    """A file that was named itself. Where it is a link, that is followed, as whoever grades has named it."""
    original = Path(os.path.realpath(path))
    _refuse_what_is_no_program(original, original.name)
    if functions is None:
        return Submission(original.parent, original.name, (Path(original.name),))
    imported, withheld = neighbours(original, file, functions)
    notes = [
        f"{visible_name(str(entry))} beside {visible_name(original.name)} was not handed over, as it is a submission"
        " itself. If it is part of this one, put both into a folder of their own and grade that."
        for entry in withheld[:MOST_NAMED]
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
    _refuse_what_is_no_program(folder / file, file)
    beside = [entry.relative_to(relative) for entry in files if entry.is_relative_to(relative)]
    others = [entry for entry in files if _is_copy(entry.name, file)]
    note = f"Graded: {file}. Not looked at: {listed(others)}. If the newer one is there, submit it as {file}."
    return Submission(folder, file, tuple(beside), (note,) if others else ())


def _refuse_what_is_no_program(file: Path, name: str) -> None:
    """Raises NoSubmission where a file cannot be read, or is plainly not Python."""
    shown = visible_name(name)
    try:
        with open_regular(file) as opened:
            start = opened.read(2**20)
            size = os.fstat(opened.fileno()).st_size
    except OSError as error:
        raise NoSubmission(
            f"{shown} cannot be read: {error.strerror}. Look at its permissions, and submit again."
        ) from None
    if size > LARGEST_FILE:
        raise NoSubmission(
            f"{shown} is larger than {LARGEST_FILE // 2**20} MiB, so it is no program that a person wrote."
        )
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
                entries = sorted(islice(opened, MOST_LISTED - listed), key=lambda entry: entry.name)
        except OSError:
            continue
        listed += len(entries)
        for entry in entries:
            relative = parent / entry.name
            if len(os.fsencode(relative)) > LONGEST_PATH:
                continue
            if entry.is_file(follow_symlinks=False):
                yield relative
            elif entry.is_dir(follow_symlinks=False) and depth < MOST_DEPTH and _is_submitted(entry.name):
                todo.append((relative, depth + 1))


def _is_submitted(folder: str) -> bool:
    return folder not in NOT_SUBMITTED and not folder.startswith(".")


def _is_copy(name: str, file: str) -> bool:
    """Whether a name is what a browser or a file manager makes of another copy of a file: `alphabeta (1).py`."""
    stem, suffix = (re.escape(part) for part in os.path.splitext(file))
    pattern = rf"copy of {stem}{suffix}|{stem}(?: ?\(\d+\)| ?-? ?copy(?: ?\(?\d+\)?)?){suffix}"
    return re.fullmatch(pattern, name, re.IGNORECASE) is not None


def listed(files: Collection[Path]) -> str:
    """Some files in words."""
    names = ", ".join(visible_name(str(entry)) for entry in islice(files, MOST_NAMED))
    return f"{names} and {len(files) - MOST_NAMED} more" if len(files) > MOST_NAMED else names


def _not_found(folder: Path, file: str, found: list[Path]) -> str:
    if not found:
        return (
            f"There is no {file} in the submission: {'it is empty' if _opens(folder) else 'its folder cannot be read'}."
        )
    return f"There is no {file} in the submission; it holds {listed(found)}. {_what_to_do(file, found)}"


def _opens(folder: Path) -> bool:
    try:
        os.listdir(folder)
    except OSError:
        return False
    return True


def _what_to_do(file: str, found: list[Path]) -> str:
    for entry in found:
        if entry.name.lower() == file.lower() or _is_copy(entry.name, file):
            return f"Rename {visible_name(entry.name)} to {file}."
    for suffix, kind in ((".zip", ARCHIVE), (".ipynb", NOTEBOOK)):
        for entry in found:
            if entry.suffix.lower() == suffix:
                return f"{visible_name(entry.name)} is {kind} as {file}."
    return f"The file must be called exactly {file}."
