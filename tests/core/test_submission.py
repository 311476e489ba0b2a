"""The file of a submission that is graded, with which modules beside it, or else with which words none is."""

import contextlib
import errno
import importlib.util
import json
import os
import re
import socket
import stat
import tempfile
import time
import unicodedata
import zipfile
from collections.abc import Iterator
from contextlib import nullcontext
from keyword import iskeyword
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from autograder.core import limits
from autograder.core.errors import NoTemporaryFolder
from autograder.core.exercises.load import load_set
from autograder.core.grading import run
from autograder.core.limits import LARGEST_PROGRAM
from autograder.core.reader import process
from autograder.core.reader.archive import Refusal
from autograder.core.sandbox import archives
from autograder.core.sandbox.local_imports import imports_in_turn
from autograder.core.sandbox.staging import OURS, staged
from autograder.core.sandbox.submission import NoSubmission, Submission, find_submission
from autograder.core.text import listed, named
from autograder.explain.graded import ExplainedReport, grade_and_explain
from autograder.tell.pages.report import report_page
from autograder.tell.places import ExplainOutput
from tests.sets import cases, made_set, written

FILE = "alphabeta.py"


def refusal(path: Path) -> str:
    with pytest.raises(NoSubmission) as refused:
        find_submission(path, FILE, ("max_value",))
    return str(refused.value)


def nest(folder: Path, name: str, levels: int) -> None:
    """Make folders within folders, which no path need be able to name."""
    descriptor = os.open(folder, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir(name, dir_fd=descriptor)
        below = os.open(name, os.O_RDONLY, dir_fd=descriptor)
        os.close(descriptor)
        descriptor = below
    os.close(descriptor)


def unnest(folder: Path, name: str) -> None:
    """Take them away again, which rm would do and Python's own rmtree cannot."""
    while (folder / name).exists():
        below = os.open(folder / name, os.O_RDONLY)
        with contextlib.suppress(FileNotFoundError):
            os.rename(name, folder / "below", src_dir_fd=below)
        os.close(below)
        (folder / name).rmdir()
        if (folder / "below").exists():
            (folder / "below").rename(folder / name)


@pytest.mark.parametrize(("name", "levels"), [("d", 1900), ("d" * 250, 40)])
def test_deep_folders_do_not_break_staging(
    name: str, levels: int, tmp_path: Path
) -> None:
    (tmp_path / FILE).write_text("", "utf-8")
    nest(tmp_path, name, levels)
    try:
        submission = find_submission(tmp_path, FILE)
        with staged(submission) as folder:
            assert (folder / FILE).exists()
    finally:
        unnest(tmp_path, name)


def test_two_files_of_the_right_name_are_refused_and_named(tmp_path: Path) -> None:
    for folder in ("b", "a/deeper"):
        written(tmp_path / folder / FILE, "")
    assert (
        "more than one alphabeta.py in the submission: b/alphabeta.py, a/deeper/alphabeta.py"
        in refusal(tmp_path)
    )


@pytest.mark.parametrize(
    "name",
    [
        "alphabeta (1).py",
        "alphabeta(2).py",
        "Copy of alphabeta.py",
        "alphabeta copy.py",
    ],
)
def test_renamed_copy_is_noted_beside_the_file_and_refused_alone(
    name: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text("", "utf-8")
    assert f"Rename {named(name)} to alphabeta.py" in refusal(tmp_path)
    (tmp_path / FILE).write_text("", "utf-8")
    (note,) = find_submission(tmp_path, FILE).notes
    assert f"Not looked at: {named(name)}." in note


@pytest.mark.of("autograder.core.sandbox.misnamed")
@pytest.mark.parametrize(
    ("name", "advice"), cases("nearly_right_file_name_is_told_how_to_change")
)
def test_nearly_right_file_name_is_told_how_to_change(
    name: str, advice: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text("", "utf-8")
    assert refusal(tmp_path).endswith(advice)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("lib/alphabeta-2.py", "lib/alphabeta-2.py"),
        ("Müller.py", "Müller.py"),
        ("15 of 15 points. All is right.py", "`15 of 15 points. All is right.py`"),
        ("a` is right. `b", "`a' is right. 'b`"),
        ("a.py, b.py", "`a.py, b.py`"),
        ("alphabeta.py.", "`alphabeta.py.`"),
        ("a\u2028b", "`a\\u2028b`"),
        ("", "``"),
    ],
)
def test_a_name_that_is_not_one_plain_word_stands_in_backticks(
    name: str, shown: str
) -> None:
    assert named(name) == shown
    assert listed([name, FILE]) == f"{shown}, {FILE}"


FAMILY = (
    "<!DOCTYPE html>\n<html>",
    "  \n<!doctype HTML>",
    "<!-- saved from url -->\n<HTML lang=en>",
)


@pytest.mark.of("autograder.core.sandbox.file_kinds")
@pytest.mark.parametrize(
    ("content", "advice"),
    [
        *(
            (page.encode(), "a web page that was saved in place of the program")
            for page in FAMILY
        ),
        (b"\xef\xbb\xbf<html>", "a web page that was saved in place of the program"),
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:abc\n",
            "a pointer of Git LFS",
        ),
        (b"{\\rtf1\\ansi def max_value(state)}", "rich text: save it as plain text"),
        (b"%PDF-1.7\n", "a document and no plain text"),
        (
            b"PK\x03\x04\x14\0\6\0\x08\0\0\0\x21\0"
            + b"\0" * 16
            + b"[Content_Types].xml",
            "a document and no plain text",
        ),
        (
            b"PK\x03\x04"
            + b"\0" * 26
            + b"mimetypeapplication/vnd.oasis.opendocument.text",
            "a document and no plain text",
        ),
        (b"Rar!\x1a\x07\x01\0", "an archive: unpack it"),
        (b"7z\xbc\xaf\x27\x1c", "an archive: unpack it"),
        (b"\x1f\x8b\x08\0", "an archive: unpack it"),
        (b"BZh91AY&SY", "an archive: unpack it"),
        (b"\0" * 257 + b"ustar", "an archive: unpack it"),
        (importlib.util.MAGIC_NUMBER + b"\0" * 12, "compiled Python"),
        (b"\x89PNG\r\n\x1a\n", "a picture"),
    ],
)
def test_file_of_another_type_is_called_by_its_type(
    content: bytes, advice: str, tmp_path: Path
) -> None:
    written(tmp_path / FILE, content)
    assert refusal(tmp_path).startswith(f"{FILE} is {advice}")
    assert refusal(tmp_path / FILE).startswith(f"{FILE} is {advice}")


