"""What the grader says of a program that it had to end."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from autograder import wire
from autograder.exercise import Limits
from autograder.outcome import Failure, Searched
from autograder.process import Ended
from autograder.sandbox import Sandbox
from autograder.staging import staged
from autograder.starting import ALL_LAYERS
from autograder.submission import find_submission

LIMITS = Limits(seconds=0.5)


@pytest.mark.parametrize(
    ("run_seconds", "words"),
    [(60, "after 0.5 seconds"), (0.3, "when the time for the whole submission was used up")],
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
        sandbox = Sandbox(Path("/nowhere"), "alphabeta.py", ("max_value", "min_value"), LIMITS, 0.0, ALL_LAYERS)
        forger: Any = _Forger(said)
        searched = sandbox._step(forger, [], partial(sandbox._load, forger))
        assert isinstance(searched, Searched)
        assert all("\n" not in sentence and "\x1b" not in sentence for sentence in sandbox.lacking.values())
