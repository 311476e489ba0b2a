"""Submissions that attack: what each is given, what comes of it, and what about that is not as its verdict says.

Each runs in a namespace of its own with bounded memory, where the temporary folders are its own as well: an attack that
gets through hits nothing else, and all that it leaves is found.
"""

import contextlib
import json
import os
import select
import shutil
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from tests.sets import valid_results

PROJECT = Path(__file__).parents[1]
FOLDERS = sorted(
    file.parent
    for file in (PROJECT / "tests" / "submissions").glob("hostile_*/verdict.json")
)
VERDICTS: dict[str, dict[str, Any]] = {
    folder.name: json.loads((folder / "verdict.json").read_text("utf-8"))
    for folder in FOLDERS
}
ORDINARY_USER = 54321
DYING_SECONDS = 60
"""Seconds in which all processes of an attack that is stopped have ended, on a busy machine, too."""
NAMESPACE = ["unshare", "--pid", "--mount", "--fork", "--mount-proc", "--kill-child"]
OF_A_USER = ["--user", "--map-current-user", "--keep-caps"]
"""The further conditions for an ordinary user. Root needs none of it: below a user's namespace it could become nobody else."""


@lru_cache
def namespace() -> list[str] | None:
    """Return the command that makes a namespace of processes and mounts here; None if that is not allowed."""
    command = NAMESPACE if os.geteuid() == 0 else [*NAMESPACE, *OF_A_USER]
    allowed = (
        subprocess.run([*command, "true"], capture_output=True, check=False).returncode
        == 0
    )
    return command if allowed else None


IN_A_NAMESPACE = pytest.mark.skipif(
    namespace() is None,
    reason="attacks are only let loose in a namespace, which may not be made on this machine",
)


def open_to_all(path: Path) -> bool:
    """Return whether every user may read a folder or program, and what leads to it."""
    return all(
        parent.stat().st_mode & 0o005 == 0o005 for parent in (path, *path.parents)
    )


PYTHON = Path(sys.executable).resolve()
OTHERS_RUN_PYTHON = pytest.mark.skipif(
    os.geteuid() == 0
    and not all(map(open_to_all, (PYTHON, Path(os.__file__).resolve().parent))),
    reason=f"other users may not run {PYTHON}",
)
"""For tests in which root starts Python as another user."""


def run(
    name: str,
    project: Path,
    folder: Path,
    user: int | None,
    without: tuple[str, ...] = (),
    dying_seconds: float = DYING_SECONDS,
) -> dict[str, Any]:
    """Grade a hostile submission; return the outcome of it, with its results, if any, under "results".

    dying_seconds: how long its processes are waited for. Each ends by itself, unless it hangs: a program that is to be
    ended at a limit names this in its verdict, and all others have more time than a busy machine takes for them.
    """
    verdict = VERDICTS[name]
    submission = folder / "submission"
    shutil.copytree(project / "tests" / "submissions" / name, submission, symlinks=True)
    complete(name, submission, project)
    results = folder / "results" / "results.json"
    results.parent.mkdir()
    temporary = folder / "temporary"
    temporary.mkdir()
    for path in (folder, *folder.parents[:3]):  # pytest's folders are closed to others
        if path.stat().st_uid == os.getuid():
            path.chmod(path.stat().st_mode | 0o055)
    if user is not None:
        for path in (results.parent, temporary):
            os.chown(path, user, user)
    case = {
        "submission": str(submission),
        "results": str(results),
        "exercises": verdict["exercises"],
        "without": without,
        "limits": verdict.get("limits", {}),
        "user": user,
        "inherits": verdict.get("inherits", []),
        "environment": {**verdict.get("environment", {}), "TMPDIR": str(temporary)},
        "kill_grader_after": verdict.get("kill_grader_after", 0),
        "keep": [str(folder), str(project)],
        "dying_seconds": dying_seconds,
    }
    outcome = contained(case, project)
    if results.exists():
        outcome["results"] = valid_results(results)
    if not verdict.get("kill_grader_after"):  # a grader that is killed cannot tidy up
        outcome["left"] += [file.name for file in temporary.iterdir()]
    return outcome


