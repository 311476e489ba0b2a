"""Builds the archive that an instructor uploads to Gradescope."""

from __future__ import annotations

import io
import json
import os
import zipfile
from collections.abc import Iterator
from pathlib import Path

from autograder.exercises import (
    ASSIGNMENT,
    exercise_files,
    from_here,
    installation_secret,
    load_assignment,
    packages,
)
from autograder.paths import EXERCISES, PROJECT, SCHEMAS
from autograder.teaching.student_packages import NoPackages, locked
from autograder.text import Complaint

AT_THE_ROOT = ("run_autograder", "setup.sh", "requirements.lock")
PACKAGES = ("autograder", "reference")
NAME = "autograder.zip"
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The same files make the same archive, whenever it is built."""


class CannotPack(Complaint):
    """Raised where an archive cannot be written. Its text says why, and what to do."""


def archive_and_set(named: Path | None, exercises: Path | None) -> tuple[Path, Path]:
    """Where to write an archive, and the folder of exercises to pack, from what was named on the command line.

    named: the archive or, if it is a folder with an assignment, the exercises. exercises: what --exercises says.
    Raises CannotPack.
    """
    if named is not None and os.path.isdir(named):
        if exercises is not None or not os.path.isfile(named / ASSIGNMENT):
            why = "" if exercises is not None else f" without {ASSIGNMENT}, so it is no set of exercises"
            wanted = f"name the archive's file, such as {from_here(named / NAME)}"
            raise CannotPack(f"{from_here(named)}: this is a folder{why}; {wanted}")
        named, exercises = None, named
    archive = named or Path(NAME)
    if not os.path.isdir(archive.parent):
        raise CannotPack(f"{from_here(archive.parent)}: there is no such folder to write the archive to; make it first")
    if os.path.exists(archive) and not zipfile.is_zipfile(archive):
        raise CannotPack(f"{from_here(archive)}: this is there already and is no archive; name another file")
    return archive, exercises or EXERCISES


def build(archive: Path, exercises: Path) -> list[str]:
    """Writes the archive; returns the names of what is in it. Raises CannotPack.

    exercises: the folder to grade with; it goes to `exercises` in the archive, with the schemas beside it, and with a
    secret for the seeds of its trees.
    """
    names = []
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as opened:
        for file, name in _files(exercises):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr = (0o755 if name in ("run_autograder", "setup.sh") else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            opened.writestr(entry, _with_secret(file) if name == f"exercises/{ASSIGNMENT}" else file.read_bytes())
            names.append(name)
    try:
        archive.write_bytes(packed.getvalue())
    except OSError as error:
        raise CannotPack(f"{from_here(archive)}: cannot be written: {error.strerror}") from None
    return names


def _with_secret(file: Path) -> bytes:
    """An assignment with the secret of this installation where it names none: all containers need the same."""
    content = file.read_bytes()
    document = json.loads(content.decode("utf-8-sig"))
    if "secret" in document:
        return content
    secret = installation_secret() or os.urandom(32).hex()
    return json.dumps({**document, "secret": secret}, indent=2).encode()


def _files(exercises: Path) -> Iterator[tuple[Path, str]]:
    for name in AT_THE_ROOT:
        yield PROJECT / name, name
    for package in PACKAGES:
        for file in sorted((PROJECT / package).rglob("*")):
            if file.suffix in (".py", ".json"):
                yield file, file.relative_to(PROJECT).as_posix()
    for file in sorted(SCHEMAS.glob("*.json")):
        yield file, f"exercises/schema/{file.name}"
    assignment = load_assignment(exercises / ASSIGNMENT)
    beside = [assignment.adapter.file] if assignment.adapter is not None else []
    if assignment.packages:
        try:
            locked(exercises, assignment.packages)
        except (NoPackages, OSError) as error:
            raise CannotPack(f"the versions of {', '.join(assignment.packages)} cannot be found: {error}") from None
        beside.append(exercises / packages.LOCK)
    for file in (exercises / ASSIGNMENT, *beside, *exercise_files(exercises)):
        yield file, f"exercises/{file.name}"
