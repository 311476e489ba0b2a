"""Classes of tests/submissions, graded at once by the command line, on clusters of dask too, and one by one."""

import json
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from autograder.core.exercises.load import load_set
from autograder.explain.graded import grade_and_explain
from autograder.tell.formats import results
from tests import attacks
from tests.patience import wait_for
from tests.sets import PROJECT, QUICK, SUBMISSIONS

MAIN = [sys.executable, "-I", str(PROJECT / "autograder" / "__main__.py")]
MOST_SECONDS = 900
MEASURED = ("seconds", "class")


def made(folder: Path, names: Iterable[str]) -> Path:
    """Return a class of some of tests/submissions, where any user may read it."""
    folder.mkdir()
    for name in names:
        shutil.copytree(SUBMISSIONS / name, folder / name, symlinks=True)
    for path in (folder, *folder.parents[:3]):  # pytest's folders are closed to others
        path.chmod(path.stat().st_mode | 0o055)
    return folder


def command(
    folder: Path, results: Path, *options: str, exercises: Path = QUICK
) -> list[str]:
    """Return the command that grades a class."""
    return [
        *MAIN,
        "class",
        str(folder),
        "--results",
        str(results),
        "--exercises",
        str(exercises),
        *options,
    ]


def environment(temporary: Path) -> dict[str, str]:
    """Return the variables of a run whose temporary files lie in a folder of their own."""
    temporary.mkdir(exist_ok=True)
    temporary.chmod(0o755)
    return {**os.environ, "TMPDIR": str(temporary), "AUTOGRADER_ROOT": "/nowhere"}


def run(
    folder: Path,
    results: Path,
    *options: str,
    exercises: Path = QUICK,
    status: int = 0,
    cwd: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """Grade a class, with a place for temporary files beside its results that must be empty afterwards."""
    temporary = results.with_name(f"{results.name}-temporary")
    line = command(folder, results, *options, exercises=exercises)
    done = subprocess.run(
        line,
        cwd=cwd,
        env=environment(temporary),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, list(temporary.iterdir())) == (status, []), done.stderr
    return done


def alone(submission: Path, exercises: Path = QUICK) -> dict[str, Any]:
    """Grade one submission alone; return its results, without the time that it took."""
    return comparable(results(grade_and_explain(submission, load_set(exercises))))


def comparable(data: dict[str, Any]) -> dict[str, Any]:
    """Return results without the time that they took."""
    extra = {
        key: value for key, value in data["extra_data"].items() if key not in MEASURED
    }
    kept = {
        key: value
        for key, value in data.items()
        if key not in ("execution_time", "extra_data")
    }
    return json.loads(json.dumps({**kept, "extra_data": extra}))  # type: ignore[no-any-return]


def together(results: Path, name: str) -> dict[str, Any]:
    """Return the results of one submission of a class, without the time that it took."""
    return comparable(json.loads((results / f"{name}.json").read_text("utf-8")))


def judged(data: dict[str, Any]) -> list[Any]:
    """Return all that does not depend on how long a machine may look for explanations: scores, checks, trees, layers."""
    tests = [
        (test["score"], test["extra_data"]["checks"], test["extra_data"].get("seed"))
        for test in data["tests"]
    ]
    passed = [test for test in data["tests"] if test["status"] == "passed"]
    return [data["score"], data["extra_data"]["isolation"], tests, passed]


def hostile(
    names: Sequence[str], folder: Path, exercises: Path = QUICK
) -> dict[str, Any]:
    """Grade a class of hostile submissions in a namespace; the outcome, and that of each by name."""
    submissions = made(folder / "class", names)
    for name in names:
        attacks.complete(name, submissions / name, PROJECT)
    line = command(submissions, folder / "results", exercises=exercises)
    case: dict[str, Any] = {
        "command": line,
        "user": None,
        "kill_grader_after": 0,
        "dying_seconds": attacks.DYING_SECONDS,
        "most_seconds": MOST_SECONDS,
    }
    case |= {
        "environment": environment(folder / "temporary"),
        "keep": [str(folder), str(PROJECT)],
    }
    outcome = attacks.contained(case, PROJECT, MOST_SECONDS + 30)
    outcome["left"] += [file.name for file in (folder / "temporary").iterdir()]
    outcome["results"] = {
        file.stem: json.loads(file.read_text("utf-8"))
        for file in (folder / "results").glob("hostile_*.json")
    }
    return outcome


def complaints(names: Sequence[str], outcome: dict[str, Any]) -> list[str]:
    """Return the differences of a class of hostile submissions from their verdicts."""
    found = [f"left behind: {outcome['left']}"] if outcome["left"] else []
    if outcome["status"] != 0 or outcome["hung"]:
        found.append(f"status {outcome['status']}: {outcome['errors'][-2000:]}")
    for name in names:
        verdict = attacks.VERDICTS[name]
        if verdict["exercises"] != "tests/exercises/quick":
            continue  # its verdict is about another set
        data = outcome["results"].get(name)
        full = sum(test["max_score"] for test in data["tests"]) if data else 0
        score = data and (
            "full" if data["score"] == full else "partial" if data["score"] else "zero"
        )
        if "score" in verdict and score != verdict["score"]:
            found.append(f"{name}: {score}")
    return found


class Cluster:
    """A dask scheduler and workers as docs/class.md starts them: processes of their own, on this machine."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        self._log = folder / "log"
        self._folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        self._start(
            "scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            self.address.rpartition(":")[2],
        )

    def _start(self, *arguments: str, hidden: Sequence[Path] = (), **more: str) -> None:
        line = [
            str(Path(sys.executable).with_name("dask")),
            *arguments,
            "--no-dashboard",
        ]
        if (
            hidden
            and os.geteuid() == 0
            and subprocess.run(["unshare", "--mount", "true"], check=False).returncode
            == 0
        ):
            cover = "".join(
                f"mount -t tmpfs none {shlex.quote(str(folder))} && "
                for folder in hidden
            )
            line = ["unshare", "--mount", "sh", "-c", f'{cover}exec "$@"', "sh", *line]
        place = {
            key: value for key, value in os.environ.items() if key != "PYTHONPATH"
        } | more
        with self._log.open("ab") as log:
            self.processes.append(
                subprocess.Popen(
                    line,
                    cwd=self._folder,
                    env=place,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
            )

    def add_worker(
        self,
        project: Path | None = PROJECT,
        host: str = "127.0.0.1",
        hidden: Sequence[Path] = (),
    ) -> None:
        """Start a worker, with the project in some folder or without it. hidden: folders that it is not to see."""
        before = self._registered()
        path = {"PYTHONPATH": str(project)} if project else {}
        line = [
            "worker",
            self.address,
            "--host",
            host,
            "--nworkers",
            "1",
            "--nthreads",
            "1",
        ]
        self._start(*line, hidden=hidden, **path)
        wait_for(lambda: self._registered() > before)

    def _registered(self) -> int:
        return self._log.read_text("utf-8").count("Registered to:")

    def kill_last(self) -> None:
        """Kill the last worker that was started, and the process that would start it again."""
        last = self.processes.pop()
        os.killpg(last.pid, signal.SIGKILL)
        last.wait()

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *error: object) -> None:
        while self.processes:
            self.kill_last()