def test_no_python_is_taken_for_another_kind_of_file(tmp_path: Path) -> None:
    sources = [
        *Path(os.__file__).parent.glob("*.py"),
        *Path(__file__).parents[1].glob("submissions/*/*.py"),
    ]
    assert len(sources) > 200
    for source in sources:
        find_submission(source, FILE, alone=True)
    for start in (
        "BZh = 1\n",
        "PK = 3\n",
        "version = 'https://git-lfs.github.com/spec/v1'\n",
        "{1: '<html>'}\n",
        "# <html>\n",
    ):
        find_submission(written(tmp_path / FILE, start), FILE, alone=True)


def test_helper_files_are_not_noted_as_copies(tmp_path: Path) -> None:
    for name in (FILE, "alphabeta2.py", "alphabeta_helper.py", "game.py"):
        (tmp_path / name).write_text("", "utf-8")
    assert find_submission(tmp_path, FILE).notes == ()


@pytest.mark.parametrize("name", ["homework", FILE])
def test_archive_or_notebook_of_any_name_is_refused_with_advice(
    name: str, tmp_path: Path
) -> None:
    notebook = b'{"cells": [], "nbformat": 4}'
    for end, content, kind in (
        (".zip", b"PK\x03\x04rest", "a zip archive: unpack it"),
        (".ipynb", notebook, "a notebook: save it as Python"),
    ):
        file = written(
            tmp_path / end / (name if name == FILE else f"{name}{end}"), content
        )
        for path in (file.parent, file):
            assert f"{file.name} is {kind}" in refusal(path)