def complete(name: str, submission: Path, project: Path) -> None:
    """Make the files and links of a hostile submission that the project does not hold."""
    verdict = VERDICTS[name]
    for file, size in verdict.get("make", {}).items():
        (submission / file).parent.mkdir(exist_ok=True)
        with (submission / file).open("ab") as made:
            made.write(
                b"#" * (size - made.tell()) if file.endswith(".py") else b"\0" * size
            )
    for link, target in verdict.get("links", {}).items():
        (submission / link).unlink(missing_ok=True)
        (submission / link).symlink_to(project / target)


def contained(
    case: dict[str, Any], project: Path, seconds: float = 600
) -> dict[str, Any]:
    """Run a case (see hostile.py) in a namespace of its own; return its outcome."""
    assert namespace(), "an attack is never let loose outside a namespace"
    server = _server(project)
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(json.dumps(case) + "\n")
    server.stdin.flush()
    ready, _, _ = select.select([server.stdout], [], [], seconds)
    line = server.stdout.readline() if ready else ""
    if not line.strip():
        server.kill()
        _server.cache_clear()
        raise AssertionError("nothing came of the case: standard error says why")
    outcome: dict[str, Any] = json.loads(line)
    return outcome


def processor_time() -> float:
    """Return the processor seconds of all cases so far, of the servers that still run."""
    ticks = 0
    for server in SERVERS:
        with contextlib.suppress(OSError):
            stat = Path("/proc", str(server.pid), "stat").read_text("utf-8")
            after_name = stat.rpartition(")")[2].split()
            ticks += sum(map(int, after_name[11:15]))  # its own, and of those it ended
    return ticks / os.sysconf("SC_CLK_TCK")


SERVERS: list[subprocess.Popen[str]] = []


@lru_cache
def _server(project: Path) -> subprocess.Popen[str]:
    """Return the process in whose forks the cases happen. It ends with this one, which closes its input."""
    python = str(project / ".venv" / "bin" / "python")
    command = [python, "-I", str(project / "tests" / "hostile.py")]
    environment = {"PATH": os.environ["PATH"]}
    server = subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    SERVERS.append(server)
    return server


def complaints(name: str, outcome: dict[str, Any]) -> list[str]:
    """Return the differences of an outcome from its verdict."""
    verdict = VERDICTS[name]
    shown = outcome["output"] + json.dumps(outcome.get("results"), ensure_ascii=False)
    found = [
        f"it says {clause!r}"
        for clause in verdict.get("never_says", ())
        if clause in shown
    ]
    if outcome["left"]:
        found.append(f"left behind: {outcome['left']}")
    if outcome["hung"]:
        found.append("the grader hung")
    if verdict.get("kill_grader_after"):
        return found
    if (
        outcome["status"] != 0
        or "results" not in outcome
        or "tests" not in outcome["results"]
    ):
        return [
            *found,
            f"the grader ended with status {outcome['status']}: {outcome['errors'][-2000:]}",
        ]
    full = sum(test["max_score"] for test in outcome["results"]["tests"])
    score = outcome["results"]["score"]
    places = [
        place
        for test in outcome["results"]["tests"]
        for place in test["extra_data"].get("places", ())
    ]
    if "places" in verdict and places != verdict["places"]:
        found.append(f"it is told the places {places}")
    text = "full" if score == full else "zero" if score == 0 else "partial"
    if text != verdict["score"]:
        found.append(f"its score is {score} of {full}")
    return found + [
        f"it does not say {clause!r}"
        for clause in verdict.get("says", ())
        if clause not in shown
    ]


def assert_fails(name: str, user: int | None, project: Path, folder: Path) -> None:
    """Check that an attack gets its verdict, in the set's own time, and leaves no process and no file."""
    if VERDICTS[name].get("only_root") and (user is not None or os.geteuid() != 0):
        pytest.skip("only root can have the layer that stops it")
    outcome = run(name, project, folder, user)
    assert complaints(name, outcome) == [], outcome["output"][-3000:]
