"""Classes made of tests/submissions, graded at once by the command line and one by one."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from autograder.exercises.load import load_set
from autograder.judging.run import grade
from autograder.showing.formats import results
from tests import attacks
from tests.sets import PROJECT, QUICK, SUBMISSIONS

MAIN = [sys.executable, "-I", str(PROJECT / "autograder" / "__main__.py")]
MOST_SECONDS = 900
MEASURED = ("seconds", "class")


def made(folder: Path, names: Iterable[str]) -> Path:
    """A class of some of tests/submissions, where any user may read it."""
    folder.mkdir()
    for name in names:
        shutil.copytree(SUBMISSIONS / name, folder / name, symlinks=True)
    for path in (folder, *folder.parents[:3]):  # pytest's folders are closed to others
        path.chmod(path.stat().st_mode | 0o055)
    return folder


def command(folder: Path, results: Path, *options: str, exercises: Path = QUICK) -> list[str]:
    """What grades a class."""
    return [*MAIN, "class", str(folder), "--results", str(results), "--exercises", str(exercises), *options]


def environment(temporary: Path) -> dict[str, str]:
    """The variables of a run whose temporary files lie in a folder of their own."""
    temporary.mkdir(exist_ok=True)
    temporary.chmod(0o755)
    return {**os.environ, "TMPDIR": str(temporary), "AUTOGRADER_ROOT": "/nowhere"}


def run(
    folder: Path, results: Path, *options: str, exercises: Path = QUICK, status: int = 0, cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Grades a class, with a place for temporary files beside its results that must be empty afterwards."""
    temporary = results.with_name(f"{results.name}-temporary")
    line = command(folder, results, *options, exercises=exercises)
    done = subprocess.run(line, cwd=cwd, env=environment(temporary), capture_output=True, text=True, check=False)
    assert (done.returncode, list(temporary.iterdir())) == (status, []), done.stderr
    return done


def alone(submission: Path, exercises: Path = QUICK) -> dict[str, Any]:
    """What grading one submission alone says, without how long it took."""
    return comparable(results(grade(submission, load_set(exercises))))


def comparable(data: dict[str, Any]) -> dict[str, Any]:
    """Results without how long they took."""
    extra = {key: value for key, value in data["extra_data"].items() if key not in MEASURED}
    kept = {key: value for key, value in data.items() if key not in ("execution_time", "extra_data")}
    return json.loads(json.dumps({**kept, "extra_data": extra}))  # type: ignore[no-any-return]


def together(results: Path, name: str) -> dict[str, Any]:
    """What grading a class says of one submission, without how long it took."""
    return comparable(json.loads((results / f"{name}.json").read_text("utf-8")))


def judged(data: dict[str, Any]) -> list[Any]:
    """All that does not depend on how long a machine may look for explanations: scores, checks, trees, layers."""
    tests = [(test["score"], test["extra_data"]["checks"], test["extra_data"].get("seed")) for test in data["tests"]]
    passed = [test for test in data["tests"] if test["status"] == "passed"]
    return [data["score"], data["extra_data"]["isolation"], tests, passed]


def hostile(names: Sequence[str], folder: Path, exercises: Path = QUICK) -> dict[str, Any]:
    """Grades a class of hostile submissions in a namespace; what came of it, and by name what became of each."""
    submissions = made(folder / "class", names)
    for name in names:
        attacks.complete(name, submissions / name, PROJECT)
    case = {
        "command": command(submissions, folder / "results", exercises=exercises),
        "user": None,
        "environment": environment(folder / "temporary"),
        "kill_grader_after": 0,
        "keep": [str(folder), str(PROJECT)],
        "most_seconds": MOST_SECONDS,
    }
    outcome = attacks.contained(case, PROJECT, MOST_SECONDS + 30)
    outcome["left"] += [file.name for file in (folder / "temporary").iterdir()]
    outcome["results"] = {
        file.stem: json.loads(file.read_text("utf-8")) for file in (folder / "results").glob("hostile_*.json")
    }
    return outcome


def complaints(names: Sequence[str], outcome: dict[str, Any]) -> list[str]:
    """What about a class of hostile submissions is not as their verdicts say."""
    found = [f"left behind: {outcome['left']}"] if outcome["left"] else []
    if outcome["status"] != 0 or outcome["hung"]:
        found.append(f"status {outcome['status']}: {outcome['errors'][-2000:]}")
    for name in names:
        verdict = attacks.VERDICTS[name]
        if verdict.get("exercises", "tests/exercises/quick") != "tests/exercises/quick":
            continue  # its verdict is about another set
        data = outcome["results"].get(name)
        full = sum(test["max_score"] for test in data["tests"]) if data else 0
        score = data and ("full" if data["score"] == full else "partial" if data["score"] else "zero")
        if "score" in verdict and score != verdict["score"]:
            found.append(f"{name}: {score}")
    return found
