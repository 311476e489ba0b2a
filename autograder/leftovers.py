"""What graders that were killed have left: the next one takes it away, and nothing that a living one works on.

A grader locks what it lays down. The kernel lets go of a dead process's lock, and of no other.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

from autograder.limits import MOST_TRIES


def made(path: Path, make: Callable[[], int]) -> int:
    """Makes a file or a folder that other graders leave alone; returns its descriptor, which holds the lock.

    make: makes what is at the path, and opens it. Until it is locked another grader may take it for left over and
    remove it; then it is made again. Where a file system has no locks, nothing is ever taken for left over.
    """
    tries = 0
    while True:
        try:
            descriptor = make()
        except FileNotFoundError:
            tries += 1
            if tries == MOST_TRIES or not path.parent.is_dir():  # as in /proc, which lets nobody make a file
                raise
            continue
        with contextlib.suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        if os.path.lexists(path):
            return descriptor
        os.close(descriptor)


def clear(place: Path, ours: re.Pattern[str], *, folders: bool) -> None:
    """Removes what is left over in a folder and has such a name: its folders, or its regular files."""
    with contextlib.suppress(OSError), os.scandir(place) as entries:
        left = [Path(entry.path) for entry in entries if ours.fullmatch(entry.name)]
        for path in left:
            with contextlib.suppress(OSError):
                _clear(path, folder=folders)


def _clear(path: Path, *, folder: bool) -> None:
    """Removes a folder or a file if it is this user's own, no link, and no living grader's."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        about = os.fstat(descriptor)
        is_that = stat.S_ISDIR(about.st_mode) if folder else stat.S_ISREG(about.st_mode)
        if is_that and about.st_uid == os.geteuid():
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(path) if folder else path.unlink()
    finally:
        os.close(descriptor)
