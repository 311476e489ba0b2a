"""The forms of a class's submissions: folders, files, what platforms export, archives of them, and hostile archives."""

import stat
import unicodedata
import zipfile
from datetime import datetime, timezone
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from autograder.classroom.discovery import _named, find_class
from autograder.classroom.exported_names import (
    exported_by_others,
    original_names,
    platform_entry,
    read_time,
    with_dates,
)
from autograder.classroom.matching import Matching, notes_of
from autograder.classroom.records import (
    BRIGHTSPACE_NUMBER,
    CANVAS_NUMBER,
    FOLDER,
    LOGIN,
    MOODLE_NUMBER,
    UNIVERSITY_ID,
    Class,
    HandIn,
    Identity,
    Student,
)
from autograder.classroom.roster import read_roster
from autograder.core.errors import WrongUsage
from autograder.core.sandbox.submission import NoSubmission, find_submission
from tests import sets
from tests.sets import cases, not_none

METADATA = (
    Path(__file__).parents[1] / "imported" / "submission_metadata.yml"
).read_text("utf-8")


def written(folder: Path, *names: str, text: str = "x = 1\n") -> Path:
    for name in names:
        sets.written(folder / name, text)
    return folder


def found_in(folder: Path, place: Path, results: Path | None = None) -> Class:
    place.mkdir(exist_ok=True)
    return find_class(folder, "alphabeta.py", place, results)


def names_of(found: Class) -> list[str]:
    return [hand_in.name for hand_in in found.hand_ins]


def test_folders_and_files_become_submissions_and_the_rest_is_listed(
    tmp_path: Path,
) -> None:
    folder = written(
        tmp_path / "class",
        "alice/alphabeta.py",
        "bob.py",
        "carol.ipynb",
        "dave.zip",
        "list.csv",
        ".DS_Store",
    )
    written(folder, "__pycache__/bob.cpython-311.pyc")
    the_class = found_in(folder, tmp_path / "place")
    assert names_of(the_class) == ["alice", "bob", "carol", "dave"]
    assert [name for name, _ in the_class.not_understood] == [
        "list.csv",
        ".DS_Store",
        "__pycache__",
    ]
    assert {hand_in.name: hand_in.path.name for hand_in in the_class.hand_ins}[
        "bob"
    ] == "bob.py"


def test_answers_by_hand_are_submissions_where_they_are_what_students_submit(
    tmp_path: Path,
) -> None:
    folder = written(tmp_path / "class", "alice.json", "bob/answers.json")
    (tmp_path / "place").mkdir()
    assert names_of(find_class(folder, "answers.json", tmp_path / "place")) == [
        "alice",
        "bob",
    ]


def test_gradescopes_export_is_read_with_students_and_times(tmp_path: Path) -> None:
    folder = written(
        tmp_path / "export",
        "submission_11/alphabeta.py",
        "submission_13/alphabeta.py",
        "notes.txt",
    )
    (folder / "submission_metadata.yml").write_text(METADATA, "utf-8")
    the_class = found_in(folder, tmp_path / "place")
    eleven, twelve, thirteen = the_class.hand_ins
    alice = Student(
        "Alice Smith", "alice@x.edu", "123", (Identity(UNIVERSITY_ID, "123"),)
    )
    assert eleven.students == (alice, Student("Bob Müller", "bob@x.edu"))
    assert eleven.at == datetime(2026, 11, 21, 12, 30, 0, 486260, tzinfo=timezone.utc)
    assert twelve.at == datetime(2026, 11, 21, 4, 0, tzinfo=timezone.utc)
    assert "no such folder" in twelve.notes[0]
    assert "does not say whose" in thirteen.notes[0]
    assert [name for name, _ in the_class.not_understood] == ["notes.txt"]


@pytest.mark.of("autograder.classroom.gradescope_metadata")
def test_gradescopes_metadata_with_ruby_tags_is_read(tmp_path: Path) -> None:
    folder = written(tmp_path / "export", "submission_11/alphabeta.py")
    tagged = (
        "  :output: !binary |\n    aGVsbG8=\n  :set: !other/object:Set\n    hash: {}\n"
    )
    (folder / "submission_metadata.yml").write_text(
        f"submission_11:\n{tagged}  :submitters:\n  - :name: Al\n", "utf-8"
    )
    assert found_in(folder, tmp_path / "place").hand_ins[0].students == (Student("Al"),)


@pytest.mark.parametrize(
    "text",
    [
        "- a list\n",
        "a: [",
        "!!python/object/apply:os.system ['true']\n",
        "../../etc: {}\n",
        "\x00",
        '"a\\0b": {}\n',
    ],
)
def test_broken_metadata_are_refused_with_the_reason(tmp_path: Path, text: str) -> None:
    folder = written(tmp_path / "export", "submission_11/alphabeta.py")
    (folder / "submission_metadata.yml").write_text(text, "utf-8")
    with pytest.raises(WrongUsage, match=r"submission_metadata\.yml"):
        found_in(folder, tmp_path / "place")


def test_canvas_files_become_one_submission_a_student(tmp_path: Path) -> None:
    folder = written(
        tmp_path / "class",
        "smithalice_12345_67890_alphabeta.py",
        "smithalice_12345_67891_helper.py",
    )
    written(
        folder,
        "jonesbob_LATE_12346_67892_alphabeta-1.py",
        "jonesbob_LATE_12346_67893_alphabeta.py",
    )
    the_class = found_in(
        written(folder, "lee_12347_67894_text.html"), tmp_path / "place"
    )
    bob, lee, alice = the_class.hand_ins
    assert [hand_in.name for hand_in in the_class.hand_ins] == [
        "jonesbob_12346",
        "lee_12347",
        "smithalice_12345",
    ]
    assert sorted(path.name for path in alice.path.iterdir()) == [
        "alphabeta.py",
        "helper.py",
    ]
    assert [path.name for path in bob.path.iterdir()] == ["alphabeta.py"]
    assert (bob.late, alice.late) == (True, False)
    assert bob.file == "jonesbob_LATE_12346_67892_alphabeta-1.py"
    assert "alphabeta.py is older" in bob.notes[0]
    assert [path.name for path in lee.path.iterdir()] == ["text.html"]
    assert not the_class.not_understood


