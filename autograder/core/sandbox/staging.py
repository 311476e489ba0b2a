"""Copies a submission to a temporary folder, and removes the copy in the end.

The worker may read it there. A grader locks its folder. The kernel drops the
lock of a dead process, and no other, so a folder that has a grader's name and no lock
is stale: a grader that was killed left it, and the next one removes it.
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

from autograder.core.errors import NoTemporaryFolder
from autograder.core.files import NO_ROOM, read_regular, remove_tree
from autograder.core.limits import (
    LARGEST_SOURCE,
    LARGEST_SUBMISSION,
    LONGEST_MESSAGE,
    MOST_FILES,
    MOST_SOURCES,
    MOST_TRIES,
)
from autograder.core.sandbox.submission import NoSubmission, Submission
from autograder.core.sentences import sentence
from autograder.core.signals import on_exit
from autograder.core.text import named, reason_of

PREFIX = "alphabeta-grading-"
OURS = re.compile(PREFIX + r"[0-9a-f]{16}")
SHARED = ("/tmp", "/var/tmp")  # noqa: S108
"""The folders in which every system has room for temporary files."""
CLOSED, OWN = "closed", "own-"
"""The name of the folder with the staged files, and the beginning of the name of a
process's own copy beside it."""
ODD_NAME = (errno.ENAMETOOLONG, errno.EINVAL, errno.EILSEQ)
"""Error numbers for a name that another file system accepts."""
A_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
Filled = TypeVar("Filled")


def staged(
    submission: Submission, rewritten: Mapping[str, bytes] = {}
) -> AbstractContextManager[Path]:
    """Return a folder with a copy of the submission, for a `with` statement.

    rewritten: the contents that differ in it, by path. Raises NoTemporaryFolder.
    """
    return temporary_folder(lambda folder: fill(folder, submission, rewritten))


def own_copy(folder: Path, user: int) -> Path:
    """Copy a staged submission for a process that becomes another user.

    Return the copy's folder: that user's own, closed to others. Its files are hard
    links to the staged ones and stay the grader's, so the program cannot change the
    files that another process of it is to run. Raises NoTemporaryFolder if there is no
    room for it.
    """
    copy = folder.with_name(OWN + os.urandom(8).hex())
    try:
        copy.mkdir(mode=0o700)
        shutil.copytree(folder, copy, copy_function=_link, dirs_exist_ok=True)
    except OSError as error:
        if error.errno in NO_ROOM:
            raise NoTemporaryFolder(sentence("sandbox", "all full")) from None
        raise
    # The umask, or the rights of the staged folder, may have taken some away from it.
    copy.chmod(0o700)
    try:
        os.chown(copy, user, user)
    except OSError:  # root without that right, or a file system that has no users
        copy.chmod(0o755)
    return copy


def _link(file: str, target: str) -> None:
    try:
        os.link(file, target)
    except OSError:  # not every file system has links
        shutil.copy(file, target)


@contextmanager
def temporary_folder(fill: Callable[[Path], Filled]) -> Iterator[Filled]:
    """Make and fill a folder of the grader's user alone, for a `with` statement.

    Yield the result of `fill`. The folder lies in a locked one that others may enter
    but not list. If `fill` finds no room, the next parent folder is tried. Raises
    NoTemporaryFolder if there is none left.
    """
    situation = "nowhere"
    folders = [parent / (PREFIX + os.urandom(8).hex()) for parent in _parents()]
    with on_exit(lambda: _remove(folders)), ExitStack() as stack:
        for folder in folders:
            is_made = False
            try:
                stack.callback(os.close, _make_locked(folder))
                closed = folder / CLOSED
                closed.mkdir(mode=0o700)
                closed.chmod(0o700)
                folder.chmod(0o711)
                is_made = True
                remove_stale(folder.parent)
                filled = fill(closed)
                break
            except OSError as error:
                if error.errno in NO_ROOM:
                    situation = "all full"
                elif is_made:
                    raise
                _remove([folder])
        else:
            raise NoTemporaryFolder(sentence("sandbox", situation))
        yield filled


def _make_locked(folder: Path) -> int:
    """Make a folder; return its descriptor, which holds the lock.

    If there are no locks, nothing is stale. Raises OSError if none can be made.
    """
    # Before it is locked another grader may remove it as stale.
    for _ in range(MOST_TRIES):
        folder.mkdir(0o700)
        with suppress(FileNotFoundError):
            # mkdir heeds the umask, which may take the grader's own rights away.
            folder.chmod(0o700)
            descriptor = os.open(folder, A_FOLDER)
            with suppress(OSError):
                fcntl.flock(descriptor, fcntl.LOCK_EX)
            if os.path.lexists(folder):
                return descriptor
            os.close(descriptor)
    reason = "others remove it again and again"
    raise FileNotFoundError(errno.ENOENT, reason, str(folder))


