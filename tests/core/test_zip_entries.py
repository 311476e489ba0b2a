"""A .zip is read entry by entry: what is wrong with one costs its owner, and nobody else."""

import io
import struct
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.classroom.records import HandIn
from autograder.core import limits
from autograder.core.reader import archive
from autograder.core.reader.archive import EARLIER
from autograder.core.reader.zip_entries import (
    IN_EXTRA_FIELD,
    NoArchive,
    ZipEntries,
    _large_numbers,
)
from autograder.core.sandbox.submission import NoSubmission, find_submission
from tests.classroom.test_find_class import by_student
from tests.core.test_reader import MANY, ONE
from tests.core.test_submission import RIGHT, course, graded, notebook, refused
from tests.sets import written

__all__ = ["course"]
FILE = "alphabeta.py"
BAD = "data.txt"
WRONG = "max_value = min_value = lambda state, alpha, beta: 0\n"
LISTED, LOCAL = b"PK\1\2", b"PK\3\4"


# --- One damaged entry ---


def at(data: bytearray, signature: bytes, name: str) -> int:
    """Return where the record of an entry begins."""
    size = {LISTED: 46, LOCAL: 30}[signature]
    starts = [i for i in range(len(data)) if data.startswith(signature, i)]
    return next(i for i in starts if data[i + size :].startswith(name.encode()))


def put(data: bytearray, place: int, layout: str, value: int) -> None:
    struct.pack_into("<" + layout, data, place, value)


def name_is_no_utf_8(data: bytearray, name: str) -> None:
    for signature, flags, size in ((LISTED, 8, 46), (LOCAL, 6, 30)):
        start = at(data, signature, name)
        put(data, start + flags, "H", 1 << 11)
        end = start + size + len(name)
        data[end - 8 : end - 6] = b"\xff\xfe"


def extra_field_is_too_short(data: bytearray, name: str) -> None:
    start = at(data, LISTED, name)
    put(data, start + 46 + len(name) + 2, "H", 0xFF)


def sizes_are_in_no_extra_field(data: bytearray, name: str) -> None:
    put(data, at(data, LISTED, name) + 24, "L", 0xFFFFFFFF)
    put(data, at(data, LISTED, name) + 46 + len(name), "H", 7)


def needs_version_9_9(data: bytearray, name: str) -> None:
    data[at(data, LISTED, name) + 6] = 99


def other_name_beside_its_data(data: bytearray, name: str) -> None:
    data[at(data, LOCAL, name) + 30] ^= 1


def is_not_there(data: bytearray, name: str) -> None:
    put(data, at(data, LISTED, name) + 42, "L", 7)


def is_behind_all(data: bytearray, name: str) -> None:
    put(data, at(data, LISTED, name) + 42, "L", 0xFFFFFFF0)


def overlaps_the_next(data: bytearray, name: str) -> None:
    put(data, at(data, LISTED, name) + 20, "L", 400)


def overlaps_the_list(data: bytearray, name: str) -> None:
    put(data, at(data, LISTED, name) + 20, "L", 1_000_000)


def is_within_the_first(data: bytearray, name: str) -> None:
    """So that the first one, which is whole, could be taken for one that overlaps it."""
    put(data, at(data, LISTED, name) + 42, "L", 50)


def contents_are_changed(data: bytearray, name: str) -> None:
    data[data.index(b"precious")] ^= 1


def is_no_deflated_text(data: bytearray, name: str) -> None:
    put(data, at(data, LISTED, name) + 10, "H", zipfile.ZIP_DEFLATED)


def is_of_another_packing(data: bytearray, name: str) -> None:
    put(data, at(data, LISTED, name) + 10, "H", zipfile.ZIP_LZMA)


def whole_list_needs_a_password(data: bytearray, name: str) -> None:
    put(data, at(data, LISTED, name) + 8, "H", 1 << 13)


def is_patched_data(data: bytearray, name: str) -> None:
    put(data, at(data, LISTED, name) + 8, "H", 1 << 5)


