"""Students' processes as forks of one that has started and waits.

That takes a third of the time of a start. For tests of what is said of a program: a
fork puts on the same layers, but for the namespace of processes, and has the same
hashes of text as all others. Tests of these, and of the start of a process, use
processes that started.
"""

import os
import select
import signal
import socket
import subprocess
from contextlib import suppress
from functools import lru_cache
from typing import Any

from autograder.core import launch
from autograder.core.project import PROJECT

SERVER = """import sys
at_start = set(sys.modules), list(sys.path), list(sys.meta_path)
from importlib.machinery import SourceFileLoader
boot = {"__name__": "boot"}
exec(SourceFileLoader("boot", "autograder/core/worker/boot.py").get_code("boot"), boot)
sys.meta_path.insert(0, boot["Finder"])
serve = boot["import_worker"]()
import _socket, os
control = _socket.socket(fileno=int(sys.argv[1]))
while True:
    asked, passed, *_ = control.recvmsg(1, 64)
    if not asked:
        break
    questions, answers, output = memoryview(passed[0][2]).cast("i")
    ours, theirs = os.pipe()
    between = os.fork()  # once it has ended, what it started is the grader's child
    if between == 0:
        worker = os.fork()
        if worker == 0:
            os.setsid()
            os.dup2(output, 1)
            os.dup2(output, 2)
            serve.main(questions, answers, at_start)
            os._exit(0)
        os.write(theirs, b"%d" % worker)
        os._exit(0)
    os.waitpid(between, 0)
    control.send(os.read(ours, 20))
    for descriptor in (questions, answers, output, ours, theirs):
        os.close(descriptor)
"""


class Fork:
    """A worker, with what the grader uses of a `subprocess.Popen`."""

    stdin = None

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self._status: int | None = None
        self._ended = os.pidfd_open(pid)

    def kill(self) -> None:
        """Kill the process."""
        with suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._ended, signal.SIGKILL)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end of the process, and return its exit status."""
        if self._status is None:
            if not select.select([self._ended], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("fork", timeout or 0)
            self._status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self._status

    def __del__(self) -> None:
        os.close(self._ended)


@lru_cache(1)
def _server() -> tuple[subprocess.Popen[bytes], socket.socket]:
    """Start the process that waits, and return it with our end of its socket.

    It ends with this process, which closes the socket.
    """
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    no_answers = ""  # the channel of each fork is sent to it
    arguments = [str(theirs.fileno()), no_answers, launch.PACKAGES]
    command = [*launch.PYTHON, "-c", SERVER, *arguments]
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        env={},
        cwd=PROJECT,
        pass_fds=[theirs.fileno()],
    )
    return process, ours


def started(layers: tuple[str, ...]) -> launch.Started:
    """Start a worker as `launch.started` does, if possible as a fork."""
    if not set(launch.STARTED_WITH) <= set(layers):
        return launch.started(layers)
    questions, their_questions = socket.socketpair()
    their_answers, answers = os.pipe()
    output, their_output = os.pipe()
    for descriptor in (answers, output, their_output):
        os.set_blocking(descriptor, False)
    _, control = _server()
    theirs = [their_questions.fileno(), their_answers, their_output]
    socket.send_fds(control, [b"."], theirs)
    their_questions.close()
    os.close(their_answers)
    os.close(their_output)
    process: Any = Fork(int(control.recv(20)))
    return launch.Started(
        process,
        questions,
        answers,
        output,
        "a fork of a test has none of its own",
    )
