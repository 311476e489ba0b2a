"""The files of a .zip that are unpacked, in this process: each reason for which a file is refused, at its edge."""

import errno
import stat
import struct
import warnings
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from autograder.classroom.exported_names import FILES
from autograder.core.limits import LONGEST_PART, LONGEST_PATH, LONGEST_WORD, MOST_NAMED
from autograder.core.reader import archive, zip_entries
from autograder.core.reader.archive import (
    DAMAGED,
    EARLIER,
    MORE,
    NO_ROOM_LEFT,
    Bounds,
    Refusal,
)
from autograder.core.reader.zip_entries import NoArchive

STUDENTS = Bounds(False, 1000, 100, 10_000, 10_000, 3)
OF_A_CLASS = STUDENTS._replace(
    of_a_class=True, exported=[pattern.pattern for pattern in FILES]
)
Files = Sequence[tuple[str, bytes]]


class Unpacked:
    """An archive that was made and unpacked."""

    def __init__(
        self,
        folder: Path,
        files: Files,
        bounds: Bounds = STUDENTS,
        change: Callable[[bytearray], None] = lambda data: None,
        packing: int = zipfile.ZIP_STORED,
    ) -> None:
        """Make it of files, and unpack it. change: is done to its bytes."""
        file, self._folder = folder / "a.zip", folder / "unpacked"
        with warnings.catch_warnings(), zipfile.ZipFile(file, "w", packing) as opened:
            warnings.simplefilter("ignore")  # a name is there twice
            for name, content in files:
                info = zipfile.ZipInfo("x")
                info.filename, info.compress_type = name, packing
                opened.writestr(info, content)
        data = bytearray(file.read_bytes())
        change(data)
        file.write_bytes(data)
        self.refused = archive.unpack(str(file), str(self._folder), bounds)

    @property
    def files(self) -> dict[str, bytes]:
        """Return the unpacked contents, by name."""
        return {
            self._name(path): path.read_bytes()
            for path in self._folder.rglob("*")
            if path.is_file()
        }

    @property
    def folders(self) -> set[str]:
        return {self._name(path) for path in self._folder.rglob("*") if path.is_dir()}

    @property
    def kept_places(self) -> set[str]:
        """The named pipes, in the places of refused files."""
        return {self._name(path) for path in self._folder.rglob("*") if path.is_fifo()}

    def _name(self, path: Path) -> str:
        return path.relative_to(self._folder).as_posix()


def whole(*names: str) -> list[tuple[str, bytes]]:
    """Return files that contain their own names."""
    return [(name, name.encode()) for name in names]


def reasons(unpacked: Unpacked) -> dict[str, str]:
    """Return why files were refused, by their names in the archive."""
    return {refusal.name: refusal.reason for refusal in unpacked.refused}


# --- A refused file costs no other file ---


@pytest.mark.parametrize(
    ("name", "place", "reason"),
    [
        ("/etc/passwd", "_/etc/passwd", "outside"),
        ("//etc/passwd", "_/etc/passwd", "outside"),
        ("zoe/../../x", "zoe/_/_/x", "outside"),
        ("zoe\\..\\x", "zoe/_/x", "outside"),
        ("C:/zoe/x", "C:/zoe/x", "outside"),
        ("C:\\zoe\\x", "C:/zoe/x", "outside"),
        ("zoe/1/2/3/x", "zoe/1/2/3", "deep"),
        ("./", "", ""),
        (".", "_", "nameless"),
    ],
)
def test_path_that_leads_nowhere_is_refused(
    name: str, place: str, reason: str, tmp_path: Path
) -> None:
    files = whole("amy/a.py", name, "bob/b.py")
    unpacked = Unpacked(tmp_path, files, OF_A_CLASS)
    assert unpacked.files == dict(whole("amy/a.py", "bob/b.py"))
    expected = [Refusal(place, name, reason)] if reason else []
    assert unpacked.refused == expected
    assert unpacked.kept_places == {place for place in [place] if reason}
    (tmp_path / "alone").mkdir()
    large = ("z.txt", b"x" * 99)
    alone = Unpacked(tmp_path / "alone", [*whole("a.py", name), large])
    assert alone.refused == expected
    assert set(alone.files) == {"a.py", "z.txt"}
    assert alone.kept_places == set()


