"""Unpacks a .zip of a stranger's: one student's, or a whole class's.

It runs in the reader's process. The files are counted as they are listed, and each
file's name, depth, kind and way of packing is checked before it is unpacked. Only
stored and deflated files are read, as Python unpacks all others without a limit. A
fault of one file costs its owner alone.
"""

import os
import re
import stat
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from autograder.core import limits
from autograder.core.files import NO_ROOM, SUBMITTED_ENDINGS, is_left_by_programs
from autograder.core.reader.zip_entries import (
    DEFLATED,
    ENCRYPTED,
    LIST_ENCRYPTED,
    PATCHED,
    STORED,
    Damaged,
    ZipEntries,
    ZipEntry,
)

OWNER = ("student", "user", "whose")
"""The groups of `Bounds.exported` that tell the owner of a file."""
DRIVE = re.compile("[A-Za-z]:/")
DAMAGED, EARLIER, MORE = "damaged", "earlier", "more"
NO_ROOM_LEFT = "room in all"
"""Reasons for a refusal that code asks for; all others only name a sentence."""
SUFFIXES_FIRST = (*SUBMITTED_ENDINGS, ".json")
"""The ends of names of files that are unpacked first, as submissions are of that kind;
all others may find no room."""


class Bounds(NamedTuple):
    """The bounds of an archive.

    The owner of a file is the student who handed it in; a single student's archive has
    one owner.
    of_a_class: whether it has many owners, each with a folder or a name.
    most_listed: files, also those that are passed over. most_files: of an owner.
    room: bytes that an owner's files may unpack to; room_in_all: those of all owners.
    deepest: folders around a file.
    exported: patterns of the names that platforms make of a student's file, with the
    group file and some of OWNER. Files with the same text in these groups have one
    owner, and a backslash in their names is just a character.
    """

    of_a_class: bool
    most_listed: int
    most_files: int
    room: int
    room_in_all: int
    deepest: int
    exported: Sequence[str] = ()


class Refusal(NamedTuple):
    """A file of an archive that was not unpacked.

    path: its place below the folder, if it had been unpacked; "" if the archive is
    refused as a whole (`is_of_all`). In a class's folder a named pipe lies there, which
    nobody ever opens, so that its owner still has a row.
    name: as the archive writes it; of MORE a number, which `more` tells.
    reason: a key of the tables of reasons; DAMAGED, with an error that says how: the
    name of a sentence, or a text of the system's;
    EARLIER, if a later entry of this name lies there; MORE, for all other refused
    files of that owner.
    """

    path: str
    name: str
    reason: str
    error: str = ""

    @property
    def is_of_all(self) -> bool:
        """Whether the whole archive is refused, and no file of it was unpacked."""
        return not self.path

    @property
    def more(self) -> int:
        """The number of files that a refusal by MORE stands for; 0 for any other."""
        return int(self.name) if self.reason == MORE else 0


class Refused(Exception):
    """A file is not to be unpacked. Its text is the reason."""


class Member(NamedTuple):
    """A file or folder in an archive.

    steps: of its path, as it is unpacked. name: with slashes between its steps.
    is_long: whether no file system takes such a path; then the steps are cut.
    """

    entry: ZipEntry
    name: str
    steps: tuple[str, ...]
    is_long: bool

    @property
    def is_folder(self) -> bool:
        """Whether it is only there to say that there is such a folder."""
        return self.name.endswith("/")


def unpack(archive: str, folder: str, bounds: Bounds) -> list[Refusal]:
    """Unpack an archive into a new folder, and return the refused files.

    Raises OSError if there is no room, and NoArchive if it is none.
    """
    os.mkdir(folder)
    with open(archive, "rb") as opened:
        entries = ZipEntries(opened)
        listed = entries.listed(bounds.most_listed)
        if len(listed) > bounds.most_listed:
            return [Refusal(path="", name="", reason="many")]
        return _Unpacking(entries, listed, Path(folder), bounds).run()


