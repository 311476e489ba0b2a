"""How a class is found in a folder or an archive: whose each file is, which of several counts, what is said of it."""

import errno
import os
import stat
import struct
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.classroom.discovery import find_class
from autograder.classroom.records import Class, HandIn
from autograder.core import limits
from autograder.core.errors import WrongUsage
from autograder.core.reader import zip_entries
from tests.sets import written

FILE = "alphabeta.py"
MOODLES = "{}_{}_assignsubmission_file_"
METADATA = "submission_11:\n  :submitters:\n  - :name: Ann\n  :created_at: 2026-11-21T12:30:00Z\n"


def folder_of(place: Path, *files: str) -> Path:
    """Make the folder of a class: some files, each of which holds its name."""
    for name in files:
        written(place / "class" / name, name)
    return place / "class"


def archive_of(place: Path, files: Mapping[str, str], name: str = "class.zip") -> Path:
    """Make the archive of a class."""
    with zipfile.ZipFile(place / name, "w") as opened:
        for path, content in files.items():
            opened.writestr(path, content)
    return place / name


def class_in(named: Path) -> Class:
    """Return the submissions in a folder or an archive."""
    place = named.parent / "place"
    place.mkdir()
    return find_class(named, FILE, place)


def by_student(named: Path) -> dict[str, HandIn]:
    """Return the submissions by the names of their students, of whom each has one."""
    hand_ins = class_in(named).hand_ins
    names = [hand_in.students[0].name for hand_in in hand_ins]
    assert len(names) == len(set(names))
    return dict(zip(names, hand_ins, strict=True))


def content(hand_in: HandIn, file: str = FILE) -> str:
    """Return the text of a file of a submission."""
    return (hand_in.path / file).read_text("utf-8")


# --- What a platform exported of one student ---


@pytest.mark.parametrize(
    "typed", ["onlinetext_/onlinetext.html", "file_helper.py", f"file_{FILE}"]
)
def test_a_students_folder_comes_before_loose_files(tmp_path: Path, typed: str) -> None:
    ann = MOODLES.format("Ann", 1)
    beside = f"Ann_1_assignsubmission_{typed}"
    hand_in = by_student(folder_of(tmp_path, f"{ann}/{FILE}", beside))["Ann"]
    assert (hand_in.path.name, content(hand_in)) == (ann, f"{ann}/{FILE}")
    assert hand_in.notes == (f"beside it, not looked at: {beside.partition('/')[0]}",)


def test_class_of_one_students_folder_belongs_to_that_student(
    tmp_path: Path,
) -> None:
    ann = MOODLES.format("Ann", 1)
    assert [*by_student(folder_of(tmp_path, f"{ann}/{FILE}", f"{ann}/helper.py"))] == [
        "Ann"
    ]


def test_one_late_file_makes_a_submission_late(tmp_path: Path) -> None:
    files = (
        f"ann_1_10_{FILE}",
        "ann_LATE_1_11_helper.py",
        f"bob_LATE_2_12_{FILE}",
        f"cem_3_13_{FILE}",
    )
    students = by_student(folder_of(tmp_path, *files))
    assert {name: hand_in.late for name, hand_in in students.items()} == {
        "ann": True,
        "bob": True,
        "cem": False,
    }


def test_late_mark_of_a_replaced_file_does_not_make_the_submission_late(
    tmp_path: Path,
) -> None:
    students = by_student(
        folder_of(tmp_path, f"ann_LATE_1_10_{FILE}", f"ann_1_11_{FILE}")
    )
    assert not students["ann"].late
    assert content(students["ann"]) == f"ann_1_11_{FILE}"


def test_feedback_page_is_named_after_the_highest_submission_number(
    tmp_path: Path,
) -> None:
    """Which is no text: as one, 9 would come after 10."""
    students = by_student(folder_of(tmp_path, "ann_1_9_helper.py", f"ann_1_10_{FILE}"))
    assert students["ann"].feedback == "ann_1_10_feedback.html"


