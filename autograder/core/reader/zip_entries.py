"""Reads a .zip entry by entry, so that a damaged one leaves the others.

Python's own zipfile reads the list of all entries at once, and refuses all of them for
one whose name is no UTF-8. Only the necessary fields of an entry are kept, so that a
million fit into the reader's memory. No claim of an archive is believed: neither the
number of its entries nor their sizes.
"""

import os
import zlib
from collections.abc import Iterator
from struct import Struct
from typing import BinaryIO, NamedTuple

from autograder.core import limits

END = Struct("<4s4H2LH")
END_64 = Struct("<4sQ2H2L4Q")
LOCATOR_64 = Struct("<4sLQL")
LISTED = Struct("<4s4B4HL2L5H2L")
LOCAL = Struct("<4s2B4HL2L2H")
OF_END, OF_END_64, OF_LOCATOR_64 = b"PK\5\6", b"PK\6\6", b"PK\6\7"
OF_LISTED, OF_LOCAL = b"PK\1\2", b"PK\3\4"
"""The bytes that these records begin with."""
LONGEST_COMMENT = 0xFFFF
"""Bytes of an archive's comment, which stands behind all else: its length has two."""
IN_EXTRA_FIELD = 0xFFFFFFFF
"""In the place of a size or an offset that the extra field has, in eight bytes."""
SIZES_64 = 1
"""The kind of the extra field that has such sizes."""
ENCRYPTED, PATCHED, IN_UTF_8, LIST_ENCRYPTED = 1 << 0, 1 << 5, 1 << 11, 1 << 13
"""Flags of an entry."""
STORED, DEFLATED = 0, 8
"""The ways of packing that are read."""
NEWEST_VERSION = 63
"""The newest version of the format that is known, times ten."""


class Damaged(Exception):
    """An entry cannot be read. Its text is the name of the sentence that says why."""


class NoArchive(Exception):
    """An archive cannot be read. Its text is the name of the sentence that says why."""


class ZipEntry(NamedTuple):
    """An entry in the list of an archive.

    name: with U+FFFD in the place of bytes that are no text. is_cut: whether only the
    beginning of the name was read. damage: the name of the sentence about the entry's
    fault, as far as the list tells; "" if it has none. mode: the one of Unix, 0 if the
    archiver told none. size: as it is claimed.
    """

    name: str
    is_cut: bool
    damage: str
    mode: int
    flags: int
    method: int
    checksum: int
    packed_size: int
    size: int
    offset: int


class ZipEntries:
    """The entries of an archive, and their unpacked bytes."""

    def __init__(self, opened: BinaryIO) -> None:
        """Find the list of an archive. Raises NoArchive if there is none."""
        self._opened = opened
        self._list, self._list_size, self._before = _find_list(opened)

    def listed(self, most: int) -> list[ZipEntry]:
        """Return the entries as they are listed, of too many one more than `most`.

        Raises NoArchive if the list itself is damaged: it is the archiver's work, and
        no entry's owner can have made it.
        """
        entries: list[ZipEntry] = []
        left = self._list_size
        self._opened.seek(self._list)
        while left > 0 and len(entries) <= most:
            entry, size = self._next_entry(left)
            left -= size
            entries.append(entry)
        return entries

    def _next_entry(self, left: int) -> tuple[ZipEntry, int]:
        """Return the entry that is listed next, and the bytes that it has in the list.

        left: bytes of the list.
        """
        head = self._opened.read(LISTED.size)
        if len(head) < LISTED.size or not head.startswith(OF_LISTED):
            raise NoArchive("damaged list")
        fields = LISTED.unpack(head)
        version, flags, method = fields[3], fields[5], fields[6]
        checksum, packed_size, size, *lengths = fields[9:15]
        attributes, offset = fields[17:]
        whole = LISTED.size + sum(lengths)
        if whole > left:
            raise NoArchive("damaged list")
        name_size, extra_size, comment_size = lengths
        raw_name = self._opened.read(name_size)
        extra = self._opened.read(extra_size)
        self._opened.seek(comment_size, os.SEEK_CUR)
        start = raw_name[: limits.LONGEST_LISTED_NAME]
        damage = _damage(start, extra, version, flags)
        numbers = [size, packed_size, offset]
        if not damage and IN_EXTRA_FIELD in numbers:
            numbers, damage = _large_numbers(numbers, extra)
        size, packed_size, offset = numbers
        entry = ZipEntry(
            _text(start, flags).partition("\0")[0],
            len(raw_name) > len(start),
            damage,
            attributes >> 16,
            flags,
            method,
            checksum,
            packed_size,
            size,
            offset + self._before,
        )
        return entry, whole

    def pieces(self, entry: ZipEntry) -> Iterator[bytes]:
        """Yield the unpacked bytes of an entry, a piece at a time.

        The caller has to bound the number of pieces. Raises Damaged,
        at the end as well, if the checksum tells that the pieces were no good.
        """
        checksum = 0
        packed = self._packed(entry)
        pieces = packed if entry.method == STORED else _inflated(packed)
        for piece in pieces:
            checksum = zlib.crc32(piece, checksum)
            yield piece
        if checksum != entry.checksum:
            raise Damaged("checksum")

    def _packed(self, entry: ZipEntry) -> Iterator[bytes]:
        """Yield the bytes of an entry as they are packed. Raises Damaged."""
        # If entries overlap, no offset says whose is wrong: the checksums do.
        if self._start_of_data(entry) + entry.packed_size > self._list:
            raise Damaged("too long")
        left = entry.packed_size
        while left:
            piece = self._opened.read(min(left, limits.PIECE))
            if not piece:
                raise Damaged("ends early")
            left -= len(piece)
            yield piece

    def _start_of_data(self, entry: ZipEntry) -> int:
        """Go to an entry's packed bytes, and return their offset. Raises Damaged."""
        if not 0 <= entry.offset < self._list:
            raise Damaged("elsewhere")
        self._opened.seek(entry.offset)
        head = self._opened.read(LOCAL.size)
        if len(head) < LOCAL.size or not head.startswith(OF_LOCAL):
            raise Damaged("elsewhere")
        name_size: int
        extra_size: int
        *_, name_size, extra_size = LOCAL.unpack(head)
        name = _text(self._opened.read(name_size), entry.flags)
        if name.partition("\0")[0] != entry.name:
            raise Damaged("other name")
        self._opened.seek(extra_size, os.SEEK_CUR)
        return entry.offset + LOCAL.size + name_size + extra_size