DAMAGES: dict[Callable[[bytearray, str], None], str] = {
    name_is_no_utf_8: "its name should be in UTF-8 and is not",
    extra_field_is_too_short: "its extra field is damaged",
    sizes_are_in_no_extra_field: "its extra field is damaged",
    needs_version_9_9: "it needs a newer version of the format, which is not known",
    other_name_beside_its_data: "it has another name than the list says",
    is_not_there: "it is not where the list says",
    is_behind_all: "it is not where the list says",
    overlaps_the_next: "its contents do not have the checksum that is listed",
    overlaps_the_list: "it is longer than the archive",
    is_within_the_first: "it is not where the list says",
    contents_are_changed: "its contents do not have the checksum that is listed",
    is_no_deflated_text: "its packed data are damaged",
    is_of_another_packing: "packed",
    whole_list_needs_a_password: "password|encrypted",
    is_patched_data: "packed",
}


def damaged(
    file: Path, damage: Callable[[bytearray, str], None], name: str, others: list[str]
) -> Path:
    """Write an archive of right programs, with one damaged entry among them."""
    with zipfile.ZipFile(file, "w") as opened:
        for other in others[:-1]:
            opened.writestr(other, RIGHT)
        info = zipfile.ZipInfo(name)
        info.extra = b"\x99\x99\4\0abcd"
        opened.writestr(info, "precious")
        opened.writestr(others[-1], RIGHT)
    data = bytearray(file.read_bytes())
    damage(data, name)
    file.write_bytes(data)
    return file


def notes_of(hand_in: HandIn) -> str:
    return " ".join(hand_in.notes)


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_one_damaged_entry_of_a_class_costs_its_owner_alone(
    tmp_path: Path, damage: Callable[[bytearray, str], None]
) -> None:
    others = [f"alice/{FILE}", f"mallory/{FILE}", f"zoe/{FILE}"]
    named = damaged(tmp_path / "class.zip", damage, f"mallory/{BAD}", others)
    students = by_student(named)
    assert [*students] == ["alice", "mallory", "zoe"]
    assert "was not unpacked: " in notes_of(students["mallory"])
    expected = pytest.raises(AssertionError, match=DAMAGES[damage])
    with expected:
        raise AssertionError(notes_of(students["mallory"]))
    for name in ("alice", "zoe"):
        assert students[name].notes == ()
        program = students[name].path / FILE
        assert program.read_text("utf-8") == RIGHT


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_one_damaged_entry_of_a_students_archive_is_left_out_with_a_note(
    course: Path, damage: Callable[[bytearray, str], None]
) -> None:
    """As in a class: the same files earn the same points."""
    damaged(course / "hand_in" / "mine.zip", damage, BAD, [FILE, "help.py"])
    explained = graded(course)
    assert explained.report.points == 3
    note = explained.report.notes[1]
    assert note.startswith("mine.zip ")
    with pytest.raises(AssertionError, match=DAMAGES[damage].partition("|")[0]):
        raise AssertionError(note)
    assert note.endswith("was left out; the rest was graded.")


@pytest.mark.parametrize("name", ["help.py", "old/alphabeta.py", "more.zip", "a.IPYNB"])
@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_damaged_entry_that_may_be_of_the_program_is_named_and_nothing_graded(
    course: Path, name: str, damage: Callable[[bytearray, str], None]
) -> None:
    damaged(course / "hand_in" / "mine.zip", damage, name, [FILE, "data.txt"])
    message = refused(course)
    assert message.startswith("mine.zip ")
    with pytest.raises(AssertionError, match=DAMAGES[damage].partition("|")[0]):
        raise AssertionError(message)
    assert message.endswith((". Pack it again.", "without one.", "usual settings."))


@pytest.mark.parametrize(
    "path",
    ["//tmp/evil.py", "///tmp/evil.py", "//tmp/evil/", "/", "//", "..", "a/../../x"],
)
def test_absolute_path_in_an_archive_of_a_class_leads_nowhere(
    tmp_path: Path, path: str
) -> None:
    """Also a path that begins with two slashes, which is absolute in a way of its own."""
    for others in ([f"alice/{FILE}"], []):
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as opened:
            for name in [*others, path]:
                member = zipfile.ZipInfo("x")
                member.filename = name
                opened.writestr(member, "x")
        folder = tmp_path / str(len(others))
        written(folder / "class.zip", data.getvalue())
        archive.unpack(str(folder / "class.zip"), str(folder / "inside"), MANY)
        assert sorted(member.name for member in folder.iterdir()) == [
            "class.zip",
            "inside",
        ]
        for name in others:
            assert (folder / "inside" / name).read_bytes() == b"x"
    assert not list(Path("/tmp").glob("evil*"))


