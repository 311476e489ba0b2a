"""Finds the student's file among what was submitted, and lays a copy where the student's process may read it."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from autograder.words import visible_name

LARGEST_COPY = 64 * 2**20
"""Bytes of a submission that are copied: their file, then Python files, then the rest; small ones first."""
MOST_FILES = 2000
NOT_SUBMITTED = frozenset({"__MACOSX", "__pycache__", "node_modules", "venv"})
"""Folders that end up in archives by accident. Hidden folders are passed over too."""


class NoSubmission(Exception):
    """Raised where the file that students submit is not there. Its text says what was found instead."""


@dataclass(frozen=True)
class Submission:
    """A student's file, and the files that it may import: regular files below its folder, relative to it."""

    folder: Path
    file: str
    beside: tuple[Path, ...]


def find_submission(path: Path, file: str) -> Submission:
    """The submission at a path: a Python file of any name, or a folder that holds `file`, nested or not.

    Raises NoSubmission with words for the student.
    """
    if path.is_file():
        # Beside it there may be anything: of what lies there, only modules and packages can be meant to be imported.
        modules = [
            *path.parent.glob("*.py"),
            *(file for init in path.parent.glob("*/__init__.py") for file in init.parent.rglob("*.py")),
        ]
        siblings = [entry for entry in sorted(modules) if _is_regular(entry)]
        return Submission(path.parent, path.name, tuple(entry.relative_to(path.parent) for entry in siblings))
    files = list(_files(path))
    candidates = sorted((entry for entry in files if entry.name == file), key=lambda entry: (len(entry.parts), entry))
    if not candidates:
        raise NoSubmission(_not_found(file, files))
    folder = candidates[0].parent
    beside = [entry.relative_to(folder) for entry in files if entry.is_relative_to(folder)]
    return Submission(path / folder, file, tuple(beside))


@contextmanager
def staged(submission: Submission) -> Iterator[Path]:
    """A temporary folder with a copy of the submission that everyone may read. Links are not followed."""
    with tempfile.TemporaryDirectory(prefix="alphabeta-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        room = LARGEST_COPY

        def importance(relative: Path) -> tuple[bool, bool, int]:
            size = (submission.folder / relative).stat().st_size
            return relative != Path(submission.file), relative.suffix != ".py", size

        for relative in sorted(submission.beside, key=importance)[:MOST_FILES]:
            original = submission.folder / relative
            room -= original.stat().st_size
            if room < 0:
                break
            copy = folder / relative
            copy.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
            shutil.copyfile(original, copy, follow_symlinks=False)
            copy.chmod(0o644)
        yield folder


def _files(folder: Path) -> Iterator[Path]:
    """The regular files below a folder, relative to it; the nearest first."""
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in NOT_SUBMITTED and not name.startswith("."))
        for name in sorted(files):
            entry = Path(parent, name)
            if _is_regular(entry):
                yield entry.relative_to(folder)


def _is_regular(entry: Path) -> bool:
    return entry.is_file() and not entry.is_symlink()


def _not_found(file: str, found: list[Path]) -> str:
    if not found:
        return f"There is no {file} in the submission: it is empty."
    names = ", ".join(visible_name(str(entry)) for entry in found[:10])
    more = f" and {len(found) - 10} more" if len(found) > 10 else ""
    same = [entry for entry in found if entry.name.lower() == file.lower()]
    rename = f" Rename {visible_name(same[0].name)} to {file}." if same else f" The file must be called exactly {file}."
    return f"There is no {file} in the submission; it holds {names}{more}.{rename}"
