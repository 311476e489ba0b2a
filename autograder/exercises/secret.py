"""Secrets of this installation: each is made where there is none yet, in a file that only its user may read."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from autograder.paths import REMEMBERED

FILE = REMEMBERED / ".secret"


def installation_secret() -> str:
    """What seeds follow from where a set names no secret; nothing where none can be kept."""
    with contextlib.suppress(OSError):
        return kept_secret(FILE).hex()
    return ""


def kept_secret(file: Path) -> bytes:
    """The secret in a file: of several that are made at once, one stays. Raises OSError where none can be kept."""
    with contextlib.suppress(FileNotFoundError):
        return file.read_bytes()
    unfinished = file.with_name(f"{file.name}.{os.getpid()}")
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as opened:
        opened.write(os.urandom(32))
    try:
        os.link(unfinished, file)
        unfinished.unlink()
    except FileExistsError:
        unfinished.unlink()
    except OSError:  # not every file system has links
        unfinished.replace(file)
    return file.read_bytes()
