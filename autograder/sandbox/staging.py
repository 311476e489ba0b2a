"""Lays a copy of a submission where the student's process may read it, and takes it away again."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from autograder import leftovers
from autograder.regular_files import open_regular
from autograder.sandbox.submission import Submission
from autograder.signals import tidied

LARGEST_COPY = 64 * 2**20
"""Bytes of a submission that are copied: their file, then Python files, then the rest; small ones first."""
MOST_FILES = 2000
MOST_SOURCES = 100
LARGEST_SOURCE = 2**20
"""Python files of a submission, and bytes of one, whose lines can be shown and changed."""
PREFIX = "alphabeta-grading-"
OURS = re.compile(PREFIX + r"[0-9a-f]{16}")
ODD_NAME = (errno.ENAMETOOLONG, errno.EINVAL, errno.EILSEQ)
"""How a file system refuses a name that another one has taken."""


class NoPlace(Exception):
    """Raised where no folder for temporary files can be used. Its text is for whoever grades."""


@contextmanager
def staged(submission: Submission) -> Iterator[Path]:
    """A temporary folder with a copy of the submission that everyone may read. Raises NoPlace if there can be none."""
    with temporary_folder() as folder:
        _fill(folder, submission)
        yield folder


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder that everyone may read, and that is taken away again. Raises NoPlace if there can be none."""
    name = PREFIX + os.urandom(8).hex()
    folders = [place / name for place in _places()]
    with tidied(lambda: _remove(folders)):
        folder = _made(folders)
        leftovers.clear(folder.parent, OURS, folders=True)
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            leftovers.lock(opened)
            yield folder
        finally:
            os.close(opened)


def _places() -> list[Path]:
    """Where temporary files may go, the best first: the student's user must be able to reach them."""
    named = [os.environ["TMPDIR"]] if os.environ.get("TMPDIR") else []
    places = [Path(os.path.realpath(place)) for place in (*named, "/tmp", "/var/tmp")]  # noqa: S108 - made with mkdir
    return [place for place in dict.fromkeys(places) if os.path.isdir(place) and _reachable(place)]


def _reachable(place: Path) -> bool:
    """Whether the student's process can go to a folder: as root's it belongs to a user who owns nothing."""
    return os.geteuid() != 0 or all(folder.stat().st_mode & stat.S_IXOTH for folder in (place, *place.parents))


def _made(folders: list[Path]) -> Path:
    """The first of some folders that can be made."""
    for folder in folders:
        with contextlib.suppress(OSError):
            folder.mkdir(mode=0o700)
            folder.chmod(0o755)
            return folder
    raise NoPlace(
        "There is no folder for temporary files that the grader can write to and the student's process can reach:"
        " neither TMPDIR nor /tmp nor /var/tmp. Set TMPDIR to one that others may enter (chmod o+x)."
    )


def _remove(folders: list[Path]) -> None:
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


def _fill(folder: Path, submission: Submission) -> None:
    """Copies what fits of a submission. What cannot be read is left out."""
    room = LARGEST_COPY

    def importance(relative: Path) -> tuple[bool, bool, int]:
        return relative != Path(submission.file), relative.suffix != ".py", _size(submission.folder / relative)

    for relative in sorted(submission.beside, key=importance)[:MOST_FILES]:
        content = _content(submission.folder / relative, room + 1)
        room -= len(content or b"")
        if room < 0:
            return
        if content is not None:
            _lay(folder, relative, content)


def read_sources(folder: Path, submission: Submission) -> dict[str, bytes]:
    """The Python files in a submission's copy by their paths below it, its own file first; not what is too large.

    To be called before anything of the submission runs, as what runs may change its files.
    """
    python = [relative for relative in submission.beside if relative.suffix == ".py"]
    found: dict[str, bytes] = {}
    for relative in sorted(python, key=lambda entry: entry != Path(submission.file))[:MOST_SOURCES]:
        content = _content(folder / relative, LARGEST_SOURCE + 1)
        if content is not None and len(content) <= LARGEST_SOURCE:
            found[relative.as_posix()] = content
    return found


def _content(file: Path, most: int) -> bytes | None:
    try:
        with open_regular(file) as opened:
            return opened.read(most)
    except OSError:
        return None


def _size(file: Path) -> int:
    try:
        return file.lstat().st_size
    except OSError:
        return 0


def _lay(folder: Path, relative: Path, content: bytes) -> None:
    """Writes one file of the copy, open to all whatever the grader's umask is."""
    try:
        for parent in reversed(relative.parents[:-1]):
            (folder / parent).mkdir(exist_ok=True)
            (folder / parent).chmod(0o755)
        (folder / relative).write_bytes(content)
        (folder / relative).chmod(0o644)
    except OSError as error:
        if error.errno not in ODD_NAME:
            raise
