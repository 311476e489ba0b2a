"""One process that runs a student's code: how it is started, talked to under a deadline, and ended.

Nothing that comes out of it is believed: every read is bounded in size and time, and whatever breaks the protocol
ends the step with words for the student.
"""

from __future__ import annotations

import contextlib
import marshal
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from autograder import wire
from autograder.confine import ALL_LAYERS, PACKAGES, PROJECT, adopt_orphans, end_strays
from autograder.exercise import Limits
from autograder.outcome import Cause, Failure


class _Started(NamedTuple):
    """A process that waits for commands, our end of its socket, and of the pipe that it prints to."""

    process: subprocess.Popen[bytes]
    channel: socket.socket
    output: int


_RUNNING: set[int] = set()
"""The process ids of all students' processes that are meant to run."""

_AHEAD: list[_Started] = []
"""A process that was started before it was needed."""

BOOT = """import sys
modules, path = set(sys.modules), list(sys.path)
sys.path.insert(0, sys.argv[1])
from autograder.worker import main
main(int(sys.argv[2]), modules, path, sys.argv[3])"""

# Isolated, without site-packages, and never writing bytecode beside a student's files.
PYTHON = (os.path.realpath(sys.executable), "-I", "-S", "-B", "-X", "utf8")

_now, _unpack, _SIZE = time.monotonic, wire.FRAME.unpack, wire.SIZE
PATIENCE = 0.1
"""Seconds between two looks at the clock while the student's code thinks."""


class Ended(Exception):
    """Raised where a step of the conversation came to no answer. Only after an exception can the process go on."""

    def __init__(self, cause: Cause, words: str, details: str = "", *, alive: bool = False) -> None:
        super().__init__(words)
        self.failure = Failure(cause, words, details)
        self.alive = alive


def start_ahead() -> None:
    """Starts the first process before it is needed, as Python starts in it while the grader still imports."""
    _AHEAD.append(_start(ALL_LAYERS))


def _start(layers: tuple[str, ...]) -> _Started:
    channel, theirs = socket.socketpair()
    output, their_output = os.pipe()
    for descriptor in (output, their_output):
        os.set_blocking(descriptor, False)
    confined = "descriptors" in layers
    packages = PACKAGES if {"landlock", "seccomp"} & set(layers) else ""
    theirs.set_inheritable(not confined)
    process = subprocess.Popen(
        [*PYTHON, "-c", BOOT, str(PROJECT), str(theirs.fileno()), packages],
        stdin=subprocess.DEVNULL,
        stdout=their_output,
        stderr=their_output,
        env={} if "environment" in layers else None,
        close_fds=confined,
        cwd="/",
        pass_fds=[theirs.fileno()] if confined else [],
        start_new_session=True,
    )
    _RUNNING.add(process.pid)
    theirs.close()
    os.close(their_output)
    return _Started(process, channel, output)


