"""Notebooks and archives: graded as the program that is in them, and refused with words where they are hostile."""

import errno
import json
import re
import stat
import tempfile
import zipfile
from contextlib import nullcontext
from pathlib import Path

import pytest

from autograder import limits
from autograder.errors import NoTemporaryFolder
from autograder.exercises.load import load_set
from autograder.judging import Report, run
from autograder.pages.report import report_page
from autograder.sandbox import archives
from autograder.sandbox.staging import OURS
from autograder.showing import Explained
from tests.sets import cases, made_set

RIGHT = (Path(__file__).parent / "submissions" / "textbook" / "alphabeta.py").read_text("utf-8")


@pytest.fixture
def course(tmp_path: Path) -> Path:
    (tmp_path / "hand_in").mkdir()
    tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    return made_set(tmp_path / "set", {"01_tree": {"tree": tree}}, accept=[".py", ".ipynb", ".zip"]).parent


def notebook(*cells: str) -> str:
    entries: list[dict[str, object]] = [
        {"cell_type": "markdown", "metadata": {}, "source": "# Words, and no code(", "id": "m"}
    ]
    for number, source in enumerate(cells):
        code = {"cell_type": "code", "metadata": {}, "source": source.splitlines(keepends=True), "id": f"c{number}"}
        entries.append({**code, "outputs": [], "execution_count": None})
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": entries})


def graded(course: Path, submission: str = "hand_in") -> Report:
    return run.grade(course / submission, load_set(course / "set"))


def refused(course: Path, submission: str = "hand_in") -> str:
    report = graded(course, submission)
    assert report.failure is not None
    assert report.failure.cause == "missing file"
    assert report.points == 0
    return report.failure.words


def zipped(file: Path, entries: dict[str, str]) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in entries.items():
            archive.writestr(name, text)


WRONG = (Path(__file__).parent / "submissions" / "strict_cutoff" / "alphabeta.py").read_text("utf-8")


@pytest.mark.parametrize("form", ["notebook", "archive", "folder"])
def test_the_lines_that_are_shown_are_of_the_copy_that_was_graded(course: Path, form: str) -> None:
    (course / "set" / "01_tree.json").write_text(json.dumps({"title": "T", "tree": [[4, 7], [4, 1]]}))
    if form == "notebook":
        (course / "hand_in" / "alphabeta.ipynb").write_text(notebook("x = 1", WRONG))
    elif form == "archive":
        zipped(course / "hand_in" / "mine.zip", {"project/alphabeta.py": WRONG, "project/other.txt": ""})
    else:
        (course / "hand_in" / "project").mkdir()
        (course / "hand_in" / "project" / "alphabeta.py").write_text(WRONG)
    explained = Explained(run.grade(course / "hand_in", load_set(course / "set")))
    rows = "\n".join(explained.page()).split("\n")
    assert "-        if v < alpha:" in rows
    assert "+        if v <= alpha:" in rows
    marked = r'<tr class="marked"><th scope="row">\d+</th><td>        if v &lt; alpha:'
    assert re.search(marked, report_page(explained.report))


def test_a_comment_of_a_notebook_ends_where_python_ends_it(course: Path) -> None:
    (course / "hand_in" / "alphabeta.ipynb").write_text(notebook(f"# pasted\u2028from a page\n{RIGHT}"))
    assert graded(course).points == 3


@pytest.mark.parametrize("submission", ["hand_in", "hand_in/alphabeta.ipynb"])
def test_a_notebook_is_graded_as_its_code_cells(course: Path, submission: str) -> None:
    half = RIGHT.index("def min_value")
    cells = ("%matplotlib inline\nimport math\nprint(5 %3)\nmath?", RIGHT[:half], "%%bash\nrm -rf /\n", RIGHT[half:])
    (course / "hand_in" / "alphabeta.ipynb").write_text(notebook(*cells, "for i in range(2):\n    !ls\n"))
    report = graded(course, submission)
    assert report.points == report.max_points == 3
    (note,) = report.notes
    left_out = "cell 1: %matplotlib inline; cell 1: math?; cell 3: %%bash; cell 5: !ls"
    assert note.startswith("Graded: the code cells of alphabeta.ipynb, in their order.")
    assert note.endswith(f"Left out, as only Jupyter knows them: {left_out}.")


def test_a_cell_that_fails_is_named(course: Path) -> None:
    (course / "hand_in" / "alphabeta.ipynb").write_text(notebook(RIGHT, "x = 1\n1 / 0\n"))
    report = graded(course)
    assert report.failure is not None
    assert "that is line 2 of cell 2" in report.failure.details
    assert report.failure.words.startswith("ZeroDivisionError")


@pytest.mark.parametrize(
    "text", ["", "{}", "[" * 100_000, '{"nbformat": 4, "cells": [{"cell_type": 3}]}', "\udcff", '{"nbformat": 1e999}']
)
def test_what_is_no_notebook_is_told(course: Path, text: str) -> None:
    (course / "hand_in" / "alphabeta.ipynb").write_text(text, "utf-8", errors="surrogateescape")
    said = refused(course)
    assert said.startswith("alphabeta.ipynb is no notebook that can be read")
    assert "Traceback" not in said


@pytest.mark.parametrize("submission", ["hand_in", "hand_in/mine.zip"])
def test_an_archive_is_graded_as_its_contents(course: Path, submission: str) -> None:
    helped = RIGHT.replace("state.is_terminal()", "over(state)")
    files = {
        "hw/alphabeta.py": f"from mine import over\n{helped}",
        "hw/mine.py": "def over(s): return s.is_terminal()\n",
    }
    zipped(course / "hand_in" / "mine.zip", files)
    assert graded(course, submission).points == 3


