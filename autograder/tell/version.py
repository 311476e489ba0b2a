"""Tells the version, and of a clone the commit, for `--version` and for results."""

import contextlib
import re
import subprocess
from functools import lru_cache
from pathlib import Path

from autograder.core.exercises.cache import cached
from autograder.core.limits import GIT_SECONDS
from autograder.core.project import NAME, PROJECT, VERSION

WRITTEN = "version.txt"
"""The file of an archive that has the version of the clone which it was packed from."""

SINCE_TAG = r"-(\d{1,9})-(g[0-9a-f]{4,64})"
"""The number of commits since a tag, and the last one, as git writes it behind it."""


class NoAnswer(Exception):
    """Git is not there, could not be started, or knows no commit."""


def show_version() -> None:
    """Print the project's name, its version, and its commit if it is no release."""
    print(NAME, version())


@lru_cache
def version() -> str:
    """Return the version of this project, as `version_of` does.

    Git is asked once for each commit, as it takes longer than the search of a tree.
    """
    with contextlib.suppress(OSError):
        return (PROJECT / WRITTEN).read_text("utf-8").strip()
    state = _state_of(PROJECT)
    if not state:
        return version_of(PROJECT)
    key = "version", VERSION, state
    try:
        return cached(key, lambda: [_version_by_git(PROJECT)], lambda lines: lines[0])
    except NoAnswer:
        return VERSION  # it is not remembered, as git may answer the next time


def version_of(project: Path) -> str:
    """Return the version of a folder with this project.

    It is `4.0.0` at the tag `v4.0.0` and in a folder that is no clone,
    `4.0.0+12.g1a2b3c4` twelve commits after that tag, and `4.0.0+g1a2b3c4` in a
    clone that lacks the tag. Changes that are not committed are not looked for.
    """
    if not (project / ".git").exists():
        return VERSION  # or a repository around the project would be asked
    try:
        return _version_by_git(project)
    except NoAnswer:
        return VERSION


def _version_by_git(project: Path) -> str:
    """Return the version of a clone. Raise NoAnswer."""
    tag = f"v{VERSION}"
    described = _git(project, "describe", "--tags", "--long", "--match", tag, "HEAD")
    since_tag = re.fullmatch(SINCE_TAG, described.removeprefix(tag))
    if since_tag:
        commits, commit = since_tag.groups()
        return VERSION if commits == "0" else f"{VERSION}+{commits}.{commit}"
    commit = _git(project, "rev-parse", "--short", "HEAD")
    if not re.fullmatch("[0-9a-f]{4,64}", commit):
        raise NoAnswer
    return f"{VERSION}+g{commit}"


def _state_of(project: Path) -> tuple[str, ...]:
    """Return all that decides which commit and which tags a clone has.

    Return nothing if it is no clone, or one of another form.
    """
    repository = project / ".git"
    try:
        head = (repository / "HEAD").read_text("utf-8").strip()
        branch = repository / head.removeprefix("ref: ")
        commit = branch.read_text("utf-8").strip() if branch.is_file() else ""
    except (OSError, UnicodeDecodeError):
        return ()
    packed = repository / "packed-refs"
    tag = repository / "refs" / "tags" / f"v{VERSION}"
    return head, commit, _time_of(packed), _time_of(tag)


def _time_of(file: Path) -> str:
    """Return when a file was changed last; "" if there is none."""
    with contextlib.suppress(OSError):
        return str(file.stat().st_mtime_ns)
    return ""


def _git(project: Path, *arguments: str) -> str:
    """Return the last line that git prints; "" if it fails or there is no git."""
    # The clone may belong to another user: its code runs here all the same.
    command = ["git", "-c", "safe.directory=*", "-C", str(project), *arguments]
    try:
        # One pipe: if there is no room for a second one, Python leaves the first open.
        ran = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=GIT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    lines = ran.stdout.splitlines()
    return lines[-1].strip() if lines and ran.returncode == 0 else ""
