"""The cache and the secrets that an installation keeps in .venv between runs."""

import contextlib
import os
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TypeVar

from autograder.core.files import write_whole
from autograder.core.limits import (
    CACHED_FILES_KEPT,
    MOST_CACHED_FILES,
    USED_LATELY_SECONDS,
)
from autograder.core.project import REMEMBERED

Read = TypeVar("Read")

SECRET = Path(os.environ.get("ALPHABETA_SECRET_FILE") or REMEMBERED / ".secret")
"""The installation's own, unless whoever starts the program names a file."""
FOLDER = REMEMBERED / ".drawn"
SALT = "salt"

# `hashlib` loads OpenSSL, which takes longer than all that is cached.
for _module in ("_sha2", "_sha256", "hashlib"):
    with contextlib.suppress(ImportError):
        sha256 = import_module(_module).sha256
        break


def installation_secret() -> str:
    """Return the secret that seeds depend on if a set names none.

    Return "" if none can be stored.
    """
    with contextlib.suppress(OSError):
        return _kept_secret(SECRET).hex()
    return ""


def cached(
    key: object, make: Callable[[], list[str]], read: Callable[[list[str]], Read]
) -> Read:
    """Return the result of `read` for cached lines; make and store them if missing.

    key: everything that the lines depend on.
    """
    with contextlib.suppress(OSError, ValueError, TypeError):
        file = _file(key)
        if lines := file.read_text("ascii").splitlines():
            _note_use(file)
            return read(lines)
    if not (lines := make()):
        raise ValueError("a search that is tried on no tree at all would pass")
    # If there is no place for it, they are made again.
    with contextlib.suppress(OSError):
        write_whole(_file(key), "\n".join(lines))
        _forget_the_oldest()
    return read(lines)


def _note_use(file: Path) -> None:
    """Renew the time of a file that was not used lately, so that it is kept longer.

    Do nothing if the file is another user's.
    """
    with contextlib.suppress(OSError):
        if time.time() - file.stat().st_mtime > USED_LATELY_SECONDS:
            os.utime(file)


def _forget_the_oldest() -> None:
    """Remove the files that were not used for the longest time, if there are too many.

    Each edit of an exercise adds files, and nobody asks for the old ones again.
    """
    names = os.listdir(FOLDER)
    if len(names) <= MOST_CACHED_FILES:
        return
    files = [FOLDER / name for name in names if name != SALT]
    last_used: dict[Path, float] = {}
    for file in files:
        with contextlib.suppress(FileNotFoundError):  # another process removed it
            last_used[file] = file.stat().st_mtime
    oldest_first = sorted(last_used, key=last_used.__getitem__)
    for file in oldest_first[:-CACHED_FILES_KEPT]:
        file.unlink(missing_ok=True)


def digest(data: bytes) -> bytes:
    """Return the SHA-256 of some bytes."""
    return bytes(sha256(data).digest())


@lru_cache
def digest_of(*files: Path) -> bytes:
    """Return a digest of the text of some files, such as code that makes lines."""
    return digest(b"".join(digest(file.read_bytes()) for file in files))


@lru_cache
def installed(library: str) -> list[str]:
    """Return the folder of an installed library's metadata, whose name has its version.

    The library is not imported.
    """
    return [name for name in _metadata() if name.startswith(f"{library}-")]


@lru_cache
def _metadata() -> list[str]:
    """Return the names of the folders of metadata of all installed libraries."""
    names: list[str] = []
    for folder in sys.path:
        with contextlib.suppress(OSError):  # such as an archive of modules
            names += os.listdir(folder)
    return sorted(name for name in names if name.endswith(".dist-info"))


def _file(key: object) -> Path:
    # A student's program might ask whether a file of some name exists: names are
    # salted, and the folder is closed.
    return FOLDER / digest(_salt_of(FOLDER) + repr(key).encode()).hex()


@lru_cache
def _salt_of(folder: Path) -> bytes:
    """Close a folder, which is made if there is none, and return its salt."""
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_mode & 0o077:
        folder.chmod(0o700)
    return _kept_secret(folder / SALT)


def _kept_secret(file: Path) -> bytes:
    """Return the secret in a file that only its user may read, or a new one.

    Raises OSError if none can be kept.
    """
    with contextlib.suppress(FileNotFoundError):
        return file.read_bytes()
    unfinished = file.with_name(f"{file.name}.{os.getpid()}")
    with os.fdopen(
        os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb"
    ) as opened:
        opened.write(os.urandom(32))
    try:
        with contextlib.suppress(FileExistsError):
            # Of several processes at once, one succeeds, and all read the same.
            os.link(unfinished, file)
        unfinished.unlink()
    except OSError:  # not every file system has links
        unfinished.replace(file)
    return file.read_bytes()
