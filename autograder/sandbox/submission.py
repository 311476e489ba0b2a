"""Finds a student's file among what was submitted, and the modules that it imports from beside it.

What is met there may be anything: no link is followed, all is bounded, and no source is parsed or run here.
"""

import contextlib
import os
import re
from collections import deque
from collections.abc import Collection, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from autograder import limits
from autograder.files import is_left_by_programs, open_regular, read_regular
from autograder.text import listed, source_lines, visible_name

ARCHIVE = "a zip archive: unpack it, and submit the Python file that is in it"
NOTEBOOK = "a notebook: save it as Python (in Jupyter: Save and Export Notebook As, Executable Script), and submit that"


class NoSubmission(Exception):
    """The file that students submit is not there, or is no program. Its text says what was found instead."""


class Submission(NamedTuple):
    """A student's file, and all that it may import, itself too: regular files below its folder, relative to it."""

    folder: Path
    file: str
    beside: tuple[Path, ...]
    notes: tuple[str, ...] = ()
    """What whoever reads the grade must know of what was chosen."""


def find_submission(path: Path, file: str, functions: Collection[str] | None = ()) -> Submission:
    """The submission at a path: a file of any name, or a folder that holds `file`, nested or not.

    functions: what a submission defines, to recognize another student's beside a named file. None where all files
    beside it are other students': then it is taken alone. Raises NoSubmission with words for the student.
    """
    if os.path.isdir(path):
        return _in_folder(path, file)
    original = Path(os.path.realpath(path))  # a link is followed, as whoever grades has named it
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
        raise NoSubmission(f"There is no {file} in the submission{_what_else(path, file, files)}")
    if len(candidates) > 1:
        more = f"There is more than one {file} in the submission: {listed(candidates)}."
        raise NoSubmission(f"{more} Which one is meant is not guessed, so none was run. Submit one of them.")
    _refuse_what_is_no_program(path / candidates[0])
    relative = candidates[0].parent
    beside = tuple(entry.relative_to(relative) for entry in files if entry.is_relative_to(relative))
    others = [entry for entry in files if _is_copy(entry.name, file)]
    note = f"Graded: {file}. Not looked at: {listed(others)}. If the newer one is there, submit it as {file}."
    return Submission(path / relative, file, beside, (note,) if others else ())


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
    todo, looked_at = deque([(Path(), 0)]), 0
    while todo:
        parent, depth = todo.popleft()
        try:
            with os.scandir(folder / parent) as opened:
                entries = sorted(islice(opened, limits.MOST_LISTED - looked_at), key=lambda entry: entry.name)
        except OSError:
            continue
        looked_at += len(entries)
        for entry in entries:
            relative = parent / entry.name
            if len(os.fsencode(relative)) > limits.LONGEST_PATH:
                continue
            if entry.is_file(follow_symlinks=False):
                yield relative
            elif is_left_by_programs(entry.name):
                continue
            elif entry.is_dir(follow_symlinks=False) and depth < limits.DEEPEST_FOLDER:
                todo.append((relative, depth + 1))


def _is_copy(name: str, file: str) -> bool:
    """Whether a name is what a browser or a file manager makes of another copy of a file: `alphabeta (1).py`."""
    stem, suffix = (re.escape(part) for part in os.path.splitext(file))
    pattern = rf"copy of {stem}{suffix}|{stem}(?: ?\(\d+\)| ?-? ?copy(?: ?\(?\d+\)?)?){suffix}"
    return re.fullmatch(pattern, name, re.IGNORECASE) is not None


def _what_else(folder: Path, file: str, found: list[Path]) -> str:
    if not found:
        with contextlib.suppress(OSError):
            os.listdir(folder)
            return ": it is empty."
        return ": its folder cannot be read."
    holds = f"; it holds {listed(found)}."
    for entry in found:
        if entry.name.lower() == file.lower() or _is_copy(entry.name, file):
            return f"{holds} Rename {visible_name(entry.name)} to {file}."
    for suffix, kind in ((".zip", ARCHIVE), (".ipynb", NOTEBOOK)):
        for entry in found:
            if entry.suffix.lower() == suffix:
                return f"{holds} {visible_name(entry.name)} is {kind} as {file}."
    return f"{holds} The file must be called exactly {file}."


def local_imports(file: Path, submitted: str, functions: Collection[str]) -> tuple[list[Path], list[Path]]:
    """The modules beside a file that it imports by name, and those that these import; relative to its folder.

    submitted: what a submission's file is called; functions: what it defines. A module like that is another student's
    submission: such modules come second. What looks like an import and is none, as in a docstring, is taken for one.
    """
    imported, other_submissions = list[Path](), list[Path]()
    # of `Player.max_value` and `f|g` any part counts
    names = "|".join(re.escape(part) for function in functions for part in re.split(r"[.|]", function))
    defined = re.compile(rf"\b(?:def|class)[ \t]+(?:{names})\b|^(?:{names})[ \t]*[:=](?!=)", re.MULTILINE)
    folder, seen, read = file.parent, {Path(file.name)}, 0
    todo = [_source(file) or ""]
    while todo:
        for candidate in _candidates(folder, todo.pop()):
            if candidate in seen:
                continue
            seen.add(candidate)
            source = _source(folder / candidate)
            read += len(source or "")
            if read > limits.LARGEST_PROGRAMS or len(seen) > limits.MOST_CANDIDATES:
                return imported, other_submissions
            if source is None:
                continue
            if candidate.name == submitted or (names and defined.search(source)):
                other_submissions.append(candidate)
            else:
                imported.append(candidate)
                todo.append(source)
    return imported, other_submissions


def _candidates(folder: Path, source: str) -> Iterator[Path]:
    """What each word beside an `import` would name in a folder: a module, then all modules of a package."""
    lines = [line for line in source.replace("\\\n", " ").split("\n") if "import" in line]
    words = list(dict.fromkeys(re.findall(r"\w+", " ".join(lines))))
    yield from (Path(f"{word}.py") for word in words)
    for word in words:
        if not os.path.islink(folder / word):
            yield from (word / file for file in submitted_files(folder / word) if file.suffix == ".py")


def _source(file: Path) -> str | None:
    data = read_regular(file, limits.LARGEST_PROGRAM)
    return None if data is None else "\n".join(source_lines(data))
