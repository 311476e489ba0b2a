"""Opens files of strangers safely, follows links with a check, writes files whole."""

import contextlib
import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, NamedTuple

from autograder.core.signals import on_exit

PYTHON, NOTEBOOK, ZIP = ".py", ".ipynb", ".zip"
SUBMITTED_ENDINGS = (PYTHON, NOTEBOOK, ZIP)
"""The ends of the names of files that can be a submission."""
NO_PYTHON = (SyntaxError, ValueError, RecursionError, MemoryError)
"""Raised by `ast.parse`, as a text is no Python, or is too deep for Python."""
OTHER_JSON = (
    *(OSError, ValueError, RecursionError),
    *(LookupError, TypeError, AttributeError),
)
"""Raised as a file of JSON is missing, or broken, or has not the fields that its reader
takes for granted."""
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
FOLDER = os.O_DIRECTORY | os.O_CLOEXEC | getattr(os, "O_PATH", os.O_RDONLY)
"""Opens a folder to name files in it, which needs no right to list it on Linux."""
LEFT_BY_PROGRAMS = frozenset({"__MACOSX", "__pycache__", "node_modules", "venv"})
"""Folders that end up in archives by accident. Hidden folders do, too."""


def is_left_by_programs(folder: str) -> bool:
    """Return whether a folder of this name is some program's.

    Then no student meant to hand it in.
    """
    return folder in LEFT_BY_PROGRAMS or folder.startswith(".")


def open_regular(file: Path) -> BinaryIO:
    """Open a regular file for reading.

    Raises OSError for any other: a link leads elsewhere, a pipe would block.
    """
    descriptor = os.open(
        file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    )
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(errno.EINVAL, "it is no regular file")
    return os.fdopen(descriptor, "rb")


class Link(NamedTuple):
    """A symbolic link in a path.

    folder: its folder, with links followed. is_last: whether it is the path's last
    step.
    """

    folder: Path
    name: str
    is_last: bool

    @property
    def path(self) -> Path:
        """Return the link's own path."""
        return self.folder / self.name


def follow_links(path: Path, check: Callable[[Link], None]) -> Path:
    """Return a path with its links followed.

    check: is given each link before it is followed; its exception ends the walk.
    """
    whole = Path.cwd() / path
    real = Path(whole.anchor)
    last = len(whole.parts) - 1
    for index, step in enumerate(whole.parts[1:], 1):
        if step == "..":
            real = real.parent
            continue
        link = Link(real, step, is_last=index == last)
        if link.path.is_symlink():
            check(link)
            real = Path(os.path.realpath(link.path))
        else:
            real = link.path
    return real


def read_regular(file: Path, most: int) -> bytes | None:
    """Return at most so many bytes of a regular file.

    It is None for any other, and for one that cannot be read.
    """
    with contextlib.suppress(OSError, ValueError), open_regular(file) as opened:
        return opened.read(most)
    return None


def write_whole(file: Path, content: str | bytes, mode: int | None = 0o644) -> None:
    """Replace a file in one step, like `write_into`, even if it is no file of ours.

    It is for files that this project keeps for itself; a command writes files for
    people through the gate in `outputs`. Raises OSError that names the file.
    """
    try:
        folder = os.open(file.parent, FOLDER)
        try:
            write_into(folder, file.name, content, mode)
        finally:
            os.close(folder)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(file)) from None


def write_into(
    folder: int,
    name: str,
    content: str | bytes,
    mode: int | None = None,
    *,
    is_new: bool = False,
) -> None:
    """Write a file in one step: at every moment it is the old one or the new one.

    A file beside it is written and then renamed, so a link of its name is replaced and
    not followed; a signal that ends the grader removes the file beside it. Only a
    regular file is ever replaced: anything else may be a device. folder: an open one.
    mode: of the file; None for the one that the umask allows. is_new: refuse to replace
    anything. Raises OSError.
    """
    with contextlib.suppress(FileNotFoundError):
        kind = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
        if not (stat.S_ISREG(kind) or stat.S_ISDIR(kind) or stat.S_ISLNK(kind)):
            raise OSError(errno.EINVAL, "this is no regular file")
    unfinished = f".unfinished-{os.urandom(8).hex()}"

    def remove_unfinished() -> None:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(unfinished, dir_fd=folder)

    create = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
    with (
        on_exit(remove_unfinished),
        os.fdopen(
            os.open(unfinished, create, 0o600 if mode else 0o666, dir_fd=folder), "wb"
        ) as opened,
    ):
        opened.write(content.encode() if isinstance(content, str) else content)
        opened.flush()
        if mode is not None:
            os.fchmod(opened.fileno(), mode)
        if is_new:
            _refuse_existing(folder, name)
        os.rename(unfinished, name, src_dir_fd=folder, dst_dir_fd=folder)


def _refuse_existing(folder: int, name: str) -> None:
    """Raise FileExistsError if anything has the name, also if it is a link."""
    with contextlib.suppress(FileNotFoundError):
        os.stat(name, dir_fd=folder, follow_symlinks=False)
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))


def remove_tree(folder: Path) -> None:
    """Remove a folder with all that is in it, as far as this user may. Raises nothing.

    Folders may lie in one another as deep as they like: each is moved up beside the
    first ones before it is looked into, so no path gets long, and nothing calls itself.
    (Until Python 3.13 shutil.rmtree does, and ends at 1,000.)
    """
    pending = [folder]
    emptied: list[Path] = []
    while pending:
        parent = pending.pop()
        for member in _entries(parent):
            if not member.is_dir(follow_symlinks=False):
                with contextlib.suppress(OSError):
                    os.unlink(member.path)
            elif parent == folder:
                pending.append(Path(member.path))
            else:
                moved = folder / f"removed-{os.urandom(8).hex()}"
                # a file system that is mounted there stays
                with contextlib.suppress(OSError):
                    os.rename(member.path, moved)
                    pending.append(moved)
        emptied.append(parent)
    for parent in reversed(emptied):
        with contextlib.suppress(OSError):
            parent.rmdir()


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    """Return the members of a folder, also of one that was closed to its owner.

    Return [] if it cannot be read.
    """
    with contextlib.suppress(OSError):
        folder.chmod(0o700)
        with os.scandir(folder) as opened:
            return list(opened)
    return []