class _Unpacking:
    """An archive that is being unpacked: the room that is left, and the refusals."""

    def __init__(
        self, entries: ZipEntries, listed: list[ZipEntry], folder: Path, bounds: Bounds
    ) -> None:
        self._entries, self._folder, self._bounds = entries, folder, bounds
        self._exported = [re.compile(pattern, re.DOTALL) for pattern in bounds.exported]
        members = [self._member(entry) for entry in listed]
        self._wrapping = _shared_folders(members) if bounds.of_a_class else 0
        self._members: list[Member] = []
        self._earlier: list[Member] = []
        self._choose_last([m for m in members if not self._is_passed_over(m)])
        self._room_in_all = bounds.room_in_all
        self._room: dict[str, int] = defaultdict(lambda: bounds.room)
        self._files = Counter[str]()
        self._refused: dict[str, list[Refusal]] = defaultdict(list)
        self._more = Counter[str]()

    def run(self) -> list[Refusal]:
        """Unpack the files that may be; return the refused ones.

        Programs and small files come first.
        """
        for member in sorted(self._members, key=_importance):
            self._unpack_or_refuse(member)
        for member in self._earlier:
            self._note(member, EARLIER)
        refused: list[Refusal] = []
        for refusals in self._refused.values():
            refused += refusals
        for owner, count in self._more.items():
            first = self._refused[owner][0]
            refused.append(Refusal(first.path, str(count), MORE))
        return refused

    def _choose_last(self, members: Sequence[Member]) -> None:
        """Choose the members to unpack: the last of those with the same name.

        Any unpacker does so. In an archive of a class two spellings of one path may be
        two students', so the name counts as it is written.
        """
        last: dict[Hashable, Member] = {}
        for member in members:
            if not member.is_folder:
                last[self._spelling(member)] = member
        for member in members:
            if member.is_folder or last[self._spelling(member)] is member:
                self._members.append(member)
            else:
                self._earlier.append(member)

    def _spelling(self, member: Member) -> Hashable:
        return member.entry.name if self._bounds.of_a_class else member.steps

    def _unpack_or_refuse(self, member: Member) -> None:
        """Unpack a member, or note why not. Raises MemoryError, and OSError if full."""
        try:
            self._unpack(member)
        except Refused as error:
            self._refuse(member, str(error))
        except (FileExistsError, IsADirectoryError, NotADirectoryError):
            self._refuse(member, "twice")
        except MemoryError:
            raise
        except Exception as error:  # each way of packing has errors of its own
            if isinstance(error, OSError) and error.errno in NO_ROOM:
                raise
            self._refuse(member, DAMAGED, _message(error))

    def _member(self, entry: ZipEntry) -> Member:
        """Return an entry with a path that leads nowhere outside of the folder."""
        name = self._with_slashes(entry.name)
        # a path may begin with one slash or with two, which both lead outside
        inside = ("_" if step in ("..", "/", "//") else step for step in _steps(name))
        steps = tuple(inside)[: self._bounds.deepest + 1] or ("_",)
        is_long = entry.is_cut or _is_too_long(steps)
        # the beginning of the path tells its owner
        return Member(entry, name, tuple(map(_shortened, steps)), is_long)

    def _with_slashes(self, name: str) -> str:
        """Return a name with slashes in the place of backslashes.

        An archiver on Windows writes these, or one that wrote Shift-JIS.
        """
        steps = [
            step if self._is_exported(step) else step.replace("\\", "/")
            for step in name.split("/")
        ]
        return "/".join(steps)

    def _exported_name(self, name: str) -> re.Match[str] | None:
        """Return the match of a platform's name of a file; None for any other name.

        The student chose its end.
        """
        matches = [
            match
            for pattern in self._exported
            if (match := pattern.fullmatch(name)) and match["file"]
        ]
        if not matches:
            return None
        # a longer one reaches into the student's own name
        return min(matches, key=lambda match: match.start("file"))

    def _is_exported(self, name: str) -> bool:
        match = self._exported_name(_shortened(name))
        return (
            match is not None
            and "\\" not in _owner_in(match)
            and not match["file"].startswith("\\")
        )

    def _is_passed_over(self, member: Member) -> bool:
        """Return whether a member says nothing, or was left behind by a program."""
        if member.is_folder and not (
            self._bounds.of_a_class and member.name.strip("./")
        ):
            return True
        to_owner = self._wrapping + 1 if self._bounds.of_a_class else 0
        below = member.steps[to_owner:]
        folders = below if member.is_folder else below[:-1]
        return any(map(is_left_by_programs, folders)) or member.steps[0] == "__MACOSX"

    def _owner(self, member: Member) -> str:
        """Return the student's name in a member's path; "" if all is one submission."""
        if not self._bounds.of_a_class:
            return ""
        *_, name = member.steps[: self._wrapping + 1]
        match = self._exported_name(name)
        return name if match is None else _owner_in(match)

    def _unpack(self, member: Member) -> None:
        """Write a member into the folder. Raise Refused, or Damaged."""
        owner = self._owner(member)
        target = self._folder.joinpath(*member.steps)
        self._files[owner] += 1
        if self._files[owner] > self._bounds.most_files:
            raise Refused("many")
        if member.is_long:
            raise Refused("long")
        if member.is_folder:
            # an empty folder may be all that somebody handed in
            target.mkdir(parents=True, exist_ok=True)
            return
        if member.entry.damage:
            raise Damaged(member.entry.damage)
        _check(member, self._bounds.deepest)
        target.parent.mkdir(parents=True, exist_ok=True)
        room = min(self._room[owner], self._room_in_all)
        is_for_others_sake = self._room_in_all < self._room[owner]
        size = self._write(
            member, target, room, NO_ROOM_LEFT if is_for_others_sake else "too large"
        )
        self._room[owner] -= size
        self._room_in_all -= size

    def _write(self, member: Member, target: Path, room: int, reason: str) -> int:
        """Unpack a file into a new one; return how many bytes it has.

        The archive may say another size. Raises Refused with a reason if it has more
        than there is room for, FileExistsError, and Damaged; then there is no file.
        """
        with target.open("xb") as written:
            try:
                for piece in self._entries.pieces(member.entry):
                    if written.tell() + len(piece) > room:
                        raise Refused(reason)
                    written.write(piece)
            except BaseException:
                target.unlink()
                raise
            return written.tell()

    def _refuse(self, member: Member, reason: str, error: str = "") -> None:
        is_named = self._note(member, reason, error)
        if is_named and self._bounds.of_a_class:
            _keep_a_place(self._folder.joinpath(*member.steps))

    def _note(self, member: Member, reason: str, error: str = "") -> bool:
        """Note why a member is not unpacked; return False if it is only counted."""
        owner = self._owner(member)
        refused = self._refused[owner]
        is_first_for_others_sake = reason == NO_ROOM_LEFT and all(
            other.reason != reason for other in refused
        )
        if len(refused) >= limits.MOST_NAMED and not is_first_for_others_sake:
            self._more[owner] += 1
            return False
        path = "/".join(member.steps)
        name = member.entry.name
        if member.entry.is_cut:
            name = f"{name[: limits.LONGEST_WORD - 1]}…"
        refused.append(Refusal(path, name, reason, error))
        return True