@pytest.mark.parametrize(
    "name",
    [
        "homework",
        "homework.txt",
        "Über (1).PY",
        "a\nb\x1b[35m.py",
        b"\xff.py".decode("utf-8", "surrogateescape"),
    ],
)
def test_a_file_of_any_name_is_copied(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("import helper", "utf-8")
    (tmp_path / "helper.py").write_text("", "utf-8")
    with staged(find_submission(tmp_path / name, FILE)) as folder:
        assert {file.name for file in folder.iterdir()} == {name, "helper.py"}


def test_named_file_is_found_with_its_helpers_through_a_linked_folder(
    tmp_path: Path,
) -> None:
    written(tmp_path / "there" / "alice.py", "import helper")
    written(tmp_path / "there" / "helper.py", "")
    (tmp_path / "current").symlink_to("there")
    submission = find_submission(tmp_path / "current" / "alice.py", FILE)
    assert submission._replace(notes=()) == Submission(
        tmp_path / "there", "alice.py", (Path("alice.py"), Path("helper.py"))
    )


def test_neighbouring_submission_is_noted(tmp_path: Path) -> None:
    (tmp_path / "alice.py").write_text("import bob", "utf-8")
    (tmp_path / "bob.py").write_text(
        "def max_value(state, alpha, beta): return 0", "utf-8"
    )
    submission = find_submission(tmp_path / "alice.py", FILE, ("max_value",))
    assert submission.beside == (Path("alice.py"),)
    reason = "it mentions max_value, so it may be another student's submission."
    advice = "If it is part of this one, put both into a folder of their own, with alice.py as alphabeta.py, and grade that."
    assert submission.notes == (
        f"bob.py beside alice.py was not handed over: {reason} {advice}",
    )
    folder = tmp_path / "of their own"
    written(folder / FILE, (tmp_path / "alice.py").read_bytes())
    written(folder / "bob.py", (tmp_path / "bob.py").read_bytes())
    assert set(find_submission(folder, FILE, ("max_value",)).beside) == {
        Path(FILE),
        Path("bob.py"),
    }


def test_nothing_beside_a_file_among_strangers_is_handed_over_and_that_is_noted(
    tmp_path: Path,
) -> None:
    """No word in bob.py says that it defines a function."""
    unseen = "vars().update(zip([h + '_value' for h in ('max', 'min')], make()))\n"
    lay(tmp_path, {"eve.py": "from bob import *", "bob.py": unseen, "zoe.py": "x = 1"})
    submission = find_submission(tmp_path / "eve.py", FILE, FUNCTIONS)
    assert submission.beside == (Path("eve.py"),)
    (note,) = submission.notes
    reason = "zoe.py lies there, too, and is no part of eve.py"
    assert note.startswith(f"bob.py beside eve.py was not handed over: {reason}, so")
    assert find_submission(tmp_path / "zoe.py", FILE, FUNCTIONS).notes == ()


def test_file_called_as_submissions_are_gets_nothing_among_other_submissions(
    tmp_path: Path,
) -> None:
    """Whoever has the right name in a folder of a class may import no neighbour."""
    unseen = "vars().update(zip([h + '_value' for h in ('max', 'min')], make()))\n"
    zoe = "def max_value(state, alpha, beta): return 0\n"
    lay(tmp_path, {FILE: "from bob import *", "bob.py": unseen, "zoe.py": zoe})
    submission = find_submission(tmp_path / FILE, FILE, FUNCTIONS)
    assert submission.beside == (Path(FILE),)
    (note,) = submission.notes
    reason = f"zoe.py lies there, too, and is no part of {FILE}"
    assert note.startswith(f"bob.py beside {FILE} was not handed over: {reason}, so")
    assert "put both into a folder of their own and grade that" in note


@pytest.mark.parametrize("name", ["mine.py", FILE])
def test_a_file_gets_its_helper_where_its_tests_lie_beside_it(
    name: str, tmp_path: Path
) -> None:
    stem = name.removesuffix(".py")
    tests = f"import {stem}\n"
    lay(tmp_path, {name: "import helper", "helper.py": "", "test_it.py": tests})
    if name == FILE:
        (tmp_path / "scratch.py").write_text("", "utf-8")
    submission = find_submission(tmp_path / name, FILE, FUNCTIONS)
    assert submission.beside == (Path(name), Path("helper.py"))
    texts = [] if name == FILE else [f"{name} was graded with what it imports"]
    assert [
        note.partition(" from beside it: helper.py.")[0] for note in submission.notes
    ] == texts


def test_what_may_be_meant_beside_the_file_is_noted(tmp_path: Path) -> None:
    lay(
        tmp_path,
        {
            FILE: "import helper\n",
            "helper.py": f"from lib import again\n{OTHERS}",
            "lib/again.py": OTHERS,
            "alphabeta_final.py": OTHERS,
            "game.py": "class State: pass\n",
            "homework.ipynb": "{}",
            "README.md": "def max_value\n",
        },
    )
    (note,) = find_submission(tmp_path, FILE, FUNCTIONS).notes
    others = "homework.ipynb, alphabeta_final.py"
    remedy = "If the newer one is there, submit it as alphabeta.py."
    assert note == f"Graded: alphabeta.py. Not looked at: {others}. {remedy}"


@pytest.mark.parametrize(
    "content",
    [
        b"L\0\0\0\x01\x14\x02\0\0",
        b"[InternetShortcut]\r\nURL=https://x\r\n",
        b"bplist00\xd3",
        b'{"url":"https://docs.google.com/open?id=1"}',
    ],
)
def test_what_only_says_where_the_program_is_is_known_by_its_content(
    content: bytes, tmp_path: Path
) -> None:
    file = written(tmp_path / FILE, content)
    assert "which only says where the program is" in refusal(file)


def test_pipe_or_device_is_refused_as_a_program(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    assert "it is no regular file" in refusal(tmp_path / "pipe.py")
    assert "it is no regular file" in refusal(Path("/dev/zero"))
    assert "pipe.py cannot be read as a file" in refusal(tmp_path)


@contextlib.contextmanager
def an_ordinary_user() -> Iterator[None]:
    """Nothing is closed to root: it acts as another user meanwhile."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(54321)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def own_folder() -> Iterator[Path]:
    """Yield a folder of the ordinary user's, where they can reach it."""
    with an_ordinary_user(), tempfile.TemporaryDirectory(dir="/tmp") as name:
        yield Path(name)


def test_unreadable_program_is_refused_and_unreadable_helpers_are_left_out(
    own_folder: Path,
) -> None:
    (own_folder / FILE).write_text("", "utf-8")
    (own_folder / "closed.py").write_text("", "utf-8")
    (own_folder / "folder").mkdir()
    (own_folder / "closed.py").chmod(0)
    (own_folder / "folder").chmod(0)
    try:
        with staged(find_submission(own_folder, FILE)) as folder:
            assert [file.name for file in folder.iterdir()] == [FILE]
        (own_folder / FILE).chmod(0)
        assert "alphabeta.py cannot be read: Permission denied" in refusal(own_folder)
        assert "alphabeta.py cannot be read: Permission denied" in refusal(
            own_folder / FILE
        )
        assert "its folder cannot be read" in refusal(own_folder / "folder")
    finally:
        (own_folder / "folder").chmod(0o700)


ODD = ("a\nb", "alphabeta (1).py", "\udcff", "é" * 120)
NAMES = st.sampled_from([FILE, "helper.py", "a", "b", "x.zip", "venv", ".git", *ODD])
KINDS = st.sampled_from(
    ["file", "closed file", "link", "loop", "pipe", "socket", "program", "archive"]
)
FLAT = st.dictionaries(NAMES, KINDS, max_size=4)
TREES = st.recursive(
    FLAT, lambda below: st.dictionaries(NAMES, KINDS | below, max_size=4), max_leaves=8
)


def plant(folder: Path, tree: dict[str, object]) -> None:
    """Lay out whatever a student may hand in."""
    for name, kind in tree.items():
        path = folder / name
        if isinstance(kind, dict):
            path.mkdir()
            plant(path, kind)
        elif kind in ("link", "loop"):
            path.symlink_to("/etc/passwd" if kind == "link" else ".")
        elif kind == "pipe":
            os.mkfifo(path)
        elif kind == "socket":
            with socket.socket(socket.AF_UNIX) as made, contextlib.suppress(OSError):
                made.bind(str(path))
        else:
            path.write_bytes(
                {
                    "program": b"import a, helper\nfrom b import *",
                    "archive": b"PK\x03\x04",
                }.get(str(kind), b"")
            )
            path.chmod(0 if kind == "closed file" else 0o600)


@settings(max_examples=150)
@given(TREES, NAMES)
def test_any_submission_is_staged_or_refused_with_the_reason(
    tree: dict[str, object], named: str
) -> None:
    with tempfile.TemporaryDirectory() as name:
        plant(Path(name), tree)
        texts: list[str] = []
        for path in (Path(name), Path(name, named)):
            try:
                submission = find_submission(path, FILE, ("max_value",))
            except NoSubmission as refused:
                texts.append(str(refused))
                continue
            with staged(submission) as folder:
                assert (folder / submission.file).is_file()
                for copy in folder.rglob("*"):
                    kind = copy.lstat().st_mode
                    assert stat.S_IMODE(kind) == (
                        0o755 if stat.S_ISDIR(kind) else 0o644
                    )
                    assert stat.S_ISDIR(kind) or stat.S_ISREG(kind)
        assert not any("\n" in sentence for sentence in texts)


RIGHT = (
    Path(__file__).parents[1] / "submissions" / "textbook" / "alphabeta.py"
).read_text("utf-8")


@pytest.fixture
def course(tmp_path: Path) -> Path:
    (tmp_path / "hand_in").mkdir()
    tree = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
    return made_set(
        tmp_path / "set", {"01_tree": {"tree": tree}}, accept=[".py", ".ipynb", ".zip"]
    ).parent


def notebook(*cells: str) -> str:
    entries: list[dict[str, object]] = [
        {
            "cell_type": "markdown",
            "metadata": {},
            "source": "# Words, and no code(",
            "id": "m",
        }
    ]
    for number, source in enumerate(cells):
        code = {
            "cell_type": "code",
            "metadata": {},
            "source": source.splitlines(keepends=True),
            "id": f"c{number}",
        }
        entries.append({**code, "outputs": [], "execution_count": None})
    return json.dumps(
        {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": entries}
    )


def graded(course: Path, submission: str = "hand_in") -> ExplainedReport:
    return grade_and_explain(course / submission, load_set(course / "set"))


def refused(course: Path, submission: str = "hand_in") -> str:
    explained = graded(course, submission)
    assert explained.report.failure is not None
    assert explained.report.failure.cause == "missing file"
    assert explained.report.points == 0
    return explained.report.failure.message


def zipped(file: Path, entries: dict[str, str]) -> None:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in entries.items():
            archive.writestr(name, text)


WRONG = (
    Path(__file__).parents[1] / "submissions" / "strict_cutoff" / "alphabeta.py"
).read_text("utf-8")


@pytest.mark.parametrize("form", ["notebook", "archive", "folder"])
def test_the_lines_that_are_shown_are_of_the_copy_that_was_graded(
    course: Path, form: str
) -> None:
    (course / "set" / "01_tree.json").write_text(
        json.dumps({"title": "T", "tree": [[4, 7], [4, 1]]})
    )
    if form == "notebook":
        (course / "hand_in" / "alphabeta.ipynb").write_text(notebook("x = 1", WRONG))
    elif form == "archive":
        zipped(
            course / "hand_in" / "mine.zip",
            {"project/alphabeta.py": WRONG, "project/other.txt": ""},
        )
    else:
        (course / "hand_in" / "project").mkdir()
        (course / "hand_in" / "project" / "alphabeta.py").write_text(WRONG)
    explained = grade_and_explain(course / "hand_in", load_set(course / "set"))
    rows = "\n".join(ExplainOutput(explained).lines()).split("\n")
    assert "-        if v < alpha:" in rows
    assert "+        if v <= alpha:" in rows
    marked = r'<tr class="marked"><th scope="row">\d+</th><td><div class="noted"><span class="text">        if v &lt; alpha:'
    assert re.search(marked, report_page(explained))


def test_a_comment_of_a_notebook_ends_where_python_ends_it(course: Path) -> None:
    (course / "hand_in" / "alphabeta.ipynb").write_text(
        notebook(f"# pasted\u2028from a page\n{RIGHT}")
    )
    assert graded(course).report.points == 3


@pytest.mark.parametrize("submission", ["hand_in", "hand_in/alphabeta.ipynb"])
def test_a_notebook_is_graded_as_its_code_cells(course: Path, submission: str) -> None:
    half = RIGHT.index("def min_value")
    cells = (
        "%matplotlib inline\nimport math\nprint(5 %3)\nmath?",
        RIGHT[:half],
        "%%bash\nrm -rf /\n",
        RIGHT[half:],
    )
    (course / "hand_in" / "alphabeta.ipynb").write_text(
        notebook(*cells, "for i in range(2):\n    !ls\n")
    )
    explained = graded(course, submission)
    assert explained.report.points == explained.report.max_points == 3
    (note,) = explained.report.notes
    left_out = "cell 1: `%matplotlib inline`; cell 1: `math?`; cell 3, 2 lines, as it begins with `%%bash`; cell 5: `!ls`"
    assert note.startswith("Graded: the code cells of alphabeta.ipynb, in their order.")
    assert note.endswith(f"Left out, as only Jupyter knows them: {left_out}.")


def test_another_notebook_and_a_solution_in_a_cell_of_text_are_told(
    course: Path,
) -> None:
    text = {"cell_type": "markdown", "metadata": {}, "source": RIGHT}
    made = json.loads(notebook("import math\n"))
    made["cells"].insert(0, text)
    (course / "hand_in" / "alphabeta.ipynb").write_text(json.dumps(made), "utf-8")
    (course / "hand_in" / "alphabeta (1).ipynb").write_text(notebook(RIGHT), "utf-8")
    explained = graded(course)
    (note,) = explained.report.notes
    graded_cells = "Graded: the code cells of alphabeta.ipynb, in their order."
    remedy = "If the newer one is there, submit it as alphabeta.ipynb."
    assert note == f"{graded_cells} Not looked at: `alphabeta (1).ipynb`. {remedy}"
    assert explained.report.failure is not None
    assert explained.report.failure.message.startswith(
        "alphabeta.ipynb has no functions called"
    )
    assert explained.report.failure.message.endswith(
        "max_value and min_value stand in cell 1 of the notebook, which is text and "
        "not code: make it a code cell."
    )


def test_an_archive_says_that_it_was_graded_and_what_was_not(course: Path) -> None:
    zipped(course / "hand_in" / "backup.zip", {"alphabeta.py": RIGHT})
    assert graded(course).report.notes == ("Graded: what is in backup.zip.",)
    (course / "hand_in" / "final version.py").write_text(RIGHT, "utf-8")
    beside = "Not looked at: `final version.py`, as only the archive counts."
    assert graded(course).report.notes == (f"Graded: what is in backup.zip. {beside}",)


def test_an_empty_file_is_called_so(course: Path) -> None:
    written(course / "hand_in" / "alphabeta.py", " \n")
    failure = graded(course).report.failure
    assert failure is not None
    assert failure.message == ("alphabeta.py is empty. Was it saved?")


def test_notebook_without_a_cell_of_code_is_not_called_empty(course: Path) -> None:
    made = json.loads(notebook("import math\n"))
    made["cells"] = [{"cell_type": "markdown", "metadata": {}, "source": "Mine."}]
    file = course / "hand_in" / "alphabeta.ipynb"
    file.write_text(json.dumps(made), "utf-8")
    no_code = "alphabeta.ipynb has no text in a code cell."
    failure = graded(course).report.failure
    assert failure is not None
    assert failure.message == no_code
    made["cells"][0]["source"] = RIGHT
    file.write_text(json.dumps(made), "utf-8")
    failure = graded(course).report.failure
    assert failure is not None
    assert failure.message.startswith(f"{no_code} max_value and min_value stand in")


def test_failing_notebook_cell_is_named(course: Path) -> None:
    (course / "hand_in" / "alphabeta.ipynb").write_text(
        notebook(RIGHT, "x = 1\n1 / 0\n")
    )
    explained = graded(course)
    assert explained.report.failure is not None
    assert "that is line 2 of cell 2" in explained.report.failure.details
    assert explained.report.failure.message.startswith("ZeroDivisionError")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it is empty. Was it saved?"),
        ("{}", "it has no list of cells."),
        (
            "{\n<<<<<<< HEAD\n}",
            "from line 2 on it is not JSON, the format of notebooks.",
        ),
        ("[" * 100_000, "lists in it lie too deep inside each other, or"),
        (
            '{"nbformat": 4, "cells": [{"cell_type": 3}]}',
            "its cell 1, with cells of text counted, has no type or no text.",
        ),
        ("\udcff", "its text is not in UTF-8."),
        ('{"nbformat": 1e999}', "its version of the format, `nbformat`, is not 2, 3"),
    ],
)
def test_file_that_is_no_notebook_is_refused_with_the_reason(
    course: Path, text: str, reason: str
) -> None:
    (course / "hand_in" / "alphabeta.ipynb").write_text(
        text, "utf-8", errors="surrogateescape"
    )
    expected = f"alphabeta.ipynb is no notebook that can be read: {reason}"
    assert refused(course).startswith(expected)


def test_notebook_of_an_old_jupyter_is_graded(course: Path) -> None:
    """Without ends of lines, as the second format has them, and without metadata."""
    cell = {"cell_type": "code", "input": RIGHT.split("\n"), "language": "python"}
    made = {"nbformat": 2, "worksheets": [{"cells": [cell]}]}
    (course / "hand_in" / "alphabeta.ipynb").write_text(json.dumps(made), "utf-8")
    assert graded(course).report.points == 3


@pytest.mark.parametrize("submission", ["hand_in", "hand_in/mine.zip"])
def test_an_archive_is_graded_as_its_contents(course: Path, submission: str) -> None:
    helped = RIGHT.replace("state.is_terminal()", "over(state)")
    files = {"hw/alphabeta.py": f"from mine import over\n{helped}"}
    files["hw/mine.py"] = "def over(s): return s.is_terminal()\n"
    zipped(course / "hand_in" / "mine.zip", files)
    assert graded(course, submission).report.points == 3


@pytest.mark.parametrize(
    ("name", "words"), cases("archive_paths_that_lead_outside_are_refused")
)
def test_archive_paths_that_lead_outside_are_refused(
    course: Path, name: str, words: str
) -> None:
    zipped(course / "hand_in" / "mine.zip", {"alphabeta.py": RIGHT, name: "evil"})
    assert words in refused(course)
    assert not list(course.rglob("evil.py"))


def test_archive_with_a_link_is_refused(course: Path) -> None:
    with zipfile.ZipFile(course / "hand_in" / "mine.zip", "w") as archive:
        link = zipfile.ZipInfo("alphabeta.py")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(link, "/etc/passwd")
    assert "alphabeta.py, which is a link" in refused(course)


def test_archive_larger_than_the_limits_is_refused(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    zipped(
        course / "hand_in" / "mine.zip",
        {f"{n}": "0" * 2**20 for n in range(4)} | {"alphabeta.py": RIGHT},
    )
    monkeypatch.setattr(limits, "LARGEST_SUBMISSION", 3 * 2**20)
    assert "mine.zip is larger than 3 MiB when it is unpacked" in refused(course)
    monkeypatch.setattr(limits, "MOST_FILES", 3)
    assert "mine.zip holds more than 3 files" in refused(course)


@pytest.mark.parametrize(
    "content", [b"PK\x03\x04", b"no archive at all", b"PK\x05\x06" + b"\xff" * 18]
)
def test_broken_archive_is_refused_with_the_reason(
    course: Path, content: bytes
) -> None:
    (course / "hand_in" / "mine.zip").write_bytes(content)
    assert "mine.zip cannot be unpacked" in refused(course)


def test_archive_with_a_damaged_entry_is_refused_with_the_reason(course: Path) -> None:
    """The message then depends on the packing, and on the damage."""
    file = course / "hand_in" / "a.zip"
    for packing in (zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED):
        with zipfile.ZipFile(file, "w", packing) as archive:
            archive.writestr("?", RIGHT)
        content = bytearray(file.read_bytes())
        if packing == zipfile.ZIP_STORED:
            # An entry without a name: its length becomes 0, and that of the comment 1.
            listed = content.index(b"PK\x01\x02")
            content[listed + 28], content[listed + 32] = 0, 1
        else:
            content[60:90] = b"\xff" * 30
        file.write_bytes(content)
        expected = {
            zipfile.ZIP_DEFLATED: "a.zip holds `?`, which cannot be unpacked: its ",
            zipfile.ZIP_STORED: "a.zip holds a file without a",
        }
        assert refused(course).startswith(expected[packing])


def test_a_notebook_of_another_name_need_not_become_a_program(course: Path) -> None:
    (course / "hand_in" / "hw.ipynb").write_text(notebook(RIGHT))
    assert refused(course).endswith(
        "it holds hw.ipynb. Rename hw.ipynb to alphabeta.ipynb."
    )


@pytest.mark.parametrize("other", ["alphabeta.ipynb", "b.zip"])
def test_program_beside_an_archive_or_notebook_is_refused_as_ambiguous(
    course: Path, other: str
) -> None:
    (course / "hand_in" / "alphabeta.py").write_text(RIGHT)
    if other == "b.zip":
        zipped(course / "hand_in" / other, {"alphabeta.py": RIGHT})
    else:
        (course / "hand_in" / other).write_text(notebook(RIGHT))
    message = refused(course)
    assert "There is more than one thing that could be meant" in message
    assert "alphabeta.py" in message
    assert other in message


@pytest.mark.parametrize("form", ["folder", "archive", "notebook"])
def test_folder_in_the_place_of_the_notebooks_program_is_told(
    course: Path, form: str
) -> None:
    """It is the student's doing, so it has a sentence, and is no fault of the grader."""
    files = {"hw/alphabeta.ipynb": notebook(RIGHT), "hw/alphabeta.py/x.py": "x = 1\n"}
    if form == "archive":
        zipped(course / "hand_in" / "mine.zip", files)
    else:
        lay(course / "hand_in", files)
    text = "alphabeta.ipynb is run as alphabeta.py, and there is a folder of that name"
    if form == "notebook":  # named alone, nothing lies beside it
        assert graded(course, "hand_in/hw/alphabeta.ipynb").report.points == 3
    else:
        assert refused(course).startswith(text)


def test_notebook_is_refused_where_the_set_accepts_none(course: Path) -> None:
    (course / "set" / "assignment.json").write_text('{"title": "T"}')
    (course / "hand_in" / "alphabeta.ipynb").write_text(notebook(RIGHT))
    assert "a notebook: save it as Python" in refused(course)


def test_temporary_files_of_an_archive_are_removed_after_grading(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (course / "place").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(course / "place"))
    zipped(course / "hand_in" / "mine.zip", {"alphabeta.ipynb": notebook(RIGHT)})
    assert graded(course).report.points == 3
    assert not list((course / "place").iterdir())


def test_notes_of_unpacking_are_told_though_no_program_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        run,
        "unpacked",
        lambda *_: nullcontext(archives.Plain(tmp_path, ("a magic was left out",))),
    )
    explained = grade_and_explain(
        tmp_path, load_set(Path(__file__).parents[2] / "exercises", "01*")
    )
    assert explained.report.failure is not None
    assert explained.report.failure.cause == "missing file"
    assert explained.report.notes == ("a magic was left out",)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("n" * 300 + ".py", "whose name is longer than"),
        ("alphabeta.py/below.py", "and a folder or another file of the"),
    ],
)
def test_unpacking_failure_names_no_path_of_the_grader(
    course: Path, name: str, reason: str
) -> None:
    zipped(course / "hand_in" / "mine.zip", {"alphabeta.py": RIGHT, name: ""})
    message = refused(course)
    assert message.replace("`", "").startswith(f"mine.zip holds {name[:10]}")
    assert reason in message
    assert "/" not in message.replace(name, "")


