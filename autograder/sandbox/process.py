"""One process that runs a student's code: how it is started, talked to under a
deadline, and ended.

Every read is bounded in size and time, and whatever breaks the protocol ends the step
with words for the student.
"""

import contextlib
import ctypes
import marshal
import os
import signal
import socket
import struct
import subprocess
import time
from collections.abc import Iterator
from typing import Any

from autograder.exercises.model import Limits
from autograder.launch import started
from autograder.limits import CLOCK_SECONDS, KILLED_SECONDS, LONGEST_WORDS
from autograder.sandbox.containment import OrphanReaper
from autograder.sandbox.outcome import Cause, Failure
from autograder.sandbox.own_paths import OwnPaths
from autograder.text import counted
from autograder.worker import wire

# to open it takes longer than to bind both processes to a processor
_libc = ctypes.CDLL(None)
_now, _read, _write, _unpack, _SIZE = (
    time.monotonic,
    os.read,
    os.write,
    wire.FRAME.unpack,
    wire.SIZE,
)
ENDLESS = "Is there a loop or a recursion that never ends?"
PATIENCE = struct.pack("@ll", 0, int(CLOCK_SECONDS * 1_000_000))
"""How long a read or a write waits before the clocks are looked at, in the seconds and
microseconds of the kernel."""


class Ended(Exception):
    """A step of the conversation came to no answer. alive: whether the process can go
    on all the same."""

    def __init__(
        self, cause: Cause, words: str, details: str = "", *, alive: bool = False
    ) -> None:
        super().__init__(words)
        self.failure = Failure(cause, words, details)
        self.alive = alive


