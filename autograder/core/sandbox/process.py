"""One process that runs a student's code: started, talked to under a deadline, ended.

Every read is bounded in size and time. A breach of the protocol ends the step with a
message for the student.
"""

import _socket  # as in launch
import contextlib
import ctypes
import marshal
import os
import select
import signal
import struct
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from math import inf
from typing import Any

from autograder.core.exercises.model import Limits
from autograder.core.launch import started
from autograder.core.limits import (
    CLOCK_SECONDS,
    KILLED_SECONDS,
    LARGEST_STACK,
    LONGEST_WORDS,
    MOST_LISTED,
    STACK_SECONDS,
)
from autograder.core.sandbox.containment import OrphanReaper
from autograder.core.sandbox.outcome import Cause, Failure
from autograder.core.sandbox.own_paths import OwnPaths
from autograder.core.sentences import has_sentence, plain_number, sentence
from autograder.core.worker import wire

# Opened once: that takes longer than to bind both processes to a processor.
_libc = ctypes.CDLL(None)
# Names for the functions of each exchange: a look-up in a module takes time.
_now, _read, _write = time.monotonic, os.read, os.write
_unpack, _SIZE = wire.FRAME.unpack, wire.SIZE
PATIENCE = struct.pack("@ll", 0, int(CLOCK_SECONDS * 1_000_000))
"""The longest wait of a read before the clocks are checked, in the seconds and
microseconds of the kernel."""

READ_AT_ONCE = 8192
"""The bytes that are read if so many are there."""


class Ended(Exception):
    """A step of the conversation came to no answer.

    alive: whether the process can go on all the same. by_machine: whether the machine
    may be at fault.
    """

    def __init__(
        self,
        cause: Cause,
        message: str,
        details: str = "",
        *,
        alive: bool = False,
        returned: str = "",
        raised: str = "",
        by_machine: bool = False,
    ) -> None:
        super().__init__(message)
        self.failure = Failure(
            cause, message, details, returned=returned, raised=raised
        )
        self.alive = alive
        self.by_machine = by_machine


