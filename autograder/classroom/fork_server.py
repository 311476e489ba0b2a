"""Have the processes that grade a class begin as forks of one that has imported all.

That one, the fork server, does nothing else (see `commands.forks`). It is told of no
submission, so nothing of one is there when the process of the next begins: requests and
answers pass between the run and that process alone.
"""

import contextlib
import os
import select
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Sequence
from math import inf
from typing import Any

from autograder.core.launch import COMMAND_LINE, FORK_SERVER
from autograder.core.limits import SLACK_SECONDS

LONGEST_REPLY = 64
"""Bytes of a number that the server answers."""


class ServerGone(OSError):
    """The fork server has ended, or never began."""


class ForkServer(contextlib.AbstractContextManager["ForkServer"]):
    """The run's end of the fork server. Several threads may ask it for processes."""

    def __init__(self) -> None:
        """Start nothing yet: a class of which all is known needs no process."""
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None

    def __exit__(self, *error: object) -> None:
        with self._lock:
            if self._socket is not None:
                self._socket.close()  # at which it ends
            if self._process is not None:
                self._process.wait()

    def start(self) -> "ForkedProcess":
        """Start a process.

        Raises ServerGone, and OSError where the machine has no process left.
        """
        with contextlib.ExitStack() as theirs:
            given, our_given = os.pipe()
            theirs.callback(os.close, given)
            our_alive, alive = os.pipe()
            theirs.callback(os.close, alive)
            written = [os.memfd_create(name) for name in ("answer", "errors")]
            process = ForkedProcess(self, our_given, our_alive, *written)
            try:
                reply = self._ask(b"fork", [given, *written, alive])
                if reply < 0:
                    raise OSError(-reply, os.strerror(-reply))
            except OSError:
                process.close()
                raise
        process.pid = reply
        return process

    def status_of(self, pid: int) -> int:
        """Return with what status a process ended, which frees its id."""
        return self._ask(b"%d" % pid)

    def _ask(self, message: bytes, descriptors: Sequence[int] = ()) -> int:
        with self._lock:
            connection = self._connected()
            try:
                socket.send_fds(connection, [message], descriptors)
                return int(connection.recv(LONGEST_REPLY))
            # It has hung up or, so late, answers perhaps what was asked before.
            except (OSError, ValueError) as error:
                connection.close()
                raise ServerGone(*error.args) from error

    def _connected(self) -> socket.socket:
        if self._socket is None:
            ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            with theirs:
                number = theirs.fileno()
                ours.settimeout(SLACK_SECONDS)
                self._socket = ours
                self._process = subprocess.Popen(
                    [*COMMAND_LINE, FORK_SERVER, str(number)],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    cwd="/",
                    pass_fds=[number],
                    start_new_session=True,
                )
        return self._socket


class ForkedProcess(contextlib.AbstractContextManager["ForkedProcess"]):
    """A process of the fork server's, with as much of a Popen as a class needs.

    The server frees its id when it is asked for the status, so that no other process is
    signalled.
    """

    def __init__(
        self, server: ForkServer, given: int, alive: int, answer: int, errors: int
    ) -> None:
        """Describe it before it is started.

        given: writes its standard input. alive: hangs up when it has ended. answer,
        errors: the files in memory of what it prints.
        """
        self.pid = 0
        self.returncode: int | Any = None  # as Popen has it
        self._server = server
        self._given, self._alive = given, alive
        self._answer, self._errors = answer, errors
        self._ending = threading.Lock()
        os.set_blocking(given, False)

    def __exit__(self, *error: object) -> None:
        self.kill()
        self._wait(inf)
        self.close()

    def close(self) -> None:
        """Close our ends."""
        for descriptor in (self._given, self._alive, self._answer, self._errors):
            if descriptor >= 0:
                os.close(descriptor)

    def terminate(self) -> None:
        """Have it clean up and end."""
        self._send(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self._send(signal.SIGKILL)

    def _send(self, number: int) -> None:
        with self._ending, contextlib.suppress(ProcessLookupError):
            if self.returncode is None:
                os.kill(self.pid, number)

    def communicate(
        self, request: bytes = b"", timeout: float = inf
    ) -> tuple[bytes, bytes]:
        """Give it a request; return what it has printed once it has ended.

        Raises TimeoutExpired.
        """
        until = time.monotonic() + timeout
        rest = memoryview(request)
        while rest and self._is_ready(self._given, select.POLLOUT, until):
            try:
                rest = rest[os.write(self._given, rest) :]
            except BrokenPipeError:  # it has ended, which its status tells
                break
        if self._given >= 0:
            os.close(self._given)
            self._given = -1
        self._wait(until)
        return _content(self._answer), _content(self._errors)

    def _wait(self, until: float) -> None:
        self._is_ready(self._alive, select.POLLIN, until)
        with self._ending:
            if self.returncode is None:
                try:
                    self.returncode = self._server.status_of(self.pid)
                except ServerGone:  # with it all its processes end
                    self.returncode = -signal.SIGKILL

    @staticmethod
    def _is_ready(descriptor: int, event: int, until: float) -> bool:
        """Wait for a descriptor. Raises TimeoutExpired."""
        waiting = select.poll()
        waiting.register(descriptor, event)
        left = max(0.0, until - time.monotonic())
        if not waiting.poll(None if until == inf else left * 1000):
            raise subprocess.TimeoutExpired(FORK_SERVER, left)
        return True


def _content(file: int) -> bytes:
    return os.pread(file, os.fstat(file).st_size, 0)
