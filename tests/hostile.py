"""Runs a hostile submission where it can do no harm, and tells what it did. Started by attacks.py.

`contain` is meant to be the first process of a namespace of processes and mounts: it starts `grade` below itself,
perhaps as an ordinary user, waits, and lists the processes and the temporary files that are left when grading has
ended. What it prints is one JSON object.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))

MOST_MEMORY = 6 * 2**30
MOST_PROCESSES = 400
MOST_SECONDS = 60
TEMPORARY = (Path("/tmp"), Path("/var/tmp"), Path("/dev/shm"))
MS_BIND = 0x1000
PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL = 47, 4


def grade(case: dict[str, Any]) -> None:
    """Grades as ./run_autograder does, but for a layer that may be left out."""
    from autograder.exercises.load import load_set
    from autograder.isolation import ALL_LAYERS
    from autograder.judging.run import grade
    from autograder.showing.gradescope import results, unfinished, write
    from autograder.showing.terminal import Terminal

    file = Path(case["results"])
    write(file, unfinished())
    for name in case["inherits"]:
        os.set_inheritable(os.open(PROJECT / name, os.O_RDONLY), True)
    exercises = load_set(PROJECT / case["exercises"])
    layers = tuple(layer for layer in ALL_LAYERS if layer not in case["without"])
    report = grade(Path(case["submission"]), exercises, layers=layers)
    write(file, results(report))
    Terminal(exercises).report(report)


def contain(case: dict[str, Any]) -> None:
    """Runs `grade`, or a command that is named instead, in a process of its own and prints what came of it."""
    before = processes()
    private_temporary_folders([Path(path) for path in case["keep"]])
    temporary = files()
    environment = {"PATH": os.environ["PATH"], **case["environment"]}
    command = case.get("command") or [sys.executable, "-I", __file__, "grade", json.dumps(case)]
    user: dict[str, Any] = {}
    if case["user"] is not None:
        user = {"user": case["user"], "group": case["user"], "extra_groups": []}
    start = time.monotonic()
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=limit, **user
    )
    if case["kill_grader_after"]:
        time.sleep(case["kill_grader_after"])
        process.kill()
    output, errors, hung = b"", b"", False
    try:
        output, errors = process.communicate(timeout=case.get("most_seconds", MOST_SECONDS))
    except subprocess.TimeoutExpired:
        hung = True
    seconds = time.monotonic() - start
    until = time.monotonic() + 1  # what dies with the grader may take a moment
    while (left := processes() - before) and time.monotonic() < until:
        reap()
        time.sleep(0.01)
    outcome = {
        "status": process.returncode,
        "output": output.decode("utf-8", "replace"),
        "errors": errors.decode("utf-8", "replace"),
        "hung": hung,
        "seconds": seconds,
        "left": sorted(left) + sorted(files() - temporary),
    }
    print(json.dumps(outcome))


def private_temporary_folders(keep: list[Path]) -> None:
    """Lays empty folders over the temporary ones, in this namespace alone. keep: folders that stay."""
    libc = ctypes.CDLL(None, use_errno=True)

    def mount(source: str, target: Path, kind: str | None, flags: int, options: str | None) -> None:
        texts = [text.encode() if text is not None else None for text in (source, str(target), kind, options)]
        if libc.mount(texts[0], texts[1], texts[2], ctypes.c_ulong(flags), texts[3]) != 0:
            raise OSError(ctypes.get_errno(), f"mounting {target}: {os.strerror(ctypes.get_errno())}")

    for place in filter(Path.is_dir, TEMPORARY):
        kept = {path: os.open(path, os.O_PATH) for path in keep if path.is_relative_to(place)}
        mount("tmpfs", place, "tmpfs", 0, "mode=1777")
        for path, descriptor in kept.items():
            path.mkdir(parents=True, exist_ok=True)
            mount(f"/proc/self/fd/{descriptor}", path, None, MS_BIND, None)
            os.close(descriptor)
    libc.prctl(PR_CAP_AMBIENT, *map(ctypes.c_ulong, (PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)))  # what an ordinary user got


def files() -> set[str]:
    """What lies in the temporary folders."""
    return {str(entry) for place in TEMPORARY if place.is_dir() for entry in place.iterdir()}


def limit() -> None:
    """Bounds what an attack that gets through can use."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_NPROC, (MOST_PROCESSES, MOST_PROCESSES))


def reap() -> None:
    """Lets go of the dead, as the first process of a namespace must."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def processes() -> set[str]:
    """The command lines of the processes that are there, dead ones aside, as pid and name."""
    found = set()
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            name, state = (entry / "stat").read_text("utf-8").rsplit(")", 1)
            if state.split()[0] not in "ZX":
                found.add(name)
    return found


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    {"grade": grade, "contain": contain}[sys.argv[1]](json.loads(sys.argv[2]))
