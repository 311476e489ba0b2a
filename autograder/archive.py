"""Builds the archive that an instructor uploads to Gradescope."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parents[1]
AT_THE_ROOT = ("run_autograder", "setup.sh", "requirements.lock")
PACKAGES = ("autograder", "reference")
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The same files make the same archive, whenever it is built."""


def build(archive: Path, exercises: Path) -> list[str]:
    """Writes the archive; returns the names of what is in it.

    exercises: the folder to grade with; it goes to `exercises` in the archive, with the schemas beside it.
    """
    names = []
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as opened:
        for file, name in _files(exercises):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr = (0o755 if name in ("run_autograder", "setup.sh") else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            opened.writestr(entry, file.read_bytes())
            names.append(name)
    return names


def _files(exercises: Path) -> Iterator[tuple[Path, str]]:
    for name in AT_THE_ROOT:
        yield PROJECT / name, name
    for package in PACKAGES:
        for file in sorted((PROJECT / package).rglob("*")):
            if file.suffix in (".py", ".json"):
                yield file, file.relative_to(PROJECT).as_posix()
    for file in sorted((PROJECT / "exercises" / "schema").glob("*.json")):
        yield file, f"exercises/schema/{file.name}"
    for file in sorted(exercises.glob("*.json")):
        yield file, f"exercises/{file.name}"
