"""The grader's side of the conversation with a worker. No worker starts.

Its ends are pipes and sockets that a test writes to, and the clocks are those of a test.
"""

import math
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from autograder.core.exercises.model import Limits
from autograder.core.limits import LARGEST_STACK, LONGEST_WORDS
from autograder.core.sandbox import process as process_module
from autograder.core.sandbox.own_paths import OwnPaths
from autograder.core.sandbox.process import Ended, StudentProcess
from autograder.core.sentences import sentence
from autograder.core.worker import wire

NOBODYS = 2**22 + 1
"""A process's id that Linux gives to none."""
FOLDER = "/var/tmp/alphabeta-abcdefgh/submission"


class Ends:
    """A process to talk to, and the other ends of its connections."""

    def __init__(self) -> None:
        self.questions, worker = socket.socketpair()
        self.worker: socket.socket | None = worker
        self.output, self.printing = os.pipe()
        self.answers_read, self.answers = os.pipe()
        for descriptor in (self.output, self.answers):
            os.set_blocking(descriptor, False)
        self.questions.settimeout(None)
        process: Any = StudentProcess.__new__(StudentProcess)
        process._questions, process._socket = self.questions, self.questions.fileno()
        process._answers, process._output = self.answers, self.output
        process._limits, process.own_paths = Limits(output_kb=1), OwnPaths()
        process._deadline = process._run_deadline = math.inf
        process._next_look = process._processor_deadline = math.inf
        process._processor_left, process._is_last = lambda: math.inf, False
        process._last_seconds = 0.0
        process._received, process._first_unread = b"", 0
        process.pid = NOBODYS
        self.process = process

    def says(self, data: bytes) -> None:
        """Have the process send bytes."""
        assert self.worker is not None
        self.worker.sendall(data)

    def hangs_up(self) -> None:
        """Have the process close its connection."""
        if self.worker is not None:
            self.worker.close()
        self.worker = None

    def prints(self, data: bytes) -> str:
        """Have the process print, and return the text that the grader keeps."""
        os.write(self.printing, data)
        printed: str = self.process.printed()
        return printed

    def close(self) -> None:
        """Close all ends."""
        self.questions.close()
        self.hangs_up()
        for descriptor in (self.output, self.printing, self.answers_read, self.answers):
            os.close(descriptor)


@pytest.fixture
def ends() -> Iterator[Ends]:
    """Return a process to talk to."""
    made = Ends()
    yield made
    made.close()


def failure_of(step: Callable[[], object]) -> tuple[str, str]:
    """Return why a step of the conversation came to no answer: the cause and the sentence."""
    with pytest.raises(Ended) as raised:
        step()
    return raised.value.failure.cause, str(raised.value)


@pytest.mark.parametrize("first", ["may not be made", None])
def test_process_that_starts_has_said_nothing_yet(
    first: str | None, ends: Ends, monkeypatch: pytest.MonkeyPatch
) -> None:
    """first: of its namespace, or why there is none."""
    start = SimpleNamespace(
        process=SimpleNamespace(pid=NOBODYS),
        first=first or SimpleNamespace(),
        questions=ends.questions,
        answers=ends.answers,
        output=ends.output,
    )
    reaper = SimpleNamespace(student=0)
    monkeypatch.setattr(process_module, "started", lambda layers: start)
    monkeypatch.setattr(process_module, "OrphanReaper", lambda: reaper)
    process = StudentProcess(Limits(), (), 0.0)
    assert process.no_namespace == (first or "")
    assert reaper.student == process.pid == NOBODYS
    assert process.user is None
    assert process.own_paths.hidden(FOLDER.encode()) == FOLDER.encode()
    with pytest.raises(BlockingIOError):  # as it says nothing for a tenth of a second
        os.read(ends.questions.fileno(), 1)


# --- What it prints ---

CUT = "\n… (cut: only the first 1 kB are kept)"