@pytest.mark.parametrize(("name", "words"), cases("paths_that_lead_outside_are_refused"))
def test_paths_that_lead_outside_are_refused(course: Path, name: str, words: str) -> None:
    zipped(course / "hand_in" / "mine.zip", {"alphabeta.py": RIGHT, name: "evil"})
    assert words in refused(course)
    assert not list(course.rglob("evil.py"))


def test_links_are_refused(course: Path) -> None:
    with zipfile.ZipFile(course / "hand_in" / "mine.zip", "w") as archive:
        link = zipfile.ZipInfo("alphabeta.py")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    assert "alphabeta.py, which is a link" in refused(course)


def test_bombs_are_refused(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    zipped(course / "hand_in" / "mine.zip", {f"{n}": "0" * 2**20 for n in range(4)} | {"alphabeta.py": RIGHT})
    monkeypatch.setattr(limits, "LARGEST_SUBMISSION", 3 * 2**20)
    assert "mine.zip is larger than 3 MiB when it is unpacked" in refused(course)
    monkeypatch.setattr(limits, "MOST_FILES", 3)
    assert "mine.zip holds more than 3 files" in refused(course)


@pytest.mark.parametrize("content", [b"PK\x03\x04", b"no archive at all", b"PK\x05\x06" + b"\xff" * 18])
def test_a_broken_archive_is_told(course: Path, content: bytes) -> None:
    (course / "hand_in" / "mine.zip").write_bytes(content)
    assert "mine.zip cannot be unpacked" in refused(course)


def test_an_archive_that_is_damaged_inside_is_told(course: Path) -> None:
    """What Python raises then depends on how it is packed, and on what is damaged."""
    file = course / "hand_in" / "a.zip"
    for packing in (zipfile.ZIP_LZMA, zipfile.ZIP_BZIP2, zipfile.ZIP_STORED):
        with zipfile.ZipFile(file, "w", packing) as archive:
            archive.writestr("?", RIGHT)
        content = bytearray(file.read_bytes())
        if packing == zipfile.ZIP_STORED:  # the name's letter becomes a comment's, so that there is no name
            listed = content.index(b"PK\x01\x02")
            content[listed + 28], content[listed + 32] = 0, 1
        else:
            content[60:90] = b"\xff" * 30
        file.write_bytes(content)
        assert refused(course).startswith("a.zip cannot be unpacked: ")


def test_a_notebook_of_another_name_need_not_become_a_program(course: Path) -> None:
    (course / "hand_in" / "hw.ipynb").write_text(notebook(RIGHT))
    assert refused(course).endswith("it holds hw.ipynb. Rename hw.ipynb to alphabeta.ipynb.")


@pytest.mark.parametrize("other", ["alphabeta.ipynb", "b.zip"])
def test_two_candidates_are_told(course: Path, other: str) -> None:
    (course / "hand_in" / "alphabeta.py").write_text(RIGHT)
    if other == "b.zip":
        zipped(course / "hand_in" / other, {"alphabeta.py": RIGHT})
    else:
        (course / "hand_in" / other).write_text(notebook(RIGHT))
    said = refused(course)
    assert "There is more than one thing that could be meant" in said
    assert "alphabeta.py" in said
    assert other in said


def test_both_are_refused_where_nothing_is_said_of_them(course: Path) -> None:
    (course / "set" / "assignment.json").write_text('{"title": "T"}')
    (course / "hand_in" / "alphabeta.ipynb").write_text(notebook(RIGHT))
    assert "a notebook: save it as Python" in refused(course)


def test_nothing_is_left_behind(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (course / "place").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(course / "place"))
    zipped(course / "hand_in" / "mine.zip", {"alphabeta.ipynb": notebook(RIGHT)})
    assert graded(course).points == 3
    assert not list((course / "place").iterdir())


def test_what_was_left_out_is_said_also_where_no_file_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "unpacked", lambda *_: nullcontext((tmp_path, ("a magic was left out",))))
    report = run.grade(tmp_path, load_set(Path(__file__).parents[1] / "exercises", "01*"))
    assert report.failure is not None
    assert report.failure.cause == "missing file"
    assert report.notes == ("a magic was left out",)


@pytest.mark.parametrize("name", ["n" * 300 + ".py", "alphabeta.py/below.py"])
def test_what_cannot_be_unpacked_is_told_without_a_path_of_the_graders(course: Path, name: str) -> None:
    zipped(course / "hand_in" / "mine.zip", {"alphabeta.py": RIGHT, name: ""})
    words = refused(course)
    assert words.startswith("mine.zip cannot be unpacked: ")
    assert "/" not in words


def test_an_archive_is_not_blamed_for_a_full_disk(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    zipped(course / "hand_in" / "mine.zip", {"alphabeta.py": RIGHT})
    monkeypatch.setattr(archives, "_unpack", full)
    with pytest.raises(NoTemporaryFolder, match="There is no room left for temporary files"):
        graded(course)


def test_what_a_killed_grader_unpacked_is_known_for_left_over(course: Path) -> None:
    zipped(course / "mine.zip", {"alphabeta.py": RIGHT})
    with archives.unpacked(course / "mine.zip", "alphabeta.py", (".zip",)) as (folder, _):
        assert any(OURS.fullmatch(parent.name) for parent in folder.parents)
