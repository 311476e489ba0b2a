"""Grading with nothing but the means of a Mac: no Mac, but a copy of the project that believes to be on one.

It has a PATH with the programs of a Mac, and Linux without what is Linux's alone (no_linux.py).
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.core.test_submission import notebook
from tests.sets import PROJECT, QUICK, SUBMISSIONS, valid_results, written
from tests.test_set_up import clone, is_made

__all__ = ["clone"]
LACKING = {
    "pid_namespace",
    "process",
    "user",
    "rlimits",
    "landlock",
    "no_new_privs",
    "seccomp",
}
SAME = "bash sh cat cmp cp mv rm mkdir ls chmod grep head tail dirname sleep kill true uname touch tr sort wc cut ln tee"
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
    """Return a PATH with the programs that a Mac has; those that differ there refuse arguments that only GNU's take."""
    folder.mkdir()
    for name in SAME.split():
        (folder / name).symlink_to(shutil.which(name) or "/nowhere")
    for name in NO_LONG_OPTIONS.split():
        text = WRAPPER.format(
            name=name, program=shutil.which(name), refused=REFUSED.get(name, "--")
        )
        (folder / name).write_text(text, "utf-8")
        (folder / name).chmod(0o755)
    (folder / "python3").symlink_to(os.path.realpath(sys.executable))
    return str(folder)


def copy_of_the_project(folder: Path) -> Path:
    """Return a copy of the grader, with the packages of this one; its Python is a Mac's in every process."""
    for name in ("autograder", "reference"):
        shutil.copytree(
            PROJECT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__")
        )
    (folder / "requirements").mkdir()
    for name in ("run_autograder", "setup.sh", "requirements/grading.lock"):
        shutil.copy(PROJECT / name, folder / name)
    (folder / "exercises").symlink_to(PROJECT / "exercises")
    (folder / ".venv").mkdir()
    for path in (PROJECT / ".venv").iterdir():
        (folder / ".venv" / path.name).symlink_to(path)
    # setup.sh writes "no" in the third line if env cannot block signals.
    made_by = folder / ".venv" / ".made-by"
    python, library, *_ = made_by.read_text("utf-8").splitlines()
    made_by.unlink()
    made_by.write_text(f"{python}\n{library}\nno\n", "utf-8")
    shutil.copy(PROJECT / "tests" / "no_linux.py", folder / "autograder")
    # This is the first module of the project that a process imports.
    package = folder / "autograder" / "__init__.py"
    first = "from autograder import no_linux\n\nno_linux.take_away()\n"
    package.write_text(first + package.read_text("utf-8"), "utf-8")
    return folder


class Mac:
    """A copy of the project, and the commands typed there."""

    def __init__(self, folder: Path) -> None:
        (folder / "project").mkdir()
        self.project = copy_of_the_project(folder / "project")
        self.environment = {
            "PATH": bsd_programs(folder / "bin"),
            "HOME": str(folder),
            "AUTOGRADER_ROOT": "/nowhere",
        }

    def run(self, *arguments: object) -> str:
        command = ["bash", str(self.project / "run_autograder"), *map(str, arguments)]
        done = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        assert not done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def a_mac(tmp_path_factory: pytest.TempPathFactory) -> Mac:
    return Mac(tmp_path_factory.mktemp("mac"))


def test_missing_isolation_is_reported_before_a_right_programs_points(
    a_mac: Mac, tmp_path: Path
) -> None:
    file = tmp_path / "results.json"
    printed = a_mac.run(SUBMISSIONS / "textbook", "--only", "0[19]*", "--results", file)
    message, _, graded = printed.partition("✓ 01_two_plies")
    assert "This system is not Linux" in message
    assert "docs/platforms.md" in message
    assert "6 of 6 points" in graded
    data = valid_results(file)
    assert data["score"] == 6
    assert set(data["extra_data"]["isolation_missing"]) == LACKING
    assert "does not limit memory" in data["extra_data"]["isolation_missing"]["rlimits"]