class StudentProcess:
    """A process that waits for commands.

    `worker.serve` is its side, `worker.wire` the language.
    """

    _first_look: tuple[float, float] | None = None
    """When the clocks were first looked at in this step, and how long the process had
    waited for a processor until then."""

    def __init__(
        self,
        limits: Limits,
        layers: tuple[str, ...],
        run_deadline: float,
        processor_left: Callable[[], float] = lambda: inf,
    ) -> None:
        """Start the process.

        run_deadline: when the whole run must end, by time.monotonic(). processor_left:
        returns the processor time that the program may still use.
        """
        self._limits, self._run_deadline = limits, run_deadline
        self._processor_left = processor_left
        self._last_seconds = 0.0
        self._reaper = OrphanReaper()
        start = started(layers)
        self._process, self._first = start.process, start.first
        self._questions, self._answers = start.questions, start.answers
        self._output = start.output
        self.pid = self._process.pid
        self._reaper.student = self.pid
        # The kernel limits the waits: Python's own timeouts ask it twice.
        self._questions.setsockopt(_socket.SOL_SOCKET, _socket.SO_RCVTIMEO, PATIENCE)
        self._socket = self._questions.fileno()
        self._received = b""
        self._first_unread = 0
        self.no_namespace = self._first if isinstance(self._first, str) else ""
        """Why the process is in no PID namespace of its own; "" if it is in one."""
        self.user: int | None = None
        """The user that is this process's own, once it has become that user."""
        self.own_paths = OwnPaths()
        """The paths that nobody is to read in its messages, once it knows them."""

    @contextlib.contextmanager
    def taking_turns(self) -> Iterator[None]:
        """Keep both processes on one processor, as they take turns.

        It is the one on which the grader runs when the block begins.
        """
        with contextlib.ExitStack() as stack:
            if hasattr(os, "sched_setaffinity"):
                stack.callback(os.sched_setaffinity, 0, os.sched_getaffinity(0))
                processors = {_libc.sched_getcpu()}
                with contextlib.suppress(OSError):
                    os.sched_setaffinity(self.pid, processors)
                    os.sched_setaffinity(0, processors)
            yield

    def command(self, command: Mapping[str, Any]) -> None:
        """Send a command, and give the process time for its answers."""
        self.give_time()
        text = marshal.dumps(dict(command))
        self.send(wire.FRAME.pack(wire.COMMAND, len(text), 0.0) + text)

    def give_time(self) -> None:
        """Give the process the limit's seconds from now on.

        It has less if the whole run must end before, or if little is left to it.
        """
        now = _now()
        self._deadline = min(now + self._limits.seconds, self._run_deadline)
        left = self._processor_left()
        self._is_last = left < self._limits.cpu_seconds
        seconds = min(left, self._limits.cpu_seconds)
        self._processor_deadline = self.processor_seconds() + seconds
        self._next_look = min(self._deadline, now + CLOCK_SECONDS)
        self._first_look = None

    def send(self, data: bytes) -> None:
        """Send bytes.

        Raises Ended if the process does not take them in time, or is gone.
        """
        rest: bytes | memoryview = data
        while rest:
            try:
                size = _write(self._answers, rest)
            except BlockingIOError:
                self._wait_for_room()
            except OSError:
                raise self._gone() from None
            else:
                if size == len(rest):
                    return
                rest = memoryview(rest)[size:]

    def frame(self) -> tuple[int, int, float]:
        """Return the next frame: its kind, its number and its double."""
        if _now() > self._next_look:
            self._look_at_the_clocks()
        frame: tuple[int, int, float] = _unpack(self._next(_SIZE))
        return frame

    def message(self, size: int) -> str:
        """Return the text that follows a frame.

        size: its bytes, which the frame's number tells.
        """
        if size > LONGEST_WORDS:
            raise self.forged()
        text = self.own_paths.hidden(self._next(size))
        return text.decode("utf-8", "backslashreplace")

    def stack(self) -> str:
        """Return the lines that the process is in, by its word, the last call first.

        A signal asks it for them, and it has little time and room. It may answer
        anything, or nothing.
        """
        with contextlib.suppress(OSError):
            os.kill(self.pid, wire.TELL_STACK)
        answer = select.poll()
        answer.register(self._socket, select.POLLIN)
        deadline = _now() + STACK_SECONDS
        data = b""
        while len(data) < LARGEST_STACK and _now() < deadline:
            if not answer.poll(STACK_SECONDS * 1000 / 4):
                break
            try:
                piece = _read(self._socket, LARGEST_STACK - len(data))
            except OSError:
                break
            if not piece:
                break
            data += piece
        return self.own_paths.hidden(data).decode("utf-8", "replace")

    def printed(self) -> str:
        """Return the output of the process since the last call.

        It is cut at the limit, with a note that it was.
        """
        most = self._limits.output_kb * 1024
        # More is read than shown, so that no path is cut before it is seen.
        most_read = most + 1 + self.own_paths.longest
        data = b""
        with contextlib.suppress(BlockingIOError):
            while piece := os.read(self._output, 65536):
                data += piece[: most_read - len(data)]
        may_have_more = len(data) == most_read
        shown = self.own_paths.hidden(data)
        if may_have_more:
            shown = self.own_paths.without_beginning(shown)
        text = shown[:most].decode("utf-8", "replace")
        if len(shown) <= most and not may_have_more:
            return text
        kilobytes = self._limits.output_kb
        return f"{text}\n{sentence('ended', 'output is cut', kilobytes=kilobytes)}"

    def close(self) -> None:
        """End the process and everything that it started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        processes = [self._process]
        # The first of a namespace comes last: it is gone once all others are reaped.
        if not isinstance(self._first, str):
            processes.append(self._first)
        for process in processes:
            process.kill()
        for process in processes:
            # Not without a limit: a signal may have come while this very wait was under
            # way, and holds its lock.
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=KILLED_SECONDS)
            if process.stdin is not None:
                process.stdin.close()
        self._reaper.end(self.user)
        self._questions.close()
        os.close(self._answers)
        os.close(self._output)

    def forged(self) -> Ended:
        """Return the error for bytes that no honest worker sends."""
        return Ended("forged", sentence("ended", "forged"))

    def _next(self, size: int) -> bytes:
        """Return the next bytes that the process sent."""
        end = self._first_unread + size
        if end > len(self._received):
            self._received = self._received[self._first_unread :]
            self._received += self._read(size - len(self._received))
            self._first_unread, end = 0, size
        begin, self._first_unread = self._first_unread, end
        return self._received[begin:end]

    def _read(self, size: int) -> bytes:
        """Read at least so many bytes."""
        data = b""
        while len(data) < size:
            if data:  # a message that drips in keeps the socket from timing out
                self._look_at_the_clocks()
            try:
                piece = _read(self._socket, max(READ_AT_ONCE, size - len(data)))
            except BlockingIOError:
                self._look_at_the_clocks()
                continue
            except OSError:
                piece = b""
            if not piece:
                raise self._gone()
            data += piece
        return data

    def _wait_for_room(self) -> None:
        """Wait for the process to take all sent bytes, and look at the clocks."""
        room = select.poll()
        room.register(self._answers, select.POLLOUT)
        room.poll(CLOCK_SECONDS * 1000)
        self._look_at_the_clocks()

    def _look_at_the_clocks(self) -> None:
        """Raise Ended if the time, or the processor time, is used up."""
        now = _now()
        if now > self._deadline:
            message = sentence("ended", "whole time")
            if self._deadline != self._run_deadline:
                seconds = plain_number(self._limits.seconds)
                message = sentence("ended", "seconds", seconds=seconds)
            raise Ended("too slow", message, by_machine=self._has_waited(now))
        if self._first_look is None:
            self._first_look = now, seconds_waited(self.pid)
        self._next_look = min(self._deadline, now + CLOCK_SECONDS)
        if self.processor_seconds() > self._processor_deadline:
            if self._is_last:
                message = sentence("ended", "processor time after a failure")
                raise Ended("processor time", message)
            seconds = plain_number(self._limits.cpu_seconds)
            message = sentence("ended", "processor time", seconds=seconds)
            raise Ended("processor time", message)

    def _has_waited(self, now: float) -> bool:
        """Return whether most of this step was waiting for a processor."""
        if self._first_look is None:
            return False
        began, waited_before = self._first_look
        waited = seconds_waited(self.pid) - waited_before
        return waited > (now - began) / 2

    def processor_seconds(self) -> float:
        """Return the processor time of the process, by the kernel's clock.

        It is the last reading if the process is gone, and 0 if the system has no such
        clock.
        """
        clock = ~self.pid << 3 | 2  # as clock_getcpuclockid makes it of a process's id
        with contextlib.suppress(OSError):
            self._last_seconds = time.clock_gettime(clock)
        return self._last_seconds

    def _gone(self) -> Ended:
        """Return the error for a process that has hung up."""
        try:
            status = self._process.wait(timeout=1)
        except subprocess.TimeoutExpired:
            return self.forged()
        # The kernel sends this signal if memory is short.
        by_machine = status == -signal.SIGKILL
        return Ended("died", _how_it_ended(status), by_machine=by_machine)


def seconds_waited(pid: int) -> float:
    """Return how long a process was ready to run, and no processor was free.

    Of several threads the longest wait counts. It is 0 if the system does not say.
    """
    waits = [0.0]
    with contextlib.suppress(OSError, ValueError, IndexError):
        tasks = f"/proc/{pid}/task"
        for task in islice(os.listdir(tasks), MOST_LISTED):
            with open(f"{tasks}/{task}/schedstat", "rb") as opened:
                waits.append(int(opened.read().split()[1]) / 1e9)
    return max(waits)


def _how_it_ended(status: int) -> str:
    """Return the sentence on the end of a process.

    status: the exit status, or a signal's number below zero.
    """
    if status == wire.BROKEN:
        return sentence("ended", "broken")
    if status >= 0:
        return sentence("ended", "exit", status=status)
    number = -status
    # If neither Landlock nor seccomp keeps it from opening a file.
    if number == signal.SIGXFSZ:
        return sentence("ended", "wrote to a file")
    if number in set(signal.Signals):
        name = signal.Signals(number).name
        meaning = signal.strsignal(number)
        if has_sentence("signals", name):
            meaning = sentence("signals", name)
        return sentence("ended", "signal", signal=name, meaning=meaning)
    return sentence("ended", "nameless signal", signal=number)