def test_an_archive_is_not_blamed_for_a_full_disk(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> list[Refusal]:
        raise OSError(errno.ENOSPC, "No space left on device")

    zipped(course / "hand_in" / "mine.zip", {"alphabeta.py": RIGHT})
    monkeypatch.setattr(process, "unpack", full)
    with pytest.raises(
        NoTemporaryFolder, match="There is no room left for temporary files"
    ):
        graded(course)


def test_unpacked_folder_has_a_name_that_is_cleared_as_left_over(course: Path) -> None:
    zipped(course / "mine.zip", {"alphabeta.py": RIGHT})
    with archives.unpacked(course / "mine.zip", "alphabeta.py", (".zip",)) as plain:
        assert any(OURS.fullmatch(parent.name) for parent in plain.path.parents)


FUNCTIONS = ("max_value", "min_value")
OTHERS = "def max_value(state, alpha, beta):\n    return 0\n"


def lay(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        written(folder / name, text)


def given_and_withheld(
    folder: Path,
    source: str | bytes,
    functions: tuple[str, ...] = FUNCTIONS,
    /,
    **files: str,
) -> tuple[set[str], set[str]]:
    """Return the names of the modules that a source is given, and of other submissions. __ stands for /."""
    lay(folder, {name.replace("__", "/") + ".py": text for name, text in files.items()})
    (folder / "alice.py").write_bytes(
        source if isinstance(source, bytes) else source.encode()
    )
    imported, others = imports_in_turn(folder / "alice.py", FILE, functions)
    return {str(file) for file in imported}, {str(file) for file in others}


@pytest.mark.parametrize(
    "source", cases("only_imported_modules_are_given_to_the_program")
)
def test_only_imported_modules_are_given_to_the_program(
    source: str, tmp_path: Path
) -> None:
    assert given_and_withheld(
        tmp_path, source.encode("latin-1"), helper="x = y = 1", other="secret = 1"
    ) == ({"helper.py"}, set())


def test_modules_imported_by_a_helper_are_given_too(tmp_path: Path) -> None:
    files = {"a": "import b", "b": "import a, c", "c": "", "d": ""}
    assert given_and_withheld(tmp_path, "import a", **files) == (
        {"a.py", "b.py", "c.py"},
        set(),
    )


@pytest.mark.parametrize(
    "source",
    ["import pkg.sub.deep", "from pkg.sub import (\n    deep,\n)", "from pkg import *"],
)
def test_import_of_a_package_gives_all_its_modules(source: str, tmp_path: Path) -> None:
    lay(tmp_path, {"pkg/__init__.py": "", "pkg/one.py": "x = 1"})
    written(tmp_path / "pkg" / "sub" / "deep.py", "from ..one import x\nimport helper")
    wanted = {"pkg/__init__.py", "pkg/sub/deep.py", "pkg/one.py", "helper.py"}
    assert given_and_withheld(tmp_path, source, helper="", other__one="") == (
        wanted,
        set(),
    )


@pytest.mark.parametrize(
    "theirs",
    [OTHERS, "class Search:\n    def min_value(self, state): pass", "max_value = 3"],
)
def test_imported_submission_of_another_student_is_withheld(
    theirs: str, tmp_path: Path
) -> None:
    assert given_and_withheld(tmp_path, "import bob", bob=theirs) == (set(), {"bob.py"})
    assert given_and_withheld(
        tmp_path, "from bob import *", bob="from theirs import *", theirs=theirs
    ) == ({"bob.py"}, {"theirs.py"})


@pytest.mark.parametrize(
    "theirs", cases("a_neighbour_is_another_submission_however_it_names_its_functions")
)
def test_a_neighbour_is_another_submission_however_it_names_its_functions(
    theirs: str, tmp_path: Path
) -> None:
    assert given_and_withheld(tmp_path, "from bob import *", bob=theirs) == (
        set(),
        {"bob.py"},
    )
    assert given_and_withheld(
        tmp_path, "import helper", helper="import bob\nbob.search = 1", bob=theirs
    ) == ({"helper.py"}, {"bob.py"})


@given(
    st.text("max_valueMAXVU xﬁﬀ\u0301", max_size=12),
    st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]),
)
def test_function_name_in_another_unicode_form_is_recognised(
    name: str, form: Literal["NFC", "NFD", "NFKC", "NFKD"]
) -> None:
    assume(name.isidentifier() and not iskeyword(name))
    wide = "".join(
        chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in name
    )
    with tempfile.TemporaryDirectory() as folder:
        for written_name in (unicodedata.normalize(form, name), wide):
            given = given_and_withheld(
                Path(folder), "import bob", (name,), bob=f"{written_name} = 1"
            )
            assert given == (set(), {"bob.py"}), written_name


