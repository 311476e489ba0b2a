"""The grader's side of isolation: how a student's process is to be shut in, and how nothing of it is left behind."""

from __future__ import annotations

import contextlib
import os
import pwd
import signal
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.exercise import Limits
from autograder.starting import PACKAGES, STARTED_WITH

PROJECT = Path(__file__).parents[1]
PR_SET_CHILD_SUBREAPER = 36
STRAYS_SECONDS = 2.0
"""How long processes that escaped are hunted."""

MEANING = {
    "process": "a student's program may outlive a grader that is killed",
    "user": "a student's program runs as the user who grades",
    "rlimits": "a student's program may use all of the machine",
    "landlock": "a student's program may read whatever the user may read, exercises included",
    "no_new_privs": "programs that a student's program starts may gain rights",
    "seccomp": "a student's program may use the network, start programs and write files",
}
"""What it means where a layer is missing."""


@dataclass(frozen=True)
class Isolation:
    """The layers in force, and for each that this machine lacks the reason."""

    in_force: tuple[str, ...] = ()
    missing: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, report: str, layers: tuple[str, ...]) -> Isolation:
        """What the worker's report says: a line a layer, with a reason where it is missing.

        layers: those that were asked for; how a process is started cannot fail, and so is not in the report.
        """
        entries = [line.partition(" ") for line in report.splitlines()]
        started_with = [layer for layer in STARTED_WITH if layer in layers]
        in_force = (*started_with, *(name for name, _, why in entries if not why))
        return cls(in_force, {name: why for name, _, why in entries if why})


def configuration(folder: Path, limits: Limits, layers: tuple[str, ...]) -> dict[str, Any]:
    """What `autograder.isolation.shut_in` needs to know."""
    user, group = _unprivileged_user()
    return {
        "layers": list(layers),
        "packages": PACKAGES,
        "folder": str(folder),
        "user": user,
        "group": group,
        "parent": os.getpid(),
        "memory_mb": limits.memory_mb,
        "run_seconds": limits.run_seconds,
    }


def on_gradescope() -> bool:
    """Whether this project is what Gradescope unpacked."""
    return Path(os.environ.get("AUTOGRADER_ROOT", "/autograder"), "source").resolve() == PROJECT


def adopt_orphans() -> None:
    """Makes processes whose parents die children of the grader, so that none escapes by forking twice."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end_strays(ours: set[int]) -> None:
    """Ends every process of a student's that is left: children of the grader in another session. ours: to be spared."""
    until = time.monotonic() + STRAYS_SECONDS
    while strays := [pid for pid in _children() if pid not in ours and _session(pid) != os.getsid(0)]:
        for pid in strays:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
        if time.monotonic() > until:
            return
        time.sleep(0.001)


def _unprivileged_user() -> tuple[int, int]:
    with contextlib.suppress(KeyError):
        entry = pwd.getpwnam("student" if on_gradescope() else "nobody")
        return entry.pw_uid, entry.pw_gid
    return 65534, 65534


def _children() -> list[int]:
    with contextlib.suppress(OSError):
        text = Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii")
        return [int(word) for word in text.split()]
    return []


def _session(pid: int) -> int:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        return os.getsid(pid)
    return -1
