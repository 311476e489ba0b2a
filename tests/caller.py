"""A larger program that grades in the midst of its own work. Started by test_hostile.py, in a PID namespace.

It has children in sessions of their own: one that goes on, one that is dead and not yet reaped, one that may gain no
rights, and one that it starts while grading goes on. It prints one JSON object: what became of them.
"""

import ctypes
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))
PR_SET_NO_NEW_PRIVS, PR_GET_CHILD_SUBREAPER = 38, 37
LIBC = ctypes.CDLL(None)


def child(*command: str, confined: bool = False) -> subprocess.Popen[bytes]:
    """Start a child in a session of its own."""

    def confine() -> None:
        if confined:
            LIBC.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)

    return subprocess.Popen(command, start_new_session=True, preexec_fn=confine)


def adopts_orphans() -> int:
    """Return whether orphans become children of this process."""
    found = ctypes.c_int(-1)
    LIBC.prctl(PR_GET_CHILD_SUBREAPER, ctypes.byref(found), 0, 0, 0)
    return found.value


def main(submission: str, user: int, without: str) -> None:
    """Grade between the start and the end of other work."""
    from autograder.core.exercises.load import load_set
    from autograder.core.grading import run
    from autograder.core.judging.judge import Verdict, judge
    from autograder.core.sandbox.containment import ALL_LAYERS

    if user:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    going_on = [child("sleep", "60"), child("sleep", "60", confined=True)]
    dead = child("sh", "-c", "exit 7")
    os.waitid(os.P_PID, dead.pid, os.WEXITED | os.WNOWAIT)
    meanwhile: list[subprocess.Popen[bytes]] = []

    def judged(*asked: Any) -> Verdict:
        if not meanwhile:
            meanwhile.append(child("sh", "-c", "exit 8"))
        return judge(*asked)

    vars(run)["judge"] = judged
    layers = tuple(layer for layer in ALL_LAYERS if layer not in without.split(","))
    exercises = load_set(PROJECT / "tests" / "exercises" / "quick")
    limits = exercises.assignment.limits._replace(
        seconds=200
    )  # the machine may be busy
    exercises = exercises._replace(
        assignment=exercises.assignment._replace(limits=limits)
    )
    report = run.grade(Path(submission), exercises, layers=layers)
    children = (
        Path(f"/proc/self/task/{os.getpid()}/children").read_text("ascii").split()
    )
    known = {str(process.pid) for process in (*going_on, dead, *meanwhile)}
    outcome = {
        "points": report.points,
        "going_on": [process.poll() for process in going_on],
        "dead": dead.wait(),
        "meanwhile": [process.wait() for process in meanwhile],
        "left": sorted(set(children) - known),
        "adopts_orphans": adopts_orphans(),
    }
    for process in going_on:
        process.kill()
    print(json.dumps(outcome))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
