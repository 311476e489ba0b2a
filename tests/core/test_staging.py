"""The copy that the worker reads: reachable whatever the umask and TMPDIR are, and never left behind."""

import errno
import fcntl
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from autograder import grade
from autograder.core.errors import NoTemporaryFolder
from autograder.core.exercises.load import load_set
from autograder.core.files import remove_tree
from autograder.core.sandbox import staging
from autograder.core.sandbox.containment import ALL_LAYERS
from autograder.core.sandbox.outcome import Failure
from autograder.core.sandbox.program import Sandbox
from autograder.core.sandbox.staging import PREFIX, own_copy, remove_stale, staged
from autograder.core.sandbox.submission import NoSubmission, find_submission
from tests.attacks import OTHERS_RUN_PYTHON
from tests.core.test_submission import an_ordinary_user, nest
from tests.patience import PATIENCE, UNHURRIED
from tests.sets import QUICK, SUBMISSIONS, Typed, valid_results, written

HOLDS_A_LOCK = """
import fcntl, os, sys
os.mkdir(sys.argv[1])
descriptor = os.open(sys.argv[1], os.O_RDONLY)
fcntl.flock(descriptor, fcntl.LOCK_EX)
print(flush=True)
input()
"""
SYSTEM_PYTHON = os.path.realpath(sys.executable)
"""A Python that every user may run, wherever the project lies."""


