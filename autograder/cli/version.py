"""Prints the version for `--version`, and imports nothing that grading takes."""

import subprocess
from pathlib import Path

from autograder.core.limits import GIT_SECONDS
from autograder.core.project import NAME, PROJECT, VERSION


def show_version() -> None:
    """Print the project's name, its version, and its commit if it is no release."""
    print(NAME, version_of(PROJECT))


def version_of(project: Path) -> str:
    """Return the version of a folder with this project.

    It is `4.0.0` at the tag `v4.0.0` and in a folder that is no clone,
    `4.0.0+12.g1a2b3c4` twelve commits after that tag, and `4.0.0+g1a2b3c4` in a
    clone that lacks the tag. Changes that are not committed are not looked for.
    """
    if not (project / ".git").exists():
        return VERSION  # or a repository around the project would be asked
    tag = f"v{VERSION}"
    described = _git(project, "describe", "--tags", "--long", "--match", tag, "HEAD")
    if described:
        commits, commit = described.removeprefix(f"{tag}-").split("-")
        return VERSION if commits == "0" else f"{VERSION}+{commits}.{commit}"
    commit = _git(project, "rev-parse", "--short", "HEAD")
    return f"{VERSION}+g{commit}" if commit else VERSION


def _git(project: Path, *arguments: str) -> str:
    """Return the line that git prints; "" if it fails or there is no git."""
    # The clone may belong to another user: its code runs here all the same.
    command = ["git", "-c", "safe.directory=*", "-C", str(project), *arguments]
    try:
        ran = subprocess.run(
            command, capture_output=True, text=True, timeout=GIT_SECONDS, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return ran.stdout.strip() if ran.returncode == 0 else ""
