"""A program whose time is over is told the line that it was in."""

import select
import time
from pathlib import Path

import pytest

from autograder.core.sandbox.outcome import Failure
from autograder.core.sandbox.process import StudentProcess
from autograder.core.sandbox.program import Sandbox
from autograder.core.sandbox.raised import GradedProgram
from autograder.core.sandbox.staging import staged
from autograder.core.sandbox.stopped import with_its_line
from autograder.core.sandbox.submission import find_submission
from tests.patience import PATIENCE, UNHURRIED
from tests.sets import written

ENDED = Failure("too slow", "It was ended.")
SOURCE = """def helper(n):
    while n:
        # counts
        n = n + 1

def search(n):
    for i in forever():
        n = i
    return search(n)

search(1)
"""


def told(stack: list[tuple[str, int, str]], folder: Path, cause: str = "") -> str:
    """Return the lines that are added for a stack: files, lines and functions, the last first."""
    written(folder / "alphabeta.py", SOURCE)
    lines = [f'  File "{file}", line {line} in {name}' for file, line, name in stack]
    failure = ENDED._replace(cause=cause or ENDED.cause)  # type: ignore[arg-type]
    program = GradedProgram(folder=folder)
    return with_its_line(failure, "\n".join(lines), program).message[
        len(ENDED.message) :
    ]


def test_innermost_while_is_named(tmp_path: Path) -> None:
    stack = [
        ("game.py", 3, "utility"),
        ("alphabeta.py", 4, "helper"),
        ("alphabeta.py", 8, "search"),
    ]
    assert told(stack, tmp_path) == " It was in the loop of line 2, `while n:`."


def test_for_loop_is_named_if_its_function_is_not_recursive(tmp_path: Path) -> None:
    stack = [("alphabeta.py", 8, "search")]
    text = " It was in the loop of line 7, `for i in forever():`."
    assert told(stack, tmp_path) == text
    assert told(stack, tmp_path, "too many looks") == ""
    assert told([*stack, ("alphabeta.py", 9, "search")], tmp_path) == ""


def test_file_that_was_being_loaded_is_told(tmp_path: Path) -> None:
    said = told([("alphabeta.py", 11, "<module>")], tmp_path)
    assert said.startswith(" The file was still being loaded")
    assert said.endswith(" It was in line 11, `search(1)`.")


@pytest.mark.parametrize(
    "stack",
    [
        [],
        [("../other.py", 1, "f")],
        [("/etc/passwd", 1, "f")],
        [("alphabeta.py", 99, "f")],
        [("alphabeta.py", 0, "f")],
        [("missing.py", 1, "f")],
    ],
    ids=str,
)
def test_no_line_outside_of_the_submission_is_shown(
    stack: list[tuple[str, int, str]], tmp_path: Path
) -> None:
    assert told(stack, tmp_path) == ""


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (
            "while True: n += 1; n == 9 and print()",
            "It was in the loop of line 2, `while True: n += 1; n == 9 and print()`.",
        ),
        ("print(); time.sleep(600)", "It was in line 2, `print(); time.sleep(600)`."),
        ("signal.signal(signal.SIGUSR1, signal.SIG_IGN); print(); hang()", ""),
        ("signal.signal(signal.SIGUSR1, signal.SIG_DFL); print(); hang()", ""),
    ],
    ids=["loop", "sleep", "ignored", "ends"],
)
def test_process_tells_its_line_when_its_time_is_over(
    code: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its time is over once it has printed something."""
    look, stack = StudentProcess._look_at_the_clocks, StudentProcess.stack

    def look_at_the_output(process: StudentProcess) -> None:
        if select.select([process._output], [], [], 0)[0]:
            process._deadline = 0.0
        look(process)

    def stack_to_the_end(process: StudentProcess) -> str:
        text = ""
        while "in <module>" not in text:  # a busy machine lets it tell that in pieces
            text += stack(process)
        return text

    monkeypatch.setattr(StudentProcess, "_look_at_the_clocks", look_at_the_output)
    if said:
        monkeypatch.setattr(StudentProcess, "stack", stack_to_the_end)
    beginning = "import signal, time; n = 0; hang = lambda: time.sleep(600)"
    written(tmp_path / "alphabeta.py", f"{beginning}\n{code}\n")
    until = time.monotonic() + PATIENCE
    limits = UNHURRIED._replace(cpu_seconds=int(PATIENCE))
    with (
        staged(find_submission(tmp_path, "alphabeta.py")) as copy,
        Sandbox(copy, "alphabeta.py", (), limits, until) as sandbox,
    ):
        outcome = sandbox.load().outcome
    assert isinstance(outcome, Failure)
    assert outcome.cause == "too slow"
    assert said in outcome.message
    assert ("It was in" in outcome.message) == bool(said)
