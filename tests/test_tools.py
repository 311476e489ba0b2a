"""The project's own tools, `python -m tests.…`: asked for help, or for what there is not, they write nothing."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sets import PROJECT

TOOLS = {
    "container": "Builds docs/platforms/Dockerfile",
    "counted": "Counts how often each change",
    "explained": "Prints how well wrong programs are explained",
    "fields": "Writes the tables of fields",
    "licences": "Prints the packages that are installed",
    "mutants": "Prints the changes of a module that no test notices",
    "pages": "Writes tests/pages/*.txt anew",
    "pictures": "Makes the pictures of docs/pictures",
    "plain": "Print which of the catalogue's mistakes are named",
    "fuzz": "Grade random archives",
    "probes": "Chooses the trees",
    "benchmarks.cluster": "Grades a class by two workers",
    "benchmarks.core_set": "Prints how many seconds",
    "benchmarks.growth": "Prints what a tree of ten children a node costs",
    "benchmarks.table": "Prints one table of what grading costs",
    "benchmarks.usual_grader": "Grades a submission as courses do",
}
NOT_FOR_PEOPLE = {"caller.py", "hostile.py"}
"""The tools that other tests start."""
WRONG = {
    "container": (
        "autograder",
        "autograder holds something else than an image; name a new folder",
    ),
    "counted": ("aside", "unrecognized arguments: aside"),
    "explained": ("--half=both", "invalid choice: 'both'"),
    "fields": ("exercise", "unrecognized arguments: exercise"),
    "fuzz": ("programs", "invalid choice: 'programs'"),
    "licences": ("grading", "unrecognized arguments: grading"),
    "mutants": ("autograder/core/outputs.py", "outputs.py is not in the list of"),
    "pages": ("strict", "unrecognized arguments: strict"),
    "pictures": ("report", "unrecognized arguments: report"),
    "plain": ("strict-cutoff", "unrecognized arguments: strict-cutoff"),
    "probes": ("alphabeta", "there is no interface alphabeta; there are alpha_beta, "),
    "benchmarks.cluster": ("many", "many is no number of submissions"),
    "benchmarks.core_set": ("3", "unrecognized arguments: 3"),
    "benchmarks.growth": ("60", "invalid choice: 60"),
    "benchmarks.table": ("leafs", "there is no part leafs; there are leaf, fixed, "),
    "benchmarks.usual_grader": (
        "here",
        "the following arguments are required: CASES, RESULTS",
    ),
}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the project, as whatever a tool should write by mistake must not be written here."""
    folder = tmp_path_factory.mktemp("copy") / "project"
    ignored = shutil.ignore_patterns(".*", "__pycache__", "submissions", "real_*")
    shutil.copytree(PROJECT, folder, symlinks=True, ignore=ignored)
    return folder


def state(folder: Path) -> dict[Path, tuple[int, int, int]]:
    """Return of each file and folder what changes when it is written, or made anew."""
    states = {path: path.lstat() for path in (folder, *folder.rglob("*"))}
    return {
        path: (status.st_ino, status.st_size, status.st_mtime_ns)
        for path, status in states.items()
    }


def run(folder: Path, tool: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a tool of a copy, which must leave it as it is."""
    before = state(folder)
    command = [sys.executable, "-B", "-m", f"tests.{tool}", *arguments]
    environment = {**os.environ, "TMPDIR": str(folder.parent)}
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert state(folder) == before
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.parametrize("tool", TOOLS)
def test_help_of_a_tool_writes_no_file(tool: str, copy: Path) -> None:
    done = run(copy, tool, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert TOOLS[tool] in " ".join(done.stdout.split())


@pytest.mark.parametrize("tool", TOOLS)
def test_wrong_argument_of_a_tool_is_refused_in_one_sentence(
    tool: str, copy: Path
) -> None:
    argument, words = WRONG[tool]
    done = run(copy, tool, argument)
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr


def test_every_tool_is_listed_in_this_test() -> None:
    files = [
        *PROJECT.glob("tests/*.py"),
        *PROJECT.glob("tests/benchmarks/*.py"),
        *PROJECT.glob("tests/*/__main__.py"),
    ]
    runs = {
        file
        for file in files
        if '\nif __name__ == "__main__":' in file.read_text("utf-8")
    }
    assert len(runs) > len(NOT_FOR_PEOPLE)
    paths = {
        file.relative_to(PROJECT / "tests")
        for file in runs
        if file.name not in NOT_FOR_PEOPLE
    }
    names = {
        ".".join(path.with_suffix("").parts).removesuffix(".__main__") for path in paths
    }
    assert names == set(TOOLS)
