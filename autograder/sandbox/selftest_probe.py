"""Tries, in the place of a student's program, what each layer of isolation must stop; prints a line a probe.

`./run_autograder isolation` runs this file as if it were a submission. A line reads "layer: what was tried: outcome".
"""

import contextlib
import os
import resource
import socket
import sys
from collections.abc import Callable

SCRATCH = "/tmp/alphabeta-probe"


def attempt(layer: str, what: str, action: Callable[[], object]) -> None:
    """Prints whether an action was refused."""
    try:
        outcome = f"succeeded ({action()})"
    except (OSError, MemoryError, ValueError) as error:
        outcome = f"refused ({type(error).__name__})"
    print(f"{layer}: {what}: {outcome}")


def holds(layer: str, what: str, is_so: bool) -> None:
    """Prints whether something is as it must be."""
    print(f"{layer}: {what}: {'refused' if is_so else 'succeeded'}")


def fork() -> int:
    """Starts a process, and ends it at once."""
    child = os.fork()
    if child == 0:
        os._exit(0)
    return os.waitpid(child, 0)[1]


def write() -> str:
    """Writes a file, and removes it."""
    with open(SCRATCH, "w") as file:
        file.write("probe")
    os.unlink(SCRATCH)
    return SCRATCH


def read(path: str) -> int:
    """Reads a file; how much there is in it."""
    with open(path) as file:
        return len(file.read())


def holds_graders_file() -> bool:
    """Whether one of the open descriptors is the file that the grader holds; others, as of Python's own, may be."""
    with open(os.path.join(os.path.dirname(__file__), "graders_file.txt")) as file:
        graders = tuple(map(int, file.read().split()))
    for number in range(resource.getrlimit(resource.RLIMIT_NOFILE)[0]):
        with contextlib.suppress(OSError):
            status = os.fstat(number)
            if (status.st_dev, status.st_ino) == graders:
                return True
    return False


def lift_processor_time() -> str:
    """Moves the limit of processor time up to the most."""
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
    return f"{hard} seconds"


holds("pid_namespace", "seeing other processes", not os.path.exists("/proc/1"))
holds("process", "being in the grader's session", os.getsid(0) == os.getpid())
holds("user", "acting as root", os.geteuid() != 0)
attempt("rlimits", "taking a terabyte of memory", lambda: len(bytearray(2**40)))
holds("rlimits", "having no limit to file sizes", resource.getrlimit(resource.RLIMIT_FSIZE)[1] == 0)
attempt("landlock", "reading /etc/hostname", lambda: read("/etc/hostname"))
attempt("landlock", "listing the root folder", lambda: os.listdir("/"))
attempt("no_new_privs", "starting a program", lambda: os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0))
attempt("seccomp", "opening a socket", socket.socket)
attempt("seccomp", "starting a process", fork)
attempt("seccomp", "writing a file", write)
attempt("seccomp", "signalling the grader", lambda: os.kill(os.getppid(), 0))
attempt("seccomp", "lifting the limit of processor time", lift_processor_time)
holds("descriptors", "using a descriptor of the grader's", not holds_graders_file())
holds("environment", "reading the grader's environment", set(os.environ) <= {"LC_CTYPE"})
holds("environment", "reading standard input", sys.stdin.read() == "")
