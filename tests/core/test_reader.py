"""The reader of strangers' archives, notebooks and programs: within limits, in a process of its own, alike everywhere."""

import ast
import os
import resource
import struct
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from autograder.classroom.discovery import find_class
from autograder.classroom.grading import files_digest
from autograder.cli.one_of_a_class import normal_form
from autograder.core import limits
from autograder.core.files import remove_tree
from autograder.core.reader import archive, notebook, process
from autograder.core.reader.archive import Bounds
from autograder.core.reader.process import Allowance, CannotRead, ask
from autograder.core.reader.zip_entries import ZipEntries
from autograder.core.sandbox import archives
from tests.classes import command, run
from tests.classroom.test_class import rows
from tests.core.test_submission import RIGHT, course, graded, nest, refused, zipped
from tests.patience import PATIENCE
from tests.sets import PROJECT, made_set, written

__all__ = ["course"]
MIB = 2**20
ONE = Bounds(False, 1000, 100, MIB, MIB, 32)
MANY = ONE._replace(of_a_class=True)


def unpacked(
    file: Path, folder: Path, bounds: Bounds = ONE
) -> tuple[set[str], list[archive.Refusal]]:
    """Return the files that an archive was unpacked to, and the refusals."""
    refused_files = archive.unpack(str(file), str(folder), bounds)
    return {
        str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()
    }, refused_files


# --- Archives ---


def deep_zip(file: Path) -> None:
    with zipfile.ZipFile(file, "w") as opened:
        opened.writestr("alphabeta.py", RIGHT)
        for depth in range(100, 1901, 100):
            opened.writestr("a/" * depth + "x", "")


