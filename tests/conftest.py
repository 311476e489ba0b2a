"""What several test files need."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The project where an ordinary user can read it: itself, or a copy."""
    if all(parent.stat().st_mode & 0o005 == 0o005 for parent in (PROJECT, *PROJECT.parents)):
        yield PROJECT
        return
    copy = Path("/var/tmp") / f"alphabeta-project-{os.getpid()}"
    shutil.copytree(PROJECT, copy, symlinks=True, ignore=shutil.ignore_patterns(".git", ".*_cache", "__pycache__"))
    subprocess.run(["chmod", "-R", "a+rX", str(copy)], check=True)
    yield copy
    shutil.rmtree(copy)
