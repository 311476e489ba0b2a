"""`grade` as part of a larger program: what it must leave alone."""

from __future__ import annotations

import doctest
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import autograder
from tests.attacks import IN_A_NAMESPACE, ORDINARY_USER, namespace

AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")

PROJECT = Path(__file__).parents[1]


def test_the_example_of_the_library_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(PROJECT)
    examples = doctest.testmod(autograder)
    assert examples.attempted >= 4
    assert examples.failed == 0


@IN_A_NAMESPACE
@pytest.mark.parametrize(
    ("user", "without"),
    [
        (0, ""),
        (0, "seccomp,landlock"),
        pytest.param(0, "seccomp,landlock,user", marks=AS_ROOT),
        pytest.param(ORDINARY_USER, "seccomp,landlock", marks=AS_ROOT),
    ],
)
def test_grading_touches_no_child_that_it_did_not_start(user: int, without: str, project: Path, tmp_path: Path) -> None:
    submission = tmp_path / "submission"
    shutil.copytree(project / "tests" / "submissions" / "hostile_daemon", submission)
    python = str(project / ".venv" / "bin" / "python")
    command = [python, "-I", str(project / "tests" / "caller.py"), str(submission), str(user), without]
    for path in (tmp_path, *tmp_path.parents[:3]):  # pytest's folders are closed to others
        path.chmod(path.stat().st_mode | 0o055)
    environment = {"PATH": os.environ["PATH"], "TMPDIR": "/tmp"}
    done = subprocess.run(
        [*(namespace() or []), *command], env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr
    outcome = json.loads(done.stdout)
    assert outcome == {
        "points": 12,
        "going_on": [None, None],
        "dead": 7,
        "meanwhile": [8],
        "left": [],
        "adopts_orphans": 0,
    }