def _find_list(opened: BinaryIO) -> tuple[int, int, int]:
    """Return the offset of the list of entries, its size, and the bytes before all.

    An archive that unpacks itself has bytes before it: offsets are counted from there.
    Raises NoArchive.
    """
    size = opened.seek(0, os.SEEK_END)
    first = max(0, size - LONGEST_COMMENT - END.size)
    opened.seek(first)
    data = opened.read(LONGEST_COMMENT + END.size)
    at = data.rfind(OF_END)
    if at < 0 or len(data) - at < END.size:
        raise NoArchive("no archive")
    *_, list_size, offset, _ = END.unpack_from(data, at)
    end = first + at
    large = _large_end(opened, end, list_size, offset)
    if large is not None:
        end, list_size, offset = large
    start = end - list_size
    if start < 0:
        raise NoArchive("wrong end")
    return start, list_size, start - offset


def _large_end(
    opened: BinaryIO, end: int, list_size: int, offset: int
) -> tuple[int, int, int] | None:
    """Return the offset of a large archive's end, its list's size and offset, or None.

    end, list_size, offset: of the common end. The bytes before it may also be the
    last name in the list, which a student chose. So both ends must agree, as far as the
    common one has the room. Raises NoArchive.
    """
    opened.seek(max(0, end - LOCATOR_64.size - END_64.size))
    data = opened.read(END_64.size + LOCATOR_64.size)
    record, locator = data[: END_64.size], data[END_64.size :]
    are_there = record.startswith(OF_END_64) and locator.startswith(OF_LOCATOR_64)
    if len(locator) < LOCATOR_64.size or not are_there:
        return None
    *_, large_size, large_offset = END_64.unpack(record)
    if list_size not in (large_size, IN_EXTRA_FIELD):
        return None
    if offset not in (large_offset, IN_EXTRA_FIELD):
        return None
    _, disk, _, disks = LOCATOR_64.unpack(locator)
    if disk or disks > 1:
        raise NoArchive("part of an archive")
    return end - len(data), large_size, large_offset


def _text(name: bytes, flags: int) -> str:
    """Return a name as text; bytes that are no UTF-8 become U+FFFD."""
    if flags & IN_UTF_8:
        return name.decode("utf-8", "replace")
    return name.decode("cp437")


def _damage(name: bytes, extra: bytes, version: int, flags: int) -> str:
    """Return the name of an entry's fault, as its fields in the list show it, or ""."""
    if version > NEWEST_VERSION:
        return "newer version"
    if flags & IN_UTF_8 and not _is_utf_8(name):
        return "name is no text"
    if _fields_in(extra) is None:
        return "extra field"
    return ""


def _is_utf_8(name: bytes) -> bool:
    """Return whether a name is UTF-8, perhaps cut within a character."""
    try:
        name.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.end == len(name) == limits.LONGEST_LISTED_NAME
    return True


def _fields_in(extra: bytes) -> dict[int, bytes] | None:
    """Return the parts of an extra field by their kinds; None if it is damaged."""
    fields: dict[int, bytes] = {}
    at = 0
    while len(extra) - at >= 4:
        kind = int.from_bytes(extra[at : at + 2], "little")
        size = int.from_bytes(extra[at + 2 : at + 4], "little")
        at += 4 + size
        if at > len(extra):
            return None
        fields[kind] = extra[at - size : at]
    return fields


def _large_numbers(numbers: list[int], extra: bytes) -> tuple[list[int], str]:
    """Return numbers with those that the extra field has in their places.

    Return the fault of the extra field, too; "" if it has none.
    """
    data = (_fields_in(extra) or {}).get(SIZES_64, b"")
    complete: list[int] = []
    for number in numbers:
        if number == IN_EXTRA_FIELD:
            if len(data) < 8:
                return numbers, "extra field"
            number = int.from_bytes(data[:8], "little")
            data = data[8:]
        complete.append(number)
    return complete, ""


def _inflated(packed: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the unpacked bytes, a piece at a time. Raises Damaged."""
    inflate = zlib.decompressobj(-zlib.MAX_WBITS)
    while not inflate.eof:
        data = inflate.unconsumed_tail or next(packed, b"")
        try:
            piece = inflate.decompress(data, limits.PIECE)
        except zlib.error:
            raise Damaged("packed data") from None
        if not data and not piece:
            raise Damaged("ends early")
        yield piece