# --- Counting ---


def test_marks_in_a_stored_file_are_no_entries(course: Path, tmp_path: Path) -> None:
    """As an archive within an archive has them: what counts is the list alone."""
    marks = LISTED * 1_000_001
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as opened:
        for name in ("alice", "mallory"):
            opened.writestr(f"{name}/{FILE}", RIGHT)
        opened.writestr("mallory/data.zip", marks)
    students = by_student(tmp_path / "class.zip")
    assert {name: hand_in.notes for name, hand_in in students.items()} == {
        "alice": (),
        "mallory": (),
    }
    with zipfile.ZipFile(course / "hand_in" / "mine.zip", "w") as opened:
        opened.writestr(FILE, RIGHT)
        opened.writestr("data.bin", marks[: 4 * 50_001])
    assert graded(course).report.points == 3


LOCATOR_64 = b"PK\6\7"


@pytest.mark.parametrize("number", ["aaaa", "bbb\x01"])
def test_name_of_a_file_is_not_taken_for_the_end_of_the_list(
    number: str, tmp_path: Path
) -> None:
    """The last name in the list stands where a large archive's end may stand."""
    name = f"{LOCATOR_64.decode()}{number}aaaaaaaaaaaa"
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as opened:
        for student in ("alice", "zoe"):
            opened.writestr(f"{student}/{FILE}", RIGHT)
        opened.writestr(f"zoe/{name}", "x")
    assert set(by_student(tmp_path / "class.zip")) == {"alice", "zoe"}


def large_archive() -> bytes:
    """Return an archive with an end as archives of many files have it."""
    packed = io.BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(zipfile, "ZIP_FILECOUNT_LIMIT", 1)
        with zipfile.ZipFile(packed, "w") as opened:
            for name in ("one", "two", "three"):
                opened.writestr(name, name)
    data = packed.getvalue()
    assert LOCATOR_64 in data
    return data


@pytest.mark.parametrize("is_told_there_alone", [False, True])
def test_end_of_a_large_archive_is_read(
    is_told_there_alone: bool, tmp_path: Path
) -> None:
    data = bytearray(large_archive())
    if is_told_there_alone:
        data[-10:-2] = b"\xff" * 8
    with written(tmp_path / "large.zip", bytes(data)).open("rb") as opened:
        entries = ZipEntries(opened).listed(10)
    assert [item.name for item in entries] == ["one", "two", "three"]


def test_part_of_several_archives_is_refused(tmp_path: Path) -> None:
    data = bytearray(large_archive())
    put(data, data.index(LOCATOR_64) + 16, "L", 2)
    with (
        written(tmp_path / "part.zip", bytes(data)).open("rb") as opened,
        pytest.raises(NoArchive, match=r"^part of an archive$"),
    ):
        ZipEntries(opened)


@pytest.mark.parametrize("is_text", [True, False])
def test_size_in_the_extra_field_hides_no_other_damage(
    is_text: bool, tmp_path: Path
) -> None:
    info = zipfile.ZipInfo("somebody.txt")
    info.extra = struct.pack("<HHQ", 1, 8, 5_000_000_000)
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as opened:
        opened.writestr(info, "precious")
    data = bytearray((tmp_path / "a.zip").read_bytes())
    put(data, at(data, LISTED, info.filename) + 24, "L", 0xFFFFFFFF)
    if not is_text:
        name_is_no_utf_8(data, info.filename)
    with written(tmp_path / "a.zip", bytes(data)).open("rb") as opened:
        (listed,) = ZipEntries(opened).listed(10)
    expected = (5_000_000_000, "") if is_text else (0xFFFFFFFF, "name is no text")
    assert (listed.size, listed.damage) == expected


