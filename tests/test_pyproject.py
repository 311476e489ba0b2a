"""The files that pyproject.toml names are there.

A file that is renamed is else no longer linted, typed or mutated as it should be, and nobody hears of it.
"""

import fnmatch
import itertools
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any

import pytest

from tests.sets import PROJECT

# tomllib is new in Python 3.11; pytest installs tomli on older ones.
TOML: Any = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
WHOLE: dict[str, Any] = TOML.loads((PROJECT / "pyproject.toml").read_text("utf-8"))
TOOLS: dict[str, Any] = WHOLE["tool"]
OF_A_PACKAGE = re.compile(r"\bpip (install|wheel) (-e )?\.|\b(pipx|uvx|uv tool)\b")
"""Commands that would install the project."""
BRACES = re.compile(r"\{([^{}]*)\}")
DESELECTED = "--deselect="


def alternatives(pattern: str) -> list[str]:
    """Return the patterns that one with alternatives in braces stands for."""
    pieces = BRACES.split(pattern)
    choices = [
        piece.split(",") if index % 2 else [piece] for index, piece in enumerate(pieces)
    ]
    return ["".join(chosen) for chosen in itertools.product(*choices)]


def leads_somewhere(pattern: str) -> bool:
    """Tell whether there is a file or folder that a pattern of paths below the project fits."""
    return any(True for _ in PROJECT.glob(pattern.rstrip("/")))


def of_linters() -> Iterator[str]:
    """Yield the patterns by which ruff and mypy choose files."""
    ruff, mypy = TOOLS["ruff"], TOOLS["mypy"]
    yield from ruff.get("extend-exclude", [])
    yield from ruff["lint"]["per-file-ignores"]
    yield from ruff.get("per-file-target-version", {})
    yield from ruff.get("format", {}).get("exclude", [])
    yield from mypy["files"]
    # mypy takes regular expressions here; the project's are plain paths.
    yield from mypy.get("exclude", [])
    modules = [
        module
        for override in mypy.get("overrides", [])
        for module in override["module"]
    ]
    yield from (
        module.replace(".", "/")
        for module in modules
        if module.partition(".")[0] in mypy["files"]
    )


def of_tests() -> Iterator[str]:
    """Yield the folders that pytest looks into, and those that it does not, which lie in these."""
    options = TOOLS["pytest"]["ini_options"]
    yield from options["testpaths"]
    names = [name for name in options["norecursedirs"] if not name.startswith(".")]
    yield from (f"{parent}/{name}" for parent in options["testpaths"] for name in names)


def of_mutmut(settings: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Return the paths, and the tests by pytest's names, that mutmut's settings have."""
    selection = settings["pytest_add_cli_args_test_selection"]
    tests = [
        argument.removeprefix(DESELECTED)
        for argument in selection
        if argument.startswith(DESELECTED)
    ]
    paths = [argument for argument in selection if not argument.startswith("-")]
    return [*settings["source_paths"], *settings["also_copy"], *paths], tests


MUTATED, DESELECTED_TESTS = of_mutmut(TOOLS["mutmut"])
PATTERNS = [
    alternative
    for named in (*of_linters(), *of_tests(), *MUTATED)
    for alternative in alternatives(named)
]


@pytest.mark.parametrize("pattern", dict.fromkeys(PATTERNS))
def test_path_in_pyproject_exists(pattern: str) -> None:
    assert leads_somewhere(pattern)


def collected(files: Iterable[str]) -> list[str]:
    """Return the names of all tests in some files, as pytest collects them."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-n",
        "0",
        "--collect-only",
        "-q",
        "-o",
        "addopts=",
        *sorted(files),
    ]
    listed = subprocess.run(
        command, cwd=PROJECT, capture_output=True, text=True, check=True
    )
    return [line for line in listed.stdout.splitlines() if "::" in line]


def test_tests_that_mutmut_deselects_exist() -> None:
    names = collected({name.partition("::")[0] for name in DESELECTED_TESTS})
    known = {*names, *(name.partition("[")[0] for name in names)}
    assert len(known) > len(DESELECTED_TESTS) > 0
    assert [name for name in DESELECTED_TESTS if name not in known] == []


def test_leads_somewhere_is_false_for_missing_paths() -> None:
    assert not leads_somewhere("autograder/tell/gradescope.py")
    assert not leads_somewhere("tests/no_such_folder/")
    assert alternatives("a/{b/c,d}.py") == ["a/b/c.py", "a/d.py"]
    assert len(PATTERNS) > len(MUTATED) > 20


def test_mutmut_deselects_no_test_twice() -> None:
    assert len(DESELECTED_TESTS) == len(set(DESELECTED_TESTS))
    assert len(MUTATED) == len(set(MUTATED))
    selected = [path for path in MUTATED if fnmatch.fnmatch(path, "tests/*test_*.py")]
    assert {name.partition("::")[0] for name in DESELECTED_TESTS} <= set(selected)


@pytest.mark.parametrize("path", TOOLS["mutmut"]["source_paths"])
def test_mutmut_changes_nothing_that_runs_in_a_students_process(path: str) -> None:
    """There it cannot be imported, so no program would be explained, nor would any test of that pass."""
    room = import_module(path.rpartition("/")[0].replace("/", "."))
    assert getattr(room, "RUNS_IN", "") != "the worker"


def test_no_document_promises_a_package_as_there_is_none() -> None:
    assert "build-system" not in WHOLE
    assert "scripts" not in WHOLE["project"]
    documents = [*PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md")]
    promises = {
        (file.name, command[0])
        for file in documents
        for command in OF_A_PACKAGE.finditer(file.read_text("utf-8"))
    }
    assert promises == {("CHANGELOG.md", "pip install .")}, (
        "there it is said to be gone"
    )
