"""The grader's side of isolation.

It says which layers a worker is to put on, and leaves nothing of it behind.
"""

import contextlib
import ctypes
import os
import signal
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from autograder.core.errors import NotIsolated
from autograder.core.exercises.cache import sha256
from autograder.core.exercises.model import Limits
from autograder.core.launch import STARTED_WITH
from autograder.core.limits import KILLED_SECONDS
from autograder.core.project import on_gradescope
from autograder.core.sandbox.staging import own_copy
from autograder.core.sentences import has_sentence, sentence
from autograder.core.worker.confinement import LAYERS, PYTHON, SYSTEM_FILES

if TYPE_CHECKING:
    from autograder.core.worker.commands import Confinement

ALL_LAYERS = (*STARTED_WITH, *LAYERS)
"""The names of the layers, in the order in which they are put on. The topic "isolation"
has the danger if one is missing; it has access_times, too, a part of pid_namespace that
some containers refuse."""
PR_SET_CHILD_SUBREAPER, PR_GET_CHILD_SUBREAPER = 36, 37
FIRST_USER = 0x70000000
"""From here to 0x7fffffff ids are neither given out by distributions nor used for
containers (systemd's UIDS-GIDS)."""
PROCESS_ID_BITS = 22
"""A process id on Linux has no more."""
NAMESPACES = 64
NOBODY = 65534

LEFT_OUT = "it was left out, as asked"


class Isolation(NamedTuple):
    """The layers in force, and for each that is missing the reason."""

    in_force: tuple[str, ...] = ()
    missing: Mapping[str, str] = {}

    @classmethod
    def of(cls, report: str, layers: tuple[str, ...]) -> "Isolation":
        """Read the worker's report of `layers`.

        It has a line for each that can fail, with a reason if it is missing.
        """
        reasons: dict[str, str] = {}
        for layer in ALL_LAYERS:
            if layer not in layers:
                reasons[layer] = LEFT_OUT
            elif layer in STARTED_WITH:
                reasons[layer] = ""
        for line in report.splitlines():
            layer, _, reason = line.partition(" ")
            reasons[layer] = reason
        in_force = tuple(layer for layer, reason in reasons.items() if not reason)
        missing = {layer: reason for layer, reason in reasons.items() if reason}
        return cls(in_force, missing)


def warnings_about(missing: Mapping[str, str]) -> list[str]:
    """Return the sentences on missing layers. missing: the reason of each."""
    warnings: list[str] = []
    for layer, reason in missing.items():
        told = told_reason(reason)
        not_isolated = sentence("isolation", "not isolated", layer=layer, reason=told)
        warnings.append(f"{not_isolated} {sentence('isolation', layer)}")
    return warnings


def told_reason(reason: str) -> str:
    """Return why a layer is missing, as a clause for people.

    reason: as a report has it, the name of the clause and the rest behind a colon. One
    that has no name is in the words of the system.
    """
    name, _, rest = reason.partition(": ")
    if not has_sentence("no_layer", name):
        return reason
    return sentence("no_layer", name, rest=rest)


def configuration(
    folder: Path, limits: Limits, layers: tuple[str, ...], process: int
) -> "Confinement":
    """Return the configuration for the layers of isolation.

    process: the worker's id.
    """
    user = _user_of_its_own(process)
    if os.geteuid() == 0 and "user" in layers:
        folder = own_copy(folder, user)
    return {
        "layers": [layer for layer in layers if layer not in STARTED_WITH],
        "descriptors": "descriptors" in layers,
        "folder": str(folder),
        "user": user,
        "parent": os.getpid(),
        "memory_mb": limits.memory_mb,
        "run_seconds": limits.run_seconds,
    }


def refuse_to_run_as_root(isolation: Isolation) -> None:
    """Raise NotIsolated if root is about to run a student's program as root.

    It may do so if that was asked for. On Gradescope the container is the student's
    own, and a grade is worth more than none: there it is only reported.
    """
    reason = isolation.missing.get("user", LEFT_OUT)
    if reason == LEFT_OUT or os.geteuid() != 0 or on_gradescope():
        return
    raise NotIsolated(
        f"Students' programs would run as root here, because {reason}. So nothing was "
        "graded. Grade as an ordinary user, put Python where other users may read it, "
        "or grade as root all the same with --without user."
    )


def students_may_read(path: Path) -> str:
    """Return the folder with a path in it that every student's program may read.

    Such as Python's own; "" if there is none.
    """
    real = Path(os.path.realpath(path))
    for folder in (PYTHON, *SYSTEM_FILES):
        if real.is_relative_to(os.path.realpath(folder)):
            return folder
    return ""