@pytest.mark.parametrize(
    "source",
    [
        "max_values = 1",
        "def my_max_value(): pass",
        "MAX_VALUE = 3",
        "v.max_value_of(3)",
    ],
)
def test_module_without_the_required_functions_is_given_as_a_helper(
    source: str, tmp_path: Path
) -> None:
    assert given_and_withheld(tmp_path, "import helper", helper=source) == (
        {"helper.py"},
        set(),
    )


@pytest.mark.parametrize(
    "theirs", cases("another_submission_is_known_by_each_part_of_a_dotted_name")
)
def test_another_submission_is_known_by_each_part_of_a_dotted_name(
    theirs: str, tmp_path: Path
) -> None:
    needs = ("Player.max_value", "Player.min_value")
    assert given_and_withheld(tmp_path, "from bob import *", needs, bob=theirs) == (
        set(),
        {"bob.py"},
    )
    assert given_and_withheld(
        tmp_path, "import helper", needs, helper="class Players: pass"
    ) == (
        {"helper.py"},
        set(),
    )


def test_a_file_called_as_submissions_are_is_not_handed_over(tmp_path: Path) -> None:
    assert given_and_withheld(
        tmp_path, "from bob.alphabeta import f", bob__alphabeta="f = 1"
    ) == (
        set(),
        {"bob/alphabeta.py"},
    )