@pytest.fixture(params=["as whoever runs the tests", "as an ordinary user"])
def temporary_folder(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """Yield a folder for temporary files that everyone can reach, and of the grader's own user."""
    folder = Path("/var/tmp", f"test-staging-{os.getpid()}")
    folder.mkdir()
    folder.chmod(0o777)
    monkeypatch.setenv("TMPDIR", str(folder))
    try:
        if request.param == "as an ordinary user":
            with an_ordinary_user():
                yield folder
        else:
            yield folder
    finally:
        shutil.rmtree(folder)


def submission(folder: Path) -> Path:
    """Return a program with a package beside it."""
    written(folder / "submission" / "package" / "helper.py", "")
    return written(
        folder / "submission" / "alphabeta.py", "import package.helper"
    ).parent


@pytest.mark.parametrize("umask", [0o077, 0o000, 0o117, 0o177, 0o277, 0o700, 0o777])
def test_staged_copy_is_closed_to_others_whatever_the_umask(
    umask: int, temporary_folder: Path
) -> None:
    handed_in = submission(temporary_folder)
    before = os.umask(umask)
    try:
        with staged(find_submission(handed_in, "alphabeta.py")) as folder:
            assert folder.stat().st_mode & 0o777 == 0o700
            assert folder.parent.stat().st_mode & 0o777 == 0o711
            for copied in folder.rglob("*"):
                assert copied.stat().st_mode & 0o777 == (
                    0o755 if copied.is_dir() else 0o644
                )
            if os.geteuid() == 0:
                copy = own_copy(folder, 54321)
                assert (copy.stat().st_mode & 0o777, copy.stat().st_uid) == (
                    0o700,
                    54321,
                )
                assert {file.relative_to(copy) for file in copy.rglob("*")} == {
                    file.relative_to(folder) for file in folder.rglob("*")
                }
    finally:
        os.umask(before)
    assert [path.name for path in temporary_folder.iterdir()] == ["submission"]


READS = """
import os
for place in {places}:
    try:
        print(os.listdir(place) if os.path.isdir(place) else open(place).read())
    except PermissionError:
        print("closed")
"""


def test_without_landlock_no_program_reads_another(temporary_folder: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root gives each program a user of its own")
    until = time.monotonic() + PATIENCE
    (temporary_folder / "eve").mkdir()
    with (
        staged(find_submission(submission(temporary_folder), "alphabeta.py")) as folder,
        Sandbox(folder, "alphabeta.py", (), UNHURRIED, until) as alice,
    ):
        assert not isinstance(alice.load().outcome, Failure)
        (copy,) = folder.parent.glob("own-*")
        places = [str(path) for path in (folder, copy, folder.parent)]
        (temporary_folder / "eve" / "alphabeta.py").write_text(
            READS.format(places=places), "utf-8"
        )
        layers = tuple(layer for layer in ALL_LAYERS if layer != "landlock")
        with (
            staged(find_submission(temporary_folder / "eve", "alphabeta.py")) as folder,
            Sandbox(folder, "alphabeta.py", (), UNHURRIED, until, layers) as eve,
        ):
            loaded = eve.load()
            assert (loaded.outcome, loaded.printed) == ({}, "closed\n" * 3)


def test_staged_folder_below_a_relative_tmpdir_is_absolute(
    temporary_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(temporary_folder)
    monkeypatch.setenv("TMPDIR", ".")
    with staged(
        find_submission(submission(temporary_folder), "alphabeta.py")
    ) as folder:
        assert folder.parent.parent == temporary_folder


@pytest.mark.parametrize("mode", [0o700, 0o000, 0o500])
def test_staged_passes_over_a_temporary_folder_it_cannot_use(
    mode: int, temporary_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = temporary_folder / "closed"
    (closed / "below").mkdir(parents=True)
    closed.chmod(mode)
    monkeypatch.setenv("TMPDIR", str(closed / "below"))
    try:
        with staged(
            find_submission(submission(temporary_folder), "alphabeta.py")
        ) as folder:
            assert (folder / "package" / "helper.py").exists()
            others_may_enter = all(
                parent.stat().st_mode & 0o001 for parent in folder.parents
            )
            assert others_may_enter or os.geteuid() != 0
    finally:
        closed.chmod(0o700)


def test_program_runs_from_the_staged_copy_with_umask_077(
    temporary_folder: Path,
) -> None:
    """The worker of a grader that is root is another user, who must find the package."""
    if os.geteuid() != os.getuid():
        pytest.skip("a process that is half root starts no worker that says anything")
    before = os.umask(0o077)
    try:
        with (
            staged(
                find_submission(submission(temporary_folder), "alphabeta.py")
            ) as folder,
            Sandbox(
                folder, "alphabeta.py", (), UNHURRIED, time.monotonic() + PATIENCE
            ) as sandbox,
        ):
            assert not isinstance(sandbox.load().outcome, Failure)
    finally:
        os.umask(before)


def test_the_machine_is_blamed_where_the_process_cannot_read_the_copy(
    tmp_path: Path,
) -> None:
    with (
        Sandbox(
            tmp_path, "none.py", (), UNHURRIED, time.monotonic() + PATIENCE
        ) as sandbox,
        pytest.raises(
            NoTemporaryFolder, match=r"cannot read that copy: .* a fault of the machine"
        ),
    ):
        sandbox.load()


@pytest.mark.skipif(
    os.geteuid() != 0, reason="only root starts programs as another user"
)
def test_results_blame_the_machine_where_the_copy_is_closed_to_the_other_user(
    tmp_path: Path, typed: Typed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed_copy(folder: Path, user: int) -> Path:
        copy = own_copy(folder, user)
        copy.chmod(0o600)
        return copy

    monkeypatch.setattr("autograder.core.sandbox.containment.own_copy", closed_copy)
    results = tmp_path / "results.json"
    output = typed(
        SUBMISSIONS / "textbook", "--exercises", QUICK, "--results", results, status=1
    )
    assert (
        "cannot read that copy: Permission denied. This is a fault of the machine"
        in output
    )
    assert "not your program's fault" in results.read_text("utf-8")
    assert "tests" not in valid_results(results)


@OTHERS_RUN_PYTHON
@pytest.mark.parametrize("own_rights", range(8))
@pytest.mark.parametrize("user", [0, 54321])
def test_a_right_program_gets_all_points_whatever_the_umask_takes_away(
    own_rights: int, user: int, project: Path
) -> None:
    """Root's student is another user; an ordinary user needs rights to what they make themselves."""
    if os.geteuid() != 0:
        user = os.geteuid()
    other: dict[str, Any] = (
        {"user": user, "group": user, "extra_groups": []}
        if user != os.geteuid()
        else {}
    )
    with TemporaryDirectory(dir="/var/tmp") as name:
        temporary_folder = Path(name)
        temporary_folder.chmod(0o777)
        shutil.copytree(SUBMISSIONS / "textbook", temporary_folder / "class" / "ada")
        for arguments in (
            [
                "class",
                temporary_folder / "class",
                "--results",
                temporary_folder / "results",
            ],
            [temporary_folder / "class" / "ada"],
        ):
            exercises = project / "tests" / "exercises" / "quick"
            line = [project / "run_autograder", *arguments, "--exercises", exercises]
            umask = own_rights << 6 | 0o077
            done = subprocess.run(
                line, umask=umask, capture_output=True, text=True, check=False, **other
            )
            assert done.returncode == 0, done.stderr
        assert "9 of 9 points" in done.stdout
        assert ",12,12," in (temporary_folder / "results" / "class.csv").read_text(
            "utf-8"
        )


def test_staged_without_any_temporary_folder_advises_tmpdir(
    temporary_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staging, "_parents", lambda: [temporary_folder / "missing"])
    with (
        pytest.raises(NoTemporaryFolder, match="Set TMPDIR"),
        staged(find_submission(submission(temporary_folder), "alphabeta.py")),
    ):
        pass


def test_staged_tries_the_next_temporary_folder_where_one_is_full(
    temporary_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = [temporary_folder / name for name in ("full", "roomy")]
    for folder in full:
        folder.mkdir()
    write = Path.write_bytes

    def written(file: Path, content: bytes) -> int:
        if any(folder in file.parents for folder in full):
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(file, content)

    monkeypatch.setattr(Path, "write_bytes", written)
    monkeypatch.setattr(
        staging,
        "_parents",
        lambda: [temporary_folder / "full", temporary_folder / "roomy"],
    )
    submitted = find_submission(submission(temporary_folder), "alphabeta.py")
    with (
        pytest.raises(
            NoTemporaryFolder, match="There is no room left for temporary files"
        ),
        staged(submitted),
    ):
        pass
    full.pop()
    with staged(submitted) as folder:
        assert temporary_folder / "roomy" in folder.parents
        assert not list((temporary_folder / "full").iterdir())


def write_failing(monkeypatch: pytest.MonkeyPatch, number: int, name: str = "") -> None:
    """Let the system refuse to write files of a name, or all of them, with an error."""
    write = Path.write_bytes

    def write_bytes(file: Path, content: Any) -> int:
        if name in ("", file.name):
            raise OSError(number, os.strerror(number), str(file))
        return write(file, content)

    monkeypatch.setattr(Path, "write_bytes", write_bytes)


@pytest.mark.parametrize("number", [errno.EISDIR, errno.EEXIST, errno.EPERM])
def test_file_that_finds_no_place_beside_the_others_is_told_to_its_student(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Whatever the system says: a file of a plain name has a place there."""
    written(tmp_path / "alphabeta.py", "x = 1")
    written(tmp_path / "below" / "odd.py", "x = 1")
    submitted = find_submission(tmp_path, "alphabeta.py")
    write_failing(monkeypatch, number, "odd.py")
    with pytest.raises(NoSubmission) as raised, staged(submitted):
        pass
    assert str(raised.value) == (
        "The files that were handed in cannot lie in one folder here: below/odd.py: "
        f"{os.strerror(number)}. Give this file another name, and submit again."
    )
    report = grade(tmp_path, load_set(QUICK, "ties"))
    assert report.failure is not None
    assert report.failure.message == str(raised.value)


@pytest.mark.parametrize("number", [errno.EACCES, errno.EIO, errno.EROFS, errno.EMFILE])
def test_folder_that_takes_no_file_at_all_is_the_machines_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    written(tmp_path / "alphabeta.py", "x = 1")
    submitted = find_submission(tmp_path, "alphabeta.py")
    write_failing(monkeypatch, number)
    with pytest.raises(OSError, match=os.strerror(number)), staged(submitted):
        pass


def test_no_grader_takes_its_own_folder_for_left_over(
    temporary_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time()
    # A file system's clock need not be the grader's.
    monkeypatch.setattr(time, "time", lambda: now + 10**7)
    with staged(
        find_submission(submission(temporary_folder), "alphabeta.py")
    ) as folder:
        assert (folder / "alphabeta.py").exists()


def test_a_folder_that_is_taken_for_left_over_before_it_is_locked_is_made_again(
    temporary_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cleared: list[list[str]] = []
    flock = fcntl.flock

    def another_is_first(descriptor: int, how: int) -> None:
        if not cleared:
            cleared.append([path.name for path in temporary_folder.glob(f"{PREFIX}*")])
            staging.remove_stale(temporary_folder)
        flock(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", another_is_first)
    with staged(
        find_submission(submission(temporary_folder), "alphabeta.py")
    ) as folder:
        assert (folder / "alphabeta.py").exists()
    assert len(cleared[0]) == 1


def test_staged_clears_only_the_folders_of_dead_graders(temporary_folder: Path) -> None:
    name = f"{PREFIX}{{:016x}}".format
    holder = subprocess.Popen(
        [SYSTEM_PYTHON, "-c", HOLDS_A_LOCK, str(temporary_folder / name(1))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert holder.stdout
    holder.stdout.readline()
    precious = temporary_folder / "precious"
    (precious / "thesis").mkdir(parents=True)
    (temporary_folder / name(2) / "package").mkdir(parents=True)
    (temporary_folder / name(4)).symlink_to(precious)
    (temporary_folder / name(5)).write_text("", "utf-8")
    (temporary_folder / f"{PREFIX}notes").mkdir()
    (temporary_folder / name(2) / "link").symlink_to(precious)
    submitted = find_submission(submission(temporary_folder), "alphabeta.py")
    with staged(submitted):
        left = {
            path.name
            for path in temporary_folder.iterdir()
            if path.name.startswith(PREFIX)
        }
        assert {name(1), name(4), name(5), f"{PREFIX}notes"} <= left
        assert name(2) not in left
    assert (precious / "thesis").exists()
    holder.communicate(b"\n")
    with staged(submitted):
        assert not (temporary_folder / name(1)).exists()


def test_staged_leaves_another_users_folder(temporary_folder: Path) -> None:
    if os.getuid() != 0 or os.geteuid() == 0:
        pytest.skip("only root can lay out another user's folder")
    os.seteuid(0)
    theirs = temporary_folder / f"{PREFIX}{7:016x}"
    theirs.mkdir(mode=0o777)
    theirs.chmod(0o777)
    os.seteuid(54321)
    with staged(find_submission(submission(temporary_folder), "alphabeta.py")):
        assert theirs.exists()


@pytest.fixture
def deep(tmp_path: Path) -> Path:
    """Return a folder in which others lie so deep that no path names the last, and Python's own rmtree fails."""
    folder = tmp_path / "deep"
    folder.mkdir()
    nest(folder, "d" * 200, 3000)
    return folder


def test_remove_tree_removes_folders_of_any_depth(deep: Path, tmp_path: Path) -> None:
    outside = written(tmp_path / "outside" / "kept.txt", "kept")
    (deep / "link").symlink_to(outside.parent)
    (deep / "closed").mkdir()
    (deep / "closed" / "file").touch()
    (deep / "closed").chmod(0)
    os.mkfifo(deep / "pipe")
    remove_tree(deep)
    assert not deep.exists()
    assert outside.read_text("utf-8") == "kept"


def test_deep_leftover_folder_stops_no_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leftover = tmp_path / (PREFIX + "0" * 16)
    leftover.mkdir()
    nest(leftover, "a", 2000)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    remove_stale(tmp_path)
    assert not leftover.exists()


def test_removal_of_a_missing_folder_raises_nothing(tmp_path: Path) -> None:
    staging._remove([tmp_path / "gone"])
    written(tmp_path / "file", "x")
    staging._remove([tmp_path / "file" / "below"])


def test_remove_tree_raises_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    written(tmp_path / "a" / "b" / "c" / "file", "x")
    for name in ("unlink", "rename", "rmdir", "scandir"):
        with monkeypatch.context() as patched:
            patched.setattr(os, name, refuse)
            remove_tree(tmp_path / "a")
