"""The packages that an assignment lets students' programs import."""

import re
import sys
from collections.abc import Collection, Sequence
from pathlib import Path

from autograder.core.exercises.cache import digest
from autograder.core.project import PROJECT, gradescope_root, on_gradescope
from autograder.core.text import nearest

LOCK = "packages.lock"
"""Stands beside assignment.json, and says at which versions its packages are installed.
"""
READY = ".ready"
"""This file in a folder of packages says that all of them are installed."""
WELL_KNOWN = (
    "attrs",
    "beautifulsoup4",
    "chess",
    "cython",
    "graphviz",
    "gymnasium",
    "hypothesis",
    "jax",
    "matplotlib",
    "more-itertools",
    "mypy",
    "networkx",
    "numba",
    "numpy",
    "opencv-python",
    "pandas",
    "pillow",
    "pydantic",
    "pygame",
    "pytest",
    "pyyaml",
    "requests",
    "rich",
    "scikit-learn",
    "scipy",
    "seaborn",
    "sortedcontainers",
    "sympy",
    "tensorflow",
    "torch",
    "tqdm",
    "typing-extensions",
)
"""Packages that courses use: an unknown name may be one of these, misspelt."""
IMPORTED_AS = {
    "bs4": "beautifulsoup4",
    "cv2": "opencv-python",
    "pil": "pillow",
    "sklearn": "scikit-learn",
    "yaml": "pyyaml",
}
"""The packages whose modules have another name, by that."""


def lock_digest(folder: Path) -> str:
    """Return a digest of the lock of a set.

    It keeps sets with other versions of a package from sharing a folder.
    """
    try:
        return digest((folder / LOCK).read_bytes()).hex()[:16]
    except OSError:
        return "unlocked"


def packages_folder(names: Sequence[str], lock: str) -> Path | None:
    """Return the folder that holds some packages and nothing else; None for none.

    lock: the digest of their set's lock.
    """
    if not names:
        return None
    # On Gradescope the project's files are closed to workers, so there it
    # lies beside the project.
    beside = gradescope_root() if on_gradescope() else PROJECT / ".venv"
    return beside / "packages" / "-".join([*sorted(names), lock])


def not_installed(names: Sequence[str], lock: str, folder: Path) -> str | None:
    """Return the message about packages that are not installed yet; None if all are.

    lock, folder: of their set.
    """
    installed = packages_folder(names, lock)
    if installed is None or (installed / READY).is_file():
        return None
    message = f"{', '.join(names)}: not installed for students' programs yet"
    return message + _after_doubts(names, f"run ./setup.sh --packages {folder}")


def not_locked(names: Sequence[str], folder: Path) -> str | None:
    """Return the message about packages that the lock of their set lacks.

    Return None if it has all, or if there is no lock yet.
    """
    lock = folder / LOCK
    if not lock.is_file():
        return None
    known = {
        _normal(name)
        for name in re.findall(r"^[\w.-]+", lock.read_text("utf-8"), re.MULTILINE)
    }
    missing = [name for name in names if _normal(name) not in known]
    if not missing:
        return None
    message = f"{LOCK} has no version of {', '.join(missing)}"
    return message + _after_doubts(
        missing, f"delete it, and ./setup.sh --packages {folder} makes it anew"
    )


def _after_doubts(names: Sequence[str], remedy: str) -> str:
    """Return advice to install packages, after doubts about their names.

    It is the end of a sentence.
    """
    known = {*WELL_KNOWN, *_installed_names()}
    doubts = [_doubt(name, known) for name in names if _normal(name) not in known]
    if not doubts:
        return f": {remedy}"
    return f". {' '.join(doubts)} Be sure of the spelling first; then {remedy}"


def _doubt(name: str, known: Collection[str]) -> str:
    """Return the advice on a name that is none of the known packages."""
    if name in sys.stdlib_module_names:
        return f"{name} is a part of Python itself: leave it out."
    meant = IMPORTED_AS.get(_normal(name)) or nearest(_normal(name), sorted(known))
    return (
        f'By {name}, did you mean "{meant}"?'
        if meant
        else f"{name} is no package that is well known."
    )


def _installed_names() -> set[str]:
    """Return the names of the packages installed for the grader or for a set."""
    places = [*map(Path, sys.path), *(PROJECT / ".venv" / "packages").glob("*")]
    distributions = [
        metadata for folder in places for metadata in folder.glob("*.dist-info")
    ]
    return {_normal(metadata.name.partition("-")[0]) for metadata in distributions}


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
