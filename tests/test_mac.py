"""Grading where there is only what a Mac has. See mac.py: this is no Mac, but Linux without what is Linux's alone."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests import mac
from tests.results import valid_results
from tests.test_set_up import clone, is_made

__all__ = ["clone"]

PROJECT = Path(__file__).parents[1]
SUBMISSIONS = PROJECT / "tests" / "submissions"
QUICK = PROJECT / "tests" / "exercises" / "quick"
LACKING = {"pid_namespace", "process", "user", "rlimits", "landlock", "no_new_privs", "seccomp"}


class Mac:
    """A copy of the project, and what is typed there."""

    def __init__(self, folder: Path) -> None:
        (folder / "project").mkdir()
        self.project = mac.copy_of_the_project(folder / "project")
        self.environment = {
            "PATH": mac.bsd_programs(folder / "bin"),
            "HOME": str(folder),
            "AUTOGRADER_ROOT": "/nowhere",
        }

    def run(self, *arguments: object) -> str:
        command = ["bash", str(self.project / "run_autograder"), *map(str, arguments)]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert not done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def a_mac(tmp_path_factory: pytest.TempPathFactory) -> Mac:
    return Mac(tmp_path_factory.mktemp("mac"))


def test_what_is_missing_is_said_before_a_right_program_gets_full_points(a_mac: Mac, tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    printed = a_mac.run(SUBMISSIONS / "textbook", "--only", "0[19]*", "--results", file)
    said, _, graded = printed.partition("✓ 01_two_plies")
    assert "This system is not Linux" in said
    assert "docs/platforms.md" in said
    assert "6 of 6 points" in graded
    data = valid_results(file)
    assert data["score"] == 6
    assert set(data["extra_data"]["isolation_missing"]) == LACKING
    assert "does not limit memory" in data["extra_data"]["isolation_missing"]["rlimits"]


def test_what_is_missing_is_said_before_a_program_is_explained_or_proved(a_mac: Mac) -> None:
    right = SUBMISSIONS / "textbook"
    for command in (["explain", right, "--exercises", QUICK], ["prove", right, "--leaves", 2, "--plies", 1]):
        assert a_mac.run(*command).startswith("This system is not Linux")


def test_a_wrong_program_gets_its_page(a_mac: Mac) -> None:
    printed = a_mac.run(SUBMISSIONS / "strict_cutoff", "--only", "0[19]*")
    assert "Equal bounds do not prune" in printed
    assert "alphabeta.py, line 24" in printed
    assert "4 of 6 points" in printed


def test_a_class_is_graded_a_notebook_among_it(a_mac: Mac, tmp_path: Path) -> None:
    exercises = tmp_path / "set"
    shutil.copytree(QUICK, exercises)
    assignment = json.loads((exercises / "assignment.json").read_text("utf-8"))
    (exercises / "assignment.json").write_text(json.dumps({**assignment, "accept": [".py", ".ipynb"]}), "utf-8")
    source = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8")
    cell: dict[str, object] = {
        "cell_type": "code",
        "source": source,
        "metadata": {},
        "outputs": [],
        "execution_count": None,
        "id": "a",
    }
    notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    for name, file, text in (("ann", "alphabeta.py", source), ("bob", "alphabeta.ipynb", json.dumps(notebook))):
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / file).write_text(text, "utf-8")
    printed = a_mac.run("class", tmp_path / "class", "--results", tmp_path / "results", "--exercises", exercises)
    assert printed.index("This system is not Linux") < printed.index("2 students")
    for name in ("ann", "bob"):
        data = json.loads((tmp_path / "results" / f"{name}.json").read_text("utf-8"))
        assert data["score"] == sum(test["max_score"] for test in data["tests"]), data["output"]


def test_it_is_set_up_with_the_programs_of_a_mac(clone: Path, tmp_path: Path) -> None:
    environment = {"PATH": mac.bsd_programs(tmp_path / "bin"), "HOME": str(tmp_path)}
    command = ["bash", str(clone / "run_autograder")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    said = [line for line in done.stderr.splitlines() if not line.startswith("setup.sh: ")]
    assert len(said) == 1, said  # that it is the first use
    assert is_made(clone)
    assert (clone / ".venv" / ".made-by").read_text("utf-8").splitlines()[0] == os.path.realpath(
        environment["PATH"] + "/python3"
    )
    programs = [file.read_bytes() for file in (clone / ".venv" / "bin").iterdir() if not file.is_symlink()]
    assert programs
    assert not any(b"/.venv.new" in program for program in programs)


BEYOND_3_2 = (
    r"\bdeclare -[a-zA-Z]*[AngluI]|\blocal -[nAlu]|\b(mapfile|readarray|coproc)\b|\$\{\w+[\^,@]|&>>|\|&|;;?&|\bwait -n"
    r"|\[\[? -[vR] |%\([^)]*\)T|\bglobstar\b|\$\{\w+\[-|\{\w+\}[<>]|\$\{\w+: ?-\d|\$\{!\w+\[?@?Q|EPOCH|BASHPID"
)
"""What bash does not know before version 4, as far as it can be told by a pattern. A Mac's bash is 3.2."""


@pytest.mark.parametrize("script", ["run_autograder", "setup.sh", "tests/run"])
def test_no_script_that_a_mac_runs_needs_a_newer_bash(script: str) -> None:
    text = re.sub(r"^\s*#.*", "", (PROJECT / script).read_text("utf-8"), flags=re.M)
    assert not re.findall(BEYOND_3_2, text)


@pytest.mark.parametrize("line", ["declare -A x", "x=${name^^}", "a &>> b", "local -n x=y", "mapfile -t x", "[ -v x ]"])
def test_a_newer_bash_is_seen(line: str) -> None:
    assert re.search(BEYOND_3_2, line)
