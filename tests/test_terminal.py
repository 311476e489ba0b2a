"""A terminal shows what a file would hold, in colour, and how far a long run is."""

import pty
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout, suppress
from io import FileIO, StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import get_args

import pytest

from autograder import grade, load_set
from autograder.exercises.model import Feedback
from autograder.judging.judge import NotRun
from autograder.judging.report import Report
from autograder.launch import MEANING
from autograder.sandbox.containment import Isolation
from autograder.sandbox.outcome import Failure
from autograder.showing import terminal
from autograder.showing.styled_text import ANSI_CODES
from autograder.showing.terminal import ProgressLines, print_report
from tests.pages import CASES, FOLDER, READ, STUDENTS, file_of, page, quoted, with_pages
from tests.sets import PROJECT, SUBMISSIONS, cases, made_set
from tests.test_submissions import explains_here

pytestmark = pytest.mark.usefixtures("forked")

FIRST_THREE = load_set(PROJECT / "exercises", "0[1-3]*")
ENDS = "\x1b[0m"
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture(autouse=True)
def colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment of a terminal that has colours."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def on_a_terminal(show: Callable[[], None]) -> str:
    """What is written to standard output where that is a terminal."""
    ours, theirs = pty.openpty()
    with ThreadPoolExecutor() as reader, open(ours, "rb", buffering=0) as screen:
        written = reader.submit(lambda: b"".join(until_closed(screen)))
        with open(theirs, "w", encoding="utf-8") as file, redirect_stdout(file):
            show()
        return written.result().decode().replace("\r\n", "\n")


def until_closed(screen: FileIO) -> Iterator[bytes]:
    with suppress(OSError):  # how Linux says that nobody writes any more
        while True:
            yield screen.read(4096)


def graded(submission: str) -> Report:
    return grade(SUBMISSIONS / submission, FIRST_THREE)


def in_a_file(report: Report, *, show_hidden: bool = False) -> str:
    with redirect_stdout(StringIO()) as file:
        print_report(report, show_hidden=show_hidden)
    return file.getvalue()


@pytest.mark.parametrize(
    ("submission", "head"),
    [("textbook", "\x1b[32m✓ 01_two_plies"), ("alpha_not_updated_1", "\x1b[1;31m✗ 01_two_plies")],
)
def test_a_terminal_shows_the_page_in_colour(submission: str, head: str) -> None:
    report = graded(submission)
    shown = on_a_terminal(lambda: print_report(report))
    assert "\x1b[1mAlpha-beta pruning\x1b[0m" in shown
    assert head in shown
    assert ("\x1b[1mLook at 01_two_plies first:" in shown) == (submission != "textbook")
    assert set(re.findall(r"\x1b\[([0-9;]*)m", shown)) <= {"0", *ANSI_CODES.values()}, "nothing is coloured by itself"
    assert ESCAPES.sub("", shown) == in_a_file(report)
    assert "\x1b" not in in_a_file(report)


def test_notes_and_what_is_not_isolated_stand_out() -> None:
    report = graded("textbook")._replace(notes=("Not looked at: b.py",), isolation=Isolation((), {"user": "no root"}))
    shown = on_a_terminal(lambda: print_report(report))
    assert "\x1b[33mNot looked at: b.py\x1b[0m\n" in shown
    assert f"\x1b[33mNot isolated by user: no root. So {MEANING['user']}.\x1b[0m\n" in shown
    assert shown.endswith("\n\n\x1b[1m9 of 9 points\x1b[0m\n")


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("level", get_args(Feedback))
def test_what_was_printed_is_shown_with_full_feedback_or_to_an_instructor(level: Feedback, hidden: bool) -> None:
    report = graded("textbook")._replace(printed="hello from afar", feedback=level)
    shown = in_a_file(report, show_hidden=hidden)
    assert ("\n\nYour code printed:\n  │ hello from afar\n" in shown) == (hidden or level == "full")


def test_an_equal_exception_is_named_only_where_its_message_is_shown() -> None:
    raised = graded("untouched_template")
    verdicts = tuple(verdict._replace(feedback="verdict") for verdict in raised.verdicts)
    report = raised._replace(verdicts=verdicts, feedback="verdict")
    assert "The same exception as in 01_two_plies: NotImplementedError" in in_a_file(raised)
    assert "NotImplementedError" not in in_a_file(report)
    assert "The same exception" in in_a_file(report, show_hidden=True)


def test_what_a_right_program_printed_is_shown_with_its_exercise(tmp_path: Path) -> None:
    source = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8")
    printing = tmp_path / "alphabeta.py"
    printing.write_text(source.replace("return state.utility()", "return print('leaf') or state.utility()"), "utf-8")
    shown = in_a_file(grade(printing, load_set(PROJECT / "exercises", "01*")))
    assert "Two plies: what do x and y matter?\n    Your code printed:\n      │ leaf\n" in shown


class Gone(StringIO):
    """An output whose reader has gone, as head does."""

    def flush(self) -> None:
        raise BrokenPipeError


def test_a_very_long_run_says_how_long_the_rest_may_take_and_goes_on_where_nobody_reads_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    times = iter((0.0, 1.0, 60.0, 61.0, 400.0, 0.0, 9.0))
    monkeypatch.setattr(terminal, "time", SimpleNamespace(monotonic=lambda: next(times)))
    progress = ProgressLines("submission")
    for done in (1, 100, 101, 300):
        progress.reached(done, 400)
    said = ["100 of 400 submissions, about 3 min left", "300 of 400 submissions, about 2 min left"]
    assert capsys.readouterr().err.splitlines() == said
    ProgressLines("submission", Gone()).reached(1, 400)


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_no_colours_where_none_are_wanted(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    report = graded("alpha_not_updated_1")
    assert on_a_terminal(lambda: print_report(report)) == in_a_file(report)


@pytest.mark.parametrize(("others", "named"), cases("equal_failures_have_a_line_together"))
def test_equal_failures_have_a_line_together(others: int, named: str, tmp_path: Path) -> None:
    made_set(tmp_path, {f"e{number}": {"tree": [1]} for number in range(others + 1)})
    failure = Failure("not run", "Not run.")
    verdicts = tuple(NotRun(exercise, failure) for exercise in load_set(tmp_path).exercises)
    report = Report(load_set(tmp_path), Path("x"), verdicts, None, 0)
    assert f"\n{named}\n    The same as in e0: Not run.\n" in in_a_file(report)
    shown = on_a_terminal(lambda: print_report(report))
    assert f"\n\x1b[1;31m{named.replace('  0', f'{ENDS}  0', 1)}\n" in shown


# --- The pages of some telling submissions are those that were read in review ---


@pytest.mark.parametrize("name", CASES)
def test_a_page_is_the_one_that_was_read(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    explains_here(monkeypatch, FIRST_THREE)  # no set of these has an adapter or another file
    assert page(CASES[name]) == file_of(name).read_text("utf-8"), "if it is meant: .venv/bin/python -m tests.pages"


def test_no_page_is_left_over() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(CASES)


def test_students_are_shown_pages_as_the_grader_prints_them() -> None:
    text = STUDENTS.read_text("utf-8")
    assert with_pages(text) == text, "if it is meant: .venv/bin/python -m tests.pages"
    assert all(quoted(name) in text for name in READ)
