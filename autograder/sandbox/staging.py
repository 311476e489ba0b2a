"""Copies a submission to a temporary folder where the student's process may read it,
and removes that again.

A grader locks its folder. The kernel drops the lock of a dead process, and no other, so
a folder that has a grader's name and no lock is stale: a grader that was killed left
it, and the next one removes it.
"""

import errno
import fcntl
import os
import re
import shutil
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from autograder.errors import NoTemporaryFolder
from autograder.files import NO_ROOM, read_regular, remove_tree
from autograder.limits import (
    LARGEST_SOURCE,
    LARGEST_SUBMISSION,
    MOST_FILES,
    MOST_SOURCES,
    MOST_TRIES,
)
from autograder.sandbox.submission import Submission
from autograder.signals import on_exit
from autograder.text import table

PREFIX = "alphabeta-grading-"
OURS = re.compile(PREFIX + r"[0-9a-f]{16}")
SHARED = ("/tmp", "/var/tmp")  # noqa: S108
"""Where every system has room for temporary files."""
CLOSED, OWN = "closed", "own-"
ODD_NAME = (errno.ENAMETOOLONG, errno.EINVAL, errno.EILSEQ)
"""How a file system refuses a name that another file system accepts."""
Filled = TypeVar("Filled")


def staged(
    submission: Submission, rewritten: Mapping[str, bytes] = {}
) -> AbstractContextManager[Path]:
    """A folder with a copy of the submission. rewritten: what differs in it, by path.
    Raises NoTemporaryFolder."""
    return temporary_folder(lambda folder: fill(folder, submission, rewritten))


def own_copy(folder: Path, user: int) -> Path:
    """A staged submission for a process that becomes another user: in a folder of that
    user's, closed to others.

    Its files are hard links to the staged ones and stay the grader's, so the program
    cannot change what another process of it is to run. Raises NoTemporaryFolder where
    there is no room for the folder.
    """

    def link(file: str, target: str) -> None:
        try:
            os.link(file, target)
        except OSError:  # not every file system has links
            shutil.copy(file, target)

    own = folder.with_name(OWN + os.urandom(8).hex())
    try:
        own.mkdir(mode=0o700)
        shutil.copytree(folder, own, copy_function=link, dirs_exist_ok=True)
    except OSError as error:
        if error.errno in NO_ROOM:
            raise NoTemporaryFolder(table("sandbox")["said"]["all full"]) from None
        raise
    # whatever the umask took away from it, or from the folder that it was made like
    own.chmod(0o700)
    try:
        os.chown(own, user, user)
    except OSError:  # root without that right, or a file system that has no users
        own.chmod(0o755)
    return own


@contextmanager
def temporary_folder(fill: Callable[[Path], Filled]) -> Iterator[Filled]:
    """What `fill` returns for a folder of the grader's user alone, in a locked one that
    others may enter but not list.

    Where there is no room for what `fill` writes, the next place is tried. Raises
    NoTemporaryFolder if there is none.
    """
    why, folders = (
        "nowhere",
        [place / (PREFIX + os.urandom(8).hex()) for place in _places()],
    )
    with on_exit(lambda: _remove(folders)), ExitStack() as stack:
        for folder in folders:
            made = False
            try:
                stack.callback(os.close, _make_locked(folder))
                (folder / CLOSED).mkdir(mode=0o700)
                (folder / CLOSED).chmod(0o700)
                folder.chmod(0o711)
                made = True
                remove_stale(folder.parent)
                filled = fill(folder / CLOSED)
                break
            except OSError as error:
                if error.errno in NO_ROOM:
                    why = "all full"
                elif made:
                    raise
                _remove([folder])
        else:
            raise NoTemporaryFolder(table("sandbox")["said"][why])
        yield filled


