"""The packages that students' programs may import: what an assignment names, in a folder of their own."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from autograder.paths import PROJECT

LOCK = "packages.lock"
"""Stands beside assignment.json, and says at which versions its packages are installed."""
READY = ".ready"


def packages_folder(names: Sequence[str]) -> Path | None:
    """Where some packages are installed, and nothing else; None for none.

    On Gradescope what the project holds is closed to students' processes, so there it lies beside the project.
    """
    if not names:
        return None
    root = Path(os.environ.get("AUTOGRADER_ROOT", "/autograder"))
    beside = root / "packages" if (root / "source").resolve() == PROJECT else PROJECT / ".venv" / "packages"
    return beside / "-".join(sorted(names))


def not_installed(names: Sequence[str], folder: Path) -> str | None:
    """What to say of packages that are not there yet; None where they are. folder: that of their set."""
    installed = packages_folder(names)
    if installed is None or (installed / READY).is_file():
        return None
    return f"{', '.join(names)} not installed for students' programs yet: run ./setup.sh --packages {folder}"
