"""The first look: beginners' slips are told with the lines that a failing search comes by, and no others."""

import ast
import math
import sys
from textwrap import dedent
from types import ModuleType
from typing import Any

import pytest

from autograder.core.exercises.load import load_set
from autograder.explain.findings import Findings
from autograder.explain.proof import read_repairs
from autograder.explain.repair import answer
from autograder.explain.repair.facts import UNKNOWN, Roles, Window
from autograder.explain.repair.kinds import SLIPS
from autograder.explain.repair.messages import read_claims
from autograder.explain.repair.program import Program
from autograder.explain.repair.rewriting import rewritten
from autograder.explain.repair.scopes import scopes
from autograder.explain.repair.slips import slips
from autograder.explain.trials import trials, wide_trials
from autograder.tell.places import describe_repairs
from autograder.tell.styled_text import plain
from reference import game
from tests.changes import changes, patched
from tests.sets import PROJECT

EXERCISES = load_set(PROJECT / "exercises", "0*").exercises
TRIALS = list(trials(EXERCISES))
WIDE_TRIALS = list(wide_trials(EXERCISES))
RIGHT = (PROJECT / "tests" / "programs" / "first_look.py").read_text("utf-8")
NO_TIME_FOR_REPAIRS = 0.02
MENDED = tuple(
    f"{beginning}, all 3 visible exercises are right."
    for beginning in ("If you correct this", "With this change", "With these changes")
)


@pytest.fixture(autouse=True)
def _world(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "game", game)
    monkeypatch.setitem(sys.modules, "alphabeta", ModuleType("alphabeta"))


def found_in(source: str, seconds: float = 60) -> Findings:
    """Return the findings about a program."""
    command = {
        "file": "alphabeta.py",
        "sources": {"alphabeta": source},
        "trials": TRIALS,
        "wide": WIDE_TRIALS,
        "windowed": [],
        "seconds": seconds,
        "processor": math.inf,
    }
    claims = read_claims(answer.claims(command))
    if not claims.edits:
        return Findings()
    said = read_repairs(
        answer.rewriting(
            {
                **command,
                "windows": claims.windows,
                "numbers": claims.numbers,
                "claims": claims.edits,
            }
        ),
        {"alphabeta.py": source.split("\n")},
    )
    repairs = list(said)
    believed = tuple(repair for repair in repairs if repair.kind == "repair")[:1]
    slips_seen = tuple(
        edit for repair in repairs if repair.kind == "seen" for edit in repair.edits
    )
    return Findings(believed, None, 3, slips=slips_seen)


def looked_at(source: str, seconds: float = 60) -> list[str]:
    """Return the rows that tell of it."""
    text = describe_repairs(found_in(source, seconds), main_file="alphabeta.py")
    return [row.strip() for row in plain(text).splitlines()]


def programs(part: str) -> list[Any]:
    """Return the wrong programs of a part of the file, each with its heading: a line and words, or nothing."""
    parted = [
        (heading, patched(RIGHT, diff)) for heading, diff in changes("first_look")
    ]
    return [
        pytest.param(source, *expected, id=about)
        for (where, about, *expected), source in parted
        if where == part
    ]


@pytest.mark.parametrize(("source", "line", "words"), programs("explains"))
def test_slip_that_explains_all_failures_is_told_with_its_line(
    source: str, line: str, words: str
) -> None:
    rows = looked_at(source)
    if rows[-1].startswith("For this, the program was changed only at line"):
        del rows[-1]
    assert rows.pop() in MENDED
    text = source.splitlines()[int(line) - 1].strip()
    assert any(row.startswith(f"{line} | {text}") for row in rows)
    assert words in "".join(rows)


@pytest.mark.parametrize(("source", "line", "words"), programs("beside"))
def test_slip_beside_other_mistakes_is_told_without_calling_all_mended(
    source: str, line: str, words: str
) -> None:
    rows = looked_at(source, NO_TIME_FOR_REPAIRS)
    assert any(row.startswith(f"{line} | ") for row in rows)
    assert words in "".join(rows)
    assert not set(MENDED).intersection(rows)


GERMAN = {"alpha": "untere", "beta": "obere"}