def test_path_as_deep_as_allowed_is_unpacked(tmp_path: Path) -> None:
    unpacked = Unpacked(tmp_path, whole("1/2/3/a.py"))
    assert (set(unpacked.files), unpacked.refused) == ({"1/2/3/a.py"}, [])


def listed(data: bytearray, *, last: bool = True) -> int:
    """Return where the last entry of the list begins, or the first."""
    return data.rindex(b"PK\1\2") if last else data.index(b"PK\1\2")


def put(offset: int, layout: str, value: int) -> Callable[[bytearray], None]:
    """Return a function that changes a number of the entry that is listed last."""

    def change(data: bytearray) -> None:
        struct.pack_into("<" + layout, data, listed(data) + offset, value)

    return change


@pytest.mark.parametrize(
    ("change", "reason", "error"),
    [
        (put(38, "L", (stat.S_IFLNK | 0o777) << 16), "no file", ""),
        (put(38, "L", (stat.S_IFDIR | 0o755) << 16), "no file", ""),
        (put(8, "H", 1), "locked", ""),
        (put(8, "H", 1 << 13), "locked", ""),
        (put(8, "H", 1 << 5), "packed otherwise", ""),
        (put(10, "H", zipfile.ZIP_LZMA), "packed otherwise", ""),
        (put(10, "H", zipfile.ZIP_DEFLATED), DAMAGED, "ends early"),
        (put(20, "L", 2), DAMAGED, "checksum"),
        (put(20, "L", 2**31), DAMAGED, "too long"),
        (put(42, "L", 2**31), DAMAGED, "elsewhere"),
        (put(42, "L", 3), DAMAGED, "elsewhere"),
        (put(42, "L", 0), DAMAGED, "other name"),
        (put(6, "B", 64), DAMAGED, "newer version"),
    ],
)  # fmt: skip
def test_member_that_cannot_be_read_costs_its_owner_alone(
    change: Callable[[bytearray], None], reason: str, error: str, tmp_path: Path
) -> None:
    files = whole("amy/a.py", "zoe/b.py")
    unpacked = Unpacked(tmp_path, files, OF_A_CLASS, change)
    assert unpacked.refused == [Refusal("zoe/b.py", "zoe/b.py", reason, error)]
    assert unpacked.files == dict(whole("amy/a.py"))
    assert unpacked.kept_places == {"zoe/b.py"}


@pytest.mark.parametrize(
    "change",
    [put(38, "L", (stat.S_IFREG | 0o644) << 16), put(38, "L", 0), put(6, "B", 63)],
)
def test_member_of_other_archivers_is_unpacked(
    change: Callable[[bytearray], None], tmp_path: Path
) -> None:
    unpacked = Unpacked(tmp_path, whole("a.py", "b.py"), STUDENTS, change)
    assert (unpacked.files, unpacked.refused) == (dict(whole("a.py", "b.py")), [])


