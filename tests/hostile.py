"""Runs hostile submissions where they can do no harm, and tells what each did. Started by attacks.py.

It imports what grading takes once, and lets each case that it is told happen in a fork of it: `contain` is the
first process of a namespace of processes and mounts. It starts `grade` below itself, perhaps as an ordinary user,
waits, and lists the processes and the temporary files that are left when grading has ended. It prints one JSON
object.
"""

import contextlib
import ctypes
import json
import os
import resource
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT))
MOST_MEMORY = 6 * 2**30
MOST_PROCESSES = 400
MOST_SECONDS = 300
"""Seconds after which a grader hangs: no attack keeps it half as long, on a busy machine either."""
TEMPORARY = (Path("/tmp"), Path("/var/tmp"), Path("/dev/shm"))
MS_BIND, MS_REC, MS_PRIVATE = 0x1000, 0x4000, 0x40000
CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWPID = 0x20000, 0x10000000, 0x20000000
PR_SET_PDEATHSIG, PR_SET_DUMPABLE = 1, 4
CAPABILITY_VERSION = 0x20080522


def grade(case: dict[str, Any]) -> None:
    """Grade as ./run_autograder does, but for a layer that may be left out."""
    from autograder.core.files import write_whole
    from autograder.core.sandbox.containment import ALL_LAYERS
    from autograder.explain.graded import grade_and_explain
    from autograder.tell.formats import results, text_of, unfinished
    from autograder.tell.terminal import print_report

    file = Path(case["results"])
    write_whole(file, text_of(unfinished()))
    for name in case["inherits"]:
        os.set_inheritable(os.open(PROJECT / name, os.O_RDONLY), True)
    exercises = loaded(case["exercises"])
    limits = exercises.assignment.limits._replace(**case["limits"])
    exercises = exercises._replace(
        assignment=exercises.assignment._replace(limits=limits)
    )
    layers = tuple(layer for layer in ALL_LAYERS if layer not in case["without"])
    explained = grade_and_explain(Path(case["submission"]), exercises, layers=layers)
    write_whole(file, text_of(results(explained)))
    print_report(explained, in_full=True)


@lru_cache
def loaded(name: str) -> Any:
    """Return a set, with its trees: every case would load it anew and, as an ordinary user, draw them."""
    from autograder.core.exercises.generated import problems_of
    from autograder.core.exercises.load import load_set

    exercises = load_set(PROJECT / name)
    for exercise in exercises.generated:
        problems_of(exercise)  # which it keeps, as it names its seed
    return exercises


def serve() -> None:
    """Let the cases happen that are told on standard input, a line each."""
    from autograder.core.exercises import generate  # noqa: F401 (with Hypothesis: every case would import it anew)
    from autograder.core.grading import run  # noqa: F401
    from autograder.explain import diagnosis, proof  # noqa: F401
    from autograder.tell import failed, formats, terminal  # noqa: F401

    for line in sys.stdin:
        case = json.loads(line)
        if "exercises" in case:
            loaded(case["exercises"])
        process = os.fork()
        if process == 0:
            with last_words():
                apart(case)
        _, status = os.waitpid(process, 0)
        if status != 0:
            print(flush=True)  # nothing came of the case, and nobody is to wait for it


@contextlib.contextmanager
def last_words() -> Iterator[None]:
    """End a forked process after the block, with a traceback if it raised."""
    status = 0
    try:
        yield
    except BaseException:
        traceback.print_exc()
        status = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def apart(case: dict[str, Any]) -> None:
    """Let `contain` be the first process of a namespace, which ends with this one."""
    user, group = os.geteuid(), os.getegid()
    # Root makes no namespace of users, as within one it could not become another user.
    call("unshare", CLONE_NEWNS | CLONE_NEWPID | (CLONE_NEWUSER if user else 0))
    if user:
        for name, text in (
            ("setgroups", "deny"),
            ("uid_map", f"{user} {user} 1"),
            ("gid_map", f"{group} {group} 1"),
        ):
            Path("/proc/self", name).write_text(text, "ascii")
    # This process must end with the server, which is killed if a case takes too long.
    call("prctl", PR_SET_PDEATHSIG, signal.SIGKILL)
    process = os.fork()
    if process:
        _, status = os.waitpid(process, 0)
        assert status == 0, "the first process of the namespace did not end well"
        return
    with last_words():
        call("prctl", PR_SET_PDEATHSIG, signal.SIGKILL)
        mount("none", Path("/"), None, MS_REC | MS_PRIVATE, None)
        mount("proc", Path("/proc"), "proc", 0, None)
        contain(case)


