"""The archive for Gradescope, and the installation of students' packages.

Run as a program (`python -m autograder.teaching.deployment DIR`) it installs the
packages of a set.
"""

import io
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from autograder.errors import WRONG_USAGE, AutograderError, WrongUsage
from autograder.exercises import packages
from autograder.exercises.cache import installation_secret
from autograder.exercises.documents import ASSIGNMENT, exercise_files
from autograder.exercises.load import load_assignment
from autograder.files import save
from autograder.limits import INSTALL_SECONDS
from autograder.project import PROJECT, SCHEMAS

EXECUTABLE = ("run_autograder", "setup.sh")
ROOMS = ("autograder", "reference")
LICENCE = "LICENSE"  # which each copy of the project's code has to carry
NAME = "autograder.zip"
# How the names of files end that grading needs.
KINDS_OF_FILES = (".py", ".json", "catalogue.md", "probe.py.template")
# The same files make the same archive, whenever it is built.
EPOCH = (1980, 1, 1, 0, 0, 0)
PIP = (
    sys.executable,
    "-m",
    "pip",
    "--quiet",
    "--disable-pip-version-check",
    "install",
    "--only-binary",
    ":all:",
)


def build(archive: Path, exercises: Path) -> list[str]:
    """Writes the archive, with a secret for the set's seeds; returns the names of what
    is in it. Raises WrongUsage.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as opened:
        for file, name in _files(exercises):
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr = (0o755 if name in EXECUTABLE else 0o644) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            content = file.read_bytes()
            document = (
                json.loads(content.decode("utf-8-sig"))
                if name == f"exercises/{ASSIGNMENT}"
                else {"secret": ""}
            )
            if "secret" not in document:  # all containers must draw the same trees
                secret = installation_secret() or os.urandom(32).hex()
                content = json.dumps({**document, "secret": secret}, indent=2).encode()
            opened.writestr(entry, content)
    save(archive, packed.getvalue(), "the archive")
    return opened.namelist()


def _files(exercises: Path) -> Iterator[tuple[Path, str]]:
    for name in (*EXECUTABLE, "requirements.lock", LICENCE):
        yield PROJECT / name, name
    for room in ROOMS:
        for file in sorted((PROJECT / room).rglob("*")):
            if file.name.endswith(KINDS_OF_FILES):
                yield file, file.relative_to(PROJECT).as_posix()
    for file in sorted(SCHEMAS.glob("*.json")):
        yield file, f"exercises/schema/{file.name}"
    assignment = load_assignment(exercises / ASSIGNMENT)
    beside = [assignment.adapter.file] if assignment.adapter is not None else []
    if assignment.packages:
        try:
            lock_packages(exercises, assignment.packages)
        except (WrongUsage, OSError) as error:
            raise WrongUsage(
                f"the versions of {', '.join(assignment.packages)} cannot be "
                f"found: {error}"
            ) from None
        beside.append(exercises / packages.LOCK)
    for file in (exercises / ASSIGNMENT, *beside, *exercise_files(exercises)):
        yield file, f"exercises/{file.name}"


def lock_packages(folder: Path, names: Sequence[str]) -> str:
    """The lock of a set: a line a package, with its version. Made where there is none
    yet. Raises WrongUsage.
    """
    lock = folder / packages.LOCK
    if outdated := packages.not_locked(names, folder):
        raise WrongUsage(outdated)
    if not lock.is_file():
        found = json.loads(
            _pip("--dry-run", "--ignore-installed", "--report", "-", *names)
        )["install"]
        lines = sorted(
            f"{one['metadata']['name'].lower()}=={one['metadata']['version']}"
            for one in found
        )
        lock.write_text("\n".join(lines) + "\n", "utf-8")
    return lock.read_text("utf-8")


def install(folder: Path) -> Path | None:
    """Installs the packages of the set in a folder; returns where. Raises WrongUsage
    and InvalidExercises.
    """
    names = load_assignment(folder / ASSIGNMENT).packages
    if not names:
        return None
    lock_packages(folder, names)
    place = packages.packages_folder(names, packages.lock_digest(folder))
    assert place is not None
    shutil.rmtree(place, ignore_errors=True)
    _pip("--no-deps", "--target", str(place), "-r", str(folder / packages.LOCK))
    (place / packages.READY).touch()
    for path in (place.parent, place, *place.rglob("*")):
        path.chmod(path.stat().st_mode | (0o555 if path.is_dir() else 0o444))
    return place


def _pip(*arguments: str) -> str:
    try:
        done = subprocess.run(
            [*PIP, *arguments],
            capture_output=True,
            text=True,
            timeout=INSTALL_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise WrongUsage(
            f"pip was stopped after {INSTALL_SECONDS} s; run this again"
        ) from None
    if done.returncode == 0:
        return done.stdout
    absent = re.search(r"No matching distribution found for (\S+)", done.stderr)
    if absent and "WARNING: Retrying" in done.stderr:
        raise WrongUsage(
            "no package index was reached: connect this machine to the network "
            "and run this again"
        )
    if absent:
        raise WrongUsage(
            f"no package {absent[1]} was found that is built for this Python"
        )
    lines = done.stderr.splitlines()
    raise WrongUsage(
        f"pip failed: {' '.join(([line for line in lines if line.startswith('ERROR')] or lines)[-2:])}"
    )


if __name__ == "__main__":
    try:
        place = install(Path(sys.argv[1]))
        print(
            f"{sys.argv[1]}: "
            f"{f'packages are in {place}' if place else 'names no packages'}"
        )
    except (AutograderError, OSError) as error:
        print(
            error.shown if isinstance(error, AutograderError) else error,
            file=sys.stderr,
        )
        sys.exit(WRONG_USAGE)