def test_missing_isolation_is_reported_before_explain_and_prove(
    a_mac: Mac,
) -> None:
    right = SUBMISSIONS / "textbook"
    for command in (
        ["explain", right, "--exercises", QUICK],
        ["prove", right, "--leaves", 2, "--plies", 1],
    ):
        assert a_mac.run(*command).startswith("This system is not Linux")


def test_wrong_program_gets_its_feedback_page_on_a_mac(a_mac: Mac) -> None:
    printed = a_mac.run(SUBMISSIONS / "strict_cutoff", "--only", "0[19]*")
    assert "A player goes on when the bounds are equal" in printed
    assert "24 | if v < alpha:" in printed
    assert "4 of 6 points" in printed


def test_class_with_a_notebook_is_graded_on_a_mac(a_mac: Mac, tmp_path: Path) -> None:
    exercises = tmp_path / "set"
    shutil.copytree(QUICK, exercises)
    assignment = json.loads((exercises / "assignment.json").read_text("utf-8"))
    (exercises / "assignment.json").write_text(
        json.dumps({**assignment, "accept": [".py", ".ipynb"]}), "utf-8"
    )
    source = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8")
    for name, file, text in (
        ("ann", "alphabeta.py", source),
        ("bob", "alphabeta.ipynb", notebook(source)),
    ):
        written(tmp_path / "class" / name / file, text)
    printed = a_mac.run(
        "class",
        tmp_path / "class",
        "--results",
        tmp_path / "results",
        "--exercises",
        exercises,
    )
    assert printed.index("This system is not Linux") < printed.index("2 students")
    for name in ("ann", "bob"):
        data = json.loads((tmp_path / "results" / f"{name}.json").read_text("utf-8"))
        assert data["score"] == sum(test["max_score"] for test in data["tests"]), data[
            "output"
        ]


def test_setup_works_with_the_programs_of_a_mac(clone: Path, tmp_path: Path) -> None:
    environment = {"PATH": bsd_programs(tmp_path / "bin"), "HOME": str(tmp_path)}
    command = ["bash", str(clone / "run_autograder")]
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    texts = [
        line for line in done.stderr.splitlines() if not line.startswith("setup.sh: ")
    ]
    assert len(texts) == 1, texts  # that it is the first use
    assert is_made(clone)
    assert (clone / ".venv" / ".made-by").read_text("utf-8").splitlines()[
        0
    ] == os.path.realpath(environment["PATH"] + "/python3")
    programs = [
        file.read_bytes()
        for file in (clone / ".venv" / "bin").iterdir()
        if not file.is_symlink()
    ]
    assert programs
    assert not any(b"/.venv.new" in program for program in programs)


BEYOND_3_2 = (
    r"\bdeclare -[a-zA-Z]*[AngluI]|\blocal -[nAlu]|\b(mapfile|readarray|coproc)\b|\$\{\w+[\^,@]|&>>|\|&|;;?&|\bwait -n"
    r"|\[\[? -[vR] |%\([^)]*\)T|\bglobstar\b|\$\{\w+\[-|\{\w+\}[<>]|\$\{\w+: ?-\d|\$\{!\w+\[?@?Q|EPOCH|BASHPID"
)
"""The syntax that bash does not know before version 4, as far as it can be told by a pattern. A Mac's bash is 3.2."""


@pytest.mark.parametrize("script", ["run_autograder", "setup.sh", "tests/run"])
def test_no_script_that_a_mac_runs_needs_a_newer_bash(script: str) -> None:
    text = re.sub(r"^\s*#.*", "", (PROJECT / script).read_text("utf-8"), flags=re.M)
    assert not re.findall(BEYOND_3_2, text)


@pytest.mark.parametrize(
    "line",
    [
        "declare -A x",
        "x=${name^^}",
        "a &>> b",
        "local -n x=y",
        "mapfile -t x",
        "[ -v x ]",
    ],
)
def test_pattern_finds_syntax_newer_than_bash_3_2(line: str) -> None:
    assert re.search(BEYOND_3_2, line)
