"""Opens files that strangers laid out: regular ones alone, as a link leads elsewhere and a pipe keeps one waiting."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO


def open_regular(file: Path) -> BinaryIO:
    """A regular file, opened for reading. Raises OSError for any other, a link included, and for what is closed."""
    descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is no regular file")
    return os.fdopen(descriptor, "rb")