class StudentProcess:
    """A process that waits for commands: `autograder.worker` is its side, `autograder.wire` the language."""

    def __init__(self, limits: Limits, layers: tuple[str, ...]) -> None:
        self._limits = limits
        self._deadline = 0.0
        self._cut_short = False
        adopt_orphans()
        started = _AHEAD.pop() if _AHEAD and layers == ALL_LAYERS else _start(layers)
        self._process, self._channel, self._output = started
        self._channel.settimeout(PATIENCE)
        self._receive = self._channel.recv

    @contextlib.contextmanager
    def taking_turns(self) -> Iterator[None]:
        """Keeps both processes on one processor while they talk: as they take turns, a change of processor only costs.

        The grader gets its processors back afterwards. Graders that run side by side choose by their process ids.
        """
        if not hasattr(os, "sched_setaffinity"):
            yield
            return
        processors = os.sched_getaffinity(0)
        one = {sorted(processors)[os.getpid() % len(processors)]}
        with contextlib.suppress(OSError):
            os.sched_setaffinity(self._process.pid, one)
            os.sched_setaffinity(0, one)
        try:
            yield
        finally:
            os.sched_setaffinity(0, processors)

    def command(self, command: dict[str, Any], run_deadline: float) -> None:
        """Sends a command, and gives the process the limit's seconds for its answers.

        run_deadline: when the whole run must end (time.monotonic), if that is sooner.
        """
        self._deadline = time.monotonic() + self._limits.seconds
        self._cut_short = run_deadline < self._deadline
        self._deadline = min(self._deadline, run_deadline)
        text = marshal.dumps({**command, "cpu_seconds": self._limits.cpu_seconds})
        self.send(wire.FRAME.pack(wire.COMMAND, len(text), 0.0) + text)

    def send(self, data: bytes) -> None:
        """Sends bytes. Raises Ended where the process does not take them in time, or is gone."""
        while data:
            try:
                data = data[self._channel.send(data) :]
            except TimeoutError:
                self._look_at_the_clock()
            except OSError:
                raise self._gone() from None

    def frame(self) -> tuple[int, int, float]:
        """The next frame: its kind, its number and its double."""
        if _now() > self._deadline:
            self._look_at_the_clock()
        try:
            data = self._receive(_SIZE)
        except TimeoutError:
            data = b""
        except OSError:
            raise self._gone() from None
        frame: tuple[int, int, float] = _unpack(data if len(data) == _SIZE else data + self._read(_SIZE - len(data)))
        return frame

    def words(self, size: int) -> str:
        """The words that follow a frame whose number said how many bytes they are."""
        if size > wire.LONGEST_WORDS:
            raise self.forged()
        return self._read(size).decode("utf-8", "backslashreplace")

    def printed(self) -> str:
        """What the process printed since it was last asked, cut at the limit with a note that it was."""
        most = self._limits.output_kb * 1024
        data = b""
        with contextlib.suppress(BlockingIOError):
            while more := os.read(self._output, 65536):
                data += more[: most + 1 - len(data)]
        text = data[:most].decode("utf-8", "replace")
        return text if len(data) <= most else f"{text}\n… (cut: only the first {self._limits.output_kb} kB are kept)"

    def close(self) -> None:
        """Ends the process and everything that it started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        _RUNNING.discard(self._process.pid)
        end_strays(_RUNNING)
        self._channel.close()
        os.close(self._output)

    def forged(self) -> Ended:
        """What to raise for bytes that no honest worker sends."""
        words = "Your program wrote to the connection between it and the grader. Only the state's methods may use it."
        return Ended("forged", words)

    def _read(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            try:
                more = self._channel.recv(size - len(data))
            except TimeoutError:
                self._look_at_the_clock()
                continue
            except OSError:
                raise self._gone() from None
            if not more:
                raise self._gone()
            data += more
            if len(data) < size:  # what drips in keeps the socket from timing out
                self._look_at_the_clock()
        return data

    def _look_at_the_clock(self) -> None:
        if time.monotonic() <= self._deadline:
            return
        if self._cut_short:
            words = "Your code was still running when the time for the whole submission was used up, and was ended."
        else:
            words = f"Your code was still running after {self._limits.seconds:g} seconds and was ended."
        raise Ended("too slow", f"{words} Is there a loop or a recursion that never ends?")

    def _gone(self) -> Ended:
        """What to raise when the process has hung up: how it ended, as far as that shows."""
        try:
            status = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return self.forged()
        if status == wire.BROKEN:
            words = "Your program raised an error that broke the process it ran in, and that cannot be shown."
            return Ended("died", words)
        if status == -signal.SIGXCPU:
            words = f"Your code used more than {self._limits.cpu_seconds} seconds of processor time and was ended."
            return Ended("processor time", f"{words} Is there a loop or a recursion that never ends?")
        if status >= 0:
            words = (
                f"Your program ended itself, with exit status {status}. Take out whatever ends it, such as os._exit()."
            )
            return Ended("died", words)
        try:
            name = f"{signal.Signals(-status).name} ({signal.strsignal(-status)})"
        except ValueError:
            name = str(-status)
        return Ended("died", f"Your program was ended by the signal {name}.")
