"""What the grader says of a program that it had to end."""

import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from autograder.exercises.model import Limits
from autograder.sandbox.outcome import Failure, Load
from autograder.sandbox.process import Ended
from autograder.sandbox.program import Sandbox
from autograder.sandbox.staging import staged
from autograder.sandbox.submission import find_submission
from autograder.worker import wire

PROGRAMS = Path(__file__).parent / "programs"
LIMITS = Limits(seconds=0.5)


@pytest.mark.parametrize(
    ("run_seconds", "words"), [(60, "after 0.5 seconds"), (0.3, "when the time for the whole submission was used up")]
)
def test_says_which_limit_ended_it(run_seconds: float, words: str, tmp_path: Path) -> None:
    (tmp_path / "endless.py").write_text("while True: pass", "utf-8")
    until = time.monotonic() + run_seconds
    with (
        staged(find_submission(tmp_path, "endless.py")) as folder,
        Sandbox(folder, "endless.py", (), LIMITS, until) as sandbox,
    ):
        outcome = sandbox.load().outcome
    assert isinstance(outcome, Failure)
    assert outcome.cause == "too slow"
    assert words in outcome.words


class _Forger:
    """A process that answers with whatever frames and words it is given."""

    pid = 1

    def __init__(self, answers: list[tuple[int, bytes]]) -> None:
        self._answers = iter(answers)
        self._text = b""

    def __getattr__(self, name: str) -> Any:
        return lambda *arguments: None  # what is sent to it goes nowhere

    @contextlib.contextmanager
    def taking_turns(self) -> Iterator[None]:
        yield

    def frame(self) -> tuple[int, int, float]:
        kind, self._text = next(self._answers, (wire.LOOK, b""))
        return kind, len(self._text), 0.0

    def words(self, size: int) -> str:
        return self._text.decode("utf-8", "backslashreplace")

    def printed(self) -> str:
        return ""

    def forged(self) -> Ended:
        return Ended("forged", "forged")


WORDS = st.binary(max_size=40) | st.lists(
    st.sampled_from(["max_value", "min_value", "missing", "is", "process", " ", "\n", "\0", "\u2028", "\x1b", "x"])
).map(lambda pieces: "".join(pieces).encode())
KINDS = st.sampled_from([wire.LOCKED, wire.LOADED, wire.RAISED, wire.REFUSED, 0, 255])


@given(st.lists(st.tuples(KINDS, WORDS), max_size=3), WORDS)
@example([(wire.LOCKED, b"")], b"max_value")
def test_whatever_a_process_says_of_loading_has_an_outcome(answers: list[tuple[int, bytes]], lacking: bytes) -> None:
    for said in (answers, [(wire.LOCKED, b"process"), (wire.LOADED, lacking)], [*answers, (wire.LOADED, lacking)]):
        sandbox = Sandbox(Path("/nowhere"), "alphabeta.py", ("max_value", "min_value"), LIMITS, 0.0, ("process",))
        forger: Any = _Forger(said)
        outcome, _ = sandbox._step(forger, partial(sandbox._load, forger))
        sentences = outcome.values() if not isinstance(outcome, Failure) else ()
        assert all("\n" not in sentence and "\x1b" not in sentence for sentence in sentences)


SPINS = """
import contextlib, resource, time
hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
with contextlib.suppress(OSError, ValueError):
    resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
{}
"""


def loaded(code: str, folder: Path, limits: Limits) -> Load:
    (folder / "program.py").write_text(code, "utf-8")
    until = time.monotonic() + 60
    with (
        staged(find_submission(folder, "program.py")) as copy,
        Sandbox(copy, "program.py", (), limits, until) as sandbox,
    ):
        return sandbox.load()


@pytest.mark.skipif(sys.platform != "linux", reason="the grader reads a clock that only Linux has")
def test_processor_time_is_limited_whatever_a_program_does_to_its_limits(tmp_path: Path) -> None:
    outcome = loaded(SPINS.format("while True: pass"), tmp_path, Limits(seconds=20, cpu_seconds=1)).outcome
    assert isinstance(outcome, Failure)
    assert outcome.cause == "processor time"
    assert "more than 1 second of processor time" in outcome.words


def test_sleeping_is_no_processor_time(tmp_path: Path) -> None:
    outcome = loaded(SPINS.format("time.sleep(1.5)"), tmp_path, Limits(seconds=20, cpu_seconds=1)).outcome
    assert not isinstance(outcome, Failure)


def test_joining_a_thread_is_no_processor_time(tmp_path: Path) -> None:
    """As pthread_join may not wait for it, see syscalls.SHARED_WAITS."""
    searched = loaded((PROGRAMS / "joins.py").read_text("utf-8"), tmp_path, Limits())
    assert not isinstance(searched.outcome, Failure)
    assert float(searched.printed) < 0.2


def test_what_ordinary_programs_use_works(tmp_path: Path) -> None:
    searched = loaded((PROGRAMS / "ordinary.py").read_text("utf-8"), tmp_path, Limits())
    assert not isinstance(searched.outcome, Failure), searched
    assert searched.printed == ""


def test_what_a_library_keeps_open_is_closed() -> None:
    code = """if True:
        import os, sys
        sys.path.insert(0, sys.argv[1])
        from autograder.worker.confinement import close_all_but
        kept, others = os.open("/dev/null", os.O_RDONLY), [os.open("/dev/null", os.O_RDONLY) for _ in range(3)]
        close_all_but(kept)
        for number in (0, 1, 2, kept):
            os.fstat(number)
        print([number for number in range(64) if os.path.lexists(f"/proc/self/fd/{number}")] == [0, 1, 2, kept])
    """
    done = subprocess.run(
        [sys.executable, "-c", code, str(Path(__file__).parents[1])], capture_output=True, text=True, check=False
    )
    assert done.stdout == "True\n", done.stderr
