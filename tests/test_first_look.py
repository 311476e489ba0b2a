"""The first look: what beginners write is told with its line where a failing search comes by, and nowhere else."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

from autograder.exercises.load import load_set
from autograder.judging.explanation import Explanation
from autograder.judging.repair import read_claims, read_repairs, trials
from autograder.mistakes import answer
from autograder.mistakes.first_look import slips
from autograder.mistakes.kinds import SLIPS
from autograder.mistakes.program import Program
from autograder.mistakes.scopes import scopes
from autograder.showing.places import sentences
from reference import game

PROJECT = Path(__file__).parents[1]
TRIALS = list(trials(load_set(PROJECT / "exercises", "0*").exercises))
RIGHT = """from math import inf


def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    value = -inf
    for action in state.actions():
        value = max(value, min_value(state.result(action), alpha, beta))
        if value >= beta:
            return value
        alpha = max(alpha, value)
    return value


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    value = inf
    for action in state.actions():
        value = min(value, max_value(state.result(action), alpha, beta))
        if value <= alpha:
            return value
        beta = min(beta, value)
    return value
"""
MENDED = "With that put right, all 3 visible exercises are right."


@pytest.fixture(autouse=True)
def _world(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "game", game)
    monkeypatch.setitem(sys.modules, "alphabeta", ModuleType("alphabeta"))


def looked_at(source: str, seconds: float = 3) -> list[str]:
    """What is said of a program."""
    command = {"file": "alphabeta.py", "sources": {"alphabeta": source}, "trials": TRIALS, "seconds": seconds}
    claims = read_claims(answer.claims(command))
    if not claims:
        return []
    said = read_repairs(answer.rewriting({**command, "claims": claims}), {"alphabeta.py": source.split("\n")})
    repairs = list(said)
    believed = tuple(repair for repair in repairs if repair.kind == "repair")[:1]
    seen = tuple(edit for repair in repairs if repair.kind == "seen" for edit in repair.edits)
    return sentences(Explanation(believed, None, 3, seen=seen))


def changed(*changes: tuple[str, str], times: int = 1) -> str:
    source = RIGHT
    for old, new in changes:
        assert old in source, old
        source = source.replace(old, new, times)
    return source


GLOBAL = ("alpha = max(alpha,", "ALPHA = max(ALPHA,"), ("(action), alpha", "(action), ALPHA")
PLAYER = """class Player:
    def highest(self, *window):
        return max_value(*window)

    def lowest(self, *window):
        return highest(*window)"""
BY_TURN = (
    (
        RIGHT.replace("max_value", "either").replace("min_value", "either").replace("def either", "def highest", 1)
    ).replace("def either", "def lowest")
    + """

def either(state, alpha, beta):
    if state.to_move == "max":
        return highest(state, alpha, beta)
    return lowest(state, alpha, beta)


max_value = min_value = either
"""
)
COUNTED = BY_TURN.replace(
    '    if state.to_move == "max":',
    """    return chosen(state, alpha, beta, state.to_move == "MAX")


def chosen(state, alpha, beta, count):
    count =+ 1
    if count == 2:""",
)
BELOW = ("def max_value", "def highest"), ("min(value, max_value", "min(value, highest")
WITHIN = "\n\ndef max_value(state, alpha, beta):\n{}\n"
ANEW = """

def either(state):
    alpha = -inf
    beta = inf
    if state.is_terminal():
        return state.utility()
    for child in state.children:
        if state.to_move == "MAX":
            alpha = max(alpha, either(child))
        else:
            beta = min(beta, either(child))
        if alpha >= beta:
            break
    return alpha if state.to_move == "MAX" else beta