def packed_by_bzip2(file: Path, size: int) -> None:
    """Write an archive with a right program and a file of zeros, whose size it does not tell."""
    with zipfile.ZipFile(file, "w", zipfile.ZIP_BZIP2) as opened:
        opened.writestr("alphabeta.py", RIGHT, zipfile.ZIP_STORED)
        with opened.open("junk.txt", "w") as junk:
            for _ in range(size // MIB):
                junk.write(bytes(MIB))


@pytest.mark.of("autograder.core.reader.__main__")
def test_deep_files_of_an_archive_are_left_out_and_leave_nothing(course: Path) -> None:
    deep_zip(course / "hand_in" / "mine.zip")
    report = graded(course).report
    assert report.points == 3
    assert "which lies in more than 32 folders inside each other." in "".join(
        report.notes
    )
    (course / "hand_in" / "mine.zip").unlink()
    written(course / "hand_in" / "alphabeta.py", RIGHT)
    assert graded(course).report.points == 3


@pytest.mark.parametrize("packing", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_only_stored_and_deflated_files_are_read(course: Path, packing: int) -> None:
    with zipfile.ZipFile(course / "hand_in" / "mine.zip", "w", packing) as opened:
        opened.writestr("alphabeta.py", RIGHT)
    assert (
        "holds alphabeta.py, which is not packed as an ordinary .zip packs its files"
        in refused(course)
    )


def test_a_bomb_of_another_packing_needs_no_memory(tmp_path: Path) -> None:
    packed_by_bzip2(tmp_path / "bomb.zip", 300 * MIB)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    files, refusals = unpacked(tmp_path / "bomb.zip", tmp_path / "folder")
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert [(refusal.name, refusal.reason) for refusal in refusals] == [
        ("junk.txt", "packed otherwise")
    ]
    assert files == {"alphabeta.py"}
    assert grown < 30 * 1024  # kB


def listing(count: int) -> bytes:
    """Return an archive that lists so many files, all empty and of one name."""
    member = (
        struct.pack(
            "<4s4B4HL2L5H2L", b"PK\1\2", 20, 3, 20, *[0] * 4, 33, 0, 0, 0, 1, *[0] * 6
        )
        + b"a"
    )
    body = member * count
    end_64 = struct.pack(
        "<4sQ2H2L4Q", b"PK\6\6", 44, 45, 45, 0, 0, count, count, len(body), 0
    )
    where = struct.pack("<4sLQL", b"PK\6\7", 0, len(body), 1)
    end = struct.pack(
        "<4s4H2LH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0
    )
    return body + end_64 + where + end


def test_listed_files_are_counted_before_they_are_listed(course: Path) -> None:
    (course / "hand_in" / "mine.zip").write_bytes(listing(700_000))
    start = time.process_time()
    assert "mine.zip holds more than 2000 files" in refused(course)
    assert time.process_time() - start < 2


@given(st.integers(0, 300), st.integers(0, 300))
def test_entries_are_counted_until_there_are_too_many(count: int, most: int) -> None:
    file = (
        Path(f"/proc/self/fd/{os.memfd_create('archive')}")
        if sys.platform == "linux"
        else None
    )
    if file is None:
        pytest.skip("only Linux has files in memory")
    file.write_bytes(listing(count))
    with file.open("rb") as opened:
        counted = len(ZipEntries(opened).listed(most))
    os.close(int(file.name))
    assert counted == min(count, most + 1)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_last_listed_of_two_files_with_one_name_counts(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as opened:
        for text in ("old", "new"):
            opened.writestr("alphabeta.py", text)
    files, refused_files = unpacked(tmp_path / "a.zip", tmp_path / "folder")
    assert files == {"alphabeta.py"}
    assert [file.reason for file in refused_files] == ["earlier"]
    assert (tmp_path / "folder" / "alphabeta.py").read_text("utf-8") == "new"


def test_archive_folders_left_by_other_programs_are_passed_over(course: Path) -> None:
    left_by_programs = {
        f"hw/venv/lib/{number}.py": "" for number in range(limits.MOST_FILES + 1)
    }
    files = {
        **left_by_programs,
        "hw/.git/HEAD": "x",
        "__MACOSX/hw/._alphabeta.py": "x",
        "hw/alphabeta.py": RIGHT,
    }
    zipped(course / "hand_in" / "mine.zip", files)
    assert graded(course).report.points == 3


AS_WINDOWS = "hw\\alphabeta.py"
SHIFT_JIS = "表/alphabeta.py".encode("shift_jis").decode("cp437")


@pytest.mark.parametrize(
    "name",
    [AS_WINDOWS, SHIFT_JIS, "notes 10:30.txt", "a:b/alphabeta.py", "C:notes.txt"],
)
def test_archive_names_of_other_systems_and_encodings_are_read(
    course: Path, name: str
) -> None:
    with zipfile.ZipFile(course / "hand_in" / "mine.zip", "w") as opened:
        if "alphabeta" not in name:
            opened.writestr("alphabeta.py", RIGHT)
        info = zipfile.ZipInfo("x")
        info.filename = name  # which Python would write with slashes
        opened.writestr(info, RIGHT)
    assert graded(course).report.points == 3


PARTS = st.text(
    st.sampled_from("ab.:\\_ é表"), min_size=1, max_size=5
) | st.sampled_from(["..", ".", "", "C:", "venv"])
PATHS = st.lists(PARTS, min_size=1, max_size=4).map("/".join)


@given(st.lists(PATHS, min_size=1, max_size=4, unique=True))
@example(["表\\alphabeta.py"])
@example(["../evil.py"])
@example(["a\\..\\..\\evil.py"])
def test_archives_of_a_student_and_of_a_class_have_the_same_rules(
    paths: list[str],
) -> None:
    """The files that are unpacked of a student's own archive are unpacked of the same folder in an archive of the class."""
    import tempfile

    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name, prefix in (("one", ""), ("many", "class/alice/")):
            with zipfile.ZipFile(folder / f"{name}.zip", "w") as opened:
                for number, path in enumerate(paths):
                    info = zipfile.ZipInfo("x")
                    info.filename = prefix + path
                    opened.writestr(info, str(number))
                if prefix:
                    opened.writestr("class/bob/alphabeta.py", "")
        ours, refused_ours = unpacked(folder / "one.zip", folder / "one")
        theirs, refused_theirs = unpacked(folder / "many.zip", folder / "many", MANY)
        outside = [
            path
            for path in folder.iterdir()
            if path.name not in ("one", "many", "one.zip", "many.zip")
        ]
    assert not outside
    if not refused_ours and not refused_theirs:
        assert {f"class/alice/{path}" for path in ours} == theirs - {
            "class/bob/alphabeta.py"
        }
    elif not refused_theirs:
        # Below another folder an absolute path or a drive is an ordinary name.
        assert refused_ours[0].reason in ("outside", "nameless")


# --- An archive of a class ---


def class_zip(file: Path, files: dict[str, bytes | str]) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, content in files.items():
            opened.writestr(name, content)


def test_unpacking_share_of_a_student_leaves_the_others_theirs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Data fill the student's own share, and not even the student's program is lost."""
    monkeypatch.setattr(limits, "LARGEST_SUBMISSION", 2 * MIB)
    zeros: dict[str, bytes | str] = {
        f"bert_2_{20 + n}_zeros{n}.bin": bytes(MIB) for n in range(8)
    }
    programs = {
        f"{name}_{n}_{900 + n}_alphabeta.py": RIGHT
        for n, name in enumerate(["carla", "dora", "bert"])
    }
    class_zip(tmp_path / "c.zip", {**zeros, **programs})
    (tmp_path / "place").mkdir()
    the_class = find_class(tmp_path / "c.zip", "alphabeta.py", tmp_path / "place")
    by_name = {hand_in.students[0].name: hand_in for hand_in in the_class.hand_ins}
    assert all(
        (by_name[name].path / "alphabeta.py").read_text("utf-8") == RIGHT
        for name in ("bert", "carla", "dora")
    )
    assert by_name["carla"].notes == by_name["dora"].notes == ()
    assert all(not hand_in.withheld for hand_in in the_class.hand_ins)
    assert any(
        "all that this student handed in would be larger than 2 MiB" in note
        for note in by_name["bert"].notes
    )


def test_student_refused_for_want_of_room_has_a_row_without_a_result(
    tmp_path: Path,
) -> None:
    """Two students' shares are all the room that there is."""
    exercises = made_set(tmp_path / "set", {"01": {"tree": [[3, 12], [2, 4]]}})
    files: dict[str, bytes | str] = {
        f"{name}/alphabeta.py": RIGHT for name in ("ann", "ben", "cem", "dan")
    }
    files |= {
        f"{name}/data.bin": os.urandom(3 * MIB // 2) for name in ("ann", "ben", "cem")
    }
    class_zip(tmp_path / "c.zip", files)
    code = f"import sys; from autograder.core import limits; limits.LARGEST_CLASS = {4 * MIB}\n"
    code += "from autograder.cli.command_line import main; sys.exit(main(sys.argv[1:]))"
    _, _, _, *arguments = command(
        tmp_path / "c.zip", tmp_path / "results", exercises=exercises
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=PROJECT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1, done.stderr
    table = rows(tmp_path / "results")
    assert [table[name]["score"] for name in ("ann", "ben", "cem", "dan")] == [
        "3",
        "3",
        "",
        "3",
    ]
    assert table["cem"]["final"] == ""
    assert (
        "what others handed in has used up the room for the whole class"
        in table["cem"]["note"]
    )


def test_too_many_files_of_a_student_cost_only_that_student(tmp_path: Path) -> None:
    files: dict[str, bytes | str] = {
        f"class/mal/{n}.txt": "" for n in range(ONE.most_files + 50)
    }
    class_zip(
        tmp_path / "c.zip",
        {**files, "class/ann/alphabeta.py": RIGHT, "class/mal/alphabeta.py": RIGHT},
    )
    kept, refusals = unpacked(tmp_path / "c.zip", tmp_path / "folder", MANY)
    assert {"class/ann/alphabeta.py", "class/mal/alphabeta.py"} <= kept
    assert {refusal.reason for refusal in refusals} == {"many", "more"}
    assert refusals[-1] == archive.Refusal(refusals[0].path, "41", "more")
    assert len(refusals) == limits.MOST_NAMED + 1


# --- A class ---


def test_very_deep_submission_costs_no_other_student_a_result(tmp_path: Path) -> None:
    """A folder of 1,100 levels without a program, and an archive of 1,900, among right programs."""
    exercises = made_set(
        tmp_path / "set", {"01": {"tree": [[3, 12], [2, 4]]}}, accept=[".py", ".zip"]
    )
    for name in ("alice", "zoe"):
        written(tmp_path / "class" / name / "alphabeta.py", RIGHT)
    for name in ("deep", "mallory"):
        (tmp_path / "class" / name).mkdir()
    nest(tmp_path / "class" / "deep", "d", 1100)
    deep_zip(tmp_path / "class" / "mallory" / "d.zip")
    try:
        run(tmp_path / "class", tmp_path / "results", exercises=exercises)
        scores = {
            name: row["score"] for name, row in rows(tmp_path / "results").items()
        }
    finally:
        remove_tree(tmp_path / "class" / "deep")
    assert scores == {"alice": "3", "deep": "", "mallory": "3", "zoe": "3"}


def test_memory_of_a_class_run_does_not_grow_with_a_students_files(
    tmp_path: Path,
) -> None:
    """Ninety files of 64 MiB, which need no room on the disk, are digested in 400 MB of address space."""
    written(tmp_path / "mallory" / "alphabeta.py", RIGHT)
    for number in range(90):
        (tmp_path / "mallory" / f"data{number}").touch()
        os.truncate(tmp_path / "mallory" / f"data{number}", 64 * MIB)
    code = "import resource, sys; from pathlib import Path; from autograder.classroom.grading import files_digest\n"
    code += "resource.setrlimit(resource.RLIMIT_AS, (400 * 2**20, 400 * 2**20))\n"
    code += "print(files_digest(Path(sys.argv[1])).hex())"
    line = [sys.executable, "-c", code, str(tmp_path / "mallory")]
    done = subprocess.run(line, cwd=PROJECT, capture_output=True, text=True, check=True)
    before = done.stdout
    written(tmp_path / "mallory" / "alphabeta.py", RIGHT + "\n")
    assert files_digest(tmp_path / "mallory").hex() != before.strip()


def test_a_digest_changes_with_each_file_that_grading_may_read(tmp_path: Path) -> None:
    folder = tmp_path / "submission"
    digests = set()
    for name, content in (
        ("alphabeta.py", "x"),
        ("old.zip", "y"),
        ("a/b.txt", ""),
        ("a/b.txt", "z"),
        ("a/c.txt", "z"),
    ):
        written(folder / name, content)
        digests.add(files_digest(folder))
    assert len(digests) == 5


def test_a_cluster_and_this_machine_find_the_same_submission(tmp_path: Path) -> None:
    """An archive beside the program is a second candidate on both, and a program in a folder is the only one."""
    pytest.importorskip(
        "distributed", reason="dask is not installed: ./setup.sh --cluster installs it"
    )
    exercises = made_set(
        tmp_path / "set",
        {"01": {"tree": [[3, 12], [2, 4]]}},
        accept=[".py", ".ipynb", ".zip"],
    )
    written(tmp_path / "class" / "a" / "alphabeta.py", RIGHT)
    zipped(tmp_path / "class" / "a" / "old.zip", {"alphabeta.py": RIGHT})
    written(
        tmp_path / "class" / "b" / "hw" / "alphabeta.py",
        f"from helper import *\n{RIGHT}",
    )
    written(tmp_path / "class" / "b" / "hw" / "helper.py", "")
    written(tmp_path / "class" / "c" / "other.py", RIGHT)
    (tmp_path / "class" / "d").mkdir()
    results = {}
    for name, options in (("here", []), ("cluster", ["--cluster", "local"])):
        run(tmp_path / "class", tmp_path / name, *options, exercises=exercises)
        results[name] = {
            key: (row["score"], row["note"])
            for key, row in rows(tmp_path / name).items()
        }
    assert results["here"] == results["cluster"]
    assert [score for score, _ in results["here"].values()] == ["", "3", "", "0"]


# --- The process ---


def test_file_that_uses_up_the_readers_allowance_is_reported(tmp_path: Path) -> None:
    slow = RIGHT.encode() + b"\nX = 1;" + b" " * 60_000 + b"\r\r\n"
    with pytest.raises(CannotRead, match="too much"):
        ask(
            "normal form",
            {},
            slow if sys.version_info < (3, 12) else b"x",
            Allowance(2**30, 0, 0.0, 0),
        )
    with pytest.raises(CannotRead, match="too much"):
        ask(
            "notebook",
            {},
            b"[" + b"1," * 8 * MIB + b"1]",
            Allowance(64 * MIB, 20, 60.0, 0),
        )


def test_a_program_that_is_slow_to_tokenize_has_no_form_and_keeps_its_grade(
    tmp_path: Path,
) -> None:
    """Twenty thousand blanks before a bare carriage return: before Python 3.12 tokenize needs minutes for them."""
    slow = RIGHT.encode() + b"\nX = 1;" + b" " * 20_000 + b"\r\r\n"
    start = time.monotonic()
    normal_form(slow)
    assert time.monotonic() - start < limits.FORM_SECONDS + PATIENCE


def test_an_archive_is_read_in_a_process_with_limits(tmp_path: Path) -> None:
    """A file larger than a submission cannot be written, whatever the archive says."""
    zipped(tmp_path / "a.zip", {"big": "x" * 3 * MIB})
    bounds = ONE._replace(room=9 * MIB, room_in_all=9 * MIB)
    arguments = {
        "archive": str(tmp_path / "a.zip"),
        "folder": str(tmp_path / "f"),
        "bounds": bounds,
    }
    answer = ask(
        "unpack",
        arguments,
        allowance=process.FOR_A_SUBMISSION._replace(largest_file=MIB),
    )
    assert answer["refused"] == [["big", "big", "damaged", "File too large"]]


# --- Notebooks ---


def python_of(source: str) -> tuple[str, list[str]]:
    cell = notebook._Cell(source, 1)
    python = "\n".join(cell.python())
    return python, [archives._left_out(*piece) for piece in cell.left_out]


PYTHON_CELLS = [
    "alpha = max(alpha, v)  # or beta?",
    "x = (10\n  % 3)",
    '"""a text with\n%time\n!ls\nwhat?\n"""\nx = 1',
    "x = 10 \\\n % 3",
    "x = [\n  # what?\n  1,\n]",
    "# what?",
    "if x:  # why?\n    pass",
]


@pytest.mark.parametrize("source", PYTHON_CELLS)
def test_python_of_keeps_python_lines_beside_a_magic(source: str) -> None:
    assert python_of(source) == (source, [])
    assert python_of(f"%matplotlib inline\n{source}") == (
        f"pass\n{source}",
        ["cell 1: `%matplotlib inline`"],
    )
    assert python_of(f"{source}\n!ls") == (f"{source}\npass", ["cell 1: `!ls`"])


@pytest.mark.parametrize(
    ("source", "python", "left_out"),
    [
        ("files = !ls 'it", "files = None", "`files = !ls 'it`"),
        ("x[a == b] = %pwd", "x[a == b] = None", "`x[a == b] = %pwd`"),
        ("%time x = 5", "x = 5", "`%time` before `x = 5`"),
        ("x = %time f(5)", "x = f(5)", "`%time` before `f(5)`"),
        ("    %time !ls", "    pass", "`!ls`"),
        ("%time", "pass", "`%time`"),
        ("!echo a \\\n  b \\\n  c\nx = 1", "pass\n\n\nx = 1", "`!echo a \\ b \\ c`"),
        ("max_value?", "pass", "`max_value?`"),
        ("math.inf??", "pass", "`math.inf??`"),
        ("?math", "pass", "`?math`"),
        (
            "for i in x:\n    %run other.py\n    y = i",
            "for i in x:\n    pass\n    y = i",
            "`%run other.py`",
        ),
        ("\n%%time\nx = 5\n!ls", "\npass\nx = 5\npass", "`%%time`"),
        ("%%capture out\nx = 5", "pass\nx = 5", "`%%capture out`"),
        ("%%prun -s time\nx = 5", "pass\nx = 5", "`%%prun -s time`"),
    ],
)
def test_python_of_leaves_out_jupyter_syntax_and_reports_it(
    source: str, python: str, left_out: str
) -> None:
    result, said = python_of(source)
    assert result == python
    assert f"cell 1: {left_out}" in said


@pytest.mark.parametrize("magic", ["%%bash", "%%timeit", "%%writefile a.py", "%%html"])
def test_a_cell_that_jupyter_does_not_run_as_python_is_left_out_whole(
    magic: str,
) -> None:
    python, left_out = python_of(f"{magic}\nx = 1\ny = 2")
    assert python == "pass\n\n"
    assert left_out == [f"cell 1, 3 lines, as it begins with `{magic}`"]


SOME_LINES = [
    "x = 1",
    "%time",
    "!ls",
    "f(",
    ")",
    "'''",
    '"',
    "a?",
    "# b?",
    "if x:",
    "    y = 2",
    "x = !ls",
    "\\",
    "%%x",
]
LINES = st.lists(st.sampled_from(SOME_LINES))


@given(LINES.map("\n".join))
def test_python_of_keeps_line_numbers_and_leaves_python_unchanged(source: str) -> None:
    python, left_out = python_of(source)
    assert python.count("\n") == source.count("\n")
    try:
        ast.parse(source)
    except SyntaxError:
        return
    assert (python, left_out) == (source, [])


def test_python_of_skips_a_line_that_takes_long_to_tokenize() -> None:
    """Two million blanks before a sign that is no token: before Python 3.12 tokenize needs an hour for them."""
    start = time.process_time()
    source = " " * 2_000_000 + "x $\n!ls"
    assert python_of(source)[1] == ["cell 1: `!ls`"]
    assert time.process_time() - start < 10


def test_a_notebook_with_a_byte_order_mark_is_read(course: Path) -> None:
    from tests.core.test_submission import notebook as made

    (course / "hand_in" / "alphabeta.ipynb").write_bytes(
        b"\xef\xbb\xbf" + made(RIGHT).encode()
    )
    assert graded(course).report.points == 3
