"""A run that is looked at: verdicts as they are judged, and runs again and again after each change (--watch)."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import suppress
from io import StringIO
from pathlib import Path

import pytest

from autograder import grade, load_set
from autograder.cli.watch import Watched
from autograder.core.grading.run import RunListener
from autograder.core.judging.judge import Passed, Verdict
from autograder.core.sentences import sentence
from autograder.tell.live import LiveVerdicts, changes_text
from autograder.tell.styled_text import plain
from tests.patience import PATIENCE
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

LOOKING = sentence("report", "looking")


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
        """Return the output up to some words, from the end of the last reading."""
        deadline = time.monotonic() + PATIENCE
        while words.encode() not in self.written:
            left = deadline - time.monotonic()
            assert left > 0, f"no {words!r} in {self.text()!r}"
            assert self._read(left), f"no {words!r} in {self.text()!r}"
        end = self.written.index(words.encode()) + len(words.encode())
        printed, self.written = self.written[:end], self.written[end:]
        return printed.decode().replace("\r\n", "\n")

    def rest(self) -> str:
        """Return the output until the command ends."""
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


def test_explain_shows_how_far_it_is_on_a_terminal_alone(
    folder: Path, sessions: list[Session]
) -> None:
    for in_terminal in (True, False):
        session = Session("explain", *arguments(folder), in_terminal=in_terminal)
        sessions.append(session)
        assert (LOOKING in session.rest()) == in_terminal
        assert " | if v" in session.text()


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


# --- --watch ---


def test_watch_grades_again_and_says_what_changed(
    folder: Path, sessions: list[Session]
) -> None:
    program = folder / "submission" / "alphabeta.py"
    session = Session(*arguments(folder, "--watch"))
    sessions.append(session)
    first = session.until("Waiting for a change of submission. Ctrl-C ends this.\r\n")
    assert "right" not in first.splitlines()[0]
    program.write_text(RIGHT, "utf-8")
    second = session.until("Waiting for a change")
    assert second.startswith("\x1b[2J\x1b[HChanged at ")
    shown = ESCAPES.sub("", second)
    assert "alphabeta.py\n" in shown
    last_page = shown.split("\n\n")[-2]
    assert last_page.endswith("\n✓ Now right: e2"), "nothing scrolls it away"
    program.write_text(RIGHT.replace("return", "retrun", 1), "utf-8")
    third = ESCAPES.sub("", session.until("Waiting for a change"))
    assert "No longer right" not in third, "the file cannot be read, and that is all"
    assert "SyntaxError" in third
    session.process.send_signal(signal.SIGINT)
    assert "Traceback" not in session.rest()
    assert session.process.returncode == -signal.SIGINT  # which a shell calls 130


def test_watch_in_a_pipe_separates_runs_by_a_line(
    folder: Path, sessions: list[Session]
) -> None:
    session = Session(*arguments(folder, "--watch"), in_terminal=False)
    sessions.append(session)
    session.until("Ctrl-C ends this.\n")
    written(folder / "submission" / "helper.py", "x = 1\n")
    second = session.until("Ctrl-C ends this.")
    assert "\x1b" not in second
    assert second.startswith(f"\n{'=' * 72}\nChanged at ")
    assert "The same exercises are right as before: 1 of 2" in second


def test_watch_ignores_the_files_that_it_writes_itself(
    folder: Path, sessions: list[Session]
) -> None:
    path = folder / "submission"
    session = Session(
        *arguments(folder, "--watch", "--html", str(path / "page.html")),
        *("--results", str(path / "results.json"), "--only", "e1"),
        in_terminal=False,
    )
    sessions.append(session)
    session.until("Ctrl-C ends this.\n")
    time.sleep(1)
    written(path / ".alphabeta.py.swp", "an editor's\n")
    written(path / "alphabeta.py~", "an editor's\n")
    time.sleep(1)
    written(path / "more.py", "")
    assert "more.py\n" in session.until("Ctrl-C ends this.")
    assert session.process.poll() is None


def test_watch_waits_until_an_emptied_or_removed_file_is_saved(
    folder: Path, sessions: list[Session]
) -> None:
    program = folder / "submission" / "alphabeta.py"
    session = Session(
        str(program), *arguments(folder, "--watch")[1:], in_terminal=False
    )
    sessions.append(session)
    session.until("Ctrl-C ends this.\n")
    program.write_text("", "utf-8")
    session.until("alphabeta.py is empty at the moment. Waiting until it is saved.\n")
    program.unlink()
    session.until("alphabeta.py is not there at the moment. Waiting until it is saved.")
    program.write_text(RIGHT, "utf-8")
    assert "✓ Now right: e2" in session.until("Ctrl-C ends this.")


def test_file_that_a_save_brings_back_as_it_was_has_not_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some editors write a file anew before they change it."""
    monkeypatch.setattr("autograder.cli.watch.POLL_SECONDS", 0)
    program = written(tmp_path / "alphabeta.py", RIGHT)
    before = {program: (1, 9, 1)}
    rewritten, changed = {program: (2, 9, 1)}, {program: (3, 9, 1)}
    states = iter([before, rewritten, before, before, changed, changed])
    watched = Watched(program)
    monkeypatch.setattr(watched, "snapshot", lambda: next(states))
    assert watched.wait_for_change(before) == ["alphabeta.py"]
    assert [*states] == []


@pytest.mark.parametrize(("columns", "rows_above"), [(9, 1), (10, 0), (11, 0)], ids=str)
def test_row_that_is_exactly_full_is_taken_away_as_one_row(
    columns: int,
    rows_above: int,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    size = os.terminal_size((columns, 40))
    monkeypatch.setattr("autograder.tell.live.shutil.get_terminal_size", lambda: size)
    monkeypatch.setattr("autograder.tell.live.can_move_cursor", lambda: True)
    (exercise, *_) = load_set(folder / "set").exercises
    shown = StringIO()
    verdicts = LiveVerdicts(show_hidden=False, to=shown)
    verdicts.judged(Passed(exercise._replace(id="12345678"), 1, (), ""))
    verdicts.take_away()
    up = f"\x1b[{rows_above}A" if rows_above else ""
    assert ESCAPES.sub("", shown.getvalue()).startswith("✓ 12345678")
    assert shown.getvalue().endswith(f"\r{up}\x1b[J")


def test_snapshot_has_files_of_a_folder_and_the_modules_that_a_file_imports(
    tmp_path: Path,
) -> None:
    program = tmp_path / "alphabeta.py"
    for name in ("alphabeta.py", "helper.py", "other.py", "data/trees.txt"):
        written(tmp_path / name, "import helper\n")
    whole = {file.name for file in Watched(tmp_path).snapshot()}
    assert whole == {"alphabeta.py", "helper.py", "other.py", "trees.txt"}
    alone = {file.name for file in Watched(program).snapshot()}
    assert alone == {"alphabeta.py", "helper.py"}
    assert "alphabeta.py" in {
        file.name for file in Watched(tmp_path, [tmp_path / "alpha"]).snapshot()
    }


def test_hidden_exercises_are_no_part_of_what_changed(folder: Path) -> None:
    exercises = load_set(folder / "set")
    wrong = grade(folder / "submission", exercises)
    written(folder / "submission" / "alphabeta.py", RIGHT)
    right = grade(folder / "submission", exercises)
    shown = plain(changes_text(wrong, right, show_hidden=False))
    assert shown == "✓ Now right: e2"
    everything = plain(changes_text(wrong, right, show_hidden=True))
    assert everything == "✓ Now right: e2, e3"