"""
PUT_RIGHT = [
    ("tested", changed(("is_terminal()", "is_terminal")), 5, "`is_terminal` is not called"),
    ("tested twice", changed(("is_terminal()", "is_terminal"), times=2), 5, "always counts as true, and so in line 17"),
    ("tested by not", changed(("if state.is_terminal():", "if not (not state.is_terminal):")), 5, "is not called"),
    ("uncalled", changed(("utility()", "utility")), 6, "`utility` is not called: parentheses are missing"),
    ("uncalled loop", changed(("actions()", "actions")), 8, "`actions` is not called: parentheses are missing"),
    (
        "uncalled function",
        changed(
            ("state.is_terminal()", "over"),
            ("\n\n\ndef max", "\n\n\ndef over(s):\n    return s.is_terminal()\n\n\ndef max"),
        ),
        9,
        "`over` is not called",
    ),
    ("compared", changed(("value = max", "value == max")), 9, "this compares, and throws the result away"),
    ("compared bound", changed(("alpha = max", "alpha == max")), 12, "this compares, and throws the result away"),
    ("fold", changed(("alpha = max", "max")), 12, "this works out a max, and throws it away"),
    ("value", changed(("return state.utility()", "state.utility()")), 6, "what `utility` returns is thrown away"),
    ("same", changed(("state.result(action)", "state")), 9, "`min_value` gets `state` again, and nothing of `action`"),
    ("same twice", changed(("state.result(action)", "state"), times=2), 21, "`max_value` gets `state` again"),
    (
        "global",
        changed(
            ("\n\n\ndef max", "\n\nALPHA = -inf\n\n\ndef max"),
            ("    value = -inf", "    global ALPHA\n    value = -inf"),
            *GLOBAL,
        ),
        6,
        "`max_value` never reads the alpha that it is given, and reads ALPHA instead",
    ),
    ("bare", changed(("            return value", "            return")), 11, "this `return` has no value"),
    ("sign", COUNTED, 33, "`=-` and `=+` set `count` to what follows"),
    ("misspelt", changed(("alpha = max", "aplha = max")), 12, "its name is nearly `alpha`"),
    (
        "self",
        changed(
            ("\n\n\ndef max", f"\n\n\n{PLAYER}\n\n\ndef max"),
            ("min(value, max_value(", "min(value, Player().lowest("),
        ),
        9,
        "`highest` is a method: `self.` is missing before it",
    ),
    ("letters", BY_TURN, 29, "what `to_move` holds is in capitals here, so it never equals `max`"),
    (
        "default",
        changed(
            ("beta):\n", "beta, seen={}):\n    if state.name in seen:\n        return seen[state.name]\n"),
            ("    return value\n\n", "    seen[state.name] = value\n    return value\n\n"),
        ),
        4,
        "the default of `seen` is made only once",
    ),
    (
        "unreached, as it is indented too far",
        changed(*BELOW) + WITHIN.format("    def end():\n        return 0\n        return highest(state, alpha, beta)"),
        31,
        "never reached: line 30 leaves before it",
    ),
    (
        "unbound",
        changed(
            ("\n\n\ndef max", "\n\nLOOKS = 0\n\n\ndef max"),
            ("    value = -inf\n", "    value = -inf\n    LOOKS += 1\n"),
        ),
        10,
        "`LOOKS` is set in this function, and so is its own",
    ),
    (
        "anew",
        changed(*BELOW) + ANEW + WITHIN.format("    return either(state) if alpha < beta else alpha"),
        29,
        "`alpha` and `beta` begin anew here in each call",
    ),
    (
        "chance",
        changed(
            ("from math", "import random\nfrom math"),
            ("        if value >= beta", "        value = random.choice((value, beta))\n        if value >= beta"),
        ),
        11,
        "`random.choice` goes by chance",
    ),
    (
        "unreached",
        changed(("        alpha = max", "            alpha = max")),
        12,
        "never reached: line 11 leaves before it",
    ),
    (
        "unreached in a loop",
        changed(("        alpha = max", "        continue\n        alpha = max")),
        13,
        "never reached: line 12",
    ),
    (
        "pair",
        changed(("action in state.actions()", "child in state.successors()"), ("state.result(action)", "child")),
        8,
        "`child` is a pair here, and not a state",
    ),
    (
        "text",
        changed(("action in state.actions()", "child in state.actions()"), ("state.result(action)", "child")),
        8,
        "`child` is text here, as actions are, and not a state",
    ),
]


@pytest.mark.parametrize(("source", "line", "words"), [row[1:] for row in PUT_RIGHT], ids=[row[0] for row in PUT_RIGHT])
def test_a_slip_that_explains_all_is_told_with_its_line(source: str, line: int, words: str) -> None:
    *said, last = looked_at(source)
    assert last == MENDED
    assert any(
        f"line {line}: `{source.splitlines()[line - 1].strip()}`" in row or f"line {line}." in row for row in said
    )
    assert words in "".join(said)


NO_TEST = "        if value >= beta:\n            return value\n", ""
ELSEWHERE = ("value <= alpha", "value < beta - 1"), ("beta = min", "alpha = min")
"""Another mistake, which no change of one line mends."""
OBSERVED = [
    ("no way out", changed(NO_TEST, *ELSEWHERE), 9, "this loop has no way out before its last turn"),
    (
        "no text",
        changed(
            ("    value = -inf\n", "    value = -inf\n    if state.ply == 'first':\n        value = 0\n"), *ELSEWHERE
        ),
        8,
        "`ply` is not text here",
    ),
    (
        "value",
        changed(
            (
                "value = max(value, min_value(state.result(action), alpha, beta))",
                "min_value(state.result(action), alpha, beta)",
            )
        ),
        9,
        "what `min_value` returns is thrown away",
    ),
    (
        "nothing",
        changed(("alpha = max(alpha, value)", "alpha"), *ELSEWHERE),
        12,
        "this line does nothing",
    ),
    (
        "unread",
        changed(("value >= beta", "value >= alpha + 2"), ("(action), alpha, beta", "(action), alpha, inf"), *ELSEWHERE),
        4,
        "`max_value` never reads the beta that it is given",
    ),
    ("compared", changed(("alpha = max(alpha, value)", "alpha < value"), *ELSEWHERE), 12, "this compares"),
]


@pytest.mark.parametrize(("source", "line", "words"), [row[1:] for row in OBSERVED], ids=[row[0] for row in OBSERVED])
def test_a_slip_beside_which_more_is_wrong_is_told_as_what_it_is(source: str, line: int, words: str) -> None:
    said = looked_at(source, 0.3)
    assert any(f"line {line}: `" in row and words in row for row in said)
    assert MENDED not in said


STRICT = ("value >= beta", "value < beta")
SILENT = {
    "where it never ran": changed(STRICT) + "\n\ndef spare(state):\n    state.is_terminal\n    return state.utility",
    "a property": changed(STRICT, ("in state.actions()", "in [child.name for child in state.children]")),
    "a flag of a name that methods have": changed(STRICT, ("state.is_terminal()", "ended(state).utility"))
    + "\n\nclass ended:\n    def __init__(self, state):\n        self.utility = state.is_terminal()\n",
    "a pair taken apart": changed(
        STRICT, ("action in state.actions()", "pair in state.successors()"), ("state.result(action)", "pair[1]")
    ),
    "states": changed(
        STRICT, ("action in state.actions()", "child in list(state.children)"), ("state.result(action)", "child")
    ),
    "a call for its effect": changed(
        STRICT, ("    value = -inf\n", "    value = -inf\n    log = []\n    log.append(alpha)\n")
    ),
    "a default that stays as it is": changed(STRICT, ("alpha, beta):", "alpha, beta, seen=[]):")),
    "a default that is not what is changed": changed(
        STRICT,
        ("alpha, beta):", "alpha, beta, seen=[]):"),
        ("    value = -inf\n", "    value = -inf\n    seen = list(seen)\n    seen.append(state.name)\n"),
    ),
    "a return without a value where none has one": changed(
        STRICT, ("    value = -inf\n", "    value = -inf\n    note(state)\n")
    )
    + "\n\ndef note(state):\n    if state:\n        return\n",
    "a name that is like no other": changed(
        STRICT, ("        alpha = max", "        latest = action\n        alpha = max")
    ),
    "the child by another name": changed(
        STRICT,
        ("state.result(action)", "state"),
        ("in state.actions():\n", "in state.actions():\n        board = state\n        state = board.result(action)\n"),
        ("        alpha = max(alpha, value)\n", "        alpha = max(alpha, value)\n        state = board\n"),
    ),
    "a call of what keeps its answer itself": changed(
        STRICT,
        ("def max_value", "BEST = {}\n\n\ndef highest"),
        ("min(value, max_value", "min(value, highest"),
        ("    return value\n\n", "    BEST[0] = value\n    return value\n\n"),
    )
    + "\n\ndef max_value(*window):\n    highest(*window)\n    return highest(*window)\n",
    "a root that passes on its state": changed(STRICT, *BELOW)
    + WITHIN.format("    return highest(state, alpha, beta)"),
    "a test at a function's start": changed(
        STRICT, ("    if state", "    if alpha >= beta:\n        return alpha\n    if state")
    ).replace("        if value <= alpha:\n            return value\n", ""),
    "a root that never ends early": changed(STRICT, *BELOW)
    + WITHIN.format(
        "    best = alpha\n    for child in state.children:\n"
        "        best = max(best, min_value(child, best, beta))\n    return best if state.children else state.utility()"
    ),
    "a name that is set before it is read": changed(
        STRICT,
        ("        value = max", "        best = value\n        value = max"),
        ("alpha, value)", "alpha, value, best)"),
    ),
}


@pytest.mark.parametrize("source", SILENT.values(), ids=SILENT.keys())
def test_what_is_no_slip_is_not_told(source: str) -> None:
    said = looked_at(source)
    assert "another comparison" in said[0]
    assert not any(row.startswith("Besides") for row in said)


def test_a_right_program_has_none() -> None:
    source = changed(("    value = -inf\n", "    value = -inf\n    alpha == value\n    max(alpha, value)\n"))
    assert looked_at(source) == []


def test_what_is_not_written_yet_has_none() -> None:
    assert looked_at((PROJECT / "student_template" / "alphabeta.py").read_text("utf-8"), 0.3) == []


def test_every_sentence_has_a_slip_here() -> None:
    sources = [row[1] for row in PUT_RIGHT + OBSERVED]
    found = {
        edit.kind.name
        for source in sources
        for scope in scopes(Program({"alphabeta": source}, "alphabeta").trees)
        for edit in slips(scope)
    }
    assert found == set(SLIPS)


@pytest.mark.parametrize("move", ["board.push(move)", "taken = board.push(move)", "taken = put(board, move)"])
def test_a_board_that_is_moved_on_is_no_position_again(move: str) -> None:
    source = f"""
def search(board, alpha, beta):
    for move in board.moves():
        {move}
        alpha = max(alpha, -search(board, -beta, -alpha))
    return alpha
"""
    for text, found in ((source, False), (source.replace(move, "pass"), True)):
        (scope,) = scopes(Program({"alphabeta": text}, "alphabeta").trees)
        assert any(edit.kind.name == "same" for edit in slips(scope)) is found
