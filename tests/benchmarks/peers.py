"""Measures other graders on the same work, if they are installed: check50, and the Pacman project's own.

Neither is a part of this project. check50 is found as a command. A variable names where the Pacman project lies, that
with its autograder.py and its folder test_cases.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from autograder.core.exercises.load import load_set
from autograder.teach.validation import lay_textbook_program
from tests.benchmarks import trees
from tests.benchmarks.measure import (
    PROJECT,
    Paired,
    check_full,
    grader,
    paired,
    processor_seconds,
    python,
)
from tests.benchmarks.row import Row, ms
from tests.benchmarks.searching import TEXTBOOK

PACMAN = "PACMAN_PROJECT"
"""The variable that names its folder."""
PAIRS = 9
CHECK = '''
@check50.check()
def tree_{number:02}():
    """{title}"""
    root = game.State({tree})
    value = alphabeta.max_value(root, -math.inf, math.inf)
    if (value, list(root.looks.nodes)) != ({value}, {visited}):
        raise check50.Failure("another value, or other leaves")
'''
CHECKS = """import math, sys
import check50
sys.path[:0] = [{submission!r}]
import alphabeta, game
"""


def rows() -> Iterator[Row]:
    """Yield both, or a sentence for each that is not here."""
    if shutil.which("check50") is None:
        print("check50 is not installed here, so it has no row.", file=sys.stderr)
    else:
        yield check50_row()
    folder = os.environ.get(PACMAN)
    if folder is None:
        print(
            f"{PACMAN} does not name the Pacman project's folder, so its own grader has no row.",
            file=sys.stderr,
        )
    else:
        yield pacman_row(Path(folder))


def check50_row() -> Row:
    """Return the 26 fixed trees, a check for each, by check50 on this machine; it shuts nothing in."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        trees.write_fixed(folder)
        submission = folder / "submission"
        shutil.copytree(TEXTBOOK, submission)
        shutil.copy(PROJECT / "student_template" / "game.py", submission)
        path = folder / "found.json"
        theirs = ["check50", "--dev", "--output", "json", "--output-file", str(path)]
        theirs.append(str(_checks(folder, submission)))
        results = folder / "results.json"
        ours = grader(str(TEXTBOOK), "--results", str(results))
        ours += ["--exercises", str(folder / "exercises")]
        compared = paired(
            lambda: processor_seconds(ours),
            lambda: processor_seconds(theirs, submission),
            PAIRS,
        )
        passed = [check["passed"] for check in json.loads(path.read_text())["results"]]
        assert passed == [True] * trees.FIXED_TREES
        check_full(results, trees.FIXED_TREES)
    return _row("26 fixed trees, processor time", compared, "check50")


def _checks(folder: Path, submission: Path) -> Path:
    """Write check50's checks of the trees, and return their folder."""
    checks = folder / "checks"
    checks.mkdir()
    (checks / ".cs50.yml").write_text("check50:\n  checks: checks.py\n", "utf-8")
    cases = json.loads((folder / "cases.json").read_text("utf-8"))
    texts = [CHECKS.format(submission=str(submission))]
    texts += [CHECK.format(number=number, **case) for number, case in enumerate(cases)]
    (checks / "checks.py").write_text("".join(texts), "utf-8")
    return checks


def pacman_row(project: Path) -> Row:
    """Return the Pacman project's own trees for alpha-beta pruning, without the game that it plays, by its own grader."""
    with tempfile.TemporaryDirectory() as name:
        copy = shutil.copytree(project, Path(name, "pacman"))
        question = copy / "test_cases" / "q3"
        for test in question.glob("*.test"):
            if 'class: "GraphGameTreeTest"' not in test.read_text("utf-8"):
                test.unlink()
        number = len(list(question.glob("*.test")))
        exercises = Path(name, "set")
        _quietly(grader("import", "cs188", str(question), str(exercises)))
        program = lay_textbook_program(load_set(PROJECT / "exercises" / "cs188"), copy)
        theirs = python("-W", "ignore", "autograder.py", "-q", "q3", "--no-graphics")
        assert "Question q3: 5/5" in _quietly(theirs, copy)
        results = Path(name, "results.json")
        ours = grader(str(program), "--results", str(results))
        ours += ["--exercises", str(exercises)]
        compared = paired(
            lambda: processor_seconds(ours),
            lambda: processor_seconds(theirs, copy),
            PAIRS,
        )
        check_full(results, number)
    return _row(f"{number} Pacman trees, processor time", compared, "the course's own")


def _quietly(command: list[str], folder: Path = PROJECT) -> str:
    """Run a command, and return its output."""
    done = subprocess.run(
        command, cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout


def _row(what: str, compared: Paired, whose: str) -> Row:
    baseline = f"{ms(compared.baseline)} {whose}"
    return Row(what, ms(compared.figure), baseline, compared.ratio)
