"""The packages that students' programs may import: what an assignment names, in a folder of their own."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

from autograder.exercises.cache import digest
from autograder.project import PROJECT

LOCK = "packages.lock"
"""Stands beside assignment.json, and says at which versions its packages are installed."""
READY = ".ready"


def lock_digest(folder: Path) -> str:
    """A digest of the lock of a set, by which sets with other versions of a package do not share a folder."""
    try:
        return digest((folder / LOCK).read_bytes()).hex()[:16]
    except OSError:
        return "unlocked"


def packages_folder(names: Sequence[str], lock: str) -> Path | None:
    """Where some packages are installed, and nothing else; None for none. lock: the digest of their set's lock."""
    if not names:
        return None
    # On Gradescope what the project holds is closed to students' processes, so there it lies beside the project.
    root = Path(os.environ.get("AUTOGRADER_ROOT", "/autograder"))
    beside = root / "packages" if (root / "source").resolve() == PROJECT else PROJECT / ".venv" / "packages"
    return beside / "-".join([*sorted(names), lock])


def not_installed(names: Sequence[str], lock: str, folder: Path) -> str | None:
    """What to say of packages that are not there yet; None where they are. lock, folder: of their set."""
    installed = packages_folder(names, lock)
    if installed is None or (installed / READY).is_file():
        return None
    return f"{', '.join(names)}: not installed for students' programs yet: run ./setup.sh --packages {folder}"


def not_locked(names: Sequence[str], folder: Path) -> str | None:
    """What to say of packages that the lock of their set lacks; None where it has all, or where there is none yet."""
    lock = folder / LOCK
    if not lock.is_file():
        return None
    known = {_normal(name) for name in re.findall(r"^[\w.-]+", lock.read_text("utf-8"), re.MULTILINE)}
    missing = ", ".join(name for name in names if _normal(name) not in known)
    words = f"delete it, and ./setup.sh --packages {folder} makes it anew"
    return f"{LOCK} has no version of {missing}: {words}" if missing else None


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