@pytest.mark.parametrize(
    ("about", "words"),
    [
        ("anew", "each call sets `untere` and `obere` anew here"),
        ("unread", "`max_value` never uses what it gets as obere"),
        ("ends nothing", "this test does not end the loop"),
        ("after all", "this test comes after the loop"),
    ],
)
def test_slip_is_told_whatever_alpha_and_beta_are_called(
    about: str, words: str
) -> None:
    (source,) = (
        patched(RIGHT, diff)
        for (_, name, *_), diff in changes("first_look")
        if name == about
    )
    for end, name in GERMAN.items():
        source = source.replace(end, name)
    assert words in "".join(looked_at(source, NO_TIME_FOR_REPAIRS))


@pytest.mark.parametrize("source", programs("silent"))
def test_lines_that_are_no_slip_are_not_told_beside_the_repair(source: str) -> None:
    *rows, _ = looked_at(source)
    assert any("change the comparison" in row for row in rows)
    assert not found_in(source).slips


@pytest.mark.parametrize(
    ("line", "wrong", "note"),
    [
        (
            "        beta = min(beta, value)",
            "        beta = max(value, alpha) - 1",
            "line 12 in the other player's part, `alpha = max(alpha, value)`",
        ),
        (
            "    value = inf",
            "    value = alpha + 1",
            "line 7 in the other player's part, `value = -inf`",
        ),
    ],
)
def test_line_to_be_written_as_the_other_players_is_told_with_that_line(
    line: str, wrong: str, note: str
) -> None:
    text = " ".join(looked_at(RIGHT.replace(line, wrong)))
    assert f"write this line as the counterpart of {note}" in text


def test_line_that_is_added_behind_a_block_is_not_told_to_stand_in_it() -> None:
    """A test after the last line of `else` would stop MIN alone."""
    source = (PROJECT / "tests/submissions/no_pruning_1/alphabeta.py").read_text(
        "utf-8"
    )
    text = " ".join(" ".join(looked_at(source)).split())
    assert (
        "12 | beta = min(beta, best) <- the block that begins in line 7,"
        " `if maximizing:`, ends here: after it, add a test that ends the loop early"
    ) in text


UPDATE_OF_MAX = "        alpha = max(alpha, value)\n"
TEST_OF_MAX = "        if value >= beta:\n            return value\n"


@pytest.mark.parametrize(
    ("missing", "note"),
    [
        (
            UPDATE_OF_MAX,
            "update alpha or beta, as the other player's part does: see line 23,",
        ),
        (
            TEST_OF_MAX + UPDATE_OF_MAX,
            "add lines here, as in the other player's part: see lines 19, 21",
        ),
    ],
)
def test_line_that_only_the_other_player_has_is_told_with_that_line(
    missing: str, note: str
) -> None:
    """No block of this function begins in the other one."""
    text = " ".join(" ".join(looked_at(RIGHT.replace(missing, ""))).split())
    assert note in text
    assert "the block that begins in line 2" not in text


def test_slip_in_the_line_of_the_repair_is_not_told_again() -> None:
    source = RIGHT.replace("max_value(", "highest(") + (
        """

def max_value(state, alpha, beta):
    highest(state, alpha, beta)
"""
    )
    row, last = looked_at(source)
    assert "| highest(state, alpha, beta)   <- add a `return`" in row
    assert last in MENDED


def test_right_program_has_no_slips() -> None:
    assert (
        looked_at(
            RIGHT.replace(
                "= -inf\n", "= -inf\n    alpha == value\n    max(alpha, value)\n"
            )
        )
        == []
    )


def test_untouched_template_has_no_slips() -> None:
    assert (
        looked_at(
            (PROJECT / "student_template" / "alphabeta.py").read_text("utf-8"), 0.3
        )
        == []
    )


def test_every_kind_of_slip_has_an_example() -> None:
    sources = [
        patched(RIGHT, diff)
        for (where, *_), diff in changes("first_look")
        if where != "silent"
    ]
    programs = [Program({"alphabeta": source}, "alphabeta") for source in sources]
    examples = {
        edit.kind.name
        for program in programs
        for roles in (UNKNOWN, with_windows(program))
        for scope in scopes(program.trees, roles=roles)
        for edit in slips(scope)
    }
    assert examples == set(SLIPS)


def with_windows(program: Program) -> Roles:
    """Return the roles of the parameters of a program that are called alpha and beta."""
    windows = [
        Window(scope.region, "alpha", "beta")
        for scope in scopes(program.trees)
        if isinstance(scope.root, ast.FunctionDef)
        and "alpha" in [parameter.arg for parameter in scope.root.args.args]
    ]
    return Roles(tuple(windows))