@pytest.mark.parametrize(
    ("name", "extra", "damage"),
    [
        ("a" + "é" * limits.LONGEST_LISTED_NAME, b"", ""),  # cut within a character
        ("aé", b"", "name is no text"),  # as its last byte is missing
        ("a", b"\x99\x99\0\0", ""),
        ("a", b"\x99\x99\1\0", "extra field"),
        ("a", b"\x99\x99\1", ""),  # what is too short for a field is none
    ],
)
def test_list_tells_the_damage_of_an_entry(
    name: str, extra: bytes, damage: str, tmp_path: Path
) -> None:
    raw = name.encode()
    if damage == "name is no text":
        raw = raw[:-1]
    in_utf_8, sizes = (1 << 11, *[0] * 6), (len(raw), len(extra))
    head = struct.pack("<4s4B4HL2L5H2L", LISTED, *[0] * 4, *in_utf_8, *sizes, *[0] * 5)
    listed = head + raw + extra
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 1, 1, len(listed), 0, 0)
    with written(tmp_path / "a.zip", listed + end).open("rb") as opened:
        (member,) = ZipEntries(opened).listed(10)
    assert (member.damage, member.is_cut) == (damage, len(raw) > 1000)


def test_list_that_is_longer_than_its_entries_is_refused(tmp_path: Path) -> None:
    """By one byte, which another list may lack."""
    data = bytearray(large_archive().partition(b"PK\6\6")[0])
    start = data.index(LISTED)
    size = len(data) - start
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, 3, 3, size + 1, start, 0)
    file = written(tmp_path / "a.zip", bytes(data) + b"\0" + end)
    with (
        file.open("rb") as opened,
        pytest.raises(NoArchive, match="damaged list"),
    ):
        ZipEntries(opened).listed(10)


# --- Two entries of one name ---


def packed_twice(file: Path, first: str, second: str, name: str = FILE) -> Path:
    """Write an archive as zipfile's mode "a" does, in which a name is there twice."""
    for mode, text in (("w", first), ("a", second)):
        with (
            zipfile.ZipFile(file, mode) as opened,  # type: ignore[call-overload]
            pytest.MonkeyPatch.context() as patch,
        ):
            patch.setattr("warnings.warn", lambda *_, **__: None)
            opened.writestr(name, text)
    return file


@pytest.mark.parametrize("longer", [0, 1])
def test_last_of_two_entries_of_one_name_is_graded_with_a_note(
    course: Path, longer: int
) -> None:
    programs = [WRONG, RIGHT]
    programs[longer] += "# longer" * 100
    file = packed_twice(course / "hand_in" / "mine.zip", *programs)
    explained = graded(course)
    assert explained.report.points == 3
    assert explained.report.notes[1:] == (
        (
            "mine.zip has alphabeta.py more than once. Of files with one name the last "
            "in the archive's list was taken, as unpackers do."
        ),
    )
    packed_twice(file, *programs[::-1])
    assert graded(course).report.points < 3


def test_notes_on_an_archive_and_on_its_notebook_are_both_told(course: Path) -> None:
    name = "alphabeta.ipynb"
    packed_twice(
        course / "hand_in" / "mine.zip", notebook(WRONG), notebook(RIGHT), name
    )
    explained = graded(course)
    assert explained.report.points == 3
    assert [note.partition(" has ")[0] for note in explained.report.notes[1:]] == [
        "mine.zip",
        "Graded: the code cells of alphabeta.ipynb, in their order.",
    ]


def test_last_of_two_entries_of_one_name_counts_in_a_class(tmp_path: Path) -> None:
    file = packed_twice(tmp_path / "class.zip", WRONG, RIGHT, f"ann/{FILE}")
    with zipfile.ZipFile(file, "a") as opened:
        opened.writestr(f"bob/{FILE}", WRONG)
    students = by_student(file)
    assert (students["ann"].path / FILE).read_text("utf-8") == RIGHT
    assert students["ann"].notes == (
        (
            f"ann/{FILE} was not unpacked: the archive lists another file of this name "
            "after it, and that one was taken, as unpackers do"
        ),
    )
    assert students["bob"].notes == ()