class Grading:
    """A process that grades, forked from this one, which has imported what that takes."""

    def __init__(
        self,
        case: dict[str, Any],
        output: int,
        errors: int,
        environment: dict[str, str],
    ) -> None:
        self._process = os.fork()
        if self._process == 0:
            with last_words():
                for ours, standard in (
                    (os.open(os.devnull, os.O_RDONLY), 0),
                    (output, 1),
                    (errors, 2),
                ):
                    os.dup2(ours, standard)
                os.environ.update(environment)
                limit()
                become(case["user"])
                grade(case)

    def poll(self) -> int | None:
        """Return how it ended; None while it runs."""
        process, status = os.waitpid(self._process, os.WNOHANG)
        return os.waitstatus_to_exitcode(status) if process else None

    def kill(self) -> None:
        """Kill it."""
        os.kill(self._process, signal.SIGKILL)


def become(user: int | None) -> None:
    """Become a user, without the powers that the namespace gave."""
    if user is not None:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    if os.geteuid() != 0:
        call(
            "capset",
            (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0),
            (ctypes.c_uint32 * 6)(),
        )
        call("prctl", PR_SET_DUMPABLE, 1)  # as a program is that was started anew


def contain(case: dict[str, Any]) -> None:
    """Run `grade`, or a command that is named instead, in a process of its own and print the outcome."""
    before = processes()
    private_temporary_folders([Path(path) for path in case["keep"]])
    temporary = files()
    environment = {"PATH": os.environ["PATH"], **case["environment"]}
    output, errors = os.memfd_create("output"), os.memfd_create("errors")
    process: Grading | subprocess.Popen[bytes]
    if "command" in case:
        process = subprocess.Popen(
            case["command"],
            env=environment,
            stdout=output,
            stderr=errors,
            preexec_fn=limit,
        )
    else:
        process = Grading(case, output, errors, environment)
    if case["kill_grader_after"]:
        time.sleep(case["kill_grader_after"])
        process.kill()
    status = ended(process, case.get("most_seconds", MOST_SECONDS))
    until = time.monotonic() + case["dying_seconds"]
    while (left := processes() - before) and time.monotonic() < until:
        reap()
        time.sleep(0.01)
    outcome = {
        "status": status,
        "output": text_of(output),
        "errors": text_of(errors),
        "hung": status is None,
        "left": sorted(left) + sorted(files() - temporary),
    }
    print(json.dumps(outcome))


def ended(process: Grading | subprocess.Popen[bytes], seconds: float) -> int | None:
    """Return how a process ended; None if it did not end in time."""
    until = time.monotonic() + seconds
    while (status := process.poll()) is None and time.monotonic() < until:
        time.sleep(0.002)
    return status


def text_of(descriptor: int) -> str:
    """Return the text that was written to an open file."""
    with open(descriptor, "rb") as file:
        file.seek(0)
        return file.read().decode("utf-8", "replace")


def private_temporary_folders(keep: list[Path]) -> None:
    """Lay empty folders over the temporary ones, in this namespace alone. keep: folders that stay."""
    for place in filter(Path.is_dir, TEMPORARY):
        kept = {
            path: os.open(path, os.O_PATH)
            for path in keep
            if path.is_relative_to(place)
        }
        mount("tmpfs", place, "tmpfs", 0, "mode=1777")
        for path, descriptor in kept.items():
            path.mkdir(parents=True, exist_ok=True)
            mount(f"/proc/self/fd/{descriptor}", path, None, MS_BIND, None)
            os.close(descriptor)


def mount(
    source: str, target: Path, kind: str | None, flags: int, options: str | None
) -> None:
    """Mount a file system. Raises OSError if the kernel refuses."""
    call("mount", source, str(target), kind, flags, options)


def call(name: str, *arguments: Any) -> None:
    """Call a function of the C library. Raises OSError if it fails."""
    plain = [
        argument.encode() if isinstance(argument, str) else argument
        for argument in arguments
    ]
    passed = [
        ctypes.c_ulong(argument) if isinstance(argument, int) else argument
        for argument in plain
    ]
    if getattr(ctypes.CDLL(None, use_errno=True), name)(*passed) != 0:
        raise OSError(ctypes.get_errno(), f"{name}: {os.strerror(ctypes.get_errno())}")


def files() -> set[str]:
    """Return the names of the files in the temporary folders."""
    return {
        str(path) for place in TEMPORARY if place.is_dir() for path in place.iterdir()
    }


def limit() -> None:
    """Bound the resources of an attack that gets through."""
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_NPROC, (MOST_PROCESSES, MOST_PROCESSES))


def reap() -> None:
    """Let go of the dead, as the first process of a namespace must."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def processes() -> set[str]:
    """Return the processes that are there, dead ones aside, each as its pid and its name: "7 (python"."""
    names = set()
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            name, state = (path / "stat").read_text("utf-8").rsplit(")", 1)
            if state.split()[0] not in "ZX":
                names.add(name)
    return names


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    serve()