def test_imports_through_links_or_out_of_the_folder_give_nothing(
    tmp_path: Path,
) -> None:
    inside = tmp_path / "inside"
    lay(
        tmp_path,
        {
            "secret.py": "",
            "away/secret.py": "",
            "inside/pkg/__init__.py": "from ...secret import x",
        },
    )
    (inside / "link.py").symlink_to(tmp_path / "secret.py")
    (inside / "linked").symlink_to(tmp_path / "away")
    source = f"import link, pkg\nfrom linked import secret\nfrom .. import secret\nfrom {tmp_path}/secret import x\n"
    source += "from import ..\nimport ../secret, linked.secret\nfrom ../secret import secret\nfrom linked import *"
    assert given_and_withheld(inside, source) == ({"pkg/__init__.py"}, set())


@given(
    st.binary(max_size=300)
    | st.text("import from.*(),;:\\\n#'\" abc/", max_size=300).map(str.encode)
)
def test_search_for_imports_in_any_bytes_gives_nothing(source: bytes) -> None:
    with tempfile.TemporaryDirectory() as name:
        imports, others = given_and_withheld(Path(name), source)
    assert not imports
    assert not others


@pytest.mark.parametrize("unit", cases("hostile_sources_are_read_quickly"))
def test_hostile_sources_are_read_quickly(unit: str, tmp_path: Path) -> None:
    start = time.process_time()
    given_and_withheld(tmp_path, "from " + unit * (2 * LARGEST_PROGRAM // len(unit)))
    given_and_withheld(tmp_path, "import " + unit * (2 * LARGEST_PROGRAM // len(unit)))
    assert time.process_time() - start < 8