def test_later_of_two_canvas_downloads_in_one_folder_counts(tmp_path: Path) -> None:
    folder = tmp_path / "class"
    written(folder, "ann_1_99_alphabeta.py", "bob_2_7_alphabeta.py", text="older\n")
    written(
        folder, "ann_1_100_alphabeta.py", "bob_LATE_2_8_alphabeta.py", text="newer\n"
    )
    ann, bob = found_in(folder, tmp_path / "place").hand_ins
    for hand_in in (ann, bob):
        assert (hand_in.path / "alphabeta.py").read_text("utf-8") == "newer\n"
    assert (ann.late, bob.late) == (False, True)
    assert ann.notes == ("ann_1_99_alphabeta.py is older, and was left out",)
    assert bob.file == "bob_LATE_2_8_alphabeta.py"


def test_results_folder_within_the_class_is_no_submission(
    tmp_path: Path,
) -> None:
    folder = written(tmp_path / "class", "results/class.csv", "alice/alphabeta.py")
    assert names_of(found_in(folder, tmp_path / "place", folder / "results")) == [
        "alice"
    ]
    export = written(folder / "assignment_1_export", "submission_11/alphabeta.py")
    (export / "submission_metadata.yml").write_text(METADATA, "utf-8")
    (folder / "alice" / "alphabeta.py").unlink()
    (folder / "alice").rmdir()
    assert "submission_11" in names_of(
        found_in(folder, tmp_path / "place", folder / "results")
    )


def test_no_submission_is_called_as_the_page_of_the_class(tmp_path: Path) -> None:
    folder = written(tmp_path / "class", "class.py", "con.py", "classes.py")
    names = names_of(found_in(folder, tmp_path / "place"))
    assert "classes" in names
    assert not {"class", "con"} & set(names)


def test_missing_class_folder_is_refused_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    for name in ("loop", "n" * 300, "nobody"):
        with pytest.raises(WrongUsage, match="no such folder"):
            found_in(tmp_path / name, tmp_path)


def test_platform_entry_reads_the_file_names_of_platforms() -> None:
    name_parts = not_none(platform_entry("o_hara_van_LATE_1_2_my_file_3_4_x.py"))
    assert (name_parts.students[0], name_parts.late) == (
        Student("o_hara_van", "", "1", (Identity(CANVAS_NUMBER, "1"),)),
        True,
    )
    assert name_parts.original == "my_file_3_4_x.py"
    assert platform_entry("alphabeta.py") is None
    moodle = not_none(platform_entry("Anna Lena Ö_123_assignsubmission_file_"))
    assert moodle.students[0] == Student(
        "Anna Lena Ö", "", "123", (Identity(MOODLE_NUMBER, "123"),)
    )
    renamed = {"alphabeta.py": "alphabeta-10.py", "2024-11.py": "2024-11.py"}
    assert (
        original_names(["alphabeta-2.py", "alphabeta-10.py", "2024-11.py"]) == renamed
    )


def test_moodles_folders_and_flat_files_become_submissions(tmp_path: Path) -> None:
    folder = written(tmp_path / "class", "Anna Ö_1_assignsubmission_file_/alphabeta.py")
    written(
        folder,
        *(
            f"{who}_assignsubmission_onlinetext_/onlinetext.html"
            for who in ("Anna Ö_1", "Cy C_3")
        ),
    )
    the_class = found_in(
        written(folder, "Ben B_2_assignsubmission_file_alphabeta.py"),
        tmp_path / "place",
    )
    anna, ben, cy = the_class.hand_ins
    assert (anna.students[0].name, anna.path.name) == (
        "Anna Ö",
        "Anna Ö_1_assignsubmission_file_",
    )
    assert [path.name for path in ben.path.iterdir()] == ["alphabeta.py"]
    assert (cy.students[0].name, cy.path.is_dir()) == ("Cy C", True)


@pytest.mark.parametrize("wrapping", ["", "export/", "a/b/"])
def test_class_archive_of_folders_and_canvas_files_is_read(
    tmp_path: Path, wrapping: str
) -> None:
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        for name in ("alice/alphabeta.py", "bob_1_2_alphabeta.py", "__MACOSX/._alice"):
            archive.writestr(("" if "MACOSX" in name else wrapping) + name, "x = 1\n")
    the_class = found_in(tmp_path / "class.zip", tmp_path / "place")
    assert names_of(the_class) == ["alice", "bob_1"]


