"""Unpacks an archive that strangers' files are in: within bounds, and nowhere but into one folder."""

from __future__ import annotations

import re
import stat
import zipfile
from pathlib import Path, PurePosixPath
from typing import IO

from autograder.classroom.hand_in import InvalidClass
from autograder.text import counted, visible_name

MOST_ENTRIES = 200_000
MOST_BYTES = 4 * 2**30
MOST_GROWTH = 200
"""How many times as large as the archive its files may be together: text is packed ten times smaller at best."""
SMALL = 64 * 2**20
"""Bytes that any archive may grow to."""
ENCRYPTED = 1
MOST_DEPTH = 40
LONGEST_PART = 200
"""Bytes of a file's name that every file system takes."""
PIECE = 2**20


def unpack(archive: Path, folder: Path) -> None:
    """Unpacks a .zip into a folder. Raises InvalidClass where it is none, or does what no honest archive does."""
    try:
        with zipfile.ZipFile(archive) as opened:
            entries = [entry for entry in opened.infolist() if not _is_folder(entry) or _named(entry).strip("./")]
            if len(entries) > MOST_ENTRIES:
                raise InvalidClass(f"it holds {counted(len(entries), 'file')}, more than {MOST_ENTRIES:,}")
            places = _places(entries)
            left = min(MOST_BYTES, max(SMALL, MOST_GROWTH * archive.stat().st_size))
            for entry, place in zip(entries, places, strict=True):
                (folder / place).parent.mkdir(parents=True, exist_ok=True)
                if _is_folder(entry):  # an empty one is somebody's, who is to have a row
                    (folder / place).mkdir(exist_ok=True)
                    continue
                with opened.open(entry) as source, (folder / place).open("xb") as target:
                    left -= _copied(source, target, left)
    except InvalidClass as error:
        raise InvalidClass(f"{visible_name(archive.name)} was not unpacked: {error}.") from None
    except Exception as error:  # a damaged one: each way of packing has errors of its own
        why = visible_name(str(error) or type(error).__name__, 300)
        words = "Download it again, or unpack it yourself and name the folder"
        raise InvalidClass(f"{visible_name(archive.name)} cannot be unpacked: {why}. {words}.") from None


def _places(entries: list[zipfile.ZipInfo]) -> list[PurePosixPath]:
    """Where the files and folders of an archive belong, below its folder."""
    places = [_place(entry) for entry in entries]
    seen: set[PurePosixPath] = set()
    for entry, place in zip(entries, places, strict=True):
        if place in seen and not _is_folder(entry):
            raise InvalidClass(f"it holds {visible_name(str(place))} twice")
        seen.add(place)
    return places


def _place(entry: zipfile.ZipInfo) -> PurePosixPath:
    name = visible_name(entry.filename)
    place = PurePosixPath(_named(entry))
    if place.is_absolute() or ".." in place.parts or re.match("[A-Za-z]:", str(place)):
        raise InvalidClass(f"{name} in it would land outside of the folder that it is unpacked into")
    if not place.parts:
        raise InvalidClass(f"a file in it is called {name}, which no file can be")
    if stat.S_IFMT(entry.external_attr >> 16) not in (0, stat.S_IFDIR if _is_folder(entry) else stat.S_IFREG):
        raise InvalidClass(f"{name} in it is a link or a device, and no file")
    if entry.flag_bits & ENCRYPTED:
        raise InvalidClass(f"{name} in it is encrypted; unpack it yourself, and name the folder")
    if len(place.parts) > MOST_DEPTH or any(
        len(part.encode("utf-8", "replace")) > LONGEST_PART for part in place.parts
    ):
        raise InvalidClass(f"{name} in it has a name that is too long, or lies too deep")
    return place


def _is_folder(entry: zipfile.ZipInfo) -> bool:
    return _named(entry).endswith("/")


def _named(entry: zipfile.ZipInfo) -> str:
    """What an entry is called, with slashes where some of Windows' archivers write backslashes."""
    return entry.filename.replace("\\", "/")


def _copied(source: IO[bytes], target: IO[bytes], most: int) -> int:
    """Copies a file, and says how many bytes that were. What an archive says of its files' sizes is not believed."""
    size = 0
    while piece := source.read(PIECE):
        size += len(piece)
        if size > most:
            raise InvalidClass("its files are far larger than any class's; it may be made to fill the disk")
        target.write(piece)
    return size
