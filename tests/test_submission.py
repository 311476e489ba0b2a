"""Which file of what was submitted is graded, and which words there are where none is."""

import contextlib
import os
import socket
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.sandbox.staging import staged
from autograder.sandbox.submission import NoSubmission, Submission, find_submission
from tests.sets import written

FILE = "alphabeta.py"


def words(path: Path) -> str:
    with pytest.raises(NoSubmission) as refused:
        find_submission(path, FILE, ("max_value",))
    return str(refused.value)


def nest(folder: Path, name: str, levels: int) -> None:
    """Makes folders within folders, which no path need be able to name."""
    here = os.open(folder, os.O_RDONLY)
    for _ in range(levels):
        os.mkdir(name, dir_fd=here)
        below = os.open(name, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)


def unnest(folder: Path, name: str) -> None:
    """Takes them away again, which rm would do and Python's own rmtree cannot."""
    while (folder / name).exists():
        below = os.open(folder / name, os.O_RDONLY)
        with contextlib.suppress(FileNotFoundError):
            os.rename(name, folder / "below", src_dir_fd=below)
        os.close(below)
        (folder / name).rmdir()
        if (folder / "below").exists():
            (folder / "below").rename(folder / name)


@pytest.mark.parametrize(("name", "levels"), [("d", 1900), ("d" * 250, 40)])
def test_folders_within_folders_break_nothing(name: str, levels: int, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("", "utf-8")
    nest(tmp_path, name, levels)
    try:
        found = find_submission(tmp_path, FILE)
        with staged(found) as folder:
            assert (folder / FILE).exists()
    finally:
        unnest(tmp_path, name)


def test_two_candidates_are_named_and_none_is_taken(tmp_path: Path) -> None:
    for folder in ("b", "a/deeper"):
        written(tmp_path / folder / FILE, "")
    assert "more than one alphabeta.py in the submission: b/alphabeta.py, a/deeper/alphabeta.py" in words(tmp_path)


@pytest.mark.parametrize("name", ["alphabeta (1).py", "alphabeta(2).py", "Copy of alphabeta.py", "alphabeta copy.py"])
def test_a_copy_beside_is_noted_and_alone_must_be_renamed(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("", "utf-8")
    assert f"Rename {name} to alphabeta.py" in words(tmp_path)
    (tmp_path / FILE).write_text("", "utf-8")
    (note,) = find_submission(tmp_path, FILE).notes
    assert f"Not looked at: {name}." in note


def test_helpers_are_no_copies(tmp_path: Path) -> None:
    for name in (FILE, "alphabeta2.py", "alphabeta_helper.py", "game.py"):
        (tmp_path / name).write_text("", "utf-8")
    assert find_submission(tmp_path, FILE).notes == ()


@pytest.mark.parametrize("name", ["homework.zip", FILE])
def test_an_archive_is_to_be_unpacked_under_whatever_name(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"PK\x03\x04rest")
    for path in (tmp_path, tmp_path / name):
        assert f"{name} is a zip archive: unpack it" in words(path)


@pytest.mark.parametrize("name", ["homework.ipynb", FILE])
def test_a_notebook_is_to_be_saved_as_python(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text('{"cells": [], "nbformat": 4}', "utf-8")
    for path in (tmp_path, tmp_path / name):
        assert f"{name} is a notebook: save it as Python" in words(path)


@pytest.mark.parametrize(
    "name",
    ["homework", "homework.txt", "Über (1).PY", "a\nb\x1b[35m.py", b"\xff.py".decode("utf-8", "surrogateescape")],
)
def test_a_file_of_any_name_is_copied(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("import helper", "utf-8")
    (tmp_path / "helper.py").write_text("", "utf-8")
    (tmp_path / "bob.py").write_text("", "utf-8")
    with staged(find_submission(tmp_path / name, FILE)) as folder:
        assert {file.name for file in folder.iterdir()} == {name, "helper.py"}


def test_a_link_that_is_named_is_followed_to_where_its_helpers_are(tmp_path: Path) -> None:
    written(tmp_path / "there" / "alice.py", "import helper")
    written(tmp_path / "there" / "helper.py", "")
    (tmp_path / "current.py").symlink_to("there/alice.py")
    found = find_submission(tmp_path / "current.py", FILE)
    assert found == Submission(tmp_path / "there", "alice.py", (Path("alice.py"), Path("helper.py")))


def test_a_neighbour_that_is_a_submission_is_noted(tmp_path: Path) -> None:
    (tmp_path / "alice.py").write_text("import bob", "utf-8")
    (tmp_path / "bob.py").write_text("def max_value(state, alpha, beta): return 0", "utf-8")
    found = find_submission(tmp_path / "alice.py", FILE, ("max_value",))
    assert found.beside == (Path("alice.py"),)
    assert "bob.py beside alice.py was not handed over" in found.notes[0]


def test_a_pipe_and_a_device_are_no_programs(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    assert "it is no regular file" in words(tmp_path / "pipe.py")
    assert "it is no regular file" in words(Path("/dev/zero"))
    assert "it is empty" in words(tmp_path)


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
    """A folder of the ordinary user's, where they can reach it."""
    with an_ordinary_user(), tempfile.TemporaryDirectory(dir="/tmp") as name:
        yield Path(name)


def test_what_is_closed_is_told_or_left_out(own_folder: Path) -> None:
    (own_folder / FILE).write_text("", "utf-8")
    (own_folder / "closed.py").write_text("", "utf-8")
    (own_folder / "folder").mkdir()
    (own_folder / "closed.py").chmod(0)
    (own_folder / "folder").chmod(0)
    try:
        with staged(find_submission(own_folder, FILE)) as folder:
            assert [file.name for file in folder.iterdir()] == [FILE]
        (own_folder / FILE).chmod(0)
        assert "alphabeta.py cannot be read: Permission denied" in words(own_folder)
        assert "alphabeta.py cannot be read: Permission denied" in words(own_folder / FILE)
        assert "its folder cannot be read" in words(own_folder / "folder")
    finally:
        (own_folder / "folder").chmod(0o700)


NAMES = st.sampled_from(
    [FILE, "helper.py", "a", "b", "a\nb", "alphabeta (1).py", "x.zip", "venv", ".git", "\udcff", "é" * 120]
)
KINDS = st.sampled_from(["file", "closed file", "link", "loop", "pipe", "socket", "program", "archive"])
TREES = st.recursive(
    st.dictionaries(NAMES, KINDS, max_size=4),
    lambda below: st.dictionaries(NAMES, KINDS | below, max_size=4),
    max_leaves=8,
)


def plant(folder: Path, tree: dict[str, object]) -> None:
    """Lays out whatever a student may hand in."""
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
                {"program": b"import a, helper\nfrom b import *", "archive": b"PK\x03\x04"}.get(str(kind), b"")
            )
            path.chmod(0 if kind == "closed file" else 0o600)


@settings(max_examples=150)
@given(TREES, NAMES)
def test_whatever_is_submitted_there_are_words_or_a_copy(tree: dict[str, object], named: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        plant(Path(name), tree)
        said: list[str] = []
        for path in (Path(name), Path(name, named)):
            try:
                found = find_submission(path, FILE, ("max_value",))
            except NoSubmission as refused:
                said.append(str(refused))
                continue
            with staged(found) as folder:
                assert (folder / found.file).is_file()
                for copy in folder.rglob("*"):
                    kind = copy.lstat().st_mode
                    assert stat.S_IMODE(kind) == (0o755 if stat.S_ISDIR(kind) else 0o644)
                    assert stat.S_ISDIR(kind) or stat.S_ISREG(kind)
        assert not any("\n" in sentence for sentence in said)
