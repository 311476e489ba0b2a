"""Text that was pasted along with a program is named, with its lines, if Python cannot read the file because of it."""

from pathlib import Path

import pytest

from autograder import grade
from autograder.core.exercises.load import load_set
from autograder.core.judging.judge import Failed
from autograder.core.sandbox.remedies import pasted_along
from autograder.core.sentences import topic_of
from autograder.core.worker.pasted import clue
from tests.sets import PROJECT, SUBMISSIONS, not_none, written

PROGRAM = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8").rstrip("\n")
LINES = PROGRAM.split("\n")
COUNT = len(LINES)


def unreadable_line(source: str) -> int:
    """Return the line at which Python cannot read a source, 0 if it can."""
    try:
        compile(source, "", "exec")
    except SyntaxError as error:
        return error.lineno or 0
    return 0


def clue_of(source: str) -> str:
    line = unreadable_line(source)
    assert line, "Python can read this"
    return clue(source, line)


def prefixed(prefix: str, lines: list[str] = LINES) -> str:
    return "\n".join(prefix + line for line in lines)


def numbered(form: str) -> str:
    return "\n".join(form.format(number) + line for number, line in enumerate(LINES, 1))


def merged(ours: str, theirs: str, base: str = "") -> str:
    return f"<<<<<<< HEAD\n{ours}\n{base}=======\n{theirs}\n>>>>>>> feature\n"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (f"```python\n{PROGRAM}\n```", f"fence 1-1 {COUNT + 2}-{COUNT + 2}"),
        (f"{PROGRAM}\n```\n", f"fence {COUNT + 1}-{COUNT + 1}"),
        (
            f"Here is your code:\n\n```\n{PROGRAM}\n```\nIt's right!",
            f"fence 3-3 {COUNT + 4}-{COUNT + 4}",
        ),
        (prefixed(">>> "), f"prompt 1-{COUNT}"),
        (
            ">>> x = 1\n>>> x\n1\n>>> def f():\n...     return x\n...\n",
            "prompt 1-2 4-6",
        ),
        (numbered("{:3} "), f"numbers 1-{COUNT}"),
        (numbered("{}: "), f"numbers 1-{COUNT}"),
        (numbered("{}\t"), f"numbers 1-{COUNT}"),
        (numbered("{:>4} | "), f"numbers 1-{COUNT}"),
        (
            "\n".join(f"{number}\n{line}" for number, line in enumerate(LINES, 1)),
            f"numbers 1-{2 * COUNT - 1}",
        ),
        (prefixed("> "), f"quote 1-{COUNT}"),
        (prefixed("+"), f"difference 1-{COUNT}"),
        ("@@ -0,0 +1,2 @@\n+x = 1\n-x = 2\n y = 3", "difference 1-3"),
        (merged("x = 1", "x = 2") + PROGRAM, "conflict 1-5"),
        (merged("x = 1", "x = 2", "||||||| 1a2b\nx = 0\n") + PROGRAM, "conflict 1-7"),
        (f"def f(x):\n    if x:\n{merged('y', 'z')}        return x\n", "conflict 3-7"),
        (f"{PROGRAM}\n>>>>>>> feature\n", f"conflict {COUNT + 1}-{COUNT + 1}"),
        # Other mistakes are told when this is gone.
        (f"```python\n{PROGRAM}\nx = = 1\n```", f"fence 1-1 {COUNT + 3}-{COUNT + 3}"),
        (f"{merged('x = (', 'x = )')}{PROGRAM}", "conflict 1-5"),
        ("\r\n".join(["```", *LINES, "```"]), f"fence 1-1 {COUNT + 2}-{COUNT + 2}"),
    ],
)
def test_wrapping_is_found_with_its_lines(source: str, expected: str) -> None:
    assert clue_of(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        f'"""\n```\nf(3)\n```\n"""\n{PROGRAM}\nreturn )',
        f'"""\n>>> f(3)\n3\n"""\n{PROGRAM}\nreturn )',
        f'"""\n<<<<<<< HEAD\n=======\n>>>>>>> b\n"""\n{PROGRAM}\nreturn )',
        f"{PROGRAM}\nx = (1\n| 2 3)\n",
        f"{PROGRAM}\nx = (1\n- 2 3)\n",
        "1\n2\n3\nreturn )",
        "x = [\n1,\n2,\n3\n",
        "def f(:\n    pass",
        "",
        "\n\n(",
    ],
)
def test_other_mistakes_of_syntax_are_no_wrapping(source: str) -> None:
    assert clue(source, unreadable_line(source) or 1) == ""


