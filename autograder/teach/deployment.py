"""The archive for Gradescope, and the installation of students' packages.

Run as a program (`python -m autograder.teach.deployment DIR`) it installs the
packages of a set.
"""

import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from autograder.core.errors import WRONG_USAGE, AutograderError, WrongUsage
from autograder.core.exercises import packages
from autograder.core.exercises.cache import installation_secret
from autograder.core.exercises.documents import ASSIGNMENT, exercise_files
from autograder.core.exercises.load import guard_set, load_assignment
from autograder.core.limits import INSTALL_SECONDS
from autograder.core.outputs import (
    FileKind,
    Gate,
    Output,
    any_of,
    archive_comment,
    create,
    ends_with,
    is_archive_of,
)
from autograder.core.project import PROJECT, SCHEMAS
from autograder.teach.installed import absent_from
from autograder.tell.version import WRITTEN, version

EXECUTABLE = ("run_autograder", "setup.sh")
ROOMS = ("autograder", "reference")
LOCK = "requirements/grading.lock"
LICENCE = "LICENSE"  # each copy of the project's code has to carry it
NAME = "autograder.zip"
# How the names of files end that grading needs.
KINDS_OF_FILES = (".py", ".json", "catalogue.md", "probe.py.template")
# The same commit makes the same archive, whenever it is built.
EPOCH = (1980, 1, 1, 0, 0, 0)
COMMENT = archive_comment("for Gradescope")


def _begins_as_until_3_0(opened: BinaryIO) -> bool:
    """Return whether a file is an archive of a version that wrote no comment.

    They begin with the entry script, under the earliest date.
    """
    head = opened.read(30 + len(EXECUTABLE[0]))
    earliest_date = (1 << 5 | 1).to_bytes(2, "little")
    is_packed = head.startswith(b"PK\x03\x04") and head[12:14] == earliest_date
    return is_packed and head.endswith(EXECUTABLE[0].encode())


ARCHIVE = FileKind(
    "the archive",
    any_of(ends_with(COMMENT), _begins_as_until_3_0),
    is_archive_of({*EXECUTABLE, f"exercises/{ASSIGNMENT}"}.issubset),
)
PIP = (
    "-I",
    "-m",
    "pip",
    "--quiet",
    "--disable-pip-version-check",
    "--no-input",
    "install",
    "--only-binary",
    ":all:",
    # pip's settings may choose the source of packages, but not their target.
    "--no-user",
    "--prefix",
    "",
    "--target",
    "",
)
AGAINST_SETTINGS = {"PIP_DRY_RUN": "0", "_PIP_RUNNING_IN_SUBPROCESS": "1"}
"""Variables that take back wishes in pip's settings which no option takes back.

This is a dry run, and another Python: pip does not go over to it if it believes that it
has done so.
"""
REMEDIES = {
    "CERTIFICATE_VERIFY_FAILED": (
        "the certificate of the package index is not trusted on this machine: install "
        "ca-certificates, look whether the clock is right, or name your network's "
        "certificate in PIP_CERT, and run this again"
    ),
    r"Proxy Authentication Required|407 .*[Pp]roxy": (
        "the proxy of your network wants a name and a password: put them into its "
        "address, as in https_proxy=http://NAME:PASSWORD@HOST:PORT, and run this again"
    ),
    r"\[Errno (28|122)\]|No space left on device|Disk quota exceeded": (
        "the disk is full: make room and run this again"
    ),
    "WARNING: Retrying": (
        "no package index was reached: connect this machine to the network "
        "and run this again"
    ),
}
"""The remedies for pip's errors: the first pattern that fits a line counts.

setup.sh has similar ones for the grader's own packages.
"""


def archive_output(archive: Path, exercises: Path, *, force: bool = False) -> Output:
    """Return the output for the archive of a set. Raise WrongUsage."""
    gate = Gate(force=force)
    guard_set(gate, exercises)
    for name in (*EXECUTABLE, *ROOMS, LOCK, LICENCE):
        gate.reads(PROJECT / name, "a file of the autograder")
    return gate.ask(archive, ARCHIVE, "")


