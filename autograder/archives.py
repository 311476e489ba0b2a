"""Unpacks .zip archives that strangers made, file by file. Who unpacks one says in words why a file is refused."""

from __future__ import annotations

import re
import stat
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import zipfile  # slow to import, and few submissions are archives

PIECE = 2**20
"""Bytes that are unpacked at a time."""
ENCRYPTED = 1

OUTSIDE, NO_FILE, LOCKED, TOO_LARGE = "outside", "no file", "locked", "too large"


class Refused(Exception):
    """Raised where a file of an archive is not to be unpacked. Its text says why; here it is one of those above."""


def check(entry: zipfile.ZipInfo, name: str) -> None:
    """Raises Refused for what no honest archive holds. name: the entry's, with slashes between its parts."""
    place = PurePosixPath(name)
    if place.is_absolute() or ".." in place.parts or re.match("[A-Za-z]:", name):
        raise Refused(OUTSIDE)
    if stat.S_IFMT(entry.external_attr >> 16) not in (0, stat.S_IFREG):
        raise Refused(NO_FILE)
    if entry.flag_bits & ENCRYPTED:
        raise Refused(LOCKED)


def write(opened: zipfile.ZipFile, entry: zipfile.ZipInfo, target: Path, room: int) -> int:
    """Unpacks one file into a new one; returns its bytes. What the archive says of its size is not believed.

    room: the most bytes that it may have. Raises Refused, FileExistsError and whatever a damaged archive makes Python
    raise; then there is no file.
    """
    size = 0
    with target.open("xb") as written:
        try:
            with opened.open(entry) as source:
                while piece := source.read(PIECE):
                    size += len(piece)
                    if size > room:
                        raise Refused(TOO_LARGE)
                    written.write(piece)
        except BaseException:
            target.unlink()
            raise
    return size