class OrphanReaper:
    """Ends the processes that a worker leaves.

    No other child of the grader ends, as that may be a part of a larger program.
    Orphans become the grader's children while a reaper is at work.
    """

    _at_work: ClassVar[set["OrphanReaper"]] = set()
    _adopted_before = 0
    _lock = threading.RLock()  # a signal may interrupt whoever holds it, to clean up

    def __init__(self) -> None:
        """Begin, before the worker starts."""
        with self._lock:
            if not self._at_work:
                OrphanReaper._adopted_before = _adopt_orphans(1)
            self._at_work.add(self)
        self._before = set(_children())
        self.student = 0
        """The process's id, and so its session's, once it has started."""

    def end(self, user: int | None) -> None:
        """End and reap all that the process has left, for at most two seconds.

        user: that is its own, if it has one.
        """
        until = time.monotonic() + KILLED_SECONDS
        while orphans := self._left(user):
            for pid in orphans:
                _kill_and_reap(pid)
            if time.monotonic() > until:
                break
            time.sleep(0.001)
        with self._lock:
            self._at_work.discard(self)
            if not self._at_work:
                _adopt_orphans(OrphanReaper._adopted_before)

    def _left(self, user: int | None) -> list[int]:
        """Return the grader's children that the worker has started."""
        others = self._at_work - {self}
        spared = self._before.union(reaper.student for reaper in others)
        children = [pid for pid in _children() if pid not in spared]
        return [pid for pid in children if _comes_from(pid, self.student, user)]


def _kill_and_reap(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)


def _comes_from(child: int, student: int, user: int | None) -> bool:
    """Return whether a child was started by a worker.

    The sign is one that the child cannot change: its user, if that is its own. Else it
    is no_new_privs, which only a worker has, unless the grader has it too;
    then it is the session.
    """
    if user is not None:
        return _status(child, "Uid") == str(user)
    is_barred = _status(child, "NoNewPrivs") == "1"
    if is_barred and _status(os.getpid(), "NoNewPrivs") == "0":
        return True
    with contextlib.suppress(ProcessLookupError, PermissionError):
        return os.getsid(child) == student
    return False


def _proc(file: str) -> str:
    with contextlib.suppress(OSError):
        return Path("/proc", file).read_text(encoding="ascii", errors="replace")
    return ""


def _status(pid: int, field: str) -> str:
    """Return the first word of a field in /proc/PID/status; "" if there is none."""
    _, _, rest = _proc(f"{pid}/status").partition(f"\n{field}:")
    values = rest.split()
    return values[0] if values else ""


def _adopt_orphans(adopts: int) -> int:
    """Have orphans become the grader's children (1), or not (0).

    With 1 none escapes. Return how it was before.
    """
    if sys.platform != "linux":
        return 0
    libc = ctypes.CDLL(None)
    before = ctypes.c_int(0)
    libc.prctl(PR_GET_CHILD_SUBREAPER, ctypes.byref(before), 0, 0, 0)
    libc.prctl(PR_SET_CHILD_SUBREAPER, adopts, 0, 0, 0)
    return before.value


def _user_of_its_own(process: int) -> int:
    """Return an id that no other process has; nobody's if there is none.

    It is made of the process's own id and PID namespace. A program knows its user's id,
    so the process's id is ciphered in it: else it would tell how many processes and
    threads were started before, and a program that starts one for each point of a leaf
    could tell the next run of it.
    """
    with contextlib.suppress(OSError, ValueError):
        namespace = os.stat("/proc/self/ns/pid").st_ino % NAMESPACES
        # All graders of the machine must cipher alike. Whoever may read this sees its
        # processes, too.
        key = Path("/proc/sys/kernel/random/boot_id").read_bytes()
        first_of_namespace = FIRST_USER + (namespace << PROCESS_ID_BITS)
        user = first_of_namespace + ciphered(process, key)
        # A user namespace, such as a container's, may have only some.
        if _is_mapped("uid", user) and _is_mapped("gid", user):
            return user
    return NOBODY


def _is_mapped(kind: str, number: int) -> bool:
    """Return whether this user namespace has an id. kind: "uid" or "gid"."""
    for line in _proc(f"self/{kind}_map").splitlines():
        first, _, length = map(int, line.split())
        if first <= number < first + length:
            return True
    return False


def ciphered(process: int, key: bytes) -> int:
    """Return a number of PROCESS_ID_BITS for a process id, another one for each.

    Four rounds of a Feistel network make it.
    """
    half = 1 << PROCESS_ID_BITS // 2
    left, right = divmod(process, half)
    for turn in range(4):
        mixed = sha256(b"%b %d %d" % (key, turn, right)).digest()
        number = int.from_bytes(mixed[:4], "big") % half
        left, right = right, left ^ number
    return left * half + right


def _children() -> list[int]:
    listed = _proc(f"self/task/{os.getpid()}/children")
    return [int(pid) for pid in listed.split()]
