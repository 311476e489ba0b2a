"""Unpacks an archive that strangers' files are in: within bounds, and nowhere but into one folder."""

from __future__ import annotations

import contextlib
import os
import zipfile
from collections import Counter, defaultdict
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path, PurePosixPath

from autograder.classroom.lms_names import platform_entry
from autograder.errors import WrongUsage
from autograder.files import NO_ROOM
from autograder.sandbox.archives import LOCKED, NO_FILE, OUTSIDE, TOO_LARGE, Refused, check, write
from autograder.text import counted, visible_name

MOST_ENTRIES = 200_000
MOST_BYTES = 4 * 2**30
MOST_GROWTH = 200
"""How many times as large as packed one student's files may be together: text is packed ten times smaller at best."""
SMALL = 64 * 2**20
"""Bytes that any student's files may grow to."""
MOST_DEPTH = 40
LONGEST_PART = 200
"""Bytes of a file's name that every file system takes."""
REFUSED = {
    OUTSIDE: "its name leads out of the folder that it is unpacked into",
    NO_FILE: "it is a link or a device, and no file",
    LOCKED: "it is encrypted; unpack the archive yourself, and name the folder",
    TOO_LARGE: "unpacked, it is far larger than any program; it may be made to fill the disk",
}


def unpack(archive: Path, folder: Path) -> Mapping[Path, str]:
    """Unpacks a .zip into a folder. Returns what was not unpacked: where it would lie, and a sentence that says why.

    There a pipe stands for it, which is never opened: whose it is has a row in the class, and the others are unpacked.
    Raises WrongUsage where the whole archive cannot be read.
    """
    try:
        with zipfile.ZipFile(archive) as opened:
            entries = [entry for entry in opened.infolist() if not _is_folder(entry) or _named(entry).strip("./")]
            if len(entries) > MOST_ENTRIES:
                raise WrongUsage(f"it holds {counted(len(entries), 'file')}, more than {MOST_ENTRIES:,}")
            return _Unpacking(opened, entries, folder).refused()
    except WrongUsage as error:
        raise WrongUsage(f"{visible_name(archive.name)} was not unpacked: {error}.") from None
    except Exception as error:  # a damaged one: each way of packing has errors of its own
        why = visible_name(str(error) or type(error).__name__, 300)
        words = "Download it again, or unpack it yourself and name the folder"
        raise WrongUsage(f"{visible_name(archive.name)} cannot be unpacked: {why}. {words}.") from None


class _Unpacking:
    """An archive on its way into a folder."""

    def __init__(self, opened: zipfile.ZipFile, entries: list[zipfile.ZipInfo], folder: Path) -> None:
        self._opened = opened
        self._folder = folder
        self._entries = [(entry, _place(entry)) for entry in entries]
        self._files = Counter(place for entry, place in self._entries if not _is_folder(entry))
        folders = [place.parent for _, place in self._entries if place.parts[0] != "__MACOSX"]
        shared = os.path.commonpath(folders) if folders else ""
        self._depth = len(PurePosixPath(shared).parts)
        packed: defaultdict[str, int] = defaultdict(int)
        for entry, place in self._entries:
            packed[self._owner(place)] += entry.compress_size
        self._room = {owner: max(SMALL, MOST_GROWTH * size) for owner, size in packed.items()}
        self._room_in_all = MOST_BYTES

    def _owner(self, place: PurePosixPath) -> str:
        """The file or folder at the top of the class that something belongs to."""
        return place.parts[self._depth] if len(place.parts) > self._depth else ""

    def refused(self) -> dict[Path, str]:
        """Unpacks it all. Returns what was not unpacked, with the reasons."""
        refused: dict[Path, str] = {}
        for entry, place in self._entries:
            target = self._folder / place
            try:
                self._unpack(entry, place, target)
            except Refused as error:
                refused[target] = f"{visible_name(entry.filename)} was not unpacked: {error}"
                with contextlib.suppress(OSError):  # where a file stands for its folder, that one is refused alone
                    os.mkfifo(target)
        return refused

    def _unpack(self, entry: zipfile.ZipInfo, place: PurePosixPath, target: Path) -> None:
        """Unpacks one file or folder. Raises Refused."""
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            if _is_folder(entry):  # an empty one is somebody's, who is to have a row
                target.mkdir(exist_ok=True)
                return
            check(entry, _named(entry))
            _check_name(entry, self._files[place])
            owner = self._owner(place)
            size = write(self._opened, entry, target, min(self._room[owner], self._room_in_all))
            self._room[owner] -= size
            self._room_in_all -= size
        except Refused as error:
            raise Refused(REFUSED.get(str(error), str(error))) from None
        except FileExistsError:
            raise Refused("another file in the archive has the same name") from None
        except Exception as error:  # a damaged entry: each way of packing has errors of its own
            if isinstance(error, OSError) and error.errno in NO_ROOM:
                raise WrongUsage("there is no room; set TMPDIR to a folder that has some") from None
            raise Refused(f"{visible_name(str(error) or type(error).__name__, 300)}") from None


def _check_name(entry: zipfile.ZipInfo, of_this_name: int) -> None:
    """Raises Refused where a file has a name that it cannot have. of_this_name: how many of the archive have it."""
    parts = PurePosixPath(_named(entry)).parts
    if not parts:
        raise Refused("no file can be called so")
    if len(parts) > MOST_DEPTH or any(map(_is_long, parts)):
        raise Refused("its name is too long, or it lies too deep")
    if of_this_name > 1:
        raise Refused("the archive holds it twice, and which one is meant is not guessed")


def _place(entry: zipfile.ZipInfo) -> PurePosixPath:
    """Where an entry belongs, below the folder that it is unpacked into: a name that no file system refuses."""
    named = PurePosixPath(_named(entry))
    parts = ["_" if part in ("..", "/") else part for part in named.parts][:MOST_DEPTH]
    return PurePosixPath(*(_shortened(part) if _is_long(part) else part for part in parts or ["_"]))


def _is_long(part: str) -> bool:
    return len(part.encode("utf-8", "replace")) > LONGEST_PART


def _shortened(part: str) -> str:
    """A shorter name that begins and ends alike, so that whose it is and what it is can still be told."""
    digest = sha256(part.encode("utf-8", "replace")).hexdigest()[:8]
    suffix = Path(part).suffix if not _is_long(Path(part).suffix) else ""
    kept = LONGEST_PART - len(f"-{digest}{suffix}".encode("utf-8", "replace"))
    return f"{part.encode('utf-8', 'replace')[:kept].decode('utf-8', 'ignore')}-{digest}{suffix}"


def _is_folder(entry: zipfile.ZipInfo) -> bool:
    return _named(entry).endswith("/")


def _named(entry: zipfile.ZipInfo) -> str:
    """What an entry is called, with slashes where some of Windows' archivers write backslashes."""
    return "/".join(part if _is_one(part) else part.replace("\\", "/") for part in entry.filename.split("/"))


def _is_one(part: str) -> bool:
    """Whether backslashes belong to the name of a student's file, which a platform put the student's name before."""
    found = platform_entry(part)
    return found is not None and "\\" not in found.student.name and not found.file.startswith("\\")