def test_unreadable_file_is_noted_and_the_rest_is_graded(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, f"ann_1_10_{FILE}")
    os.mkfifo(folder / "ann_1_11_helper.py")
    hand_in = by_student(folder)["ann"]
    assert content(hand_in) == f"ann_1_10_{FILE}"
    assert hand_in.notes == (
        "ann_1_11_helper.py cannot be read: it is no regular file",
    )


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_full_disk_stops_the_class_instead_of_copying_half_a_file(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, open_any = folder_of(tmp_path, f"ann_1_10_{FILE}"), Path.open

    def full(file: Path, mode: str = "r", *others: Any, **how: Any) -> Any:
        if mode == "xb":
            raise OSError(number, os.strerror(number))
        return open_any(file, mode, *others, **how)

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(
        WrongUsage, match="there is no room; set TMPDIR to a folder that has some"
    ):
        class_in(folder)


# --- Names of results ---


@pytest.mark.parametrize(
    ("name", "start"),
    [("Ann: Lee", "Ann_ Lee-"), ("Ann.", "Ann-"), ("-Ann", "Ann-"), ("?", "_-")],
)
def test_a_name_that_is_changed_is_marked_so(
    name: str, start: str, tmp_path: Path
) -> None:
    """Else another student could be called what it is changed to, in the next class."""
    (hand_in,) = class_in(folder_of(tmp_path, f"{name}/{FILE}", "list.csv")).hand_ins
    assert hand_in.name.startswith(start)
    assert len(hand_in.name) == len(start) + 16


def test_names_that_differ_in_case_alone_are_both_marked(tmp_path: Path) -> None:
    names = [
        hand_in.name
        for hand_in in class_in(
            folder_of(tmp_path, "ann.py", "Ann.py", "bob.py")
        ).hand_ins
    ]
    assert "bob" in names
    assert len({name.lower() for name in names}) == 3
    assert not {"ann", "Ann"} & set(names)


# --- What wraps a class ---


def test_an_archive_that_wraps_an_export_in_a_folder_of_its_own_name_is_the_export(
    tmp_path: Path,
) -> None:
    files = {
        "class/submission_metadata.yml": METADATA,
        f"class/submission_11/{FILE}": "x = 1\n",
    }
    students = by_student(archive_of(tmp_path, files))
    assert [*students] == ["Ann"]
    assert content(students["Ann"]) == "x = 1\n"


def test_metadata_in_the_one_folder_of_an_archive_may_be_one_students(
    tmp_path: Path,
) -> None:
    files = {
        "mallory/submission_metadata.yml": METADATA,
        f"mallory/submission_11/{FILE}": "x = 1\n",
    }
    assert [*by_student(archive_of(tmp_path, files))] == ["mallory"]


def test_two_submissions_in_one_folder_may_be_a_class_and_one_may_not(
    tmp_path: Path,
) -> None:
    folder = folder_of(tmp_path, f"course/ann/{FILE}")
    assert [*by_student(folder)] == ["course"]
    written(folder / "course" / "bob" / FILE, "")
    with pytest.raises(
        WrongUsage, match=r"holds one folder alone, with 2 submissions in it"
    ):
        find_class(folder, FILE, tmp_path / "place")


# --- Archives ---


def test_who_handed_in_one_file_that_is_refused_has_a_row(tmp_path: Path) -> None:
    """Also if nothing of it is unpacked: the row says why there is no grade."""
    link = zipfile.ZipInfo(f"ann_1_10_{FILE}")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as opened:
        opened.writestr(link, "/etc/passwd")
        opened.writestr(f"bob_2_11_{FILE}", "x = 1\n")
    students = by_student(tmp_path / "class.zip")
    assert [*students] == ["ann", "bob"]
    assert f"ann_1_10_{FILE} was not unpacked: " in " ".join(students["ann"].notes)
    assert students["bob"].notes == ()
    assert not (students["ann"].path / FILE).exists()


def locked(file: Path) -> None:
    """Mark the first file of an archive as one that needs a password."""
    data = bytearray(file.read_bytes())
    for signature, place in ((b"PK\3\4", 6), (b"PK\1\2", 8)):
        at = data.index(signature) + place
        (flags,) = struct.unpack_from("<H", data, at)
        struct.pack_into("<H", data, at, flags | zip_entries.ENCRYPTED)
    file.write_bytes(data)


def test_a_file_that_needs_a_password_is_its_students_affair(tmp_path: Path) -> None:
    named = archive_of(tmp_path, {f"ann/{FILE}": "x = 1\n", f"bob/{FILE}": "x = 1\n"})
    locked(named)
    students = by_student(named)
    assert "it is encrypted; unpack the archive yourself" in " ".join(
        students["ann"].notes
    )
    assert (students["bob"].notes, content(students["bob"])) == ((), "x = 1\n")


def test_student_whose_files_exceed_the_room_of_the_class_is_withheld(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has as much as one may have, and together they have a byte too much."""
    monkeypatch.setattr(limits, "LARGEST_SUBMISSION", 40)
    monkeypatch.setattr(limits, "LARGEST_CLASS", 119)
    files = {f"{name}/{FILE}": "x" * 40 for name in ("ann", "bob", "cem")}
    students = by_student(archive_of(tmp_path, files))
    withheld = [name for name, hand_in in students.items() if hand_in.withheld]
    assert len(withheld) == 1
    assert "what others handed in has used up the room" in " ".join(
        students[withheld[0]].notes
    )


@pytest.mark.parametrize("wrapping", ["", "export/"])
def test_folder_deeper_than_the_limit_of_a_class_is_noted(
    wrapping: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "DEEPEST_CLASS_FOLDER", 5)
    # A student's own folder, and what wraps the class, count too.
    deep = 5 - wrapping.count("/") - 1
    paths = {"ann": "d/" * deep + FILE, "bob": "d/" * (deep + 1) + FILE, "cem": FILE}
    files = {f"{wrapping}{name}/{path}": name for name, path in paths.items()}
    students = by_student(archive_of(tmp_path, files, "any.zip"))
    assert {name: bool(hand_in.notes) for name, hand_in in students.items()} == {
        "ann": False,
        "bob": True,
        "cem": False,
    }
    assert "more than 5 folders inside each other" in students["bob"].notes[0]
    assert content(students["ann"], paths["ann"]) == "ann"


@given(st.integers(0, 40), st.integers(4, 60))
def test_files_of_an_archive_are_counted_wherever_it_is_read_in_pieces(
    many: int, piece: int
) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        file = archive_of(Path(folder), {str(number): "" for number in range(many)})
        patch.setattr(limits, "PIECE", piece)
        with file.open("rb") as opened:
            assert len(zip_entries.ZipEntries(opened).listed(1000)) == many
