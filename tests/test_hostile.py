"""Submissions that attack: each gets the verdict it must get, as root and as an ordinary user, and leaves nothing.

Each runs in a PID namespace of its own with bounded memory, so that an attack that gets through hits nothing else.
With the layer that stops it switched off, every attack that names one in "layer" is seen to succeed.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from autograder.confine import STARTED_WITH
from tests.results import valid_results

PROJECT = Path(__file__).parents[1]
FOLDERS = sorted(file.parent for file in (PROJECT / "tests" / "submissions").glob("hostile_*/verdict.json"))
VERDICTS: dict[str, dict[str, Any]] = {
    folder.name: json.loads((folder / "verdict.json").read_text("utf-8")) for folder in FOLDERS
}
ORDINARY_USER = 54321
NAMESPACE = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"]
MOST_SECONDS = 30
"""The set's own limit for a run."""
TEMPORARY = (Path("/tmp"), Path("/var/tmp"), Path("/dev/shm"))


@lru_cache
def namespace() -> list[str] | None:
    """The command that makes a PID namespace here; None where that is not allowed."""
    for command in (NAMESPACE, [NAMESPACE[0], "--user", "--map-current-user", *NAMESPACE[1:]]):
        if subprocess.run([*command, "true"], capture_output=True, check=False).returncode == 0:
            return command
    return None


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The project where an ordinary user can read it: itself, or a copy."""
    if all(parent.stat().st_mode & 0o005 == 0o005 for parent in (PROJECT, *PROJECT.parents)):
        yield PROJECT
        return
    copy = Path("/var/tmp") / f"alphabeta-project-{os.getpid()}"
    shutil.copytree(PROJECT, copy, symlinks=True, ignore=shutil.ignore_patterns(".git", ".*_cache", "__pycache__"))
    subprocess.run(["chmod", "-R", "a+rX", str(copy)], check=True)
    yield copy
    shutil.rmtree(copy)


def run(name: str, project: Path, folder: Path, user: int | None, without: tuple[str, ...] = ()) -> dict[str, Any]:
    """What comes of grading a hostile submission; with the results, if there are any, under "results"."""
    verdict = VERDICTS[name]
    submission = folder / "submission"
    shutil.copytree(project / "tests" / "submissions" / name, submission, symlinks=True)
    for file, size in verdict.get("make", {}).items():
        (submission / file).parent.mkdir(exist_ok=True)
        with (submission / file).open("ab") as made:
            made.write(b"#" * (size - made.tell()) if file.endswith(".py") else b"\0" * size)
    for link, target in verdict.get("links", {}).items():
        (submission / link).unlink(missing_ok=True)
        (submission / link).symlink_to(project / target)
    results = folder / "results" / "results.json"
    results.parent.mkdir()
    temporary = folder / "temporary"
    temporary.mkdir()
    for path in (folder, *folder.parents[:3]):  # pytest's folders are closed to others
        path.chmod(path.stat().st_mode | 0o055)
    if user is not None:
        for path in (results.parent, temporary):
            os.chown(path, user, user)
    case = {
        "submission": str(submission),
        "results": str(results),
        "exercises": verdict.get("exercises", "tests/exercises/quick"),
        "without": without,
        "user": user,
        "inherits": verdict.get("inherits", []),
        "environment": {**verdict.get("environment", {}), "TMPDIR": str(temporary)},
        "kill_grader_after": verdict.get("kill_grader_after", 0),
    }
    command = [
        *(namespace() or []),
        sys.executable,
        "-I",
        str(project / "tests" / "hostile.py"),
        "contain",
        json.dumps(case),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.stdout, done.stderr
    outcome: dict[str, Any] = json.loads(done.stdout)
    if results.exists():
        outcome["results"] = valid_results(results)
    if not verdict.get("kill_grader_after"):  # a grader that is killed cannot tidy up
        outcome["left"] += [file.name for file in temporary.iterdir() if "hypothesis" not in file.name]
    return outcome


def complaints(name: str, outcome: dict[str, Any]) -> list[str]:
    """What about an outcome is not as the verdict says."""
    verdict = VERDICTS[name]
    shown = outcome["output"] + json.dumps(outcome.get("results"), ensure_ascii=False)
    found = [f"it says {words!r}" for words in verdict.get("never_says", ()) if words in shown]
    if outcome["left"]:
        found.append(f"left behind: {outcome['left']}")
    if outcome["hung"] or outcome["seconds"] > MOST_SECONDS:
        found.append(f"it took {outcome['seconds']:.1f} seconds")
    if verdict.get("kill_grader_after"):
        return found
    if outcome["status"] != 0 or "results" not in outcome or "tests" not in outcome["results"]:
        return [*found, f"the grader ended with status {outcome['status']}: {outcome['errors'][-2000:]}"]
    full = sum(test["max_score"] for test in outcome["results"]["tests"])
    score = outcome["results"]["score"]
    what = "full" if score == full else "zero" if score == 0 else "partial"
    if what != verdict["score"]:
        found.append(f"its score is {score} of {full}")
    return found + [f"it does not say {words!r}" for words in verdict.get("says", ()) if words not in shown]


def cases() -> list[Any]:
    """Every attack as this user and, where this one is root, those that a layer stops as an ordinary user too."""
    mine = [pytest.param(name, None, id=f"{name}-as_this_user") for name in VERDICTS]
    layered = [name for name, verdict in VERDICTS.items() if "layer" in verdict] if os.geteuid() == 0 else []
    return [*mine, *(pytest.param(name, ORDINARY_USER, id=f"{name}-as_an_ordinary_user") for name in layered)]


@pytest.mark.skipif(namespace() is None, reason="attacks are only run in a PID namespace, which this user may not make")
@pytest.mark.parametrize(("name", "user"), cases())
def test_attack_fails(name: str, user: int | None, project: Path, tmp_path: Path) -> None:
    before = temporary_files()
    outcome = run(name, project, tmp_path, user)
    assert complaints(name, outcome) == [], outcome["output"][-3000:]
    assert temporary_files() - before == set()


def temporary_files() -> set[Path]:
    """What students' programs may have written where everyone may write."""
    found = set()
    for folder in TEMPORARY:
        for file in folder.iterdir() if folder.is_dir() else ():
            with contextlib.suppress(FileNotFoundError):
                if file.lstat().st_uid in (65534, ORDINARY_USER) and not file.name.startswith("alphabeta-hypothesis"):
                    found.add(file)
    return found


# What a layer alone must stop; no_new_privs is what Landlock and seccomp stand on, and is seen only without them.
COMPANIONS = {"no_new_privs": ("landlock", "seccomp")}
LAYERS = [*STARTED_WITH, "process", "user", "rlimits", "landlock", "no_new_privs", "seccomp"]


@pytest.mark.skipif(os.geteuid() != 0, reason="without its layers an attack is only let loose by root, in a namespace")
@pytest.mark.parametrize("layer", LAYERS)
def test_every_layer_matters(layer: str, project: Path, tmp_path: Path) -> None:
    """Some attack fails with the layer and succeeds without it, all else being equal."""
    companions = COMPANIONS.get(layer, ())
    attacks = [name for name, verdict in VERDICTS.items() if layer in verdict.get("layer", ())]
    assert attacks
    for number, name in enumerate(attacks):
        with_it, without_it = tmp_path / f"{number}_with", tmp_path / f"{number}_without"
        with_it.mkdir()
        without_it.mkdir()
        stopped = complaints(name, run(name, project, with_it, None, companions)) == []
        if stopped and complaints(name, run(name, project, without_it, None, (*companions, layer))):
            return
    pytest.fail(f"no attack of {attacks} needs {layer}")
