"""Installs the packages that students' programs may import, at the versions of a lock, and makes that lock.

Run as a program (`python -m autograder.teaching.student_packages DIR`) it installs those of a set.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from autograder.exercises import ASSIGNMENT, InvalidExercises, load_assignment, packages, told

PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install", "--only-binary", ":all:")
SECONDS = 600


class NoPackages(Exception):
    """Raised where packages cannot be found or installed. Its text says why."""


def locked(folder: Path, names: Sequence[str]) -> str:
    """The lock of a set: a line a package, with its version. Made where there is none yet. Raises NoPackages."""
    lock = folder / packages.LOCK
    outdated = packages.not_locked(names, folder)
    if outdated:
        raise NoPackages(outdated)
    if not lock.is_file():
        found = json.loads(_pip("--dry-run", "--ignore-installed", "--report", "-", *names))
        entries = [entry["metadata"] for entry in found["install"]]
        lines = sorted(f"{entry['name'].lower()}=={entry['version']}" for entry in entries)
        lock.write_text("\n".join(lines) + "\n", "utf-8")
    return lock.read_text("utf-8")


def install(folder: Path) -> Path | None:
    """Installs the packages of the set in a folder; returns where. Raises NoPackages and InvalidExercises."""
    names = load_assignment(folder / ASSIGNMENT).packages
    if not names:
        return None
    locked(folder, names)
    place = packages.packages_folder(names, packages.lock_digest(folder))
    assert place is not None
    shutil.rmtree(place, ignore_errors=True)
    _pip("--no-deps", "--target", str(place), "-r", str(folder / packages.LOCK))
    (place / packages.READY).touch()
    for path in (place.parent, place, *place.rglob("*")):
        path.chmod(path.stat().st_mode | (0o555 if path.is_dir() else 0o444))
    return place


def _pip(*arguments: str) -> str:
    done = subprocess.run([*PIP, *arguments], capture_output=True, text=True, timeout=SECONDS, check=False)
    if done.returncode != 0:
        raise NoPackages(_why_not(done.stderr))
    return done.stdout


def _why_not(said: str) -> str:
    """Why nothing was installed, by what pip said."""
    absent = re.search(r"No matching distribution found for (\S+)", said)
    if absent and "WARNING: Retrying" in said:
        return "no package index was reached: connect this machine to the network and run this again"
    if absent:
        name = absent[1]
        return f"no package {name} was found that is built for this Python{packages.perhaps_meant(name)}"
    last = [line for line in said.splitlines() if line.startswith("ERROR")] or said.splitlines()
    return f"pip failed: {' '.join(last[-2:])}"


def main(arguments: list[str]) -> int:
    """Installs the packages of each set; returns the exit status."""
    try:
        for folder in map(Path, arguments):
            place = install(folder)
            print(f"{folder}: {f'packages are in {place}' if place else 'names no packages'}")
    except InvalidExercises as error:
        print("\n".join(told(error.mistakes)), file=sys.stderr)
        return 2
    except (NoPackages, OSError, subprocess.TimeoutExpired) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
