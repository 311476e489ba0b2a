"""Opens files of strangers safely, writes files whole, and removes stale ones: what graders that were killed left.

A grader locks the files and folders that it makes. The kernel drops the lock of a dead process, and no other, so what
has a grader's name and no lock is stale.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import re
import shutil
import stat
from functools import lru_cache
from pathlib import Path
from typing import BinaryIO

from autograder.errors import WrongUsage
from autograder.limits import LONGEST_MESSAGE, MOST_TRIES
from autograder.signals import on_exit
from autograder.text import visible_name

NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
"""What the system says where a disk is full."""
UNFINISHED = ".unfinished-"
STALE_FILE = re.compile(re.escape(UNFINISHED) + r"[0-9a-f]{16}")


def open_regular(file: Path) -> BinaryIO:
    """Opens a regular file for reading. Raises OSError for any other: a link leads elsewhere, a pipe would block."""
    descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is no regular file")
    return os.fdopen(descriptor, "rb")


def read_regular(file: Path, most: int) -> bytes | None:
    """At most so many bytes of a regular file; None for any other, and for one that cannot be read."""
    with contextlib.suppress(OSError, ValueError), open_regular(file) as opened:
        return opened.read(most)
    return None


def write_whole(file: Path, content: str | bytes, mode: int | None = 0o644) -> None:
    """Replaces a file in one step: at every moment it is the old one or the new one. Raises OSError that names it.

    The content is written to a file beside it, which is then renamed. A signal that ends the grader removes that file.
    What is no regular file is never replaced, as it may be a device. mode: of the file; None for what the umask allows.
    """
    if os.path.exists(file) and not os.path.isfile(file) and not os.path.isdir(file):
        raise OSError(errno.EINVAL, "this is no regular file", str(file))
    _remove_stale_files_once(file.parent)
    temporary = file.with_name(UNFINISHED + os.urandom(8).hex())
    try:
        with (
            on_exit(lambda: temporary.unlink(missing_ok=True)),
            os.fdopen(make_locked(temporary, 0o600 if mode else 0o666), "wb") as opened,
        ):
            opened.write(content.encode() if isinstance(content, str) else content)
            opened.flush()
            if mode is not None:
                temporary.chmod(mode)
            temporary.replace(file)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from None


def save(file: Path, content: str | bytes, what: str, mode: int | None = None) -> None:
    """Writes a file that was named on the command line, as `write_whole` does. Raises WrongUsage. what: it holds."""
    shown = visible_name(str(file), LONGEST_MESSAGE)
    if not os.path.isdir(file.parent):
        folder = visible_name(str(file.parent), LONGEST_MESSAGE)
        raise WrongUsage(f"{folder}: there is no such folder to write {what} to; make it first")
    if os.path.exists(file) and not os.path.isfile(file):
        raise WrongUsage(f"{shown}: this is no file, so {what} cannot be written to it; name a file")
    try:
        write_whole(file, content, mode)
    except OSError as error:
        raise WrongUsage(f"{shown}: {what} cannot be written there: {error.strerror}") from None


@lru_cache
def _remove_stale_files_once(folder: Path) -> None:
    """Removes stale files from a folder once in a run, which may write thousands of files there."""
    remove_stale(folder, STALE_FILE, folders=False)


def make_locked(path: Path, mode: int, *, folder: bool = False) -> int:
    """Makes a file or a folder that other graders do not take for stale; returns its descriptor, which holds the lock.

    Before it is locked another grader may remove it as stale; then it is made again. Where a file system has no locks,
    nothing is ever taken for stale.
    """
    tries = 0
    while True:
        try:
            if folder:
                path.mkdir(mode)
            create = os.O_RDONLY | os.O_DIRECTORY if folder else os.O_WRONLY | os.O_CREAT | os.O_EXCL
            descriptor = os.open(path, create | os.O_CLOEXEC, mode)
        except FileNotFoundError:
            tries += 1
            if tries == MOST_TRIES or not path.parent.is_dir():  # as in /proc, where nobody can make a file
                raise
            continue
        with contextlib.suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        if os.path.lexists(path):
            return descriptor
        os.close(descriptor)


def remove_stale(place: Path, ours: re.Pattern[str], *, folders: bool) -> None:
    """Removes from a folder what is stale, has such a name and is this user's own: folders, or regular files."""
    kind = stat.S_IFDIR if folders else stat.S_IFREG
    with contextlib.suppress(OSError), os.scandir(place) as entries:
        for path in [Path(entry.path) for entry in entries if ours.fullmatch(entry.name)]:
            with contextlib.suppress(OSError):
                descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
                try:
                    status = os.fstat(descriptor)
                    if stat.S_IFMT(status.st_mode) == kind and status.st_uid == os.geteuid():
                        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)  # fails where a living grader has it
                        shutil.rmtree(path) if folders else path.unlink()
                finally:
                    os.close(descriptor)
