"""Submissions that attack: what each is given, what comes of it, and what about that is not as its verdict says.

Each runs in a PID namespace of its own with bounded memory, so that an attack that gets through hits nothing else.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from tests.results import valid_results

PROJECT = Path(__file__).parents[1]
FOLDERS = sorted(file.parent for file in (PROJECT / "tests" / "submissions").glob("hostile_*/verdict.json"))
VERDICTS: dict[str, dict[str, Any]] = {
    folder.name: json.loads((folder / "verdict.json").read_text("utf-8")) for folder in FOLDERS
}
ORDINARY_USER = 54321
NOBODY = 65534
NAMESPACE = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"]
TEMPORARY = (Path("/tmp"), Path("/var/tmp"), Path("/dev/shm"))


@lru_cache
def namespace() -> list[str] | None:
    """The command that makes a PID namespace here; None where that is not allowed."""
    for command in (NAMESPACE, [NAMESPACE[0], "--user", "--map-current-user", *NAMESPACE[1:]]):
        if subprocess.run([*command, "true"], capture_output=True, check=False).returncode == 0:
            return command
    return None


IN_A_NAMESPACE = pytest.mark.skipif(
    namespace() is None, reason="attacks are only run in a PID namespace, which this user may not make"
)


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
    exercises = verdict.get("exercises", "tests/exercises/quick")
    limits = json.loads((project / exercises / "assignment.json").read_text("utf-8"))["limits"]
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
        "exercises": exercises,
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
    outcome["most_seconds"] = limits["run_seconds"]
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
    if outcome["hung"] or outcome["seconds"] > outcome["most_seconds"]:
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


def assert_fails(name: str, user: int | None, project: Path, folder: Path) -> None:
    """An attack must get its verdict, in the set's own time, and leave no process and no file."""
    before = temporary_files(user)
    outcome = run(name, project, folder, user)
    assert complaints(name, outcome) == [], outcome["output"][-3000:]
    assert temporary_files(user) - before == set()


def temporary_files(user: int | None) -> set[Path]:
    """What the student's program may have written where everyone may write. user: the grader's, as in `run`."""
    mine = NOBODY if os.geteuid() == 0 and user is None else user or os.geteuid()
    found = set()
    for folder in TEMPORARY:
        for file in folder.iterdir() if folder.is_dir() else ():
            with contextlib.suppress(FileNotFoundError):
                if file.lstat().st_uid == mine and not file.name.startswith("alphabeta-hypothesis"):
                    found.add(file)
    return found
