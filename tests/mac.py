"""A copy of the project that believes to be on a Mac, and a PATH with the programs of one, for tests."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]

SAME = (
    "bash sh cat cmp cp mv rm mkdir ls chmod grep head tail dirname sleep kill true uname touch tr sort wc cut ln tee"
)
NO_LONG_OPTIONS = "env stat mktemp find sed readlink chown date du"
WRAPPER = """#!/bin/sh
for argument; do
    case $argument in
        --) break ;;
        --*) echo "{name}: illegal option -- -" >&2; exit 1 ;;
        {refused}) echo "{name}: illegal option: $argument" >&2; exit 1 ;;
    esac
done
exec {program} "$@"
"""
REFUSED = {"sed": "-i", "stat": "-c*", "readlink": "-[efm]", "mktemp": "-p*"}
"""Options that GNU's program has, and BSD's understands otherwise, or only with something after it."""


def bsd_programs(folder: Path) -> str:
    """A PATH with the programs that a Mac has; those that differ there refuse what only GNU's take."""
    folder.mkdir()
    for name in SAME.split():
        (folder / name).symlink_to(shutil.which(name) or "/nowhere")
    for name in NO_LONG_OPTIONS.split():
        text = WRAPPER.format(name=name, program=shutil.which(name), refused=REFUSED.get(name, "--"))
        (folder / name).write_text(text, "utf-8")
        (folder / name).chmod(0o755)
    (folder / "python3").symlink_to(os.path.realpath(sys.executable))
    return str(folder)


def copy_of_the_project(folder: Path) -> Path:
    """A copy of what grades, with the packages of this one, whose Python lacks what a Mac's does, in every process."""
    for name in ("autograder", "reference"):
        shutil.copytree(PROJECT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("run_autograder", "setup.sh", "requirements.lock"):
        shutil.copy(PROJECT / name, folder)
    (folder / "exercises").symlink_to(PROJECT / "exercises")
    (folder / ".venv").mkdir()
    for entry in (PROJECT / ".venv").iterdir():
        (folder / ".venv" / entry.name).symlink_to(entry)
    made_by = folder / ".venv" / ".made-by"  # as setup.sh writes it where env cannot block signals
    python, library, *_ = made_by.read_text("utf-8").splitlines()
    made_by.unlink()
    made_by.write_text(f"{python}\n{library}\nno\n", "utf-8")
    shutil.copy(PROJECT / "tests" / "no_linux.py", folder / "autograder")
    package = folder / "autograder" / "__init__.py"  # the first of the project that a process imports
    first = "from autograder import no_linux\n\nno_linux.take_away()\n"
    package.write_text(first + package.read_text("utf-8"), "utf-8")
    return folder