@pytest.mark.of("autograder.classroom.class_archive")
def test_empty_folder_of_a_class_archive_becomes_a_submission(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        for name in (
            "./",
            "class/",
            "class/ann\\",
            "class/ann\\alphabeta.py",
            "class/ben/",
            "class/Re: Cy/x.py",
        ):
            archive.writestr(name, "" if name.endswith(("/", "\\")) else "x = 1\n")
    the_class = found_in(tmp_path / "class.zip", tmp_path / "place")
    assert [hand_in.file for hand_in in the_class.hand_ins] == [
        "Re: Cy",
        "ann",
        "ben",
    ]


def test_an_archive_of_one_student_is_not_taken_apart(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        archive.writestr("alice/alphabeta.py", "x = 1\n")
    assert names_of(found_in(tmp_path / "class.zip", tmp_path / "place")) == ["alice"]


def hostile_zip(file: Path, kind: str) -> None:
    """Write a class's archive in which something of alice's is as no honest archive has it; bob's is as it should be."""
    names = {
        "outside": "alice/../../evil.py",
        "windows": "alice\\..\\..\\evil.py",
        "long": f"alice/{'n' * 260}.py",
    }
    names |= {
        "absolute": "/tmp/evil.py",
        "drive": "c:\\evil.py",
        "nameless": ".",
        "above": "../evil.py",
    }
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        if kind in names:
            archive.writestr(names[kind], "x")
        elif kind == "link":
            info = zipfile.ZipInfo("alice/alphabeta.py")
            info.external_attr = (stat.S_IFLNK | 0o777) << 16
            archive.writestr(info, "/etc/passwd")
        elif kind == "bomb":
            with archive.open("alice/alphabeta.py", "w", force_zip64=True) as opened:
                for _ in range(70):
                    opened.write(bytes(2**20))
        elif kind == "twice":
            archive.writestr("alice/alphabeta.py", "x")
            archive.writestr("alice\\alphabeta.py", "y")
        elif kind == "beneath":
            archive.writestr("alice", "x")
            archive.writestr("alice/alphabeta.py", "x")
        elif kind == "flipped":
            archive.writestr(zipfile.ZipInfo("alice/alphabeta.py"), "value = 1\n" * 100)
        archive.writestr("bob/alphabeta.py", "x = 1\n")
    if kind == "flipped":
        file.write_bytes(file.read_bytes().replace(b"value", b"vague", 3))


OF_ALICE = ("outside", "windows", "long", "link", "bomb", "twice", "flipped")
OF_NOBODY = ("absolute", "drive", "nameless", "above", "beneath")


@pytest.mark.parametrize("kind", [*OF_ALICE, *OF_NOBODY])
def test_fault_in_one_students_file_stops_no_class(tmp_path: Path, kind: str) -> None:
    hostile_zip(tmp_path / "class.zip", kind)
    the_class = found_in(tmp_path / "class.zip", tmp_path / "place")
    by_name = {hand_in.name: hand_in for hand_in in the_class.hand_ins}
    assert (by_name["bob"].path / "alphabeta.py").read_text("utf-8") == "x = 1\n"
    assert by_name["bob"].notes == ()
    texts = [note for hand_in in the_class.hand_ins for note in hand_in.notes] + [
        why for _, why in the_class.not_understood
    ]
    assert any("was not unpacked: " in text for text in texts)
    if kind in OF_ALICE:
        assert "was not unpacked: " in by_name["alice"].notes[0]
        with pytest.raises(NoSubmission):
            find_submission(by_name["alice"].path, "alphabeta.py", alone=True)
    files = [path for path in (tmp_path / "place").rglob("*") if path.is_file()]
    outside = (
        tmp_path / "evil.py",
        tmp_path / "place" / "evil.py",
        Path("/tmp/evil.py"),
        Path("c:/evil.py"),
    )
    assert not [path for path in outside if path.exists()]
    assert sum(path.stat().st_size for path in files) < 1000


@pytest.mark.parametrize(
    "name", ["x\\..\\..\\evil.py", "x_1001_assignsubmission_file_\\alphabeta.py"]
)
def test_refused_file_name_in_an_archive_is_noted_for_its_student(
    tmp_path: Path, name: str
) -> None:
    with zipfile.ZipFile(tmp_path / "class.zip", "w") as archive:
        archive.writestr("submissions/able_1001_5_alphabeta.py", "x = 1\n")
        archive.writestr(f"submissions/mallory_333_444_{name}", "x = 2\n")
    able, mallory = found_in(tmp_path / "class.zip", tmp_path / "place").hand_ins
    assert (able.students[0], able.notes) == (
        Student("able", "", "1001", (Identity(CANVAS_NUMBER, "1001"),)),
        (),
    )
    assert mallory.students[0] == Student(
        "mallory", "", "333", (Identity(CANVAS_NUMBER, "333"),)
    )


@pytest.mark.parametrize("kind", ["cut", "empty"])
def test_unreadable_class_archive_is_refused_with_the_reason(
    tmp_path: Path, kind: str
) -> None:
    (tmp_path / "class.zip").write_bytes(
        {"cut": b"PK\x03\x04 and no more", "empty": b""}[kind]
    )
    with pytest.raises(WrongUsage, match=r"^class\.zip cannot be unpacked: .+\."):
        found_in(tmp_path / "class.zip", tmp_path / "place")


PLATFORMS = {
    "mallory_333_444_": Student(
        "mallory", "", "333", (Identity(CANVAS_NUMBER, "333"),)
    ),
    "o_hara_LATE_333_444_": Student(
        "o_hara", "", "333", (Identity(CANVAS_NUMBER, "333"),)
    ),
    "Mallory M_333_assignsubmission_file_": Student(
        "Mallory M", "", "333", (Identity(MOODLE_NUMBER, "333"),)
    ),
}
ANY_NAME = st.text(
    st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1
)
PIECES = [
    "_1001",
    "_LATE",
    "_assignsubmission_",
    "file_",
    "onlinetext",
    "alphabeta.py",
    *PLATFORMS,
]
CHOSEN = st.lists(ANY_NAME | st.sampled_from(PIECES), min_size=1).map("".join)


@given(st.sampled_from(sorted(PLATFORMS)), CHOSEN)
@example(
    "Mallory M_333_assignsubmission_file_", "x_1001_assignsubmission_file_alphabeta.py"
)
@example("mallory_333_444_", "x_1001_assignsubmission_file_alphabeta.py")
def test_platform_entry_finds_the_student_whatever_the_file_is_called(
    platform: str, chosen: str
) -> None:
    name_parts = not_none(platform_entry(platform + chosen))
    assert name_parts.students == (PLATFORMS[platform],)


def test_a_link_is_no_hand_in(tmp_path: Path) -> None:
    folder = written(tmp_path / "class", "Alice/alphabeta.py", "Dora/alphabeta.py")
    secret = written(tmp_path, "secret.py") / "secret.py"
    links = {
        "shadow.py": secret,
        "linkdir": tmp_path,
        "copycat": Path("Alice"),
        "gone.py": Path("x"),
    }
    for name, target in links.items():
        (folder / name).symlink_to(target)
    (folder / "Dora" / "helper.py").symlink_to(secret)
    the_class = found_in(folder, tmp_path / "place")
    assert names_of(the_class) == ["Alice", "Dora"]
    assert {
        name for name, why in the_class.not_understood if "link" in why
    } == links.keys()
    assert find_submission(folder / "Dora", "alphabeta.py", alone=True).beside == (
        Path("alphabeta.py"),
    )
    export = written(tmp_path / "export", "submission_12/alphabeta.py")
    (export / "submission_metadata.yml").write_text(METADATA, "utf-8")
    (export / "submission_11").symlink_to("submission_12")
    linked = found_in(export, tmp_path / "second").hand_ins[0]
    assert "no such folder" in linked.notes[0]
    with pytest.raises(NoSubmission):
        find_submission(linked.path, "alphabeta.py", alone=True)


def test_metadata_in_a_students_own_folder_are_not_believed(tmp_path: Path) -> None:
    folder = written(tmp_path / "class", "mallory/submission_11/alphabeta.py")
    (folder / "mallory" / "submission_metadata.yml").write_text(METADATA, "utf-8")
    assert found_in(folder, tmp_path / "place").hand_ins[0].students == (
        Student.of_folder("mallory"),
    )
    # Metadata beside folders that are not Gradescope's describe nobody either.
    (folder / "submission_metadata.yml").write_text(METADATA, "utf-8")
    the_class = found_in(folder, tmp_path / "second")
    assert (names_of(the_class), the_class.not_understood[0][0]) == (
        ["mallory"],
        "submission_metadata.yml",
    )


CANVAS = ("ann_1_11_alphabeta.py", "bob_2_22_alphabeta.py")
MOODLE = (
    "Ann A_1_assignsubmission_file_/alphabeta.py",
    "Bob B_2_assignsubmission_file_/alphabeta.py",
)


@pytest.mark.parametrize(
    "names", [CANVAS, MOODLE, ("ann/alphabeta.py", "bob/alphabeta.py")]
)
def test_a_class_in_a_folder_that_wraps_it_is_never_one_student(
    tmp_path: Path, names: tuple[str, ...]
) -> None:
    written(tmp_path / "w" / "submissions", *names)
    (tmp_path / "w" / "list.csv").write_text("", "utf-8")
    (tmp_path / "w" / "link").symlink_to("submissions")
    the_class = found_in(tmp_path / "w", tmp_path / "place")
    assert len(the_class.hand_ins) == 2
    assert [name for name, _ in the_class.not_understood] == ["link", "list.csv"]
    written(tmp_path / "v" / "course 7", *names)
    with pytest.raises(
        WrongUsage,
        match=rf"2 submissions in it: {tmp_path}/v/course 7\. .* name that folder",
    ):
        found_in(tmp_path / "v", tmp_path / "place")


@pytest.mark.parametrize(
    "names",
    [
        ("x/alphabeta.py",),
        ("alphabeta.py", *CANVAS),
        ("alphabeta.py", "a/alphabeta.py"),
    ],
)
def test_a_class_of_one_students_folder_is_one_students(
    tmp_path: Path, names: tuple[str, ...]
) -> None:
    written(tmp_path / "class" / "mallory", *names)
    assert names_of(found_in(tmp_path / "class", tmp_path / "place")) == ["mallory"]


def test_submission_names_that_look_alike_keep_separate_rows(tmp_path: Path) -> None:
    digest = sha256(b"Bob").hexdigest()[:16]
    accents = ("José", "Jose\u0301")
    names = ("Bob", "bob", f"Bob-{digest}", f"BOB-{digest.upper()}", *accents)
    the_class = found_in(
        written(tmp_path / "class", *(f"{name}/alphabeta.py" for name in names)),
        tmp_path / "place",
    )
    assert {hand_in.file for hand_in in the_class.hand_ins} == set(names)
    assert len(
        {unicodedata.normalize("NFC", name).lower() for name in names_of(the_class)}
    ) == len(names)


@given(st.lists(ANY_NAME, unique=True))
def test_results_have_names_that_no_file_system_refuses_and_no_two_share(
    entries: list[str],
) -> None:
    hand_ins = [HandIn(name, (Student(name),), Path(name), name) for name in entries]
    names = [hand_in.name for hand_in in _named(hand_ins)]
    assert len({name.lower() for name in names}) == len(entries)
    for name in names:
        assert name
        assert not set(name) & set('/\\:*?"<>|\n\t')
        assert not name.startswith((".", "-"))
        assert len(name.encode()) < 250


@pytest.mark.parametrize(
    ("text", "hours"),
    [
        ("2026-11-20T23:59+01:00", 22),
        ("2026-11-20 23:59:00.123456789 Z", 23),
        ("2026-11-20 23:59:00 UTC", 23),
    ],
)
def test_read_time_reads_zones_and_refuses_other_text(text: str, hours: int) -> None:
    time = not_none(read_time(text))
    assert time.astimezone(timezone.utc).hour == hours
    assert read_time("tomorrow") is None
    assert read_time("0001-01-01T00:00") is None


def test_roster_matching_finds_who_handed_in_nothing(tmp_path: Path) -> None:
    roster = tmp_path / "roster.csv"
    lines = "First Name;Last Name;SID;Email\nAlice;Smith;123;alice@x.edu\nBob;Müller;124;BOB@x.edu\n"
    roster.write_text(
        f"\ufeff{lines}Carol;Jones;125;carol@x.edu\nDave;O'Hara;126;dave@x.edu\n",
        "utf-8",
    )
    students = read_roster(roster).everyone()
    theirs = {
        "a": Student("smithalice", number="9"),
        "b": Student("B. M.", email="bob@x.edu"),
    }
    theirs |= {"125": Student.of_folder("125"), "eve": Student("Eve")}
    matching = Matching(
        [HandIn(name, (student,), tmp_path, name) for name, student in theirs.items()],
        students,
    )
    named = {name: student.name for (name, _), student in matching.whose.items()}
    assert named == {"a": "Alice Smith", "b": "Bob Müller", "125": "Carol Jones"}
    assert [student.name for student in matching.missing] == ["Dave O'Hara"]
    assert [hand_in.name for hand_in in matching.strangers] == ["eve"]


def test_read_roster_lists_every_student_exactly_once(tmp_path: Path) -> None:
    roster = tmp_path / "roster.csv"
    roster.write_text(
        'Student,ID,SIS Login ID,Section\n    Points Possible,,,\n"Smith, Al",1,al,A\n"Smith, Al",1,al,B\n',
        "utf-8",
    )
    assert read_roster(roster).everyone() == [
        Student(
            "Smith, Al", "", "al", (Identity(CANVAS_NUMBER, "1"), Identity(LOGIN, "al"))
        )
    ]
    roster.write_text("name,email\n", "utf-8")
    assert read_roster(roster).everyone() == []


@pytest.mark.parametrize(
    "heading", ["NetID", "UIN", "EMPLID", "Matrikelnummer", "SIS Id", "sis_id"]
)
def test_heading_of_a_universitys_ids_is_known(heading: str, tmp_path: Path) -> None:
    roster = tmp_path / "roster.csv"
    roster.write_text(f"{heading},Name\n0012345,A\n", "utf-8")
    (student,) = read_roster(roster).everyone()
    assert (student.name, student.number) == ("A", "0012345")


def test_column_that_was_not_read_is_named_with_its_remedy(tmp_path: Path) -> None:
    file = tmp_path / "roster.csv"
    file.write_text("Codice,Name,Colour\nX12,Ada,1\nY34,Bo,2\n", "utf-8")
    roster = read_roster(file)
    assert roster.not_read({"x12"}) == (
        'The column Codice has what submissions are called: call it "id".'
    )
    unread = "Not read, as no such heading is known: Codice, Colour."
    assert roster.not_read({"ada"}) == unread
    file.write_text("id,Name\nX12,Ada\n", "utf-8")
    assert read_roster(file).not_read({"ada"}) == ""


@pytest.mark.parametrize(
    ("text", "name", "email"),
    [
        ("Ada E <ada@x.edu>", "Ada E", "ada@x.edu"),
        ('"Ada E" <ada@x.edu>', "Ada E", "ada@x.edu"),
        ("<ada@x.edu>", "ada@x.edu", "ada@x.edu"),
        ("ada@x.edu", "ada@x.edu", "ada@x.edu"),
    ],
)
def test_address_after_a_name_is_read(
    text: str, name: str, email: str, tmp_path: Path
) -> None:
    quoted = text.replace('"', '""')
    roster = tmp_path / "roster.csv"
    roster.write_text(f'email,section\n"{quoted}",1\n', "utf-8")
    (student,) = read_roster(roster).everyone()
    assert (student.name, student.email) == (name, email)


def test_canvas_own_test_student_is_no_student(tmp_path: Path) -> None:
    roster = tmp_path / "roster.csv"
    for name in ('"Student, Test"', "Test Student"):
        roster.write_text(
            f"Student,ID,SIS Login ID,Section\nAda,1,ada,A\n{name},9,1f0b,A\n", "utf-8"
        )
        assert [student.name for student in read_roster(roster).everyone()] == ["Ada"]
    roster.write_text("name,email\nTest Student,t@x.edu\n", "utf-8")
    assert len(read_roster(roster).everyone()) == 1


def test_a_number_of_the_platforms_own_does_not_outdo_a_name(tmp_path: Path) -> None:
    roster = [
        Student("Anna Ott", ids=(Identity(UNIVERSITY_ID, "1"),)),
        Student("Ben Kern"),
    ]
    moodle = Student("Ben Kern", number="1", ids=(Identity(MOODLE_NUMBER, "1"),))
    gradescope = Student("Ben Kern", "b@x.edu", "1", (Identity(UNIVERSITY_ID, "1"),))
    assert whose(moodle, roster) == roster[1]
    assert whose(gradescope, roster) == roster[0]


def whose(student: Student, roster: list[Student]) -> Student | None:
    return Matching([HandIn("1", (student,), Path(), "")], roster).whose.get(
        ("1", student)
    )


@pytest.mark.parametrize(
    ("canvas", "name"),
    [
        ("lopezmaria", "María López"),
        ("lopezgarciamaria", "María López García"),
        ("ngvan", "Văn Ng"),
        ("ottanna", "Ott, Anna"),
    ],
)
def test_canvas_name_is_found_whatever_accents_and_last_names_it_has(
    canvas: str, name: str
) -> None:
    assert whose(Student(canvas), [Student(name)]) == Student(name)
    assert whose(Student(canvas), [Student(f"{name} Smith")]) is None


def test_students_of_the_same_name_are_not_matched_by_name(tmp_path: Path) -> None:
    def matched(hand_ins: list[HandIn], roster: list[Student]) -> object:
        matching = Matching(hand_ins, roster)
        return matching.whose, matching.missing, matching.strangers

    two = [Student("Li Wei", "a@x.edu"), Student("Li Wei", "b@x.edu")]
    folder = HandIn("Li Wei", (Student.of_folder("Li Wei"),), tmp_path, "")
    assert matched([folder], two) == ({}, two, [folder])
    (tmp_path / "roster.csv").write_text("name\nLi Wei\nLi Wei\n", "utf-8")
    only_names = read_roster(tmp_path / "roster.csv").everyone()
    assert matched([folder], only_names) == ({}, [Student("Li Wei")] * 2, [folder])
    first, second = (
        HandIn(
            f"liwei_{n}",
            (Student("liwei", "", n, (Identity(CANVAS_NUMBER, n),)),),
            tmp_path,
            "",
        )
        for n in ("1", "2")
    )
    assert matched([first, second], two[:1]) == ({}, two[:1], [first, second])
    gradebook = [Student("Wei, Li", "a@x.edu", "z1", (Identity(CANVAS_NUMBER, "2"),))]
    assert matched([first, second], gradebook) == (
        {("liwei_2", second.students[0]): gradebook[0]},
        [],
        [first],
    )


@pytest.mark.parametrize(
    ("text", "words"), cases("a_roster_that_can_be_read_in_two_ways_is_not_read")
)
def test_a_roster_that_can_be_read_in_two_ways_is_not_read(
    tmp_path: Path, text: str, words: str
) -> None:
    (tmp_path / "roster.csv").write_text(text, "utf-8")
    with pytest.raises(WrongUsage, match=words):
        read_roster(tmp_path / "roster.csv")


def test_a_student_whose_name_begins_with_a_dot_is_graded(tmp_path: Path) -> None:
    names = (
        ".Ann Lee_101_assignsubmission_file",
        ".git",
        "._Bo_102_assignsubmission_file",
    )
    for name in names[:2]:
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / "alphabeta.py").touch()
    (tmp_path / "class" / names[2]).touch()  # as a Mac leaves one beside a folder
    (tmp_path / "place").mkdir()
    the_class = find_class(tmp_path / "class", "alphabeta.py", tmp_path / "place")
    assert [hand_in.students[0].number for hand_in in the_class.hand_ins] == ["101"]
    assert sorted(name for name, _ in the_class.not_understood) == sorted(names[1:])


def test_addresses_with_the_same_local_part_do_not_match() -> None:
    """Who signs up with another's name at another host does not get into the other's row."""
    anna = Student("Anna Ott", "anna@x.edu", "7", (Identity(UNIVERSITY_ID, "7"),))
    for imitator in (
        Student("A", "anna@y.com"),
        Student("Anna Ott", "anna@y.com"),
        Student("A", "7@y.com"),
    ):
        assert whose(imitator, [anna]) is None
    for name in ("anna", "7", "ANNA@x.edu", "Ott, Anna"):
        assert whose(Student.of_folder(name), [anna]) == anna
    other_host = Student("Ben Kern", "ben@gmail.com")
    assert whose(Student.of_folder("anna"), [anna, other_host]) is None


def test_roster_keeps_platform_number_university_id_and_login_apart(
    tmp_path: Path,
) -> None:
    roster = tmp_path / "roster.csv"
    roster.write_text(
        'Student,ID,SIS User ID,SIS Login ID,Section\n"Ali, José",30013,00123,z5000013,A\n',
        "utf-8",
    )
    (ali,) = read_roster(roster).everyone()
    platform_id = (CANVAS_NUMBER, "30013")
    university = (UNIVERSITY_ID, "00123")
    login = (LOGIN, "z5000013")
    assert ali == Student(
        "Ali, José",
        "",
        "00123",
        (Identity(*platform_id), Identity(*university), Identity(*login)),
    )
    for kind, value in (platform_id, university, login):
        assert whose(Student("J", ids=(Identity(kind, value),)), [ali]) == ali
        for other in {CANVAS_NUMBER, UNIVERSITY_ID, LOGIN, MOODLE_NUMBER} - {kind}:
            assert whose(Student("J", ids=(Identity(other, value),)), [ali]) is None
    assert whose(Student.of_folder("z5000013"), [ali]) == ali
    assert whose(Student.of_folder("30013"), [ali]) is None
    assert whose(Student("J", "z5000013@x.edu"), [ali]) is None
    assert whose(Student("J", ids=(Identity(UNIVERSITY_ID, "123"),)), [ali]) is None
    roster.write_text(
        "Identifier,Full name,ID number,Email address,Grade\nTeilnehmer/in77,Al B,007,a@x,\n",
        "utf-8",
    )
    ids = (Identity(MOODLE_NUMBER, "77"), Identity(UNIVERSITY_ID, "007"))
    assert read_roster(roster).everyone() == [Student("Al B", "a@x", "007", ids)]


@pytest.mark.parametrize(
    "content", [b"", b"color,size\nred,3\n", b"name\n\x81\n", b'name\n"Al\n']
)
def test_file_that_is_no_roster_is_refused_with_the_reason(
    tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "roster.csv").write_bytes(content)
    with pytest.raises(WrongUsage, match=r"roster\.csv: "):
        read_roster(tmp_path / "roster.csv")


# --- Other platforms' downloads ---


def test_blackboards_download_has_a_row_for_each_login_and_the_latest_attempt(
    tmp_path: Path,
) -> None:
    early, late = (f"Homework 5_u_1_attempt_2026-11-{day}-10-00-00" for day in (19, 20))
    other = "Homework 5_u2_attempt_2026-11-18-09-30-00"
    folder = written(
        tmp_path / "class",
        f"{early}.txt",
        f"{late}.txt",
        f"{other}.txt",
        text="a receipt\n",
    )
    written(folder, f"{early}_alphabeta.py", f"{early}_helper.py", text="old\n")
    imitating = "Homework 5_u3_attempt_2026-11-18-09-30-00_x_1_2_alphabeta.py"
    written(folder, f"{late}_alphabeta.py", imitating, text="new\n")
    the_class = found_in(folder, tmp_path / "place")
    first, second, third = the_class.hand_ins
    assert [hand_in.students[0].ids for hand_in in the_class.hand_ins] == [
        (Identity(LOGIN, login),) for login in ("u2", "u3", "u_1")
    ]
    assert [path.name for path in third.path.iterdir()] == ["alphabeta.py"]
    assert (third.path / "alphabeta.py").read_text("utf-8") == "new\n"
    assert third.notes == tuple(
        f"`{early}{end}` is of an earlier attempt"
        for end in (".txt", "_alphabeta.py", "_helper.py")
    )
    assert third.at == datetime(2026, 11, 20, 10).astimezone()
    assert [path.name for path in second.path.iterdir()] == ["x_1_2_alphabeta.py"]
    assert (first.file, first.notes) == (
        f"{other}.txt",
        ("there is no file in it, only the platform's receipt",),
    )
    with pytest.raises(NoSubmission):
        find_submission(first.path, "alphabeta.py", alone=True)
    assert the_class.not_understood == []


@pytest.mark.parametrize("end", ["/alphabeta.py", " - alphabeta.py"])
def test_brightspaces_folders_and_files_become_submissions(
    tmp_path: Path, end: str
) -> None:
    names = [
        "1-77 - Ada Ali - Nov 20, 2026 1000 AM",
        "1-77 - Ada Ali - Nov 20, 2026 1215 PM",
    ]
    names += ["22-77 - Bo - Ber - Dec 1, 2026 1215 AM"]
    folder = written(
        tmp_path / "class", "index.html", *(f"{name}{end}" for name in names)
    )
    the_class = found_in(folder, tmp_path / "place")
    ada, bo = the_class.hand_ins
    assert (ada.students[0].name, ada.students[0].ids) == (
        "Ada Ali",
        (Identity(BRIGHTSPACE_NUMBER, "1"),),
    )
    assert (ada.at, bo.at) == (
        datetime(2026, 11, 20, 12, 15).astimezone(),
        datetime(2026, 12, 1, 0, 15).astimezone(),
    )
    assert ada.notes == (
        f"`{names[0]}{end.partition('/')[0]}` is of an earlier attempt",
    )
    assert bo.students[0].name == "Bo - Ber"
    assert [path.name for path in bo.path.iterdir()] == ["alphabeta.py"]
    assert not the_class.not_understood  # index.html is Brightspace's own list


def test_time_that_a_student_writes_into_a_file_name_is_not_the_hand_in_time(
    tmp_path: Path,
) -> None:
    name_parts = not_none(
        platform_entry(
            "1-77 - Ada - Nov 20, 2026 1000 AM - x - Feb 30, 2026 100 AM - Nov 1, 2026 100 AM.py"
        )
    )
    (dated,) = with_dates([name_parts])
    assert dated.at == datetime(2026, 11, 20, 10).astimezone()


def test_sakais_folders_become_submissions(tmp_path: Path) -> None:
    folder = written(
        tmp_path / "Search",
        "Ali, Ada(x)(ada1)/Submission attachment(s)/alphabeta.py",
        "grades.csv",
    )
    written(
        folder, "Ber, Bo(bo2)/timestamp.txt", "Ber, Bo(bo2)/Ber, Bo_submissionText.html"
    )
    ada, bo = found_in(folder, tmp_path / "place").hand_ins
    assert (ada.name, ada.students[0].name, ada.students[0].ids) == (
        "ada1",
        "Ali, Ada(x)",
        (Identity(LOGIN, "ada1"),),
    )
    assert find_submission(ada.path, "alphabeta.py", alone=True).file == "alphabeta.py"
    assert bo.students[0].ids == (Identity(LOGIN, "bo2"),)
    with pytest.raises(NoSubmission):
        find_submission(bo.path, "alphabeta.py", alone=True)


def test_names_that_two_platforms_may_have_written_are_refused(tmp_path: Path) -> None:
    """If a title ends in a number and the logins are numbers, Blackboard's names are Canvas', too."""
    names = [
        f"HW_1_{login}_attempt_2026-11-20-10-00-00_alphabeta.py"
        for login in ("101", "102")
    ]
    with pytest.raises(
        WrongUsage,
        match="may be those of two platforms, so whose they are is unclear; put each",
    ):
        found_in(written(tmp_path / "class", *names), tmp_path / "place")
    clear = written(
        tmp_path / "class", "HW_1_ada_attempt_2026-11-20-10-00-00_alphabeta.py"
    )
    assert names_of(found_in(clear, tmp_path / "second")) == ["101", "102", "ada"]


def test_imitated_platform_name_in_an_ordinary_folder_proves_no_student(
    tmp_path: Path,
) -> None:
    folder = written(
        tmp_path / "class",
        "ada/alphabeta.py",
        "bo/alphabeta.py",
        "mallory_333_1_alphabeta.py",
    )
    the_class = found_in(written(folder, "Foo(ada)/timestamp.txt"), tmp_path / "place")
    assert {
        identity.kind
        for hand_in in the_class.hand_ins
        for identity in hand_in.students[0].ids
    } == {FOLDER}


def test_a_file_that_is_larger_than_a_submission_may_be_is_not_copied(
    tmp_path: Path,
) -> None:
    folder = written(tmp_path / "class", "ann_1_9_alphabeta.py", "bob_2_9_alphabeta.py")
    with (folder / "ann_1_8_data.bin").open("wb") as file:
        file.truncate(100 * 2**30)
    ann, bob = found_in(folder, tmp_path / "place").hand_ins
    assert [path.name for path in ann.path.iterdir()] == ["alphabeta.py"]
    why = "was left out: the files are larger than 64 MiB: no program is so large"
    assert (ann.notes, bob.notes) == ((f"ann_1_8_data.bin {why}",), ())


def test_all_files_of_a_student_together_are_no_larger_than_a_submission_may_be(
    tmp_path: Path,
) -> None:
    folder = written(tmp_path / "class", "ann_1_9_alphabeta.py")
    for number in range(1, 4):
        with (folder / f"ann_1_{number}_data{number}.bin").open("wb") as file:
            file.truncate(30 * 2**20)
    (ann,) = found_in(folder, tmp_path / "place").hand_ins
    assert [note.partition(" ")[0] for note in ann.notes] == ["ann_1_3_data3.bin"]
    assert sum(path.stat().st_size for path in ann.path.iterdir()) <= 64 * 2**20


@pytest.mark.parametrize(
    "names",
    [
        ("HW_u0_alphabeta.py", "HW_u1_alphabeta.py"),
        ("u0-alphabeta-1.py", "u1-alphabeta.ipynb"),
        (
            "30000 - Ada - 20. Nov 2026 10:00/alphabeta.py",
            "30001 - Bo - 20. Nov 2026 11:00/alphabeta.py",
        ),
        ("2026-11-20_u0/alphabeta.py", "2026-11-20_u1/alphabeta.py"),
    ],
)
def test_file_names_of_no_known_platform_are_reported(
    tmp_path: Path, names: tuple[str, ...]
) -> None:
    folder = written(tmp_path / "class", *names)
    hand_ins = found_in(folder, tmp_path / "place").hand_ins
    assert exported_by_others(hand_ins, "alphabeta.py") == sorted(
        hand_in.file for hand_in in hand_ins
    )
    plain = written(
        tmp_path / "plain",
        "ada/alphabeta.py",
        "bo.py",
        "2026001/alphabeta.py",
        "u20260/alphabeta.py",
    )
    assert (
        exported_by_others(
            found_in(plain, tmp_path / "second").hand_ins, "alphabeta.py"
        )
        == []
    )


# --- What rosters look like ---


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("sep=;\r\nname;email\r\nÅsa Ott;a@x.edu\r\nBo;b@x.edu\r\n", "utf-8-sig"),
        ("SEP=|\nname|email\nÅsa Ott|a@x.edu\nBo|b@x.edu\n", "utf-8"),
        ("CS 440, Fall;\n\nname;email\nÅsa Ott;a@x.edu\nBo;b@x.edu\n", "utf-16"),
        ('"CS 440",,\nname,email,x\nÅsa Ott,a@x.edu,\nBo,b@x.edu,\n', "utf-8"),
        ("first_name,Last_Name,email_address\nÅsa,Ott,a@x.edu\nBo,,b@x.edu\n", "utf-8"),
    ],
)
def test_roster_is_read_with_lines_above_and_underscores_in_its_headings(
    tmp_path: Path, text: str, encoding: str
) -> None:
    file = tmp_path / "roster.csv"
    file.write_bytes(text.encode(encoding))
    roster = read_roster(file)
    assert roster.everyone() == [
        Student("Åsa Ott", "a@x.edu"),
        Student("Bo", "b@x.edu"),
    ]
    assert roster.table.content() == file.read_bytes()
    lines = [line for line, fields in roster.table.records() if any(fields.values())]
    assert lines == [
        number for number, line in enumerate(text.splitlines(), 1) if "@x" in line
    ]