class StudentProcess:
    """A process that waits for commands: `worker.serve` is its side, `worker.wire` the
    language."""

    def __init__(
        self, limits: Limits, layers: tuple[str, ...], run_deadline: float
    ) -> None:
        """Start it. run_deadline: when the whole run must end, by time.monotonic()."""
        self._limits, self._run_deadline = limits, run_deadline
        self._reaper = OrphanReaper()
        self._process, self._channel, self._output, self._first = started(layers)
        self.pid = self._reaper.student = self._process.pid
        # by the kernel: Python's own timeouts ask it twice
        for way in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            self._channel.setsockopt(socket.SOL_SOCKET, way, PATIENCE)
        self._socket = self._channel.fileno()
        self.no_namespace = self._first if isinstance(self._first, str) else ""
        """Why the process is in no PID namespace of its own; nothing where it is."""
        self.user: int | None = None
        """The user that is this process's own, once it has become that user."""
        self.own_paths = OwnPaths()
        """What nobody is to read in what the process says, once it knows of these
        paths."""

    @contextlib.contextmanager
    def taking_turns(self) -> Iterator[None]:
        """Keeps both processes, which take turns, on the processor in the block where
        the grader runs already."""
        with contextlib.ExitStack() as stack:
            if hasattr(os, "sched_setaffinity"):
                stack.callback(os.sched_setaffinity, 0, os.sched_getaffinity(0))
                one = {_libc.sched_getcpu()}
                with contextlib.suppress(OSError):
                    os.sched_setaffinity(self.pid, one)
                    os.sched_setaffinity(0, one)
            yield

    def command(self, command: dict[str, Any]) -> None:
        """Sends a command, and gives the process the limit's seconds for its answers:
        see `give_time`."""
        self.give_time()
        text = marshal.dumps(command)
        self.send(wire.FRAME.pack(wire.COMMAND, len(text), 0.0) + text)

    def give_time(self) -> None:
        """Gives the process the limit's seconds from now on, or until the whole run
        must end."""
        now = _now()
        self._deadline = min(now + self._limits.seconds, self._run_deadline)
        self._processor_deadline = self._processor_seconds() + self._limits.cpu_seconds
        self._next_look = min(self._deadline, now + CLOCK_SECONDS)

    def send(self, data: bytes) -> None:
        """Sends bytes. Raises Ended where the process does not take them in time, or is
        gone."""
        while data:
            try:
                data = data[_write(self._socket, data) :]
            except BlockingIOError:
                self._look_at_the_clocks()
            except OSError:
                raise self._gone() from None

    def frame(self) -> tuple[int, int, float]:
        """The next frame: its kind, its number and its double."""
        if _now() > self._next_look:
            self._look_at_the_clocks()
        frame: tuple[int, int, float] = _unpack(self._read(_SIZE))
        return frame

    def message(self, size: int) -> str:
        """Return the text that follows a frame, whose number is how many bytes it has."""
        if size > LONGEST_WORDS:
            raise self.forged()
        return self.own_paths.hidden(self._read(size)).decode(
            "utf-8", "backslashreplace"
        )

    def printed(self) -> str:
        """What the process printed since it was last asked, cut at the limit with a
        note that it was."""
        most = self._limits.output_kb * 1024
        # so that no path is cut before it is seen
        kept = most + 1 + self.own_paths.longest
        data = b""
        with contextlib.suppress(BlockingIOError):
            while more := os.read(self._output, 65536):
                data += more[: kept - len(data)]
        may_have_more = len(data) == kept
        shown = self.own_paths.hidden(data)
        if may_have_more:
            shown = self.own_paths.without_beginning(shown)
        text = shown[:most].decode("utf-8", "replace")
        is_whole = len(shown) <= most and not may_have_more
        return (
            text
            if is_whole
            else f"{text}\n… (cut: only the first {self._limits.output_kb} kB are kept)"
        )

    def close(self) -> None:
        """Ends the process and everything that it started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        processes = (
            [self._process]
            if isinstance(self._first, str)
            else [self._process, self._first]
        )
        for process in processes:
            process.kill()
        # Not without a limit: a signal may have come while this very wait was under
        # way, and holds its lock.
        # the first of a namespace last, as it is gone once all others are reaped
        for process in processes:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=KILLED_SECONDS)
            if process.stdin is not None:
                process.stdin.close()
        self._reaper.end(self.user)
        self._channel.close()
        os.close(self._output)

    def forged(self) -> Ended:
        """What to raise for bytes that no honest worker sends."""
        words = "Your program wrote to the connection between it and the grader. Only the state's methods may use it."
        return Ended("forged", words)

    def _read(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            if data:  # what drips in keeps the socket from timing out
                self._look_at_the_clocks()
            try:
                more = _read(self._socket, size - len(data))
            except BlockingIOError:
                self._look_at_the_clocks()
                continue
            except OSError:
                more = b""
            if not more:
                raise self._gone()
            data += more
        return data

    def _look_at_the_clocks(self) -> None:
        now = _now()
        if now > self._deadline:
            when = f"after {counted(self._limits.seconds, 'second')}"
            if self._deadline == self._run_deadline:
                when = "when the time for the whole submission was used up,"
            raise Ended(
                "too slow",
                f"Your code was still running {when} and was ended. {ENDLESS}",
            )
        self._next_look = min(self._deadline, now + CLOCK_SECONDS)
        if self._processor_seconds() > self._processor_deadline:
            used = f"more than {counted(self._limits.cpu_seconds, 'second')} of processor time"
            raise Ended(
                "processor time", f"Your code used {used} and was ended. {ENDLESS}"
            )

    def _processor_seconds(self) -> float:
        """What the process has used by the kernel's clock; 0 where the system has no
        such clock."""
        with contextlib.suppress(OSError):
            # what clock_getcpuclockid makes of a process's id
            return time.clock_gettime(~self.pid << 3 | 2)
        return 0.0

    def _gone(self) -> Ended:
        try:
            status = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return self.forged()
        if status == wire.BROKEN:
            words = "raised an error that broke the process it ran in, and that cannot be shown."
        elif status >= 0:
            words = f"ended itself, with exit status {status}. Take out whatever ends it, such as os._exit()."
        elif (
            -status == signal.SIGXFSZ
        ):  # where neither Landlock nor seccomp keeps it from opening one
            words = (
                "was ended as it wrote to a file. No search needs one: take that out."
            )
        elif -status in set(signal.Signals):
            words = f"was ended by the signal {signal.Signals(-status).name} ({signal.strsignal(-status)})."
        else:
            words = f"was ended by the signal {-status}."
        return Ended("died", f"Your program {words}")