def write_archive(output: Output, exercises: Path) -> list[str]:
    """Write the archive, and return the names of the files in it.

    It gets a secret for the set's seeds. Raise WrongUsage.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as opened:
        opened.comment = COMMENT
        for file, name in _files(exercises):
            content = file.read_bytes()
            if name == f"exercises/{ASSIGNMENT}":
                content = _with_secret(content)
            _add(opened, name, content)
        _add(opened, WRITTEN, f"{version()}\n".encode())
    output.write(packed.getvalue())
    return opened.namelist()


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    """Add a file to an archive, the same whenever it is built."""
    info = zipfile.ZipInfo(name, EPOCH)
    info.external_attr = (0o755 if name in EXECUTABLE else 0o644) << 16
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, content)


def _with_secret(assignment: bytes) -> bytes:
    """Return an assignment's file with a secret: all containers draw the same trees."""
    document = json.loads(assignment.decode("utf-8-sig"))
    if "secret" in document:
        return assignment
    secret = installation_secret() or os.urandom(32).hex()
    return json.dumps({**document, "secret": secret}, indent=2).encode()


def _files(exercises: Path) -> Iterator[tuple[Path, str]]:
    """Yield each file to pack, with its name in the archive. Raise WrongUsage."""
    for name in (*EXECUTABLE, LOCK, LICENCE):
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
    """Return the lock of a set: one line a package, with its version.

    Make it if there is none yet. Raise WrongUsage.
    """
    lock = folder / packages.LOCK
    if outdated := packages.not_locked(names, folder):
        raise WrongUsage(outdated)
    if not lock.is_file():
        report = _pip("--dry-run", "--ignore-installed", "--report", "-", *names)
        lines = []
        for package in json.loads(report)["install"]:
            metadata = package["metadata"]
            lines.append(f"{metadata['name'].lower()}=={metadata['version']}")
        create(lock, "\n".join(sorted(lines)) + "\n")
    return lock.read_text("utf-8")


def install(folder: Path) -> Path | None:
    """Install the packages of the set in a folder, and return their folder.

    Raise WrongUsage and InvalidExercises.
    """
    names = load_assignment(folder / ASSIGNMENT).packages
    if not names:
        return None
    lock_packages(folder, names)
    installed = packages.packages_folder(names, packages.lock_digest(folder))
    assert installed is not None
    shutil.rmtree(installed, ignore_errors=True)
    _pip("--no-deps", "--target", str(installed), "-r", str(folder / packages.LOCK))
    if absent := absent_from(installed, folder / packages.LOCK):
        raise WrongUsage(
            f"pip ended as if all were well, and {absent} is not where it was to be "
            "installed: look at pip's settings with pip config list"
        )
    (installed / packages.READY).touch()
    # A worker reads them as another user.
    for path in (installed.parent, installed, *installed.rglob("*")):
        path.chmod(path.stat().st_mode | (0o555 if path.is_dir() else 0o444))
    return installed


def _pip(*arguments: str) -> str:
    """Run pip, and return its output. Raise WrongUsage.

    It lies in an environment of its own, as .venv has none once it is set up.
    """
    with tempfile.TemporaryDirectory() as temporary:
        _printed_by(sys.executable, "-I", "-m", "venv", temporary)
        return _printed_by(f"{temporary}/bin/python", *PIP, *arguments)


def _printed_by(*command: str) -> str:
    """Run pip, or the command that makes it; return its output. Raise WrongUsage."""
    try:
        process = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=INSTALL_SECONDS,
            check=False,
            env={**os.environ, **AGAINST_SETTINGS},
        )
    except subprocess.TimeoutExpired:
        raise WrongUsage(
            f"pip was stopped after {INSTALL_SECONDS} s; run this again"
        ) from None
    if process.returncode == 0:
        return process.stdout
    raise WrongUsage(_why_pip_failed(process.stderr))


def _why_pip_failed(printed: str) -> str:
    """Return a remedy for pip's error, or else pip's last line."""
    lines = printed.splitlines()
    for pattern, remedy in REMEDIES.items():
        telling = [line for line in lines if re.search(pattern, line)]
        if telling:
            return f"{remedy}. pip said: {telling[-1].strip()}"
    absent = re.search(r"No matching distribution found for (\S+)", printed)
    if absent:
        return f"no package {absent[1]} was found that is built for this Python"
    errors = [line for line in lines if line.startswith("ERROR")]
    return f"pip failed: {' '.join((errors or lines)[-2:])}"


def main(folder: str) -> None:
    """Install the packages of a set and print their folder; exit if that fails."""
    try:
        installed = install(Path(folder))
    except (AutograderError, OSError) as error:
        message = error.shown if isinstance(error, AutograderError) else error
        print(message, file=sys.stderr)
        sys.exit(WRONG_USAGE)
    result = f"packages are in {installed}" if installed else "names no packages"
    print(f"{folder}: {result}")


if __name__ == "__main__":
    main(sys.argv[1])