def test_line_number_of_a_roster_mistake_counts_lines_above_the_headings(
    tmp_path: Path,
) -> None:
    (tmp_path / "roster.csv").write_text('Fall\nname,email\nAl,"a@x.edu\n', "utf-8")
    with pytest.raises(WrongUsage, match="line 3: a quotation mark is not closed"):
        read_roster(tmp_path / "roster.csv")


def test_roster_in_a_spreadsheets_own_format_is_refused_with_advice(
    tmp_path: Path,
) -> None:
    for beginning in (b"PK\x03\x04...", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1..."):
        (tmp_path / "roster.xlsx").write_bytes(beginning)
        with pytest.raises(
            WrongUsage,
            match=r"spreadsheet's own file and no CSV; open it, and save it as CSV UTF-8",
        ):
            read_roster(tmp_path / "roster.xlsx")


def test_ids_that_became_decimals_are_read_and_rounded_ones_are_named(
    tmp_path: Path,
) -> None:
    heading = "Student,ID,SIS User ID,SIS Login ID,Section\n    Points Possible,,,,\n"
    (tmp_path / "roster.csv").write_text(
        f"{heading}A,1001.0,1.23E+05,a,S\nB,1002.0,1.23E+05,b,S\nC,,77,c,S\n", "utf-8"
    )
    roster = read_roster(tmp_path / "roster.csv")
    first, second, third = roster.everyone()
    assert first.ids == (Identity(CANVAS_NUMBER, "1001"), Identity(LOGIN, "a"))
    assert [member.number for member in (first, second, third)] == ["a", "b", "77"]
    decimals, rounded = roster.table.remarks
    assert (
        decimals == 'the column "id" has decimals, as in 1001.0, which was read as 1001'
    )
    assert rounded.startswith(
        'line 3 and 1 more: 1.23E+05 in the column "sis user id" is no whole id: a spreadsheet '
    )
    # 1.0 and 1 may be the ids of two students, so neither is changed.
    (tmp_path / "roster.csv").write_text("name,id\nA,1.0\nB,1\n", "utf-8")
    assert [
        student.number for student in read_roster(tmp_path / "roster.csv").everyone()
    ] == ["1.0", "1"]


def test_brightspaces_marks_before_ids_are_no_part_of_them(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text(
        "OrgDefinedId,Username,Last Name,First Name\n#0001,#ada,Ali,Ada\n", "utf-8"
    )
    ids = (Identity(UNIVERSITY_ID, "0001"), Identity(LOGIN, "ada"))
    assert read_roster(tmp_path / "roster.csv").everyone() == [
        Student("Ada Ali", "", "0001", ids)
    ]


# --- GitHub Classroom ---

CLASSROOM = "identifier,github_username,github_id,name\nada@x.edu,ada-l,1,\nbo 7,l,2,\n007,bo99,3,Cy Ott\n"


def test_github_classrooms_repositories_are_matched_with_its_roster(
    tmp_path: Path,
) -> None:
    (tmp_path / "roster.csv").write_text(CLASSROOM, "utf-8")
    ada, bo, cy = read_roster(tmp_path / "roster.csv").everyone()
    assert (ada.email, bo.name, cy.number) == ("ada@x.edu", "bo 7", "007")
    for name, students in (
        ("hw-submissions", {"hw-ada-l": ada, "hw-Bo99": cy}),
        ("repos", {"hw-ada-l": ada, "hw-bo99": cy, "hw-l": bo}),
        ("hw-submissions", {"hw-ada-l": ada}),
    ):
        folder = tmp_path / f"{name}-{len(students)}"
        the_class = found_in(
            written(folder / name, *(f"{login}/alphabeta.py" for login in students)),
            folder / "place",
        )
        matching = Matching(the_class.hand_ins, [ada, bo, cy])
        assert {
            name: student for (name, _), student in matching.whose.items()
        } == students
    alone = found_in(
        written(tmp_path / "repos", "hw-ada-l/alphabeta.py"), tmp_path / "alone"
    )
    matching = Matching(alone.hand_ins, [ada, bo, cy])  # ada-l of hw, or l of hw-ada
    assert (dict(matching.whose), [doubt.students for doubt in matching.doubts()]) == (
        {},
        [(ada, bo)],
    )


@pytest.mark.parametrize("download", ["repos", "hw-submissions"])
def test_the_name_of_a_team_is_no_proof(download: str, tmp_path: Path) -> None:
    """One team of a group assignment is called like a student, two by what students are called."""
    (tmp_path / "roster.csv").write_text(CLASSROOM, "utf-8")
    roster = read_roster(tmp_path / "roster.csv").everyone()
    names = ("hw-ada-l", "hw-bo99", "hw-pruners", "hw-the-cutoffs")
    folder = written(tmp_path / download, *(f"{name}/alphabeta.py" for name in names))
    matching = Matching(found_in(folder, tmp_path / "place").hand_ins, roster)
    assert dict(matching.whose) == {}
    assert [doubt.name for doubt in matching.doubts()] == ["hw-ada-l", "hw-bo99"]


def test_github_classrooms_grades_are_a_roster(tmp_path: Path) -> None:
    heading = "assignment_name,github_username,roster_identifier,student_repository_name,points_awarded"
    (tmp_path / "grades.csv").write_text(
        f"{heading}\nhw,ada-l,ada@x.edu,hw-ada-l,0\n", "utf-8"
    )
    (ada,) = read_roster(tmp_path / "grades.csv").everyone()
    assert (ada.name, ada.email) == ("ada@x.edu", "ada@x.edu")
    the_class = found_in(
        written(tmp_path / "repos", "hw-ada-l/alphabeta.py", "hw-eve/alphabeta.py"),
        tmp_path / "place",
    )
    matching = Matching(the_class.hand_ins, [ada])
    assert {name: student for (name, _), student in matching.whose.items()} == {
        "hw-ada-l": ada
    }


# --- What is in doubt is named ---


def doubts(roster: list[Student], **students: Student) -> list[str]:
    hand_ins = [
        HandIn(name, (student,), Path(), "") for name, student in students.items()
    ]
    return [doubt.sentence for doubt in Matching(hand_ins, roster).doubts()]


def test_doubts_name_possible_students_with_the_reason() -> None:
    alice = Student(
        "Alice Able", "alice@x.edu", "333", (Identity(UNIVERSITY_ID, "333"),)
    )
    bo = Student("Bo Kern", "bo@x.edu", "7", (Identity(UNIVERSITY_ID, "7"),))
    namesake = Student("Z", "bo@x.edu", "333", (Identity(UNIVERSITY_ID, "333"),))
    assert doubts([alice, bo], a=namesake) == [
        "a may be Alice Able (333) by its id or Bo Kern (7) by its e-mail address",
    ]
    assert doubts([alice], a=Student("Alice Able", "q@y.com")) == [
        "a may be Alice Able (333) by its name, but its e-mail address is not on the roster",
    ]
    assert doubts(
        [alice], a=Student.of_folder("333"), b=Student.of_folder("Alice Able")
    ) == [
        "a may be Alice Able (333) by its id, and so may b",
        "b may be Alice Able (333) by its name, and so may a",
    ]
    assert doubts(
        [alice], a=Student("Q", "alice@x.edu"), b=Student.of_folder("Alice Able")
    ) == [
        "b may be Alice Able (333) by its name, whose submission is a",
    ]
    assert doubts([alice], a=Student("Q", "q@x.edu")) == []


def test_student_with_contradictory_identities_takes_no_other_s_row() -> None:
    alice = Student(
        "Alice Able", "alice@x.edu", "333", (Identity(UNIVERSITY_ID, "333"),)
    )
    bo = Student("Bo Kern", "bo@x.edu", "7", (Identity(UNIVERSITY_ID, "7"),))
    liar = bo._replace(ids=alice.ids)
    hand_ins = [
        HandIn(name, (student,), Path(), "")
        for name, student in (("a", alice), ("b", liar))
    ]
    matching = Matching(hand_ins, [alice, bo])
    assert (matching.whose, matching.missing, matching.strangers) == (
        {("a", alice): alice},
        [bo],
        hand_ins[1:],
    )
    assert [(doubt.name, doubt.students) for doubt in matching.doubts()] == [
        ("b", (alice, bo))
    ]
    again = HandIn("c", (alice,), Path(), "")
    assert Matching([*hand_ins, again], [alice, bo]).whose == {
        ("a", alice): alice,
        ("c", alice): alice,
    }


def test_student_with_a_possible_hand_in_is_not_noted_as_handing_in_nothing(
    tmp_path: Path,
) -> None:
    two = [Student("Li Wei", "a@x.edu"), Student("Li Wei", "b@x.edu")]
    matching = Matching(
        [HandIn("Li Wei", (Student.of_folder("Li Wei"),), tmp_path, "")], two
    )
    assert notes_of(matching.doubts()) == dict.fromkeys(
        two, "not understood: whether `Li Wei` is this student's"
    )