def test_every_kind_of_wrapping_has_a_sentence() -> None:
    for kind in topic_of("pasted"):
        assert "lines 1-3 and 5" in pasted_along(f"{kind} 1-3 5-5")
        assert " line 7" in pasted_along(f"{kind} 7-7")


@pytest.mark.parametrize(
    "forged", ["", "fence", "fence x", "fence 1-2-3", "other 1-1", "fence 1-1\n2-2"]
)
def test_clue_of_no_honest_process_says_nothing(forged: str) -> None:
    assert pasted_along(forged) == ""


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (f"```python\n{PROGRAM}\n```", f"``` into lines 1 and {COUNT + 2}. Delete"),
        (numbered("{:3} "), f"into lines 1-{COUNT}. Delete these numbers."),
        (merged("x = 1", "x = 2") + PROGRAM, "wrote both into lines 1-5. Keep one"),
        (PROGRAM + "\nx = -∞", "write math.inf, after `import math`."),
        (PROGRAM + "\nx = 1 ≤ 2", "Python writes <= instead of ≤."),
        (PROGRAM + "\nx ＝ 1", "Python writes = instead of ＝."),
    ],
)
def test_student_is_told_what_was_pasted_along(
    source: str, words: str, tmp_path: Path
) -> None:
    written(tmp_path / "alphabeta.py", source)
    failure = not_none(grade(tmp_path, load_set(PROJECT / "exercises", "01*")).failure)
    assert words in failure.message
    assert "indented as" not in failure.message


# Functions that are to be awaited

AWAITED = "return await min_value(state, alpha, beta)"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (
            f"async def max_value(state, alpha, beta):\n    {AWAITED}\n",
            "it returned a coroutine: write `def` and not `async def`, and leave out",
        ),
        (
            "def max_value(state, a, b):\n    return max(min_value(state, a, b), b)\n",
            "begins with `async def` gives no value when it is called. Write `def`,",
        ),
    ],
)
def test_async_function_is_told_how_to_write_it(
    source: str, words: str, tmp_path: Path
) -> None:
    source += "async def min_value(state, alpha, beta):\n    return 3\n"
    written(tmp_path / "alphabeta.py", source)
    report = grade(tmp_path, load_set(PROJECT / "exercises", "01*"))
    (verdict,) = report.verdicts
    assert isinstance(verdict, Failed)
    assert words in not_none(verdict.failure).message


# Modules that import each other

CIRCULAR = {
    "from": ("import helper\n", "from alphabeta import max_value\n"),
    "attribute": ("import helper\n", "import alphabeta\nf = alphabeta.max_value\n"),
    "back": (
        "from helper import g\n",
        "import alphabeta\nf = alphabeta.max_value\ng = 1\n",
    ),
}


@pytest.mark.parametrize("form", CIRCULAR)
def test_files_that_import_each_other_are_named(form: str, tmp_path: Path) -> None:
    first, other = CIRCULAR[form]
    written(tmp_path / "alphabeta.py", first + PROGRAM)
    written(tmp_path / "helper.py", other)
    failure = not_none(grade(tmp_path, load_set(PROJECT / "exercises", "01*")).failure)
    line = other.count("\n", 0, other.index("max_value")) + 1
    assert (
        f"alphabeta.py and helper.py import each other: line {line} of helper.py asks "
        "for `max_value` while alphabeta.py is still being read."
    ) in failure.message


def test_file_that_imports_itself_is_told_so(tmp_path: Path) -> None:
    written(tmp_path / "alphabeta.py", f"from alphabeta import max_value\n{PROGRAM}")
    failure = not_none(grade(tmp_path, load_set(PROJECT / "exercises", "01*")).failure)
    assert "alphabeta.py imports itself: remove line 1" in failure.message


def test_name_that_a_module_lacks_is_no_circular_import(tmp_path: Path) -> None:
    written(tmp_path / "alphabeta.py", f"from helper import largest\n{PROGRAM}")
    written(tmp_path / "helper.py", "smallest = 1\n")
    failure = not_none(grade(tmp_path, load_set(PROJECT / "exercises", "01*")).failure)
    assert "import each other" not in failure.message


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("import marimo\napp = marimo.App()\n", "This is a notebook of marimo"),
        ("import marimo\n" + PROGRAM, "If `marimo` is a file of your own"),
    ],
)
def test_notebook_of_marimo_is_told_what_to_hand_in(
    source: str, words: str, tmp_path: Path
) -> None:
    written(tmp_path / "alphabeta.py", source)
    failure = not_none(grade(tmp_path, load_set(PROJECT / "exercises", "01*")).failure)
    assert words in failure.message