NEGAMAX = """
def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    for child in state.children:
        alpha = max(alpha, -min_value(child, -beta, -alpha))
    return alpha
"""
BY_TURN = """
def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    better = max if state.to_move == "MAX" else min
    return better(min_value(child, alpha, beta) for child in state.children)
"""
DELEGATED = """
def search(state, alpha, beta):
    return max(max_value(child, alpha, beta) for child in state.children)


def max_value(state, alpha, beta):
    return search(state, alpha, beta)
"""


@pytest.mark.parametrize("source", [NEGAMAX, BY_TURN, DELEGATED])
def test_equal_functions_that_may_be_right_are_no_copies(source: str) -> None:
    head = source.index("def max_value")
    copy = source[head:].replace("min_value", "f").replace("max_value", "min_value")
    text = f"{source}\n\n{copy.replace('f(', 'min_value(')}"
    scopes_read = scopes(Program({"alphabeta": text}, "alphabeta").trees)
    assert not any(
        edit.kind.name == "same as other"
        for scope in scopes_read
        for edit in slips(scope)
    )


@pytest.mark.parametrize(("start", "is_copy"), [("inf", True), ("0", False)])
def test_copy_is_one_with_its_own_infinity_too(start: str, *, is_copy: bool) -> None:
    """That is what is changed first in it."""
    copy = RIGHT[RIGHT.index("def max_value") : RIGHT.index("\n\n\ndef min_value")]
    copy = copy.replace("def max_value", "def min_value").replace("-inf", start)
    text = f"{RIGHT[: RIGHT.index('def min_value')]}{copy}\n"
    scopes_read = scopes(Program({"alphabeta": text}, "alphabeta").trees)
    kinds = {edit.kind.name for scope in scopes_read for edit in slips(scope)}
    assert ("same as other" in kinds) is is_copy


@pytest.mark.parametrize(
    "move", ["board.push(move)", "taken = board.push(move)", "taken = put(board, move)"]
)
def test_board_changed_in_place_is_not_taken_for_the_same_position(move: str) -> None:
    source = f"""
def search(board, alpha, beta):
    for move in board.moves():
        {move}
        alpha = max(alpha, -search(board, -beta, -alpha))
    return alpha
"""
    for text, is_same in ((source, False), (source.replace(move, "pass"), True)):
        (scope,) = scopes(Program({"alphabeta": text}, "alphabeta").trees)
        assert any(edit.kind.name == "same" for edit in slips(scope)) is is_same


def test_rewriting_a_window_that_begins_anew_leaves_out_the_docstring() -> None:
    source = '''
def search(state, depth):
    """Tells what a state is worth."""
    best = -inf
    alpha = -sys.maxsize
    beta = sys.maxsize
    for child in state.children():
        best = max(best, -search(child, depth - 1))
    return best
'''
    program = Program({"alphabeta": source}, "alphabeta")
    (edit,) = (
        edit
        for scope in scopes(program.trees)
        for edit in slips(scope)
        if edit.kind.name == "anew"
    )
    changes = rewritten(program, (edit,))
    assert (
        changes[0]
        .lines[0]
        .startswith("def search(state, depth, alpha=-sys.maxsize, beta=sys.maxsize):")
    )
    assert not any("Tells" in line for change in changes for line in change.lines)


def test_number_that_is_drawn_is_told_by_chance() -> None:
    source = """
        from random import randint

        def max_value(state, alpha, beta):
            if state.is_terminal():
                return state.utility()
            values = []
            for child in state.children:
                values.append(min_value(child, alpha, beta))
            return values[randint(0, len(values) - 1)]

        def min_value(state, alpha, beta):
            if state.is_terminal():
                return state.utility()
            return min(max_value(child, alpha, beta) for child in state.children)
        """
    slips = found_in(dedent(source), NO_TIME_FOR_REPAIRS).slips
    chance = [edit for edit in slips if edit.kind.name == "chance"]
    assert [(slip.line, slip.role) for slip in chance] == [(10, "randint")]


def test_candidate_that_sleeps_takes_no_time() -> None:
    """A program that shows its moves may wait after each, if an edit makes it show them."""
    source = RIGHT.replace(
        "from math import inf\n", "from math import inf\nfrom time import sleep\n"
    )
    shown = "        if value > inf:\n            sleep(1_000_000)\n        beta = min(beta, value)\n"
    source = source.replace("        beta = min(beta, value)\n", shown)
    source = source.replace("        alpha = max(alpha, value)\n", "")
    assert looked_at(source)[-1] in MENDED