def remove_stale(parent: Path) -> None:
    """Remove the stale folders of this user's graders from a folder."""
    with suppress(OSError):
        # There may be thousands: only ours become paths.
        for name in os.listdir(parent):
            if OURS.fullmatch(name):
                with suppress(OSError):
                    _remove_if_stale(parent / name)


def _remove_if_stale(folder: Path) -> None:
    """Remove a folder of this user's. Raises OSError if a living grader has it."""
    descriptor = os.open(folder, A_FOLDER | os.O_NOFOLLOW)
    try:
        if os.fstat(descriptor).st_uid == os.geteuid():
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            remove_tree(folder)
    finally:
        os.close(descriptor)


def _parents() -> list[Path]:
    """Return the folders that temporary files may go to, the best first.

    If root grades, the worker belongs to a user without files. So every
    folder on the way has to be open to all.
    """
    preferred = os.environ.get("TMPDIR") or SHARED[0]
    paths = [Path(os.path.realpath(path)) for path in (preferred, *SHARED)]
    present = [folder for folder in dict.fromkeys(paths) if os.path.isdir(folder)]
    if os.geteuid() != 0:
        return present
    return [folder for folder in present if _is_open_to_all(folder)]


def _is_open_to_all(path: Path) -> bool:
    on_the_way = (path, *path.parents)
    return all(folder.stat().st_mode & stat.S_IXOTH for folder in on_the_way)


def _remove(folders: list[Path]) -> None:
    """Remove folders, with the copies in them, which may be another user's."""
    for folder in folders:
        with suppress(OSError):  # another grader may have removed it as stale
            for copy in list(folder.glob(f"{OWN}*")):
                _take_back(copy)
        remove_tree(folder)


def _take_back(folder: Path) -> None:
    """Make a folder that was given to another user the grader's again."""
    with suppress(OSError):  # in some containers root may not enter others' folders
        os.chown(folder, os.geteuid(), -1)


def fill(
    folder: Path, submission: Submission, rewritten: Mapping[str, bytes] = {}
) -> Path:
    """Copy a submission's files to a folder, as far as they fit; return the folder.

    The student's file comes first, then Python, then the smallest.
    """
    room = LARGEST_SUBMISSION

    def importance(relative: Path) -> tuple[bool, bool, int]:
        size = 0
        with suppress(OSError):
            size = (submission.folder / relative).lstat().st_size
        return relative != Path(submission.file), relative.suffix != ".py", size

    for relative in sorted(submission.beside, key=importance)[:MOST_FILES]:
        content = rewritten.get(relative.as_posix())
        if not content:
            content = read_regular(submission.folder / relative, room + 1)
        room -= len(content or b"")
        if room < 0:
            break
        if content is not None:
            write_below(folder, relative, content)
    return folder


def write_below(folder: Path, relative: Path, content: bytes) -> None:
    """Write a file below a folder, unless the file system refuses its name.

    Users who may enter the folder may read it, with any umask of the grader's. Raises
    NoSubmission if the other files of a submission leave it no room, and OSError if the
    machine is at fault.
    """
    try:
        for parent in reversed(relative.parents[:-1]):
            (folder / parent).mkdir(exist_ok=True)
            (folder / parent).chmod(0o755)
        (folder / relative).write_bytes(content)
        (folder / relative).chmod(0o644)
    except OSError as error:
        if error.errno in ODD_NAME:
            return
        if error.errno in NO_ROOM or not _takes(folder, content):
            raise
        shown = named(str(relative), LONGEST_MESSAGE)
        why = reason_of(error)
        message = sentence("submission", "together", name=shown, error=why)
        raise NoSubmission(message) from None


def _takes(folder: Path, content: bytes) -> bool:
    """Return whether a file with a plain name can be written to a folder.

    If it can, a student's file is refused for its own name or size, and the machine is
    not at fault.
    """
    file = folder / f"plain-{os.urandom(8).hex()}"
    try:
        file.write_bytes(content)
        file.unlink()
    except OSError:
        return False
    return True


def read_sources(folder: Path, submission: Submission) -> dict[str, bytes]:
    """Return the Python files in a submission's copy, by their paths below it.

    The student's own file comes first. Files that are too large are left out. To be
    called before the submission runs, as that may change its files.
    """
    main = Path(submission.file)
    python = [relative for relative in submission.beside if relative.suffix == ".py"]
    python.sort(key=lambda relative: relative != main)
    sources: dict[str, bytes] = {}
    for relative in python[:MOST_SOURCES]:
        content = read_regular(folder / relative, LARGEST_SOURCE + 1)
        if content is not None and len(content) <= LARGEST_SOURCE:
            sources[relative.as_posix()] = content
    return sources
