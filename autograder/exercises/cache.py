"""The cache and the secrets that an installation keeps in .venv between runs."""

import contextlib
import os
import sys
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TypeVar

from autograder.files import write_whole
from autograder.project import REMEMBERED

Read = TypeVar("Read")

SECRET = REMEMBERED / ".secret"
FOLDER = REMEMBERED / ".drawn"
SALT = "salt"

# `hashlib` loads OpenSSL, which takes longer than all that is cached.
for _module in ("_sha2", "_sha256", "hashlib"):
    with contextlib.suppress(ImportError):
        sha256 = import_module(_module).sha256
        break


def installation_secret() -> str:
    """The secret that seeds depend on where a set names none; "" where none can be
    stored.
    """
    with contextlib.suppress(OSError):
        return _kept_secret(SECRET).hex()
    return ""


def cached(
    key: object, make: Callable[[], list[str]], read: Callable[[list[str]], Read]
) -> Read:
    """What `read` makes of cached lines; else they are made and stored. key: everything
    that the lines depend on.
    """
    with contextlib.suppress(OSError, ValueError, TypeError):
        if lines := _file(key).read_text("ascii").splitlines():
            return read(lines)
    if not (lines := make()):
        raise ValueError("a search that is tried on no tree at all would pass")
    # Where there is no place for it, they are made again.
    with contextlib.suppress(OSError):
        write_whole(_file(key), "\n".join(lines))
    return read(lines)


def digest(data: bytes) -> bytes:
    """The SHA-256 of some bytes."""
    return bytes(sha256(data).digest())


@lru_cache
def digest_of(*files: Path) -> bytes:
    """Return a digest of the text of some files, such as code that makes lines."""
    return digest(b"".join(digest(file.read_bytes()) for file in files))


@lru_cache
def installed(library: str) -> list[str]:
    """The folder of an installed library's metadata, whose name has its version; the
    library is not imported.
    """
    return sorted(
        found.name
        for folder in sys.path
        for found in Path(folder).glob(f"{library}-*.dist-info")
    )


def _file(key: object) -> Path:
    # A student's program might ask whether a file of some name exists: names are
    # salted, and the folder is closed.
    FOLDER.mkdir(mode=0o700, exist_ok=True)
    if FOLDER.stat().st_mode & 0o077:
        FOLDER.chmod(0o700)
    return FOLDER / digest(_kept_secret(FOLDER / SALT) + repr(key).encode()).hex()


def _kept_secret(file: Path) -> bytes:
    """The secret in a file that only its user may read, or a new one. Raises OSError
    where none can be kept.
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