def test_output_is_kept_up_to_its_limit_and_the_cut_is_told(ends: Ends) -> None:
    assert ends.prints(b"") == ""
    assert ends.prints(b"x" * 1024) == "x" * 1024
    assert ends.prints(b"x" * 1025) == "x" * 1024 + CUT
    assert ends.prints(b"x" * 5000) == "x" * 1024 + CUT
    assert ends.prints(b"of the next search") == "of the next search"


def test_output_is_read_in_pieces_and_bytes_that_are_no_text_are_shown_so(
    ends: Ends, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, sizes = os.read, list[int]()

    def read_little(descriptor: int, size: int) -> bytes:
        sizes.append(size)
        return read(descriptor, min(size, 400))

    monkeypatch.setattr(os, "read", read_little)
    assert ends.prints(b"one\xfftwo" * 100) == "one�two" * 100
    kept = list[int]()

    class Kept(OwnPaths):
        def hidden(self, data: bytes) -> bytes:
            kept.append(len(data))
            return super().hidden(data)

    ends.process.own_paths = Kept()
    assert ends.prints(b"abcdefgh" * 200) == "abcdefgh" * 128 + CUT
    assert kept == [1024 + 1 + ends.process.own_paths.longest]


def test_no_piece_of_the_graders_paths_is_left_where_the_output_is_cut(
    ends: Ends,
) -> None:
    ends.process.own_paths = OwnPaths(FOLDER)
    for before in range(1024 - len(FOLDER) - 2, 1026):
        shown = ends.prints(b"x" * before + f"{FOLDER}/a.py".encode() * 3)
        assert set(shown.removesuffix(CUT)) <= set("xa.py"), before
    hidden = ends.prints(f"{FOLDER}/a.py\n".encode() * 20)
    assert hidden == "a.py\n" * 20  # more than the limit, before it is hidden


# --- What it says ---


def test_message_shows_bytes_that_are_no_text_and_none_of_the_graders_paths(
    ends: Ends,
) -> None:
    ends.process.own_paths = OwnPaths(FOLDER)
    data = f"in {FOLDER}/a.py: ".encode() + b"\xff"
    ends.says(data)
    assert ends.process.message(len(data)) == "in a.py: \\xff"


def test_only_a_message_longer_than_any_of_the_workers_is_forged(ends: Ends) -> None:
    ends.says(b"x" * LONGEST_WORDS)
    assert ends.process.message(LONGEST_WORDS) == "x" * LONGEST_WORDS
    cause, sentence = failure_of(lambda: ends.process.message(LONGEST_WORDS + 1))
    assert cause == "forged"
    assert sentence == (
        "Your program wrote to the connection between it and the grader. "
        "Only the state's methods may use it."
    )


def test_frame_that_comes_in_pieces_is_put_together(
    ends: Ends, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, asked = os.read, list[int]()

    def read_little(descriptor: int, size: int) -> bytes:
        asked.append(size)
        return read(descriptor, min(size, 5))

    monkeypatch.setattr(process_module, "_read", read_little)
    ends.says(wire.FRAME.pack(wire.LOOK, 3, 0.5) + wire.FRAME.pack(wire.LOOK, 4, 1.5))
    assert ends.process.frame() == (wire.LOOK, 3, 0.5)
    assert ends.process.frame() == (wire.LOOK, 4, 1.5)
    pieces = math.ceil(2 * wire.FRAME.size / 5)  # no byte of the next frame is lost
    assert asked == [process_module.READ_AT_ONCE] * pieces


def test_stack_is_asked_for_by_a_signal_and_told_in_pieces(
    ends: Ends, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_module, "STACK_SECONDS", 60)  # it comes to an end
    ends.process.own_paths = OwnPaths(FOLDER)
    pieces = [f'File "{FOLDER}/a.py'.encode(), b'", line 1 \xff']

    def kill(pid: int, number: int) -> None:
        assert (pid, number) == (NOBODYS, wire.TELL_STACK)
        ends.says(pieces.pop(0))

    read = os.read

    def read_and_go_on(descriptor: int, size: int) -> bytes:
        data = read(descriptor, size)
        if pieces:
            ends.says(pieces.pop(0))
        else:
            ends.hangs_up()
        return data

    monkeypatch.setattr(os, "kill", kill)
    monkeypatch.setattr(process_module, "_read", read_and_go_on)
    assert ends.process.stack() == 'File "a.py", line 1 �'


def test_stack_is_limited_in_its_length_and_in_its_time(
    ends: Ends, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    sizes = list[int]()

    def read_slowly(_: int, size: int) -> bytes:
        now[0] += 0.15
        sizes.append(size)
        return b"x" * min(size, 1000)

    monkeypatch.setattr(process_module, "_now", lambda: now[0])
    monkeypatch.setattr(process_module, "_read", read_slowly)
    monkeypatch.setattr(os, "kill", lambda *_: None)
    ends.says(b"there is always more")
    assert ends.process.stack() == "x" * 3000  # at 0, 0.15 and 0.3 of 0.4 seconds
    monkeypatch.setattr(process_module, "STACK_SECONDS", LONG)
    monkeypatch.setattr(process_module, "select", ReadyAtOnce)
    assert ends.process.stack() == "x" * LARGEST_STACK
    assert sizes[3:] == [*range(LARGEST_STACK, 0, -1000)]


LONG = 10**9


class ReadyAtOnce:
    """Stands for the module `select`: there is always something to read after a fourth of the time."""

    POLLIN = select.POLLIN

    @staticmethod
    def poll() -> Any:
        """Return an object that waits for nothing."""

        def poll(milliseconds: float) -> bool:
            return milliseconds == 1000 * LONG / 4

        return SimpleNamespace(register=lambda *_: None, poll=poll)


def test_process_that_is_gone_or_silent_tells_no_stack(
    ends: Ends, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_module, "STACK_SECONDS", 0.01)
    monkeypatch.setattr(os, "kill", kill_nobody)
    assert ends.process.stack() == ""
    ends.says(b"x")
    monkeypatch.setattr(process_module, "_read", refuse)
    assert ends.process.stack() == ""


def kill_nobody(*_: object) -> None:
    raise ProcessLookupError


def refuse(*_: object) -> bytes:
    raise ConnectionResetError


# --- What it is told ---


def test_answer_that_is_taken_in_pieces_arrives_whole(
    ends: Ends, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write
    monkeypatch.setattr(
        process_module, "_write", lambda file, data: write(file, bytes(data)[:3])
    )
    ends.process.send(b"an answer")
    assert os.read(ends.answers_read, 100) == b"an answer"


def test_room_in_the_pipe_is_waited_for_no_longer_than_it_takes(
    ends: Ends, monkeypatch: pytest.MonkeyPatch
) -> None:
    polled: list[tuple[list[tuple[int, int]], float]] = []

    class Polling:
        def __init__(self) -> None:
            self.waits: list[tuple[int, int]] = []

        def register(self, descriptor: int, event: int) -> None:
            self.waits.append((descriptor, event))

        def poll(self, milliseconds: float) -> None:
            polled.append((self.waits, milliseconds))

    monkeypatch.setattr(select, "poll", Polling)
    ends.process._wait_for_room()
    assert polled == [([(ends.answers, select.POLLOUT)], 100)]
    ends.process._deadline = 0.0
    cause, _ = failure_of(ends.process._wait_for_room)
    assert cause == "too slow"


# --- Its time ---


def test_time_that_is_used_up_is_told_whose_it_was(
    ends: Ends, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = ends.process
    monkeypatch.setattr(process_module, "_now", lambda: 10.0)
    process._limits = Limits(seconds=1, cpu_seconds=2)
    process._deadline, process._run_deadline = 9.0, 20.0
    failure = failure_of(process._look_at_the_clocks)
    text = "Your code was still running after 1 second and was ended. Is there a loop or a recursion that never ends?"
    assert failure == ("too slow", text)
    process._run_deadline = 9.0
    failure = failure_of(process._look_at_the_clocks)
    text = (
        "Your code was still running when the time for the whole submission was "
        "used up, and was ended. Is there a loop or a recursion that never ends?"
    )
    assert failure == ("too slow", text)
    process._deadline = process._run_deadline = 10.05
    process.processor_seconds, process._processor_deadline = lambda: 3.5, 3.0
    failure = failure_of(process._look_at_the_clocks)
    text = "Your code used more than 2 seconds of processor time and was ended. Is there a loop or a recursion that never ends?"
    assert failure == ("processor time", text)
    process._is_last = True
    assert failure_of(process._look_at_the_clocks) == (
        "processor time",
        sentence("ended", "processor time after a failure"),
    )


@pytest.mark.parametrize(("waited", "is_machines"), [(1.4, True), (0.6, False)])
def test_time_is_the_machines_if_most_of_it_was_waiting_for_a_processor(
    ends: Ends, monkeypatch: pytest.MonkeyPatch, waited: float, is_machines: bool
) -> None:
    process = ends.process
    times = iter([(10.0, 3.0), (12.0, 3.0 + waited)])
    process._deadline = process._run_deadline = 11.0
    for _ in range(2):
        now, so_far = next(times)
        monkeypatch.setattr(process_module, "_now", lambda now=now: now)
        monkeypatch.setattr(
            process_module, "seconds_waited", lambda pid, so_far=so_far: so_far
        )
        if now < 11:
            process._look_at_the_clocks()
    with pytest.raises(Ended) as ended:
        process._look_at_the_clocks()
    assert ended.value.by_machine == is_machines


def test_how_long_this_process_waited_is_told_and_of_no_process_nothing() -> None:
    assert 0 <= process_module.seconds_waited(os.getpid()) < time.monotonic()
    assert process_module.seconds_waited(NOBODYS) == 0


def test_clocks_are_looked_at_every_tenth_of_a_second_and_at_the_end(
    ends: Ends, monkeypatch: pytest.MonkeyPatch
) -> None:
    process, now = ends.process, [10.0]
    monkeypatch.setattr(process_module, "_now", lambda: now[0])
    process.processor_seconds = lambda: 1.0
    process._limits, process._run_deadline = Limits(seconds=5, cpu_seconds=2), 100.0
    process.give_time()
    assert (process._deadline, process._next_look) == (15.0, 10.1)
    assert process._processor_deadline == 3.0
    now[0] = 14.95
    process._look_at_the_clocks()
    assert process._next_look == 15.0
    now[0] = 12.0
    process._look_at_the_clocks()
    assert process._next_look == 12.1
    process._run_deadline = 12.05
    process.give_time()
    assert (process._deadline, process._next_look) == (12.05, 12.05)


@pytest.mark.parametrize(
    ("left", "deadline", "is_last"),
    [(9.0, 3.0, False), (2.0, 3.0, False), (1.5, 2.5, True)],
)
def test_process_has_no_more_processor_time_than_is_left_to_its_program(
    left: float, deadline: float, is_last: bool, ends: Ends
) -> None:
    process = ends.process
    process.processor_seconds, process._processor_left = lambda: 1.0, lambda: left
    process._limits = Limits(cpu_seconds=2)
    process.give_time()
    assert (process._processor_deadline, process._is_last) == (deadline, is_last)


@pytest.mark.skipif(sys.platform != "linux", reason="the clock is Linux's")
def test_processor_time_is_that_of_the_process(ends: Ends) -> None:
    process = ends.process
    assert process.processor_seconds() == 0.0  # there is none of this id
    process.pid = os.getpid()
    before = time.process_time()
    now = process.processor_seconds()
    assert before <= now <= time.process_time()
    process.pid = NOBODYS
    assert process.processor_seconds() == now  # that of the process when it was there


# --- Its end ---


@pytest.mark.parametrize(
    ("status", "told"),
    [
        (
            wire.BROKEN,
            "raised an error that broke the process it ran in, and that cannot be shown.",
        ),
        (
            0,
            "ended itself, with exit status 0. Remove whatever ends it, such as os._exit().",
        ),
        (
            -signal.SIGXFSZ,
            "was ended as it wrote to a file. No search needs one: remove that.",
        ),
        (-signal.SIGKILL, "was ended by the signal SIGKILL (Killed)."),
        (-35, "was ended by the signal 35."),  # one of those without a name
    ],
)
def test_end_of_a_process_is_told(status: int, told: str, ends: Ends) -> None:
    waits = list[float]()

    def wait(timeout: float) -> int:
        waits.append(timeout)
        return status

    ends.process._process = SimpleNamespace(wait=wait)
    ends.hangs_up()
    text = f"Your program {told}"
    assert failure_of(ends.process.frame) == ("died", text)
    ends.process._answers = ends.answers_read  # it cannot be written to
    assert failure_of(lambda: ends.process.send(b"x")) == ("died", text)
    assert waits == [1, 1]


def test_connection_that_breaks_is_that_of_a_process_that_is_gone(
    ends: Ends, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_module, "_read", refuse)
    ends.process._process = SimpleNamespace(wait=lambda timeout: 3)
    cause, _ = failure_of(ends.process.frame)
    assert cause == "died"


def test_process_that_hangs_up_and_goes_on_has_forged(ends: Ends) -> None:
    def wait(timeout: float) -> int:
        raise subprocess.TimeoutExpired("python", timeout)

    ends.process._process = SimpleNamespace(wait=wait)
    ends.hangs_up()
    cause, _ = failure_of(ends.process.frame)
    assert cause == "forged"


class Ending:
    """A process that is closed, and notes the calls to it."""

    def __init__(self, name: str, done: list[tuple[str, object]]) -> None:
        self._name, self._done, self.stdin = name, done, None

    def kill(self) -> None:
        self._done.append((self._name, "kill"))

    def wait(self, timeout: float) -> int:
        self._done.append((self._name, timeout))
        raise subprocess.TimeoutExpired("python", timeout)


@pytest.mark.parametrize("error", [ProcessLookupError, PermissionError, None])
@pytest.mark.parametrize("has_namespace", [True, False])
def test_all_of_a_process_is_ended_whatever_goes_wrong_there(
    error: type[OSError] | None, has_namespace: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[tuple[str, object]] = []

    def killpg(pid: int, number: int) -> None:
        done.append(("group", (pid, number)))
        if error is not None:
            raise error

    monkeypatch.setattr(os, "killpg", killpg)
    monkeypatch.setattr(process_module, "KILLED_SECONDS", 7)
    ends = Ends()
    process = ends.process
    process._process = Ending("process", done)
    process._first = Ending("first", done) if has_namespace else "may not be made"
    process._reaper = SimpleNamespace(end=lambda user: done.append(("reaper", user)))
    process.user = 54321
    process.close()
    names = ["process", "first"] if has_namespace else ["process"]
    assert done == [
        ("group", (NOBODYS, signal.SIGKILL)),
        *[(name, "kill") for name in names],
        *[(name, 7) for name in names],
        ("reaper", 54321),
    ]
    for descriptor in (ends.answers, ends.output):
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(descriptor)
    assert ends.questions.fileno() == -1
    ends.hangs_up()
    os.close(ends.printing)
    os.close(ends.answers_read)


def test_failure_has_the_details_and_the_value_that_are_given() -> None:
    bare = Ended("raised", "It raised.").failure
    assert (bare.details, bare.returned) == ("", "")
    told = Ended("not a value", "No value.", "in line 3", returned="None").failure
    assert (told.details, told.returned) == ("in line 3", "None")
