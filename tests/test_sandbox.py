"""What the grader says of a program that it had to end."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from autograder.exercise import Limits
from autograder.outcome import Failure
from autograder.sandbox import Sandbox
from autograder.staging import staged
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