def _check(member: Member, deepest: int) -> None:
    """Raise Refused for a member that no honest archive holds."""
    path = PurePosixPath(member.name)
    if not path.parts:
        raise Refused("nameless")
    if path.is_absolute() or ".." in path.parts or DRIVE.match(member.name):
        raise Refused("outside")
    if len(path.parts) > deepest + 1:
        raise Refused("deep")
    if stat.S_IFMT(member.entry.mode) not in (0, stat.S_IFREG):
        raise Refused("no file")
    if member.entry.flags & (ENCRYPTED | LIST_ENCRYPTED):
        raise Refused("locked")
    is_read = member.entry.method in (STORED, DEFLATED)
    if not is_read or member.entry.flags & PATCHED:
        raise Refused("packed otherwise")


def _steps(name: str) -> tuple[str, ...]:
    return PurePosixPath(name).parts


def _shortened(step: str) -> str:
    """Return the beginning of a path's step, as long as file systems take."""
    if len(step) <= limits.LONGEST_PART // 4:  # no character has more than four bytes
        return step
    return os.fsencode(step)[: limits.LONGEST_PART].decode("utf-8", "ignore")


def _is_too_long(steps: Sequence[str]) -> bool:
    """Return whether a path is longer than file systems take, or than is looked for."""
    longest_step = max(len(os.fsencode(step)) for step in steps)
    return (
        longest_step > limits.LONGEST_PART
        or len(os.fsencode("/".join(steps))) > limits.LONGEST_PATH
    )


def _shared_folders(members: Iterable[Member]) -> int:
    """Count the folders that all files lie in, as archives wrap a class."""
    folders = [
        "/".join(member.steps[:-1])
        for member in members
        if member.steps[0] != "__MACOSX"
    ]
    return len(PurePosixPath(os.path.commonpath(folders)).parts) if folders else 0


def _owner_in(match: re.Match[str]) -> str:
    """Return whose a file is, by the name that a platform made of it."""
    groups = match.groupdict()
    return "/".join(groups[group] for group in OWNER if groups.get(group))


def _importance(member: Member) -> tuple[bool, int]:
    """Return a key that sorts programs first, and small files before large ones."""
    is_other = not member.steps[-1].lower().endswith(SUFFIXES_FIRST)
    return is_other, member.entry.size


def _keep_a_place(path: Path) -> None:
    """Put a named pipe in the place of a refused file.

    Also in that of one that was unpacked with the same name before.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # which of two with one name is meant is not guessed
        path.unlink(missing_ok=True)
        os.mkfifo(path)
    except OSError:  # the path is impossible, as one below a file
        return


def _message(error: Exception) -> str:
    """Return the text of an error, without a path of this machine."""
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__
