"""Submissions that attack, graded as whoever runs the tests, and, if that is root, as an ordinary user too.

As an ordinary user one layer less is in force: `user`. So all attacks that this layer helps to stop, and one for each
other choice of layers; a run of the tests as an ordinary user, which .ci/run makes too, tries all attacks as that user.
And the proof that each layer is needed: with the layer switched off, an attack that names it in "layer" succeeds.
"""

import contextlib
import doctest
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import autograder
from autograder.core.sandbox.containment import ALL_LAYERS
from tests.attacks import (
    DYING_SECONDS,
    IN_A_NAMESPACE,
    ORDINARY_USER,
    OTHERS_RUN_PYTHON,
    VERDICTS,
    assert_fails,
    complaints,
    contained,
    namespace,
    processor_time,
    run,
)
from tests.patience import PATIENCE, wait_for
from tests.sets import PROJECT


@IN_A_NAMESPACE
@pytest.mark.parametrize("name", VERDICTS)
def test_attack_by_a_submission_fails(name: str, project: Path, tmp_path: Path) -> None:
    assert_fails(name, None, project, tmp_path)


LAYERS = {
    name: tuple(verdict["layer"])
    for name, verdict in VERDICTS.items()
    if "layer" in verdict
}
OF_THEIR_OWN = {layers: name for name, layers in LAYERS.items()}.values()
TELLING = [
    name for name, layers in LAYERS.items() if "user" in layers or name in OF_THEIR_OWN
]


@IN_A_NAMESPACE
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
@OTHERS_RUN_PYTHON
@pytest.mark.parametrize("name", TELLING)
def test_attack_on_a_grader_without_root_fails(
    name: str, project: Path, tmp_path: Path
) -> None:
    assert_fails(name, ORDINARY_USER, project, tmp_path)


# The attacks that a layer alone must stop; no_new_privs is what Landlock and seccomp stand on, and is seen only without them. A
# namespace ends with the grader too.
COMPANIONS = {"no_new_privs": ("landlock", "seccomp"), "process": ("pid_namespace",)}


@IN_A_NAMESPACE
@pytest.mark.skipif(
    os.geteuid() != 0,
    reason="without its layers an attack is only let loose by root, in a namespace",
)
@pytest.mark.parametrize("layer", ALL_LAYERS)
def test_every_layer_stops_some_attack(
    layer: str, project: Path, tmp_path: Path
) -> None:
    """Some attack fails with the layer and succeeds without it, all else being equal.

    That it fails with all layers holds for every attack above; those that fewest layers stop are tried first.
    """
    companions = COMPANIONS.get(layer, ())
    attacks = sorted(
        (name for name in LAYERS if layer in LAYERS[name]),
        key=lambda name: len(LAYERS[name]),
    )
    assert attacks
    for number, name in enumerate(attacks):
        with_it = tmp_path / f"{number}_with"
        without_it = tmp_path / f"{number}_without"
        with_it.mkdir()
        without_it.mkdir()
        stopped = (
            not companions
            or complaints(name, run(name, project, with_it, None, companions)) == []
        )
        # What the layer ends would go on for ever.
        outcome = run(
            name, project, without_it, None, (*companions, layer), dying_seconds=1
        )
        if stopped and complaints(name, outcome):
            return
    pytest.fail(f"no attack of {attacks} needs {layer}")


@IN_A_NAMESPACE
@pytest.mark.skipif(
    os.geteuid() != 0,
    reason="without its layers an attack is only let loose by root, in a namespace",
)
def test_nothing_tells_where_the_project_lies(project: Path, tmp_path: Path) -> None:
    """Not even to a program that may read all that the kernel says of its process."""
    name = "hostile_looks_for_the_project"
    outcome = run(
        name, project, tmp_path, None, ("process", "user", "landlock", "seccomp")
    )
    assert complaints(name, outcome) == [], outcome["output"][-3000:]


@IN_A_NAMESPACE
def test_slow_case_is_ended_with_all_its_processes(
    project: Path,
) -> None:
    sleep = ["sleep", f"600.{os.getpid()}"]
    case = _case_of(sleep, project)
    with pytest.raises(AssertionError, match="nothing came of the case"):
        contained(case, project, seconds=1)
    wait_for(lambda: not _runs(sleep))


@IN_A_NAMESPACE
def test_processor_time_of_a_case_is_counted(project: Path) -> None:
    """Otherwise slow attacks would be measured as quick tests."""
    busy = "import time\nwhile time.process_time() < 0.1: pass"
    before = processor_time()
    python = str(project / ".venv" / "bin" / "python")
    contained(_case_of([python, "-ISc", busy], project), project)
    assert processor_time() - before >= 0.1


@IN_A_NAMESPACE
def test_case_that_breaks_is_not_waited_for(project: Path) -> None:
    with pytest.raises(AssertionError, match="nothing came of the case"):
        contained(_case_of(["/no such program"], project), project)


def _case_of(command: list[str], project: Path) -> dict[str, Any]:
    """Return a case in which a command runs instead of grading."""
    return {
        "command": command,
        "user": None,
        "environment": {},
        "kill_grader_after": 0,
        "dying_seconds": DYING_SECONDS,
        "keep": [str(project)],
    }


def _runs(command: list[str]) -> bool:
    """Return whether a process with a command is there."""
    wanted = "".join(f"{part}\0" for part in command).encode()
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            if path.read_bytes() == wanted:
                return True
    return False


# --- `grade` as part of a larger program: what it must leave alone ---


AS_ROOT = pytest.mark.skipif(
    os.geteuid() != 0, reason="only root can become another user"
)


def test_docstring_examples_of_the_library_are_true(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
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
def test_grading_touches_no_child_that_it_did_not_start(
    user: int, without: str, project: Path, tmp_path: Path
) -> None:
    submission = tmp_path / "submission"
    shutil.copytree(project / "tests" / "submissions" / "hostile_daemon", submission)
    python = str(project / ".venv" / "bin" / "python")
    command = [
        python,
        "-I",
        str(project / "tests" / "caller.py"),
        str(submission),
        str(user),
        without,
    ]
    # Pytest closes its folders to other users, and another user must reach these.
    for path in (
        tmp_path,
        *tmp_path.parents[:3],
    ):
        path.chmod(path.stat().st_mode | 0o055)
    environment = {"PATH": os.environ["PATH"], "TMPDIR": "/tmp"}
    done = subprocess.run(
        [*(namespace() or []), *command],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    outcome = json.loads(done.stdout)
    untouched = {
        "going_on": [None, None],
        "dead": 7,
        "meanwhile": [8],
        "left": [],
        "adopts_orphans": 0,
    }
    assert outcome == {"points": 12, **untouched}