def test_two_spellings_of_one_path_are_not_chosen_from_in_a_class(
    tmp_path: Path,
) -> None:
    """A file that another student called so must take nobody's place."""
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as opened:
        opened.writestr(f"bob/{FILE}", RIGHT)
        for name in (f"ann/{FILE}", f"ann\\{FILE}"):
            info = zipfile.ZipInfo("x")
            info.filename = name
            opened.writestr(info, RIGHT)
    ann = by_student(tmp_path / "class.zip")["ann"]
    assert "another file in the archive has the same name" in notes_of(ann)
    with pytest.raises(NoSubmission):
        find_submission(ann.path, FILE)


def test_entries_of_one_name_are_named_until_there_are_too_many(tmp_path: Path) -> None:
    file = tmp_path / "many.zip"
    with (
        zipfile.ZipFile(file, "w") as opened,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr("warnings.warn", lambda *_, **__: None)
        for _ in range(15):
            opened.writestr("a.py", "")
    refusals = archive.unpack(str(file), str(tmp_path / "one"), ONE)
    assert [refusal.reason for refusal in refusals] == [*[EARLIER] * 10, "more"]
    assert refusals[-1].name == "4"


# --- Names that no file system takes ---


def test_owner_of_a_file_with_too_long_a_name_is_told(tmp_path: Path) -> None:
    """Also if it is all that was handed in, as whose it is stands at the beginning."""
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as opened:
        opened.writestr(f"ann_1_10_{FILE}", RIGHT)
        opened.writestr(f"bob_2_11_{'_' * 65_000}", RIGHT)
    students = by_student(tmp_path / "class.zip")
    assert [*students] == ["ann", "bob"]
    assert students["ann"].notes == ()
    assert "its name is longer than file systems allow" in notes_of(students["bob"])


# --- As Python's own library reads it ---


ENTRIES = st.lists(
    st.tuples(
        st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
        st.binary(max_size=200),
        st.sampled_from([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED]),
        st.booleans(),
    ),
    max_size=5,
)


# zipfile itself takes these letters in a comment for the end of the list.
UNMARKED = st.binary(max_size=30).filter(lambda data: b"PK" not in data)


@given(ENTRIES, UNMARKED, UNMARKED)
def test_entries_are_those_that_zipfile_reads(
    entries: list[tuple[str, bytes, int, bool]], before: bytes, comment: bytes
) -> None:
    """Bytes before an archive, and a comment, change nothing."""
    packed = io.BytesIO()
    packed.write(before)
    with (
        zipfile.ZipFile(packed, "a" if before else "w") as opened,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr("warnings.warn", lambda *_, **__: None)
        for name, data, method, is_large in entries:
            info = zipfile.ZipInfo(name)
            info.compress_type = method
            with opened.open(info, "w", force_zip64=is_large) as member:
                member.write(data)
        opened.comment = comment
    with zipfile.ZipFile(packed) as opened:
        infos = opened.infolist()
        expected = [(info.filename, opened.read(info)) for info in infos]
    with tempfile.TemporaryFile() as file:
        file.write(packed.getvalue())
        zip_entries = ZipEntries(file)
        listed = zip_entries.listed(100)
        read = [
            (member.name, b"".join(zip_entries.pieces(member))) for member in listed
        ]
    assert read == expected
    assert not any(member.damage for member in listed)


def test_large_numbers_stand_in_their_order_behind_other_fields() -> None:
    def field(kind: int, data: bytes) -> bytes:
        return struct.pack("<HH", kind, len(data)) + data

    others = field(0x9999, b"x" * 5) + field(0x9998, b"y")
    extra = others + field(1, struct.pack("<QQ", 7, 8))
    numbers = [IN_EXTRA_FIELD, 5, IN_EXTRA_FIELD]
    assert _large_numbers(numbers, extra) == ([7, 5, 8], "")
    three = [IN_EXTRA_FIELD] * 3
    assert _large_numbers(three, extra) == (three, "extra field")
    assert _large_numbers(numbers, others) == (numbers, "extra field")
