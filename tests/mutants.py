"""Prints the changes of a module that no test notices. mutmut makes them, and is installed by hand.

The module is tested in a copy of the project, by those test files of mutmut's list in
pyproject.toml that name it: all of them take hours before the first change is made.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.sets import PROJECT
from tests.test_layers import File

SETTINGS = PROJECT / "pyproject.toml"
LISTED = re.compile(r'^    "(\S+\.py)",\n', re.MULTILINE)
"""A line of mutmut's settings that names a module or a test file."""
MUTMUT = [sys.executable, "-m", "mutmut"]


def listed(*, tests: bool) -> list[str]:
    """Return the test files of mutmut's list, or the modules."""
    names = LISTED.findall(SETTINGS.read_text("utf-8"))
    return [name for name in names if name.startswith("tests/") == tests]


def tests_of(path: str) -> list[str]:
    """Return the test files of mutmut's list that name a module; all if none does."""
    module = path.removesuffix(".py").replace("/", ".")
    files = {name: File(PROJECT / name) for name in listed(tests=True)}
    naming = [
        name
        for name, file in files.items()
        if any(module in file.modules_of(test) for test in file.tests)
    ]
    return naming or [*files]


def copy_project(folder: Path, chosen: set[str]) -> None:
    """Copy the project into a folder. chosen: what is left of mutmut's lists."""
    line = ["git", "ls-files", "-z"]
    done = subprocess.run(line, cwd=PROJECT, capture_output=True, check=True)
    files = done.stdout.decode().split("\0")[:-1]
    line = ["cp", "--parents", "-dt", str(folder), *files]
    subprocess.run(line, cwd=PROJECT, check=True)
    settings = LISTED.sub(
        lambda line: line[0] if line[1] in chosen else "", SETTINGS.read_text("utf-8")
    )
    (folder / SETTINGS.name).write_text(settings, "utf-8")
    # Tests that start the command find its Python where a project has it.
    for place in (folder, folder / "mutants"):
        place.mkdir(exist_ok=True)
        (place / ".venv").symlink_to(PROJECT / ".venv")


def print_survivors(folder: Path) -> None:
    """Print each change that lives, or was not decided."""
    line = [*MUTMUT, "results"]
    done = subprocess.run(line, cwd=folder, capture_output=True, text=True, check=True)
    for result in done.stdout.splitlines():
        name, is_result, _ = result.strip().partition(": ")
        if is_result:
            subprocess.run([*MUTMUT, "show", name], cwd=folder, check=True)


def main() -> None:
    """Test the changes of a module, and print those that live."""
    written = "Prints the changes of a module that no test notices, made by mutmut."
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants", description=written
    )
    parser.add_argument(
        "module", metavar="MODULE", help="such as autograder/classroom/lateness.py"
    )
    path: str = parser.parse_args().module
    if path not in listed(tests=False):
        parser.error(f"{path} is not in the list of [tool.mutmut] in pyproject.toml")
    with tempfile.TemporaryDirectory(prefix="alphabeta-mutants-") as name:
        copy_project(Path(name), {path, *tests_of(path)})
        line = [*MUTMUT, "run", "--max-children", "1"]
        if status := subprocess.run(line, cwd=name, check=False).returncode:
            sys.exit(status)
        print_survivors(Path(name))


if __name__ == "__main__":
    main()
