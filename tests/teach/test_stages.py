"""From the empty file to the last slip, the students' tests say the next step.

Each stage is a program as a student has it on one evening. Their own tests are what is
run most, so they must know of it what the grader knows.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from autograder import grade
from autograder.core.exercises.load import load_set
from tests.patience import PATIENCE
from tests.sets import PROJECT, written

FILE = "alphabeta.py"
ROWS = 24
"""The rows that a terminal shows without scrolling."""
BASE = """from game import State


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = float("-inf")
    for child in state.children:
        v = max(v, min_value(child, alpha, beta))
        if v >= beta:
            return v
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    v = float("inf")
    for child in state.children:
        v = min(v, max_value(child, alpha, beta))
        if v <= alpha:
            return v
        beta = min(beta, v)
    return v
"""


class Stage(NamedTuple):
    """A program: the base with one text of it replaced everywhere by another one.

    said: what the tests must say of it. is_graders: whether the grader says it, too.
    """

    name: str
    old: str
    new: str
    said: str
    is_graders: bool = True


WHOLE = BASE
STAGES = [
    Stage("empty", WHOLE, "", "alphabeta.py is empty. Was it saved?"),
    Stage(
        "colon",
        "for child in state.children:",
        "for child in state.children",
        "Python cannot read the file. Look at the line below",
    ),
    Stage(
        "indented",
        '    v = float("-inf")',
        '   v = float("-inf")',
        "each · is a blank and each → is a tab",
    ),
    Stage("tab", "        v = min", "\tv = min", "Tabs and spaces are mixed."),
    Stage("quotes", '"inf"', "“inf”", "Python needs straight quotation marks"),
    Stage("else if", "    if v <= alpha:", "    else if v:", "Python writes `elif`."),
    Stage("misnamed", "max_value", "maxvalue", "has no function called max_value. It"),
    Stage("one only", "min_value(s", "mini(s", "has no function called min_value. It"),
    Stage(
        "number as function",
        "def max_value(state, alpha, beta):",
        "max_value = 3\ndef other(state, alpha, beta):",
        "max_value in alphabeta.py is not a function but of type int.",
    ),
    Stage(
        "methods",
        WHOLE,
        f"class AlphaBeta:\n{re.sub('(?m)^', '    ', BASE)}",
        " of AlphaBeta. Write ",
    ),
    Stage(
        "self",
        "def max_value(",
        "def max_value(self, ",
        "`max_value` has `self` as its first parameter",
    ),
    Stage(
        "input", WHOLE, f"n = input()\n{BASE}", "Your code waits for input, and no one"
    ),
    Stage("exit", WHOLE, f"{BASE}\nexit()\n", "Your code ends the program itself"),
    Stage("math", 'float("inf")', "math.inf", "Write `import math` at the top"),
    Stage("inf", 'float("inf")', "inf", "For infinity there is math.inf"),
    Stage(
        "unset", '    v = float("-inf")\n', "", "Is it first set in this line or below"
    ),
    Stage("capital", "max(", "Max(", "Did you mean `max`?"),
    Stage("module", "from game", "from Game", "Did you mean `game`?"),
    Stage("attribute", ".utility()", ".value", "It has actions(), children, "),
    Stage(
        "uncalled test", "is_terminal()", "is_terminal", "The game is not over there."
    ),
    Stage("mistyped", "beta = min(beta, v)", "beta = min(betta, v)", "mean `beta`?"),
    Stage("method", ".is_terminal()", ".isTerminal()", "Did you mean `is_terminal()`?"),
    Stage(
        "called without",
        "state.utility()",
        "state.utility",
        "A function is used that was not called. Are parentheses missing?",
    ),
    Stage(
        "called too often",
        "state.children:",
        "state.children():",
        "A list is called like a function.",
    ),
    Stage("no return", "    return v\n\n", "    pass\n\n", "returned None"),
    Stage("print", "    return v\n\n", "    print(v)\n\n", "Write `return` instead of"),
    Stage(
        "no end",
        "    if state.is_terminal():\n        return state.utility()\n",
        "",
        "Does it come to a state where the game is over, and what does it return there?",
        is_graders=False,
    ),
    Stage(
        "same state",
        "child, alpha",
        "state, alpha",
        "The recursion goes deeper than Python allows. Is there a base case",
    ),
    Stage(
        "called max",
        "    v = float(",
        "    max = 3\n    v = float(",
        "`max` is a number here, and not a function.",
    ),
    Stage(
        "index stays",
        "    for child in state.children:\n        v = max",
        "    i = 0\n    while i < len(state.children):\n"
        "        child = state.children[i]\n        v = max",
        " in alphabeta.py, line 9:\n        while i < len(state.children):\n",
        is_graders=False,
    ),
    Stage(
        "pair",
        "return state.utility()",
        "return state.utility(), 1",
        "Where does the tuple come from?",
    ),
    Stage(
        "argument",
        "child, alpha, beta",
        "child, alpha",
        "Look at the call in the last line below",
    ),
    Stage(
        "python 2",
        "for child in s",
        "for _ in xrange(1): pass\n    for child in s",
        "In Python 3 it is `range`.",
    ),
]


SLIPS = [
    Stage("strict", ">=", ">", "a right search stops here."),
    Stage("no update", "        alpha = max(alpha, v)\n", "", "Why: At "),
    Stage(
        "one side",
        "            return v\n        beta",
        "            pass\n        beta",
        "Why",
    ),
    Stage("own window", "max_value(child, alpha", "max_value(child, -1", "right"),
]
"""The last stages: the program runs, and a tree with the reason is shown."""


def run_tests(folder: Path, *names: str) -> str:
    """Return the output of a folder's tests on a terminal without a keyboard."""
    done = subprocess.run(
        [sys.executable, f"test_{FILE}", *names],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        env={"PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=PATIENCE,
    )
    assert "Traceback" not in done.stdout + done.stderr
    assert done.returncode in (1, 2)
    return done.stdout


@pytest.fixture
def handed_out(tmp_path: Path) -> Path:
    """Return a folder with students' files, in which the tests do not wait long."""
    shutil.copytree(PROJECT / "student_template", tmp_path, dirs_exist_ok=True)
    tests = tmp_path / f"test_{FILE}"
    quick = tests.read_text("utf-8").replace("_TREE = 10.0", "_TREE = 0.5")
    written(tests, quick.replace("AN_END = 1.0", "AN_END = 0.05"))
    return tmp_path


@pytest.mark.parametrize("stage", [*STAGES, *SLIPS], ids=lambda stage: stage.name)
def test_last_rows_of_the_tests_say_the_next_step(
    stage: Stage, handed_out: Path
) -> None:
    program = BASE.replace(stage.old, stage.new)
    assert program != BASE
    written(handed_out / FILE, program)
    last_rows = run_tests(handed_out).splitlines()[-ROWS:]
    assert stage.said in "\n".join(last_rows)


@pytest.mark.parametrize(
    "stage",
    [stage for stage in STAGES if stage.is_graders],
    ids=lambda stage: stage.name,
)
def test_grader_says_the_same_of_a_stage(stage: Stage, tmp_path: Path) -> None:
    written(tmp_path / FILE, BASE.replace(stage.old, stage.new))
    report = grade(tmp_path, load_set(PROJECT / "exercises", "02*"))
    failures = [report.failure, *(getattr(v, "failure", None) for v in report.verdicts)]
    texts = [failure.message for failure in failures if failure]
    assert stage.said in "\n".join(texts)


def test_stub_and_a_file_that_is_not_there_are_told_apart(handed_out: Path) -> None:
    output = run_tests(handed_out)
    assert "max_value is not written yet: open alphabeta.py and write it." in output
    (handed_out / FILE).rename(handed_out / "alpha_beta.py")
    assert run_tests(handed_out) == (
        "There is no alphabeta.py in this folder; it holds alpha_beta.py. "
        "The file must be called exactly alphabeta.py.\n"
    )
    (handed_out / "alpha_beta.py").unlink()
    assert "Put it beside test_alphabeta.py." in run_tests(handed_out)
    (handed_out / FILE).mkdir()
    assert "alphabeta.py is a folder here." in run_tests(handed_out)


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_file_in_another_encoding_is_to_be_saved_as_utf_8(
    encoding: str, handed_out: Path
) -> None:
    written(handed_out / FILE, f"NAME = 'ü'\n{BASE}".encode(encoding))
    assert "UTF-8" in run_tests(handed_out)


def test_endless_loop_outside_of_functions_is_ended_with_its_line(
    handed_out: Path,
) -> None:
    written(handed_out / FILE, f"{BASE}\nwhile True:\n    n = 1\n")
    output = run_tests(handed_out)
    assert "still being loaded and was stopped in alphabeta.py, line 27:" in output
    assert "    while True:\n" in output


def test_search_that_waits_is_ended_with_its_line(handed_out: Path) -> None:
    wait = "    import time; time.sleep(3600)\n    return v\n\n"
    written(handed_out / FILE, BASE.replace("    return v\n\n", wait))
    assert " in alphabeta.py, line 13:" in run_tests(handed_out, "test_two_plies")


def test_named_tests_alone_are_run(handed_out: Path) -> None:
    output = run_tests(handed_out, "test_two_plies")
    assert "0 of 1 tree is right." in output
    output = run_tests(handed_out, "test_nothing")
    assert output.startswith("There is no test called test_nothing. There are: test_")