def _make_locked(folder: Path) -> int:
    """Makes a folder; returns its descriptor, which holds the lock. Without locks
    nothing is stale."""
    # before it is locked another grader may remove it as stale
    for _ in range(MOST_TRIES):
        folder.mkdir(0o700)
        with suppress(FileNotFoundError):
            # mkdir heeds the umask, which may take the grader's own rights away
            folder.chmod(0o700)
            descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            with suppress(OSError):
                fcntl.flock(descriptor, fcntl.LOCK_EX)
            if os.path.lexists(folder):
                return descriptor
            os.close(descriptor)
    raise FileNotFoundError(
        errno.ENOENT, "others remove it again and again", str(folder)
    )


def remove_stale(place: Path) -> None:
    """Removes from a folder the folders that are stale, have a grader's name and are
    this user's own."""
    with suppress(OSError):
        for path in [entry for entry in place.iterdir() if OURS.fullmatch(entry.name)]:
            with suppress(OSError), ExitStack() as stack:
                descriptor = os.open(
                    path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
                )
                stack.callback(os.close, descriptor)
                if os.fstat(descriptor).st_uid == os.geteuid():
                    # fails where a living grader has it
                    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    remove_tree(path)


def _places() -> list[Path]:
    """Return the folders that temporary files may go to, the best first.

    The process that root starts for a student is a user who owns nothing, so that every
    folder on the way has to be open to all.
    """
    named = os.environ.get("TMPDIR") or SHARED[0]
    places = dict.fromkeys(Path(os.path.realpath(path)) for path in (named, *SHARED))
    present = [place for place in places if os.path.isdir(place)]
    if os.geteuid() != 0:
        return present
    return [place for place in present if _is_open_to_all(place)]


def _is_open_to_all(place: Path) -> bool:
    on_the_way = (place, *place.parents)
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in on_the_way)


def _remove(folders: list[Path]) -> None:
    for folder in folders:
        with suppress(OSError):  # another grader may have removed it as stale
            for own in [*folder.glob(f"{OWN}*")]:
                # in some containers root may not enter other users' folders
                with suppress(OSError):
                    os.chown(own, os.geteuid(), -1)
        remove_tree(folder)


def fill(
    folder: Path, submission: Submission, rewritten: Mapping[str, bytes] = {}
) -> Path:
    """Copies what fits and can be read of a submission to a folder; returns that. Their
    file is first, then Python."""
    room = LARGEST_SUBMISSION

    def importance(relative: Path) -> tuple[bool, bool, int]:
        size = 0
        with suppress(OSError):
            size = (submission.folder / relative).lstat().st_size
        return relative != Path(submission.file), relative.suffix != ".py", size

    for relative in sorted(submission.beside, key=importance)[:MOST_FILES]:
        content = rewritten.get(relative.as_posix()) or read_regular(
            submission.folder / relative, room + 1
        )
        room -= len(content or b"")
        if room < 0:
            break
        if content is None:
            continue
        try:  # readable to whoever may enter the folder, whatever the grader's umask is
            for parent in reversed(relative.parents[:-1]):
                (folder / parent).mkdir(exist_ok=True)
                (folder / parent).chmod(0o755)
            (folder / relative).write_bytes(content)
            (folder / relative).chmod(0o644)
        except OSError as error:
            if error.errno not in ODD_NAME:
                raise
    return folder


def read_sources(folder: Path, submission: Submission) -> dict[str, bytes]:
    """The Python files in a submission's copy by their paths below it, its own file
    first; not what is too large.

    To be called before anything of the submission runs, as what runs may change its
    files.
    """
    python = [relative for relative in submission.beside if relative.suffix == ".py"]
    first = sorted(python, key=lambda entry: entry != Path(submission.file))[
        :MOST_SOURCES
    ]
    read = {
        relative.as_posix(): read_regular(folder / relative, LARGEST_SOURCE + 1)
        for relative in first
    }
    return {
        path: content
        for path, content in read.items()
        if content is not None and len(content) <= LARGEST_SOURCE
    }
