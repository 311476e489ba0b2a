"""A run that is looked at: verdicts as they are judged."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from autograder import grade, load_set
from autograder.grading.run import RunListener
from autograder.judging.judge import Verdict
from autograder.showing.live import LOOKING
from tests.sets import PROJECT, SUBMISSIONS, made_set, written

RIGHT, STRICT = (
    (SUBMISSIONS / name / "alphabeta.py").read_text("utf-8")
    for name in ("textbook", "strict_cutoff")
)
TREES = {
    "e1": {"tree": [[3, 12], [2, 4]]},
    "e2": {"tree": [[5, 6], [5, 7]]},
    "e3": {"tree": [[6, 9], [6, 4]], "visibility": "hidden"},
}
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PATIENCE = 60.0


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a set, and a submission beside it."""
    made_set(tmp_path / "set", TREES)
    written(tmp_path / "submission" / "alphabeta.py", STRICT)
    return tmp_path


class Session:
    """The command as somebody starts it, whose output is read while it runs."""

    def __init__(self, *arguments: str, in_terminal: bool = True) -> None:
        """Start it, with a terminal or a pipe for both of its outputs."""
        self._ours, theirs = pty.openpty() if in_terminal else os.pipe()
        if in_terminal:
            fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        environment = {
            **os.environ,
            "AUTOGRADER_ROOT": "/nowhere",
            "TERM": "xterm",
        }
        environment.pop("COLUMNS", None)
        self.process = subprocess.Popen(
            [str(PROJECT / "run_autograder"), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=theirs,
            stderr=theirs,
            env=environment,
        )
        os.close(theirs)
        self.written = b""

    def until(self, words: str) -> str:
        """Return what is printed up to some words, from where reading ended before."""
        deadline = time.monotonic() + PATIENCE
        while words.encode() not in self.written:
            left = deadline - time.monotonic()
            assert left > 0, f"no {words!r} in {self.text()!r}"
            assert self._read(left), f"no {words!r} in {self.text()!r}"
        end = self.written.index(words.encode()) + len(words.encode())
        printed, self.written = self.written[:end], self.written[end:]
        return printed.decode().replace("\r\n", "\n")

    def rest(self) -> str:
        """Return what is printed until the command ends."""
        while self._read(PATIENCE):
            pass
        self.process.wait(PATIENCE)
        return self.text()

    def text(self) -> str:
        return self.written.decode(errors="replace").replace("\r\n", "\n")

    def _read(self, seconds: float) -> bool:
        if not select.select([self._ours], [], [], seconds)[0]:
            return False
        data = b""
        with suppress(OSError):  # how Linux says that nobody writes any more
            data = os.read(self._ours, 65536)
        self.written += data
        return bool(data)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._ours)


@pytest.fixture
def sessions() -> Iterator[list[Session]]:
    started: list[Session] = []
    yield started
    for session in started:
        session.close()


def arguments(folder: Path, *more: str) -> list[str]:
    return [str(folder / "submission"), "--exercises", str(folder / "set"), *more]


# --- A run talks while it works ---


def test_verdicts_are_shown_before_the_page_and_then_taken_away(
    folder: Path, sessions: list[Session]
) -> None:
    session = Session(*arguments(folder))
    sessions.append(session)
    before = session.until(LOOKING)
    assert "✓ e1" in before
    assert "✗ e2" in before
    assert "e3" not in before  # students do not see it
    rest = session.rest()
    assert re.match(r"\x1b\[0m\r\x1b\[1A\x1b\[J\x1b\[1mT\x1b\[0m\n", rest)
    assert LOOKING not in rest
    assert "✗ e2" in ESCAPES.sub("", rest)


def test_a_right_program_is_not_searched_for_a_wrong_line(
    folder: Path, sessions: list[Session]
) -> None:
    written(folder / "submission" / "alphabeta.py", RIGHT)
    session = Session(*arguments(folder))
    sessions.append(session)
    assert LOOKING not in session.rest()


def test_page_for_a_browser_is_named_on_a_terminal_alone(
    folder: Path, sessions: list[Session]
) -> None:
    page = folder / "page.html"
    for in_terminal in (True, False):
        session = Session(
            *arguments(folder, "--html", str(page)), in_terminal=in_terminal
        )
        sessions.append(session)
        printed = session.rest()
        assert page.exists()
        assert (f"The page for a browser: {page}" in printed) == in_terminal


def test_piped_output_has_the_page_alone(folder: Path) -> None:
    command = [sys.executable, "-I", str(PROJECT / "autograder"), *arguments(folder)]
    environment = {**os.environ, "AUTOGRADER_ROOT": "/nowhere"}
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    assert done.stdout.startswith("T\nSubmission: ")
    assert "\x1b" not in done.stdout


def test_listener_hears_each_verdict_once_and_of_the_search_for_the_line(
    folder: Path,
) -> None:
    heard: list[str] = []

    class Listener(RunListener):
        def judged(self, verdict: Verdict) -> None:
            heard.append(f"{verdict.exercise.id} {verdict.passed}")

        def repair_sought(self) -> None:
            heard.append("repair")

    grade(folder / "submission", load_set(folder / "set"), listener=Listener())
    assert heard == ["e1 True", "e2 False", "repair", "e3 False"]
