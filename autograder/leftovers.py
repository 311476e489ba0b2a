"""What graders that were killed have left: the next one takes it away, and nothing that a living one works on.

Whoever lays something down locks it meanwhile. The kernel lets go of a dead process's lock, and of no other.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import shutil
import stat
import time
from pathlib import Path

YOUNG = 60.0
"""Seconds in which something may be there before its grader has locked it."""


def lock(descriptor: int) -> None:
    """Keeps what was opened from being taken for left over. Where a file system has no locks, nothing ever is."""
    with contextlib.suppress(OSError):
        fcntl.flock(descriptor, fcntl.LOCK_EX)


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
        if is_that and about.st_uid == os.geteuid() and time.time() - about.st_mtime > YOUNG:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(path) if folder else path.unlink()
    finally:
        os.close(descriptor)
