"""The files of a submission that are copied for its process, and those whose text is shown, if not all fit."""

import errno
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.core.sandbox import staging
from autograder.core.sandbox.staging import fill, own_copy, read_sources
from autograder.core.sandbox.submission import Submission
from tests.sets import written

FILE = "alphabeta.py"


def submission(folder: Path, sizes: Mapping[str, int]) -> Submission:
    """Make a submission of files with some sizes."""
    for name, size in sizes.items():
        written(folder / "given" / name, "x" * size)
    return Submission(folder / "given", FILE, tuple(map(Path, sizes)))


def copied(folder: Path, sizes: Mapping[str, int]) -> set[str]:
    """Return the files that are copied."""
    copy = folder / "copy"
    copy.mkdir()
    fill(copy, submission(folder, sizes))
    return {
        path.relative_to(copy).as_posix() for path in copy.rglob("*") if path.is_file()
    }


# The program itself is first, however large it is.
@pytest.mark.parametrize(
    ("sizes", "kept"),
    [
        (
            {"a.py": 30, FILE: 80},
            {FILE},
        ),
        ({"data.txt": 10, "helper.py": 60, FILE: 40}, {FILE, "helper.py"}),
        ({"b.py": 50, "c.py": 20, "d.py": 30, FILE: 30}, {FILE, "c.py", "d.py"}),
        ({"b.py": 70, "c.py": 30, FILE: 0}, {FILE, "b.py", "c.py"}),
    ],
)
def test_fill_copies_the_likeliest_files_where_not_all_fit(
    sizes: dict[str, int],
    kept: set[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(staging, "LARGEST_SUBMISSION", 100)
    assert copied(tmp_path, sizes) == kept


@given(st.lists(st.integers(0, 60), min_size=1, max_size=8))
def test_fill_never_copies_more_than_a_submission_may_hold(sizes: list[int]) -> None:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(staging, "LARGEST_SUBMISSION", 100)
        named = {FILE: sizes[0]} | {
            f"{number}.py": size for number, size in enumerate(sizes[1:])
        }
        kept = copied(Path(folder), named)
    assert sum(named[name] for name in kept) <= 100
    assert FILE in kept
    if sum(sizes) <= 100:
        assert kept == set(named)


@pytest.mark.parametrize("number", staging.ODD_NAME)
def test_fill_skips_only_a_file_whose_name_the_file_system_refuses(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Path.write_bytes

    def refuse(file: Path, data: bytes) -> int:
        if file.name == "odd.py":
            raise OSError(number, os.strerror(number))
        return write(file, data)

    given_files = submission(tmp_path, {FILE: 1, "odd.py": 1, "other.py": 1})
    copy = tmp_path / "copy"
    copy.mkdir()
    monkeypatch.setattr(Path, "write_bytes", refuse)
    fill(copy, given_files)
    assert sorted(path.name for path in copy.iterdir()) == [FILE, "other.py"]


def test_fill_raises_any_other_failure_to_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(errno.EIO, "Input/output error")

    given_files = submission(tmp_path, {FILE: 1})
    monkeypatch.setattr(Path, "write_bytes", refuse)
    with pytest.raises(OSError, match="Input/output error"):
        fill(tmp_path, given_files)


def test_fill_copies_rewritten_contents_in_place_of_the_file(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    fill(
        copy,
        submission(tmp_path, {FILE: 3, "package/helper.py": 3}),
        {"package/helper.py": b"new"},
    )
    assert (copy / FILE).read_bytes() == b"xxx"
    assert (copy / "package" / "helper.py").read_bytes() == b"new"


def test_read_sources_leaves_out_a_file_larger_than_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staging, "LARGEST_SOURCE", 10)
    made = submission(
        tmp_path, {"large.py": 11, "small.py": 10, "data.txt": 1, FILE: 3}
    )
    assert list(read_sources(made.folder, made)) == [FILE, "small.py"]


def test_a_programs_own_copy_is_closed_before_anything_is_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    states = []
    copytree = staging.shutil.copytree  # type: ignore[attr-defined]

    def watched(source: Path, target: Path, **how: object) -> None:
        states.append((target.stat().st_mode & 0o777, list(target.iterdir())))
        copytree(source, target, **how)

    monkeypatch.setattr(staging.shutil, "copytree", watched)  # type: ignore[attr-defined]
    before = os.umask(0)
    try:
        own_copy(submission(tmp_path, {FILE: 1}).folder, 54321)
    finally:
        os.umask(before)
    assert states == [(0o700, [])]