@pytest.mark.parametrize("size", [0, 1, 2**16, 2**20 + 1])
def test_packed_file_is_unpacked_piece_by_piece(size: int, tmp_path: Path) -> None:
    content = (b"max_value = min_value\n" * (size // 20 + 1))[:size]
    bounds = STUDENTS._replace(room=size, room_in_all=size)
    unpacked = Unpacked(
        tmp_path, [("a.py", content)], bounds, packing=zipfile.ZIP_DEFLATED
    )
    assert (unpacked.files, unpacked.refused) == ({"a.py": content}, [])


def test_packed_data_that_cannot_be_unpacked_are_damaged(tmp_path: Path) -> None:
    change = put(10, "H", zipfile.ZIP_DEFLATED)
    unpacked = Unpacked(tmp_path, [("a.py", b"\xff" * 9)], STUDENTS, change)
    text = "packed data"
    assert unpacked.refused == [Refusal("a.py", "a.py", DAMAGED, text)]


@pytest.mark.parametrize("cut", [1, 5])
def test_packed_file_that_ends_too_early_is_damaged(cut: int, tmp_path: Path) -> None:
    def shortened(data: bytearray) -> None:
        place = listed(data) + 20
        (size,) = struct.unpack_from("<L", data, place)
        struct.pack_into("<L", data, place, size - cut)

    files = [("a.py", bytes(range(256)) * 2)]
    unpacked = Unpacked(tmp_path, files, STUDENTS, shortened, zipfile.ZIP_DEFLATED)
    text = "ends early"
    assert unpacked.refused == [Refusal("a.py", "a.py", DAMAGED, text)]
    assert unpacked.files == {}


def test_bomb_is_unpacked_no_further_than_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is unpacked in pieces of a limited size, whatever it was packed by."""
    monkeypatch.setattr("autograder.core.limits.PIECE", 1000)
    pieces: list[int] = []
    inflated = zip_entries._inflated

    def counted(packed: Any) -> Any:
        for piece in inflated(packed):
            pieces.append(len(piece))
            yield piece

    monkeypatch.setattr(zip_entries, "_inflated", counted)
    bomb = [("a.py", bytes(10**6))]
    unpacked = Unpacked(tmp_path, bomb, packing=zipfile.ZIP_DEFLATED)
    assert unpacked.refused == [Refusal("a.py", "a.py", "too large")]
    assert pieces == [1000] * 11


# --- Room and numbers ---


def test_files_that_an_owner_has_no_room_for_are_too_large(tmp_path: Path) -> None:
    files = [
        ("amy/a.py", b"x" * 60),
        ("amy/b.py", b"x" * 40),
        ("amy/c.py", b"x"),
        ("bob/a.py", b"x" * 100),
        ("cat/a.py", b"x" * 101),
    ]
    bounds = OF_A_CLASS._replace(room=100, room_in_all=1000)
    unpacked = Unpacked(tmp_path, files, bounds)
    assert reasons(unpacked) == {"amy/a.py": "too large", "cat/a.py": "too large"}
    assert set(unpacked.files) == {"amy/b.py", "amy/c.py", "bob/a.py"}


def test_files_for_which_others_left_no_room_are_told_so(tmp_path: Path) -> None:
    files = [("amy/a.py", b"x" * 80), ("bob/a.py", b"x" * 90), ("cat/a.py", b"x" * 20)]
    bounds = OF_A_CLASS._replace(room=100, room_in_all=100)
    unpacked = Unpacked(tmp_path, files, bounds)
    assert reasons(unpacked) == {"bob/a.py": NO_ROOM_LEFT}
    assert set(unpacked.files) == {"amy/a.py", "cat/a.py"}


def test_programs_and_small_files_find_room_first(tmp_path: Path) -> None:
    files = [("data.txt", b"x" * 50), ("b.PY", b"x" * 60), ("a.ipynb", b"x" * 40)]
    bounds = STUDENTS._replace(room=100, room_in_all=100)
    unpacked = Unpacked(tmp_path, files, bounds)
    assert reasons(unpacked) == {"data.txt": "too large"}
    assert set(unpacked.files) == {"b.PY", "a.ipynb"}


def test_archive_of_too_many_files_is_refused(tmp_path: Path) -> None:
    files = whole("a.py", "b.py", "c.py")
    for name, bounds, expected in (
        ("listed", STUDENTS._replace(most_listed=2), [Refusal("", "", "many")]),
        ("just", STUDENTS._replace(most_listed=3, most_files=3), []),
        ("files", STUDENTS._replace(most_files=2), [Refusal("c.py", "c.py", "many")]),
    ):
        (tmp_path / name).mkdir()
        assert Unpacked(tmp_path / name, files, bounds).refused == expected


def test_refused_files_are_named_until_there_are_too_many(tmp_path: Path) -> None:
    names = [f"zoe/../{number:02}" for number in range(MOST_NAMED + 3)]
    unpacked = Unpacked(tmp_path, whole("amy/a.py", *names), OF_A_CLASS)
    places = [f"zoe/_/{number:02}" for number in range(MOST_NAMED)]
    assert unpacked.refused == [
        *map(Refusal, places, names, ["outside"] * MOST_NAMED),
        Refusal(places[0], "3", MORE),
    ]
    assert unpacked.kept_places == set(places)


def test_as_many_refused_files_are_named_of_each_owner(tmp_path: Path) -> None:
    numbers = range(MOST_NAMED)
    names = [f"{name}/../{number}" for name in ("amy", "zoe") for number in numbers]
    unpacked = Unpacked(tmp_path, whole(*names), OF_A_CLASS)
    assert reasons(unpacked) == dict.fromkeys(names, "outside")


def test_empty_archive_of_a_class_has_no_files(tmp_path: Path) -> None:
    unpacked = Unpacked(tmp_path, [], OF_A_CLASS)
    assert (unpacked.files, unpacked.refused) == ({}, [])


def test_that_others_left_no_room_is_named_however_many_are_refused(
    tmp_path: Path,
) -> None:
    names = [f"zoe/../{number:02}" for number in range(MOST_NAMED + 1)]
    large = [(f"zoe/{name}.txt", b"x" * 99) for name in "ab"]
    files = [*whole(*names), *large, ("amy/a.py", b"x" * 60)]
    bounds = OF_A_CLASS._replace(room=100, room_in_all=100)
    unpacked = Unpacked(tmp_path, files, bounds)
    texts = [refusal.reason for refusal in unpacked.refused]
    assert texts == ["outside"] * MOST_NAMED + [NO_ROOM_LEFT, MORE]
    assert unpacked.refused[-1].name == "2"


# --- Names ---


def test_last_of_two_files_with_one_name_counts(tmp_path: Path) -> None:
    files = [("zoe/a.py", b"1"), ("zoe/a.py", b"2")]
    unpacked = Unpacked(tmp_path, files, OF_A_CLASS)
    assert unpacked.files == {"zoe/a.py": b"2"}
    assert unpacked.refused == [Refusal("zoe/a.py", "zoe/a.py", EARLIER)]
    (tmp_path / "alone").mkdir()
    files = [("zoe/a.py", b"1"), ("zoe\\a.py", b"2"), ("b/", b""), ("zoe//a.py", b"3")]
    alone = Unpacked(tmp_path / "alone", files)
    assert alone.files == {"zoe/a.py": b"3"}
    assert reasons(alone) == {"zoe/a.py": EARLIER, "zoe\\a.py": EARLIER}


def test_file_in_the_place_of_a_folder_or_of_another_spelling_is_refused(
    tmp_path: Path,
) -> None:
    files = [
        ("zoe/a", b"1"),
        ("zoe/a/b.txt", b"22"),
        ("amy\\c.py", b"3"),
        ("amy/c.py", b"44"),
    ]
    unpacked = Unpacked(tmp_path, files, OF_A_CLASS)
    assert reasons(unpacked) == {"zoe/a/b.txt": "twice", "amy/c.py": "twice"}
    assert unpacked.files == {"zoe/a": b"1"}
    assert unpacked.kept_places == {"amy/c.py"}


def test_folders_of_a_class_are_made_and_what_programs_left_is_passed_over(
    tmp_path: Path,
) -> None:
    left = ("zoe/.git/", "zoe/.git/config", "zoe/__pycache__/a.pyc", "./")
    names = ("amy/.vscode", *left, "__MACOSX/zoe/._a.py", "zoe/empty/", "amy/")
    files = [(name, b"") for name in names]
    unpacked = Unpacked(tmp_path, files, OF_A_CLASS)
    assert (unpacked.refused, unpacked.folders) == ([], {"amy", "zoe", "zoe/empty"})
    assert set(unpacked.files) == {"amy/.vscode"}
    (tmp_path / "alone").mkdir()
    alone = Unpacked(tmp_path / "alone", [*files, (".idea/a.py", b""), ("b.py", b"")])
    assert (alone.refused, alone.folders) == ([], {"amy"})
    assert set(alone.files) == {"amy/.vscode", "b.py"}


def test_owner_is_told_by_the_folder_below_those_that_all_share(tmp_path: Path) -> None:
    files = [
        ("hw/3/amy/a.py", b"x" * 60),
        ("hw/3/bob/a.py", b"x" * 60),
        ("hw/3/.cat/a.py", b"x" * 60),
        ("__MACOSX/a.py", b""),
    ]
    bounds = OF_A_CLASS._replace(room=100)
    unpacked = Unpacked(tmp_path, files, bounds)
    assert unpacked.refused == []
    assert set(unpacked.files) == {name for name, _ in files[:3]}


def test_owner_is_told_by_the_name_that_a_platform_gives(tmp_path: Path) -> None:
    """A backslash in what the student chose is a character of the name, and one in the rest is none."""
    canvas = "lovelaceada_1234_5678_"
    files = [
        (f"{canvas}a.py", b"x" * 60),
        (f"{canvas}b\\c\n.py", b"x" * 30),
        ("turingalan_1_2_a.py", b"x" * 60),
        ("hopper_1_2_\\a.py", b"x" * 60),
        ("zoe\\a_1_2_b.py", b"x" * 60),
    ]
    bounds = OF_A_CLASS._replace(room=80)
    for folder in ("", "hw/"):
        (tmp_path / f"-{folder}").mkdir()
        in_folder = [(f"{folder}{name}", content) for name, content in files]
        unpacked = Unpacked(tmp_path / f"-{folder}", in_folder, bounds)
        assert reasons(unpacked) == {f"{folder}{canvas}a.py": "too large"}
        assert set(unpacked.files) == {
            f"{folder}{canvas}b\\c\n.py",
            f"{folder}turingalan_1_2_a.py",
            f"{folder}hopper_1_2_/a.py",
            f"{folder}zoe/a_1_2_b.py",
        }


def test_of_two_platforms_names_the_one_that_leaves_more_to_the_student_counts(
    tmp_path: Path,
) -> None:
    bounds = OF_A_CLASS._replace(
        room=80,
        exported=[
            r"(?P<student>\w+)_1_(?P<file>.+)",
            r"(?P<student>[a-z]+)_(?P<file>.+)",
        ],
    )
    files = [("amy_x_1_a.py", b"x" * 50), ("amy_y_1_a.py", b"x" * 60)]
    unpacked = Unpacked(tmp_path, files, bounds)
    assert reasons(unpacked) == {"amy_y_1_a.py": "too large"}


def test_name_that_no_file_system_takes_is_cut_and_refused(tmp_path: Path) -> None:
    fits = "é" * (LONGEST_PART // 2)
    files = whole(f"amy/{fits}", f"zoe/{fits}é", f"bob/{'x' * (LONGEST_PART + 1)}")
    unpacked = Unpacked(tmp_path, files, OF_A_CLASS)
    assert set(unpacked.files) == {f"amy/{fits}"}
    assert unpacked.refused == [
        Refusal(f"zoe/{fits}", f"zoe/{fits}é", "long"),
        Refusal(f"bob/{'x' * LONGEST_PART}", f"bob/{'x' * (LONGEST_PART + 1)}", "long"),
    ]


def test_path_that_no_file_system_takes_is_refused(tmp_path: Path) -> None:
    bounds = OF_A_CLASS._replace(deepest=50)
    steps = "/".join(["x" * 99] * 10)
    fits = f"zoe/{steps}/{'y' * (LONGEST_PATH - len(steps) - 5)}"
    unpacked = Unpacked(tmp_path, whole(fits, f"{fits}y"), bounds)
    assert set(unpacked.files) == {fits}
    assert reasons(unpacked) == {f"{fits}y": "long"}


def test_name_that_is_cut_in_the_list_is_shown_in_short(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("autograder.core.limits.LONGEST_LISTED_NAME", 100)
    name = "zoe/" + "x" * 97
    unpacked = Unpacked(tmp_path, whole("amy/a.py", name), OF_A_CLASS)
    shown = f"{name[: LONGEST_WORD - 1]}…"
    assert unpacked.refused == [Refusal(name[:100], shown, "long")]


def test_full_disk_and_full_memory_are_no_fault_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, error in enumerate((OSError(errno.ENOSPC, "full"), MemoryError())):

        def fail(*_: object, error: Exception = error) -> None:
            raise error

        monkeypatch.setattr(archive._Unpacking, "_write", fail)
        (tmp_path / str(number)).mkdir()
        with pytest.raises(type(error)):
            Unpacked(tmp_path / str(number), whole("a.py"))


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(errno.EIO, "Input/output error", "/var/tmp/secret"), "Input/output error"),
        (ValueError("of some kind"), "of some kind"),
        (ValueError(), "ValueError"),
    ],
)  # fmt: skip
def test_other_error_is_told_without_a_path_of_this_machine(
    error: Exception, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(archive._Unpacking, "_write", fail)
    unpacked = Unpacked(tmp_path, whole("a.py"))
    assert unpacked.refused == [Refusal("a.py", "a.py", DAMAGED, told)]


# --- The list of an archive ---


def end(data: bytearray) -> int:
    """Return where the end of an archive begins."""
    return data.rindex(b"PK\5\6")


def cut_short(data: bytearray) -> None:
    del data[-1:]


def list_begins_otherwise(data: bytearray) -> None:
    data[listed(data)] ^= 1


def list_is_longer_than_its_end_says(data: bytearray) -> None:
    (size,) = struct.unpack_from("<L", data, end(data) + 12)
    struct.pack_into("<L", data, end(data) + 12, size - 1)
    del data[data.index(b"PK\1\2")]


def list_is_longer_than_the_archive(data: bytearray) -> None:
    struct.pack_into("<L", data, end(data) + 12, len(data))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (bytearray.clear, "no archive"),
        (cut_short, "no archive"),
        (list_begins_otherwise, "damaged list"),
        (put(28, "H", 500), "damaged list"),
        (list_is_longer_than_its_end_says, "damaged list"),
        (list_is_longer_than_the_archive, "wrong end"),
    ],
)
def test_archive_without_a_list_is_refused(
    change: Callable[[bytearray], None], told: str, tmp_path: Path
) -> None:
    with pytest.raises(NoArchive, match=rf"^{told}$"):
        Unpacked(tmp_path, whole("a.py", "b.py"), STUDENTS, change)


def with_the_longest_comment(data: bytearray) -> None:
    struct.pack_into("<H", data, end(data) + 20, 0xFFFF)
    data.extend(b"x" * 0xFFFF)


def with_a_program_before_it(data: bytearray) -> None:
    data[:0] = b"#!/bin/sh\nunzip $0\n"


@pytest.mark.parametrize("change", [with_the_longest_comment, with_a_program_before_it])
def test_archive_with_bytes_around_it_is_unpacked(
    change: Callable[[bytearray], None], tmp_path: Path
) -> None:
    for packing in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        (tmp_path / str(packing)).mkdir()
        files = whole("a.py", "b.py")
        folder = tmp_path / str(packing)
        unpacked = Unpacked(folder, files, STUDENTS, change, packing)
        assert (unpacked.files, unpacked.refused) == (dict(files), [])


def test_archive_in_an_archive_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    Unpacked(tmp_path / "inner", whole("b.py"))
    inner = (tmp_path / "inner" / "a.zip").read_bytes()
    unpacked = Unpacked(tmp_path, [("a.zip", inner)])
    assert (unpacked.files, unpacked.refused) == ({"a.zip": inner}, [])


def test_name_ends_where_the_archiver_ended_it(tmp_path: Path) -> None:
    unpacked = Unpacked(tmp_path, [("a.py\0.txt", b"1")])
    assert (unpacked.files, unpacked.refused) == ({"a.py": b"1"}, [])


@pytest.mark.parametrize("more", [0, 1])
def test_file_may_reach_to_the_list_and_no_further(more: int, tmp_path: Path) -> None:
    def longer(data: bytearray) -> None:
        extra = struct.pack("<HH4s", 0x7075, 4, b"abcd")
        start = data.index(b"PK\3\4")
        struct.pack_into("<H", data, start + 28, len(extra))
        data[start + 30 + 4 : start + 30 + 4] = extra
        struct.pack_into("<L", data, end(data) + 16, listed(data))
        struct.pack_into("<L", data, listed(data) + 20, 5 + more)

    unpacked = Unpacked(tmp_path, [("a.py", b"12345")], STUDENTS, longer)
    text = "too long"
    refused = [Refusal("a.py", "a.py", DAMAGED, text)] * more
    assert unpacked.refused == refused


def test_backslash_in_a_folder_is_a_slash_and_one_in_a_students_file_is_none(
    tmp_path: Path,
) -> None:
    files = whole("a\\b/ada_1_2_c\\d.py", "e/f.py")
    unpacked = Unpacked(tmp_path, files, OF_A_CLASS)
    assert set(unpacked.files) == {"a/b/ada_1_2_c\\d.py", "e/f.py"}
