"""The engine that looks for repairs, what it may claim, and what is said of it."""

import ast
import bisect
import colorsys
import csv
import graphlib
import heapq
import json
import numbers
import re
import sched
import shlex
import statistics
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import chain, combinations, count, product
from math import inf
from pathlib import Path
from textwrap import dedent
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple, get_args
from unittest.mock import Mock

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import (
    ExerciseSet,
    Feedback,
    FixedExercise,
    Generate,
    GeneratedExercise,
    Limits,
)
from autograder.core.judging.judge import Failed, NotRun, Passed, Verdict, evidence_of
from autograder.core.launch import started
from autograder.core.sandbox.outcome import Failure, Searched
from autograder.core.sentences import languages, sentence, speaking
from autograder.core.worker import wire
from autograder.core.worker.adapted import Adapted
from autograder.explain import failures
from autograder.explain.catalogue import BY_ID, CHANCE
from autograder.explain.findings import (
    NOTHING_FOUND,
    ClaimedRepair,
    EditedLine,
    Explanation,
    Findings,
)
from autograder.explain.findings import rewritten as written_anew
from autograder.explain.graded import ExplainedReport, grade_and_explain
from autograder.explain.probe_trees import probes
from autograder.explain.proof import (
    _helped,
    _improved,
    _with_its_effect,
    read_repairs,
)
from autograder.explain.repair import answer, kinds
from autograder.explain.repair.classifier import classified
from autograder.explain.repair.edits import Edit, Take, made
from autograder.explain.repair.kinds import MOVED_DOWN
from autograder.explain.repair.messages import NewLines, read_claims
from autograder.explain.repair.operators import edits
from autograder.explain.repair.program import Cut, Program
from autograder.explain.repair.ran import Ran
from autograder.explain.repair.rewriting import rewritten
from autograder.explain.repair.search import Search
from autograder.explain.trials import SMALLEST, trials, wide_trials
from autograder.explain.ways import WAYS, ways
from autograder.tell.feedback import feedback, whole
from autograder.tell.formats import results
from autograder.tell.places import (
    ExplainOutput,
    describe_effects,
    describe_repairs,
    notes_by_position,
)
from autograder.tell.styled_text import plain
from reference import changes as textbook
from reference import game, interfaces
from reference.observe import observe
from reference.problem import Observation, Problem, PruneWhen
from tests.changes import changes, patched
from tests.core.test_adapter import RIGHT
from tests.explained import world_of
from tests.searches import searched
from tests.sets import PROJECT, QUICK, SUBMISSIONS, altered, cases, made_set, written

pytestmark = pytest.mark.usefixtures("forked")
STYLES = """
textbook class_based children_style functional_style negamax_textbook alpha_beta_textbook negamax_no_pruning
aspiration_search_no_re_search_1 aspiration_search_always_full_window alpha_beta_search_root_window_reset_1 generators
"""
FORMS = ("aima_4e_textbook", "board_textbook", "value_and_move_textbook")
EXERCISES = load_set(PROJECT / "exercises", "[01][0-9]_*")
FILES = {"alphabeta.py": ["def f():", "    return 1", ""]}


@pytest.fixture(autouse=True)
def _game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "game", game)


@lru_cache
def source_of(style: str) -> str:
    return (SUBMISSIONS / style / "alphabeta.py").read_text("utf-8")


def program_of(style: str) -> Program:
    return Program({"alphabeta": source_of(style)}, "alphabeta")


def graded(
    folder: Path, source: str, exercises: ExerciseSet = EXERCISES
) -> ExplainedReport:
    (folder / "alphabeta.py").write_text(source, encoding="utf-8")
    return grade_and_explain(folder, exercises)


def changed(old: str, new: str, style: str = "textbook") -> str:
    source = source_of(style)
    assert source.count(old) == 1, old
    return source.replace(old, new)


def findings_in(explained: ExplainedReport) -> Findings:
    return next(
        explained.findings.get(verdict.exercise.id, NOTHING_FOUND)
        for verdict in explained.report.verdicts
        if isinstance(verdict, Failed)
    )


# --- The engine ---


@pytest.mark.parametrize(
    "module",
    [
        bisect,
        colorsys,
        csv,
        graphlib,
        heapq,
        numbers,
        sched,
        shlex,
        statistics,
        textwrap,
    ],
)
def test_edits_exist_for_every_form_of_program(module: ModuleType) -> None:
    assert edits(
        {"alphabeta": ast.parse(Path(str(module.__file__)).read_text("utf-8"))}
    )


def test_depth_passed_beside_a_starred_window_is_edited() -> None:
    assert edits(
        {
            "alphabeta": ast.parse(
                "def value(state, depth, *window):\n    value(state, depth + 1, *window)"
            )
        }
    )


@pytest.mark.parametrize("window", ["a, lambda a: v(a)", "a, *window"])
def test_second_search_is_added_whatever_expression_stands_for_the_window(
    window: str,
) -> None:
    source = f"def decide(state, window):\n    best = pick({window})\n    return best\ndef pick(a, key): return a"
    assert edits({"alphabeta": ast.parse(source)})


@pytest.mark.parametrize("style", STYLES.split())
def test_the_number_of_an_edit_means_the_same_in_another_process(style: str) -> None:
    def repair_sentence() -> list[tuple[Any, ...]]:
        return [
            (edit.kind.name, edit.line, ast.dump(edit.old))
            for edit in edits(program_of(style).trees)
        ]

    assert repair_sentence() == repair_sentence()
    assert len(repair_sentence()) > 50


def test_only_functions_that_ran_are_changed() -> None:
    source = "LIMIT = 2\nUNUSED = 3\n\ndef f(depth):\n    return depth < LIMIT\n\ndef g(depth):\n    return depth < UNUSED\n"
    program = Program({"alphabeta": source}, "alphabeta")
    ran, names = Ran(program), program.imported_names()
    regions = ran.regions(ran.during(lambda: program.run(names["f"], (1,), 10)))
    assert {edit.line for edit in edits(program.trees, regions)} == {1, 5}
    assert {edit.line for edit in edits(program.trees)} == {1, 2, 5, 8}


def test_edit_concerns_the_lines_it_changes_or_those_beside_a_new_line() -> None:
    source = source_of("textbook")
    program = program_of("textbook")
    ran, lines = Ran(program), source.split("\n")
    for edit in edits(program.trees):
        about = ran.about(edit)
        assert (
            about is None
            or ("alphabeta", edit.line) in about
            or lines[edit.line - 1].strip() in ("return v", ")")
        )


@pytest.mark.parametrize(
    ("program", "line"),
    cases("mistake_that_is_not_specific_to_alpha_beta_is_found"),
)
def test_mistake_that_is_not_specific_to_alpha_beta_is_found(
    program: str, line: int
) -> None:
    folder = SUBMISSIONS / f"written_{program}"
    exercises = json.loads((folder / "verdict.json").read_text("utf-8")).get(
        "exercises", "exercises"
    )
    assert (
        findings_in(grade_and_explain(folder, load_set(PROJECT / exercises)))
        .locations[0]
        .line
        == line
    )


COUNTED = [
    (
        "if state.is_terminal():",
        "if depth == 3 or state.is_terminal():",
        "if depth == 3 or state.is_terminal():",
    ),
    (
        ".utility()\n",
        ".utility()\n    if depth > 2:\n        return 0\n",
        "if depth > 2:",
    ),
]


@pytest.mark.parametrize(("old", "new", "told"), COUNTED)
def test_removing_a_depth_limit_is_preferred_to_reversing_the_counter(
    old: str, new: str, told: str, tmp_path: Path
) -> None:
    source = source_of("textbook").replace("alpha, beta):", "alpha, beta, depth=0):")
    source = source.replace(
        "(state.result(a), alpha, beta)", "(state.result(a), alpha, beta, depth + 1)"
    )
    findings = findings_in(graded(tmp_path, source.replace(old, new)))
    lines = source.replace(old, new).split("\n")
    assert [
        lines[location.line - 1].strip()
        for location in findings.repairs[0].locations("alpha >= beta")
    ] == [told, told]


def test_edit_moves_no_statement_behind_a_return() -> None:
    program = Program(
        {"alphabeta": "def f(v):\n    v = max(v, 0)\n    v = v + 1\n    return v\n"},
        "alphabeta",
    )
    moved = [edit for edit in edits(program.trees) if edit.kind is MOVED_DOWN]
    assert [edit.line for edit in moved] == [2]


def in_tabs(source: str) -> str:
    return re.sub(
        r"^( {4})+",
        lambda found: "\t" * (len(found[0]) // 4),
        source,
        flags=re.MULTILINE,
    )


def with_one_line_ifs(source: str) -> str:
    return re.sub(
        r"^( *(?:if|else)\b.*:)\n +((?:return|break)\b.*)$",
        r"\1 \2",
        source,
        flags=re.MULTILINE,
    )


def with_form_feeds(source: str) -> str:
    return "\f\n" + re.sub(
        r"^( *)return", "\\1# \u2028 \x85\n\\1return", source, flags=re.MULTILINE
    )


@pytest.mark.parametrize(
    ("style", "written"),
    [(style, str) for style in (*STYLES.split(), *FORMS)]
    + [
        (style, other)
        for style in STYLES.split()[:3]
        for other in (in_tabs, with_one_line_ifs, with_form_feeds)
    ],
)
def test_the_text_of_a_repair_is_the_program_that_was_tried(
    style: str, written: Callable[[str], str]
) -> None:
    source = written(source_of(style))
    assert written is str or source != source_of(style)
    program = Program({"alphabeta": source}, "alphabeta")
    before = ast.dump(program.trees["alphabeta"])
    alike: dict[tuple[object, ...], list[Edit]] = {}
    for edit in edits(program.trees):
        alike.setdefault(
            (edit.kind.name, edit.role, type(edit.old), type(edit.new)), []
        ).append(edit)
    for edit in (
        edit
        for equivalents in alike.values()
        for edit in equivalents[:4]
        if edit.alterations
    ):
        lines = source.split("\n")
        changes = rewritten(program, (edit,))
        for change in reversed(changes):
            lines[change.first - 1 : change.last] = change.lines
        with made((edit,)):
            tried = ast.unparse(program.trees["alphabeta"].body[edit.top])
        assert changes or tried == ast.unparse(
            program.trees["alphabeta"].body[edit.top]
        ), edit
        replaced = ast.unparse(ast.parse("\n".join(lines)).body[edit.top]).replace(
            "float('inf')", "1e309"
        )
        assert replaced == (without := without_steps(tried)) or replaced == ast.unparse(
            ast.parse(without)
        ), edit
    assert ast.dump(program.trees["alphabeta"]) == before, "an edit was not taken back"


def test_rewriting_a_nested_function_keeps_the_text_around_it() -> None:
    _, head, source = source_of("textbook").partition("def max_value")
    inner = f"{head}{source}".replace("\n", "\n    ")
    program = Program(
        {
            "alphabeta": f"def search(state):\n    {inner}\n    return max_value(state)\n"
        },
        "alphabeta",
    )
    changes = [
        change
        for edit in edits(program.trees)
        for change in rewritten(program, (edit,))
    ]
    assert changes
    assert not [change for change in changes if change.first == 1 and change.last > 1]


def without_steps(text: str) -> str:
    """Return a statement as text without the steps that count it; a body that has nothing else passes."""
    without = re.sub(r"^( *)__step__\(\)\n(?=\n*\1\S)", "", text, flags=re.MULTILINE)
    return without.replace("__step__()", "pass").replace("float('inf')", "1e309")


EXERCISES_FAILED = (
    "03_shallow_cutoff",
    "04_deep_cutoff",
    "19_best_order",
    "32_max_value_alone",
)


def test_trials_include_failed_exercises_unless_small_or_too_large() -> None:
    exercises = load_set(PROJECT / "exercises").exercises
    known = {
        exercise.id: exercise.problem
        for exercise in exercises
        if isinstance(exercise, FixedExercise)
    }
    small, deep, large, alone = (known[name] for name in EXERCISES_FAILED)
    usual = list(trials(exercises))
    (tried,) = list(trials(exercises, [small, deep, large, alone]))[len(usual) :]
    assert tried[0] == deep.tree.child_counts.tobytes()
    assert tried not in usual


@pytest.mark.parametrize(
    "name", ["max_value/min_value", "alpha_beta", "negamax", "minimax_ab"]
)
def test_trials_begin_with_the_smallest_trees(name: str) -> None:
    exercise = FixedExercise(
        "a", "t", pattern=Problem(game.Tree.from_nested([3, 5]), name)
    )
    assert len(list(trials([exercise]))) == len(SMALLEST) + 1


def test_trials_of_a_game_with_three_results_have_no_other_values() -> None:
    drawn = GeneratedExercise(
        "a",
        "t",
        Problem(game.Tree.from_nested(0)),
        Generate(examples=1, values=(-1, 1)),
    )
    tried = [*trials([drawn]), *wide_trials([drawn])]
    values = {value for _, of_tree, *_ in tried for value in of_tree}
    assert len(tried) > len(SMALLEST)
    assert values <= {-1, 0, 1, None}


def test_candidate_that_never_ends_is_stopped() -> None:
    program = Program(
        {"alphabeta": "def f():\n    while True:\n        pass\n"}, "alphabeta"
    )
    with pytest.raises(Cut):
        program.run(program.imported_names()["f"], (), 1000)


KEEPING = (PROJECT / "tests" / "programs" / "keeps.py").read_text("utf-8")


def test_candidate_sees_no_state_of_an_earlier_candidate() -> None:
    program = Program({"alphabeta": KEEPING}, "alphabeta")
    for _ in range(3):
        names = program.imported_names()
        assert [program.run(names["go"], (), 10)[0] for _ in range(2)] == [1, 2]
        assert program.run(program.imported_names()["go"], (), 10) == (
            1,
            1,
            [0, 1],
            1,
            1,
            1,
        )


STILL_WRONG = "Something is still wrong: another change is needed, here or elsewhere."


def test_change_helps_if_it_lengthens_some_right_prefixes_and_shortens_none(
    tmp_path: Path,
) -> None:
    twice = (
        source_of("textbook")
        .replace("v >= beta", "v > beta")
        .replace("alpha = max(alpha, v)", "pass")
    )
    once = twice.replace("v > beta", "v >= beta")
    before, after = (
        graded(tmp_path, source, EXERCISES).report.visible for source in (twice, once)
    )
    changes = [
        (old, new)
        for old, new in zip(before, after, strict=True)
        if old.passed or _improved([old], [new])
    ]
    helped = _helped(*zip(*changes, strict=True))
    assert len(helped) > 1
    assert not _helped(before, after)  # somewhere it gets no further
    assert not _helped(after, before)
    edit = EditedLine(kinds.STRICTER, "test", "alphabeta.py", 12, "if v > beta:")
    row = rows_of(
        Findings(nearest=ClaimedRepair((edit,), (), "nearest", exercises_helped=helped))
    )
    text = f"{len(helped)} of the exercises that failed"
    assert row == [
        "  alphabeta.py",
        "    12 | if v > beta:   <- change the comparison",
        f"  With this change, your search looks at the right leaves for longer in {text}. {STILL_WRONG}",
    ]


def test_change_that_repairs_several_exercises_is_told_if_no_other_gets_worse() -> None:
    exercises = [exercise for exercise in EXERCISES.exercises if "ties" in exercise.id][
        :1
    ]
    exercises += [
        exercise for exercise in EXERCISES.exercises if "plies" in exercise.id
    ][:2]
    failed = [NotRun(exercise, Failure("not run", "")) for exercise in exercises]
    passed = [Passed(exercise, 1, (), "") for exercise in exercises]
    edit = EditedLine(kinds.STRICTER, "test", "alphabeta.py", 12, "if v > beta:")
    change = ClaimedRepair((edit,), (), "nearest")
    names = tuple(exercise.id for exercise in exercises)
    assert _with_its_effect(change, failed, passed).exercises_repaired == names
    mended = _with_its_effect(change, failed, [*passed[:2], failed[2]])
    assert (mended.exercises_repaired, mended.helps_all) == (names[:2], False)
    row = rows_of(Findings(nearest=mended))[-1]
    assert row.endswith(
        f" change, 2 of the exercises that failed are right, and those that were right still are. {STILL_WRONG}"
    )
    before: list[Verdict] = [*failed[:2], passed[2]]
    after: list[Verdict] = [*passed[:2], failed[2]]
    broken = _with_its_effect(change, before, after)
    assert (broken.exercises_repaired, broken.exercises_helped) == ((), ())
    alone = _with_its_effect(change, failed, [passed[0], *failed[1:]])
    assert (alone.exercises_repaired, alone.exercises_helped) == ((), ())


@pytest.mark.parametrize(
    ("failing", "repaired", "is_told"),
    [(4, 4, True), (9, 5, True), (9, 4, False), (3, 3, False)],
)
def test_changes_of_two_kinds_are_told_if_they_make_many_exercises_right(
    failing: int, repaired: int, is_told: bool
) -> None:
    exercises = EXERCISES.exercises[:failing]
    failed = [NotRun(exercise, Failure("not run", "")) for exercise in exercises]
    passed = [Passed(exercise, 1, (), "") for exercise in exercises[:repaired]]
    edits = (
        EditedLine(kinds.STRICTER, "test", "alphabeta.py", 12, "if v > beta:"),
        EditedLine(kinds.TARGET, "update", "alphabeta.py", 14, "beta = max(alpha, v)"),
    )
    after: list[Verdict] = [*passed, *failed[repaired:]]
    change = _with_its_effect(ClaimedRepair(edits, (), "nearest"), failed, after)
    assert bool(change.exercises_repaired) == is_told
    one = _with_its_effect(ClaimedRepair(edits[:1], (), "nearest"), failed, after)
    assert one.exercises_repaired


def test_change_is_not_told_that_makes_one_of_many_exercises_right() -> None:
    exercises = [
        exercise for exercise in EXERCISES.exercises if "plies" in exercise.id
    ][:3]
    failed = [NotRun(exercise, Failure("not run", "")) for exercise in exercises]
    further: list[Verdict] = [Passed(exercises[0], 1, (), "")]
    for other_exercise in exercises[1:]:
        assert isinstance(other_exercise, FixedExercise)
        right = observe(other_exercise.problem)
        search_result = Searched(right._replace(value=99))
        evidence = evidence_of(other_exercise.problem, search_result)
        further.append(Failed(other_exercise, evidence.checks, 1, evidence))
    edit = EditedLine(kinds.STRICTER, "test", "alphabeta.py", 12, "if v > beta:")
    change = ClaimedRepair((edit,), (), "nearest")
    assert _with_its_effect(change, failed, further).exercises_repaired == ()
    two = [failed[0], failed[1]]
    assert _with_its_effect(change, two, further[:2]).exercises_repaired == (
        exercises[0].id,
    )


def test_words_of_a_kind_fit_programs_without_moves_and_lines_that_count() -> None:
    assert "returned" not in sentence("edits", kinds.OTHER_PART.name)
    assert "how many agents" in sentence("edits", kinds.COUNTED.name)


SYMMETRIC = "textbook alpha_beta_textbook fail_hard class_based minimax_ab_textbook value_and_move_textbook"


@pytest.mark.parametrize(
    "style",
    [*SYMMETRIC.split(), "minimax_array_textbook", "strict_convention_textbook"],
)
def test_right_program_has_no_edits_that_make_its_parts_alike(style: str) -> None:
    exercises = json.loads(
        (SUBMISSIONS / style / "verdict.json").read_text("utf-8")
    ).get("exercises", "exercises")
    file = load_set(PROJECT / exercises).assignment.file
    source = (SUBMISSIONS / style / file).read_text("utf-8")
    assert [
        edit for edit in edits({"alphabeta": ast.parse(source)}) if edit.mirror_group
    ] == []


# --- What a process claims is believed of nobody ---

WRITTEN = '["repair",[["looser","test","alphabeta.py",2,0,0,"1",0,0,"",""]],[["alphabeta.py",2,2,["    return 2"]]]]'


def test_read_claims_and_read_repairs_read_what_an_engine_writes() -> None:
    claims = read_claims('["in",[4,5]]\n["repair",[1,20]]\n["nearest",[3]]')
    assert [tuple(claim) for claim in claims.edits] == [
        ("in", (4, 5)),
        ("repair", (1, 20)),
        ("nearest", (3,)),
    ]
    (repair,) = read_repairs(WRITTEN, FILES)
    assert repair.edits[0].text == "return 1"
    assert repair.edits[0].code == "1"
    assert repair.text[0].lines == ("    return 2",)


def test_expression_that_is_not_in_the_line_is_not_quoted() -> None:
    (repair,) = read_repairs(WRITTEN.replace('"1"', '"2"'), FILES)
    assert repair.edits[0].code == ""


def test_expression_is_counted_in_its_line_if_that_has_several() -> None:
    for alike, which in ((1, (1, 1)), (2, None)):
        (repair,) = read_repairs(
            WRITTEN.replace('0,0,"",""]]', f'1,{alike},"",""]]'), FILES
        )
        assert repair.edits[0].which == which


def codes_by_kind(source: str) -> dict[str, set[str]]:
    """Return the expressions that are told of a program's edits, by the kind of edit."""
    program = Program({"alphabeta": source}, "alphabeta")
    files = {"alphabeta.py": source.split("\n")}
    codes: dict[str, set[str]] = {}
    for edit in edits(program.trees):
        (described,) = read_repairs(answer.repair_line("seen", program, [edit]), files)
        codes.setdefault(edit.kind.name, set()).add(described.edits[0].code)
    return codes


def test_expression_that_an_edit_replaces_is_the_students_own_text() -> None:
    codes = codes_by_kind(
        changed("v = -math.inf", "v  =  - math.inf  # the best so far")
    )
    assert codes["other infinity"] >= {"- math.inf", "math.inf"}
    assert codes["argument"] == {"alpha", "beta"}
    assert codes["turned"] >= {"alpha, beta"}
    assert "max_value(state.result(a), alpha, beta)" in codes["arguments moved"]
    # These are not about an expression.
    assert codes["line dropped"] == codes["update added"] == {""}


DEFAULTS = """def f(state, alpha=-9, beta=9):
    return f(state, alpha=beta, beta=alpha)
"""
"""Both the head and the call have what may be exchanged."""


def test_parameters_are_exchanged_with_their_defaults() -> None:
    program = Program({"alphabeta": DEFAULTS}, "alphabeta")
    texts: set[str] = set()
    for edit in edits(program.trees):
        if edit.kind is kinds.EXCHANGED:
            for change in rewritten(program, [edit]):
                texts.update(change.lines)
    assert "def f(state, beta=9, alpha=-9):" in texts
    codes = codes_by_kind(DEFAULTS)["exchanged"]
    # The values of keywords are not beside each other.
    assert codes == {"", "alpha=-9, beta=9"}


def notes_of(source: str, kind: kinds.Kind) -> set[str]:
    """Return the notes on all edits of a kind."""
    program = Program({"alphabeta": source}, "alphabeta")
    files = {"alphabeta.py": source.split("\n")}
    return {
        note
        for edit in edits(program.trees)
        if edit.kind is kind
        for repair in read_repairs(answer.repair_line("seen", program, [edit]), files)
        for note in notes_by_position(repair.edits).values()
    }


def test_part_that_stays_of_an_expression_is_quoted() -> None:
    assert notes_of("def f(v):\n    x = str( v.size() )\n", kinds.A_PART) == {
        "of `str( v.size() )`, keep only `v.size()`"
    }
    of_several_lines = "def f(v, w):\n    x = pow(\n        v,\n        [w,\n 0])\n"
    assert notes_of(of_several_lines, kinds.A_PART) == {
        "of this expression, keep only `v`",
        "remove a part of this expression",
    }


def test_line_is_moved_behind_a_line_that_is_named() -> None:
    """And with its block, if it has one."""
    source = """
def f(v, beta):
    for w in v:
        print(w)
        v = max(
            v, w)
        if v > beta:
            print(v)
            v += 1
"""
    line, block = "move this line further down", "move this line, with its block,"
    moved = notes_of(source, kinds.MOVED_DOWN)
    begins = "the block that begins in line 7, `if v > beta:`"
    assert {f"{line}, behind line 5, `v = max(`", f"{line}, behind {begins}"} <= moved
    assert not any(note.startswith(block) for note in moved)
    other = "if v > beta:\n        v = 1\n    w = v\n    for u in w:\n        v = u\n"
    assert {
        f"{block} further down, behind line 4, `w = v`",
        f"{block} further down, behind the block that begins in line 5, `for u in w:`",
    } <= notes_of(f"def f(v, w, beta):\n    {other}", kinds.MOVED_DOWN)
    out = notes_of(source, kinds.OUT_BEHIND)
    far = "only as far as line {}, and put it after the block that begins there"
    as_loop = far.format("3, `for w in v:`")
    assert {
        f"indent this line {as_loop}",
        f"indent this line, with its block, {as_loop}",
        f"indent this line {far.format('7, `if v > beta:`')}",
    } == out


def test_block_that_is_written_for_the_other_player_is_told() -> None:
    """The condition alone may be right for both."""
    told = {
        "    if v < beta:\n        beta = v\n": "write this line, and the block below it, for the other player",
        "    if v >= beta:\n        return v\n": "write this line for the other player",
    }
    for lines, note in told.items():
        source = f"def f(v, alpha, beta):\n{lines}    return f(v, alpha, beta)\n"
        assert notes_of(source, kinds.MIRRORED) == {note}


def test_variables_that_are_kept_are_named() -> None:
    source = """
def f(self, v):
    self.alpha = max(self.alpha, v)
    self.beta = min(self.beta, v)
    if self.alpha >= self.beta:
        return v
    v = self.f(v)
    return v
"""
    (note,) = notes_of(source, kinds.WINDOW_KEPT)
    assert note.startswith("keep `self.alpha`, `self.beta` before this line, and put")


def test_infinity_that_is_put_in_a_place_is_told_with_its_sign() -> None:
    source = "def f(v):\n    best = 0\n    return max(best, v)\n"
    assert notes_of(source, kinds.INFINITY) == {
        "`0` is no infinity: use infinity",
        "`0` is no infinity: use -infinity",
    }


def test_parts_of_a_line_that_stay_are_told_each() -> None:
    code, other = (
        EditedLine(kinds.A_PART, "", "a.py", 1, "f(v) + g(w)", code=code, part=part)
        for code, part in (("f(v)", "v"), ("g(w)", "w"))
    )
    (note,) = notes_by_position([code, other]).values()
    assert note == "of `f(v)`, keep only `v`; of `g(w)`, keep only `w`"


def test_line_that_is_all_of_its_block_is_not_removed_without_another() -> None:
    """Python takes no empty block."""
    source = """
def f(v, beta):
    if v > beta:
        v = beta
    else:
        print(v)
        v = 0
    return v
"""
    assert notes_of(source, kinds.LINE_DROPPED) == {
        "remove this line",
        "remove this line and the whole block below it",
        "put `pass` in the place of this line, the only one of its block",
    }


def test_jump_is_told_by_what_is_put_in_its_place() -> None:
    source = """\
def value(state, alpha, beta):
    best = 0
    for child in state:
        best = max(best, value(child, alpha, beta))
        if best >= beta:
            continue
        alpha = max(alpha, best)
    return best
"""
    assert notes_of(source, kinds.BREAK) == {
        "leave the loop here, by another statement"
    }
    assert notes_of(source, kinds.OTHER_JUMP) == {
        "leave the function here: return the best value so far",
        "leave the function here: return one of alpha and beta",
    }
    of_child = source.replace(
        "best = max(best, value(child, alpha, beta))\n        if best >=",
        "result = value(child, alpha, beta)\n        if result >=",
    )
    assert notes_of(of_child, kinds.OTHER_JUMP) == {
        "leave the function here: return the best value so far",
        "leave the function here: return one of alpha and beta",
        "leave the function here: return another value than at its end",
    }


def test_bound_that_is_overwritten_is_told_as_a_bound() -> None:
    source = """\
def value(state, alpha, beta):
    best = 0
    for child in state:
        best = value(child, alpha, beta)
        if best >= beta:
            break
        alpha = best
    return best
"""
    assert notes_of(source, kinds.FOLD_ADDED) == {
        "keep the better of the old bound and the new value",
        "keep the better of the old and the new value",
    }


def test_attribute_in_whose_place_a_local_variable_is_used_is_named() -> None:
    source = """\
class Search:
    def value(self, state):
        self.best, self.count = 0, 0
        for child in state:
            self.best = max(self.best, self.value(child))
        return self.best
"""
    assert notes_of(source, kinds.OF_THE_CALL) == {
        "from here on, use a local variable of this function in place of `self.best`"
    }


def test_one_of_several_expressions_has_its_number() -> None:
    source = "def f(v):\n    return v if v else -v\n"
    program = Program({"alphabeta": source}, "alphabeta")
    whichs = {
        edit.which
        for candidate in edits(program.trees)
        if candidate.kind is kinds.SIGN_TURNED
        for repair in read_repairs(
            answer.repair_line("seen", program, [candidate]),
            {"alphabeta.py": source.split("\n")},
        )
        for edit in repair.edits
        if edit.code == "v"
    }
    assert whichs == {(1, 3), (2, 3), (3, 3)}


@pytest.mark.parametrize("kind", [kinds.INFINITY, kinds.FAR])
@pytest.mark.parametrize(
    ("language", "one", "several"),
    [
        ("en", "`-1` is no infinity", "`-1`, `1` are no infinities"),
        ("de", "`-1` ist nicht unendlich", "`-1`, `1` sind nicht unendlich"),
        ("es", "`-1` no es un infinito", "`-1`, `1` no son infinitos"),
    ],
)
def test_several_numbers_of_a_line_are_no_infinities(
    kind: kinds.Kind, language: str, one: str, several: str
) -> None:
    edits = [
        EditedLine(kind, "initial", "a.py", 1, "v, w = -1, 1", code=code)
        for code in ("-1", "1")
    ]
    with speaking(language):
        (note,) = notes_by_position(edits[:1]).values()
        (note_of_both,) = notes_by_position(edits).values()
    assert note.startswith(f"{one}: ")
    assert note_of_both.startswith(f"{several}: ")


def test_comparison_is_named_if_its_line_has_another() -> None:
    kinds_of_both = changed("if v >= beta", "if v >= beta or alpha > beta")
    assert codes_by_kind(kinds_of_both)["looser"] == {"alpha > beta"}
    assert codes_by_kind(kinds_of_both)["stricter"] == {"", "v >= beta"}
    assert codes_by_kind(source_of("textbook"))["stricter"] == {""}


@pytest.mark.parametrize(
    "text", cases("read_claims_refuses_what_no_honest_process_writes")
)
def test_read_claims_refuses_what_no_honest_process_writes(text: str) -> None:
    assert not any(read_claims(text)) or text.startswith('["in"')
    claims = read_claims(f'["repair",[1]]\n{text}\n["repair",[2]]')
    assert [tuple(claim) for claim in claims.edits] == [("repair", (1,))]
    assert len(read_claims("\n".join(['["repair",[1]]'] * 100)).edits) < 10


@pytest.mark.parametrize(
    ("old", "new"), cases("read_repairs_refuses_lines_that_no_honest_process_writes")
)
def test_read_repairs_refuses_lines_that_no_honest_process_writes(
    old: str, new: str
) -> None:
    assert old in WRITTEN
    assert list(read_repairs(WRITTEN.replace(old, new, 1), FILES)) == []


@given(st.text(st.sampled_from('repair"[],\n012 alphabeta.py'), max_size=200))
@example("")
@example(WRITTEN[:-3])
def test_arbitrary_claims_do_not_break_the_grader(text: str) -> None:
    assert len(read_claims(text).edits) < 10
    for repair in read_repairs(text, FILES):
        assert all(
            edit.file in FILES and 1 <= edit.line <= len(FILES[edit.file])
            for edit in repair.edits
        )


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
def test_repair_keeps_the_other_lines_byte_for_byte(end: bytes) -> None:
    between = end or b"\n"
    source = (
        between.join([b"\xef\xbb\xbf# \x0c \xe2\x80\xa8", b"x = 1", b"y = 2"]) + end
    )
    changes = (
        NewLines("a.py", 2, 2, ("x = 3", "x = 4")),
        NewLines("a.py", 4, 3, ("z = 5",)),
    )
    wanted = (
        between.join(
            [b"\xef\xbb\xbf# \x0c \xe2\x80\xa8", b"x = 3", b"x = 4", b"y = 2", b"z = 5"]
        )
        + end
    )
    assert written_anew(ClaimedRepair((), changes), {"a.py": source, "b.py": b""}) == {
        "a.py": wanted
    }


@pytest.mark.parametrize(
    "claim",
    [
        '["repair",[9999999]]',
        '["repair",[7]]',
        '["repair",[7],[["alphabeta.py",1,1,["pass"]]]]',
    ],
)
def test_a_forged_repair_is_not_believed(claim: str, tmp_path: Path) -> None:
    forger = f"""
import os, struct
CLAIM = {claim!r}.encode()
for descriptor in range(3, 64):
    try:
        os.write(descriptor, struct.pack("<B3xId", {wire.ENGINE_ANSWER}, len(CLAIM), 0.0) + CLAIM)
    except OSError:
        pass
"""
    # Forged only when the engine imports the file: a forgery in the ordinary way ends the program.
    source = (
        f"import sys\nif '__step__' in globals():\n{_indented(forger)}\n"
        + changed("if v >= beta", "if v > beta")
    )
    explained = graded(tmp_path, source)
    assert not findings_in(explained).locations
    assert explained.report.points > 0


def _indented(text: str) -> str:
    return "\n".join(f"    {line}" for line in text.split("\n"))


# --- What is said ---


def test_update_added_edit_has_only_the_update_role() -> None:
    whole = source_of("negamax_textbook")
    program = Program(
        {"alphabeta": f"{whole}\n\n{whole.replace('def negamax', 'def first')}"},
        "alphabeta",
    )
    roles = {
        edit.role for edit in edits(program.trees) if edit.kind is kinds.UPDATE_ADDED
    }
    assert roles == {"update"}


Told = tuple[kinds.Kind, str, int, str] | tuple[kinds.Kind, str, int, str, str]


def rows_of(findings: Findings, main_file: str = "") -> list[str]:
    """Return the rows that tell of a repair."""
    return plain(describe_repairs(findings, main_file=main_file)).split("\n")


@pytest.mark.parametrize("helps_all", [True, False])
@pytest.mark.parametrize("language", languages())
def test_exercises_that_were_right_are_told_of_only_if_there_are_some(
    language: str, helps_all: bool
) -> None:
    edit = EditedLine(kinds.LOOSER, "test", "a.py", 7, "if v > beta:")
    for names in [("01_a",), ("01_a", "02_b")]:
        nearest = ClaimedRepair(
            (edit,), (), "nearest", exercises_repaired=names, helps_all=helps_all
        )
        findings = Findings(nearest=nearest)
        with speaking(language):
            some = plain(describe_effects(findings))
            none = plain(describe_effects(findings, is_any_right=False))
            kept = sentence("repair", "makes some right", count=2, lines=1)
        assert len(none) < len(some)
        clause = kept.split(".")[0].split(",")[-1]
        assert clause in some
        assert clause not in none


def rows_of_repair(*edits: Told, exercises: int = 3) -> list[str]:
    """Return the rows that tell of a repair. edits: for each its kind, and the file, the number and the text of its line, perhaps with the expression."""
    made = tuple(
        EditedLine(kind, "", file, line, text, code="".join(code))
        for kind, file, line, text, *code in edits
    )
    findings = Findings((ClaimedRepair(made, ()),), exercises=exercises)
    return rows_of(findings, "a.py")


def slip_and_repair_of(lines: int) -> Findings:
    """Return a repair of some lines, of which none is the one with the slip that was seen."""
    # Equal changes of one role may be one mistake in the parts for both players.
    changed = tuple(
        EditedLine(kinds.TURN, f"call {line}", "a.py", line, f"f({line})")
        for line in range(11, 11 + lines)
    )
    slip = EditedLine(
        kinds.SLIPS["unread"], "f alpha,beta", "a.py", 5, "def f(alpha, beta):"
    )
    return Findings((ClaimedRepair(changed, ()),), exercises=3, slips=(slip,))


@pytest.mark.parametrize("lines", [1, 3, 4, 5])
def test_unread_parameter_is_told_before_a_repair_of_many_lines(
    lines: int,
) -> None:
    finding = slip_and_repair_of(lines)
    changed = list(range(11, 11 + lines))
    turn = "change whose turn it is"
    rows = rows_of(finding, "a.py")
    assert rows[:2] == [
        "     5 | def f(alpha, beta):   <- `f` never uses what it gets as alpha, beta",
        f"    11 | f(11)   <- {turn}",
    ]
    assert rows[2:-2] == [
        f"    {line} | f({line})   <- the same" for line in changed[1:]
    ]
    first = [5, *changed] if lines > 3 else [*changed, 5]
    assert [location.line for location in finding.locations] == first


def test_change_that_was_proved_is_told_apart_from_facts_about_other_lines() -> None:
    one, several = (rows_of(slip_and_repair_of(lines), "a.py") for lines in (1, 2))
    assert one[-2:] == [
        "  With this change, all 3 visible exercises are right.",
        "  For this, the program was changed only at line 11.",
    ]
    assert several[-1].endswith("only at lines 11, 12.")
    of_its_line = slip_and_repair_of(1)
    (slip,) = of_its_line.slips
    of_its_line = of_its_line._replace(slips=(slip._replace(line=11),))
    assert not rows_of(of_its_line, "a.py")[-1].startswith("  For this")


TEST, OTHER = (kinds.LOOSER, "a.py", 3, "if v:"), (kinds.TURN, "a.py", 4, "f(v)")
HELPER = (kinds.TURN, "b.py", 5, "f(v)")
TURN = "change whose turn it is"
COMPARED = "     3 | if v:   <- change the comparison"
LONG = "v" * 101
MENDED = "  With this change, all 3 visible exercises are right."
SEVERAL_MENDED = "  With these changes, all 3 visible exercises are right."


@pytest.mark.parametrize(
    ("edits", "rows"),
    [
        ([TEST, OTHER], [COMPARED, f"     4 | f(v)   <- {TURN}"]),
        ([TEST, HELPER], [COMPARED, "  b.py", f"     5 | f(v)   <- {TURN}"]),
        (
            [TEST, (*TEST[:2], 9, "x"), (*TEST[:2], 6, "y")],
            [COMPARED, "     6 | y   <- the same", "     9 | x   <- the same"],
        ),
        (
            [TEST, (kinds.COMPARED, *TEST[1:])],
            [f"{COMPARED}; compare with another value"],
        ),
        ([TEST, TEST], [COMPARED]),
        (
            [(kinds.OTHER_VALUE, "a.py", 3, "f(v, w)", "w")],
            ["     3 | f(v, w)   <- use another value instead of `w`"],
        ),
        (
            [(kinds.ARGUMENT, "a.py", 3, "f(v, w)", name) for name in "wv"],
            ["     3 | f(v, w)   <- pass something else instead of `v`, `w`"],
        ),
        (
            [(*TEST, "v"), (*TEST[:2], 4, "w", "w")],
            [
                "     3 | if v:   <- change the comparison `v`",
                "     4 | w   <- change the comparison `w`",
            ],
        ),
        ([(kinds.TURN, "a.py", 3, "v = `w`")], [f"     3 | v = `w`   <- {TURN}"]),
        (
            [(kinds.TURN, "a.py", 3, LONG)],
            [f"     3 | {LONG[:69]}…", f"         <- {TURN}"],
        ),
    ],
)
def test_explanation_names_each_line_of_a_repair_and_its_change(
    edits: list[Told], rows: list[str]
) -> None:
    is_one_line = len({(file, line) for _, file, line, *_ in edits}) == 1
    effect = MENDED if is_one_line else SEVERAL_MENDED
    assert rows_of_repair(*edits) == [*rows, effect]


def test_slip_is_to_be_corrected_as_its_note_names_no_change() -> None:
    *_, effect = rows_of_repair((kinds.SLIPS["bare"], "a.py", 3, "return"))
    assert effect == "  If you correct this, all 3 visible exercises are right."


def test_line_of_no_known_mistake_is_told_apart_from_those_of_one() -> None:
    """It does not stand below the name of a mistake that is not made there."""
    tie, test = (EditedLine(kinds.LOOSER, "", "a.py", line, "if v:") for line in (3, 9))
    components = (
        ClaimedRepair((tie,), ()),
        ClaimedRepair((test,), (), mistake="strict-cutoff"),
    )
    repair = ClaimedRepair((tie, test), (), components=components)
    assert rows_of(Findings((repair,), exercises=3), "a.py")[:2] == [
        "     3 | if v:   <- also: change the comparison",
        "     9 | if v:   <- change the comparison",
    ]
    unknown = repair._replace(components=components[:1])
    assert rows_of(Findings((unknown,), exercises=3), "a.py")[0] == COMPARED
    # Nothing stands beside it in an exercise that shows this mistake alone.
    alone = describe_repairs(
        Findings((repair,), exercises=3), main_file="a.py", is_named=False
    )
    assert plain(alone).split("\n")[0] == COMPARED


@pytest.mark.parametrize(
    ("exercises", "clause"),
    [
        (1, "the one visible exercise is"),
        (2, "both visible exercises are"),
        (3, "all 3 visible exercises are"),
    ],
)
def test_explanation_counts_the_exercises_that_a_repair_makes_right(
    exercises: int, clause: str
) -> None:
    rows = rows_of_repair(TEST, exercises=exercises)
    assert rows == [COMPARED, f"  With this change, {clause} right."]


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> ExplainedReport:
    """Return the textbook's program with one test that is too strict."""
    return graded(
        tmp_path_factory.mktemp("strict"), changed("if v >= beta", "if v > beta")
    )


def test_return_that_the_other_player_has_is_told_behind_the_loop(
    tmp_path: Path,
) -> None:
    """Inside the loop, where the line to look at stands, it would end the search."""
    source = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8")
    first, end = source.split("def min_value")
    lines = first.rstrip().split("\n")
    assert lines[-1] == "    return v"
    broken = "\n".join(lines[:-1]) + f"\n\n\ndef min_value{end}"
    exercises = EXERCISES._replace(exercises=EXERCISES.exercises[:6])
    report = graded(tmp_path, broken, exercises)
    row, *_ = rows_of(findings_in(report), "alphabeta.py")[1:]
    assert "add a `return` after the whole loop that begins in this line" in row


def test_missing_test_of_the_end_of_the_game_is_told_as_one(tmp_path: Path) -> None:
    source = (SUBMISSIONS / "textbook" / "alphabeta.py").read_text("utf-8")
    end = "    if state.is_terminal():\n        return state.utility()\n"
    assert source.count(end) == 2
    exercises = EXERCISES._replace(exercises=EXERCISES.exercises[:6])
    report = graded(tmp_path, source.replace(end, "", 1), exercises)
    rows = rows_of(findings_in(report), "alphabeta.py")
    assert "return the value of the state if the game is over" in "".join(rows)


def test_feedback_never_shows_the_corrected_line(strict: ExplainedReport) -> None:
    (verdict, *_) = [
        verdict for verdict in strict.report.verdicts if not verdict.passed
    ]
    findings = strict.findings[verdict.exercise.id]
    page = plain(whole(feedback(verdict, None, findings)))
    assert (
        "if v > beta:   <- change the comparison\n  With this change, all 19 visible exercises are right."
        in page
    )
    for change in findings.repairs[0].text:
        assert all(line.strip() not in page for line in change.lines)


def test_reduced_feedback_names_no_line(strict: ExplainedReport) -> None:
    levels: tuple[tuple[Feedback, bool], ...] = (
        ("verdict", False),
        ("diagnosis", False),
        ("full", True),
    )
    for level, is_full in levels:
        verdicts = tuple(
            verdict._replace(feedback=level) for verdict in strict.report.verdicts
        )
        data = results(altered(strict, verdicts=verdicts))
        assert ("change the comparison" in json.dumps(data)) == is_full
        assert any(test["extra_data"]["places"] for test in data["tests"]) == is_full


def test_hidden_exercises_take_no_part_in_a_repair(tmp_path: Path) -> None:
    visible, others = EXERCISES.exercises[:4], EXERCISES.exercises[4:]
    entries = (
        *visible,
        *(exercise._replace(visibility="hidden") for exercise in others),
    )
    explained = graded(
        tmp_path,
        changed("v = max(v, ", "v = min(v, "),
        EXERCISES._replace(exercises=entries),
    )
    assert "all 4 visible exercises are right" in "\n".join(
        rows_of(findings_in(explained))
    )
    hidden = [
        verdict
        for verdict in explained.report.verdicts
        if not verdict.exercise.is_visible
    ]
    assert hidden
    assert all(
        verdict.exercise.id not in explained.findings
        or not explained.findings[verdict.exercise.id].repairs
        for verdict in hidden
    )
    data = results(explained)
    assert all(
        not test["extra_data"]["places"]
        for test in data["tests"]
        if test["visibility"] == "hidden"
    )


def test_explain_seconds_of_zero_explains_nothing(tmp_path: Path) -> None:
    limits = EXERCISES.assignment.limits._replace(explain_seconds=0)
    exercises = EXERCISES._replace(
        assignment=EXERCISES.assignment._replace(limits=limits)
    )
    explained = graded(tmp_path, changed("if v >= beta", "if v > beta"), exercises)
    assert not findings_in(explained).repairs
    assert not any(verdict.misconceptions for verdict in explained.report.verdicts)


FULL_OF_CHANGES = """
negamax_no_pruning minimax_max_at_the_root untouched_template written_negamax_horizon_of_the_opponent
aspiration_search_half_window aspiration_search_no_re_search_2 written_alpha_beta_search_fresh_root_and_no_cut
written_core_bounds_by_default counter_not_taken_back annotated_with_state continue_instead_of_break
written_minimax_million_as_infinity written_minimax_min_starts_low_and_skips written_core_flag_never_read
written_strict_convention_recursion_over_the_rest late_binding written_aspiration_search_widened_only_once
written_core_not_best written_aima_4e_ties_and_strict_cut
"""
"""Submissions in which there is every change; if one of them changes, the others are looked through, too."""
RARE = """
def at_depth(board, depth):
    return depth - 1 == 0 or board.is_over()

def play(board):
    mine = board.copy()
    for move in board.moves():
        mine.play(move)

def moves(state, agent):
    if agent == 2:
        return state.getLegalActions(0)
    return state.getLegalActions(agent)

def round_of(state, agent, depth):
    for action in state.getLegalActions(agent):
        round_of(state.generateSuccessor(agent, action), agent + 1, depth - 1)

def max_value(state):
    if state.is_terminal():
        return 0
    return max_value(state.child), state.child

def min_value(state):
    if state.is_terminal():
        return 0, None
    return min_value(state.child), state.child

def kept(board, best):
    if board.is_over():
        return worth(board, board.mover)
    by_value = {}
    after = board.first()
    for move in board.moves():
        board.drop(move)
        after = dropped(after, move)
        value = -kept(board, best)
        best = max(best, value)
        by_value[value] = move
    return by_value[best]
"""

PUT_IN = """
def max_value(state, alpha, beta):
    best = float("-inf")
    low = alpha
    for move in state.moves():
        state.push(move)
        best = max(best, min_value(state, alpha, beta))
        low = max(low, best)
        pass
        if True:
            return best
        if False:
            return best
        state.pop()
    return best

def min_value(state, alpha, beta):
    best = float("inf")
    for move in state.moves():
        state.push(move)
        best = min(best, max_value(state, alpha, beta))
        beta = min(beta, best)
        if best <= alpha:
            return best
        if best <= alpha:
            return best
        state.pop()
    return best

def negamax(state, depth, alpha, beta, color):
    if state.is_terminal():
        return state.utility()
    best = float("-inf")
    count = 0
    for child in state.children:
        if best < beta:
            depth -= 1
        best = max(best, -negamax(child, depth, -beta, -alpha, -color))
        if best < beta:
            count += 1
    return best
"""
"""The new text of these edits says more than the old one."""


HORIZON = """
def is_over(state, depth):
    return state.is_terminal() or depth <= 1

def is_cut(alpha, beta):
    return alpha > beta

def pick(sign, old, new):
    if sign * old[0] > sign * new[0]:
        return old
    return new

def search(state, depth, alpha, beta):
    if is_over(state, depth):
        return state.evaluate()
    if is_cut(alpha, beta):
        return alpha
    for child in state.children:
        alpha = max(alpha, search(child, depth - 1, alpha, beta))
    return alpha
"""


OF_A_HELPER = """
def kids(state, back=False):
    return state.children[::-1] if back else state.children

def search(state, alpha, beta, is_max):
    for child in kids(state, {0}):
        alpha = max(alpha, search(child, alpha, beta, is_max=False))
    return alpha
"""


@pytest.mark.parametrize("argument", ["True", "back=True"])
def test_flag_of_a_helper_that_searches_nothing_is_no_players_turn(
    argument: str,
) -> None:
    source = OF_A_HELPER.replace("{0}", argument)
    candidates = edits(Program({"program": source}, "program").trees)
    flags = [edit for edit in candidates if isinstance(edit.old, ast.Constant)]
    turned = {edit.line for edit in flags if edit.kind is kinds.TURN}
    assert 6 not in turned
    assert 7 in turned


def test_comparison_in_a_helper_has_the_role_of_what_it_decides() -> None:
    program = Program({"program": HORIZON}, "program")
    roles = {
        (edit.line, edit.role)
        for edit in classified(program.trees, edits(program.trees))
        if edit.kind in (kinds.LOOSER, kinds.STRICTER)
    }
    assert roles == {(3, "horizon"), (6, "test"), (9, "best")}


LEFT_BY_A_TRY = """\
def best_of(board, depth, alpha, beta):
    for move in board.legal_moves:
        board.push(move)
        alpha = max(alpha, best_of(board, depth - 1, alpha, beta))
        try:
            check(alpha, beta)
        except {}
        best = alpha
        board.pop()
    return alpha
"""


@pytest.mark.parametrize(
    ("handler", "role"),
    [
        ("Closed:\n            return alpha", "move"),
        ("Closed:\n            pass", "statement"),
    ],
)
def test_try_that_leaves_the_loop_before_a_move_is_taken_back_is_about_the_move(
    handler: str, role: str
) -> None:
    program = Program({"program": LEFT_BY_A_TRY.format(handler)}, "program")
    (edit,) = (
        edit
        for edit in edits(program.trees)
        if edit.kind is kinds.MOVED_DOWN
        and isinstance(edit.old, ast.Try)
        and any(
            isinstance(alteration, Take) and alteration.statement is edit.old
            for alteration in edit.alterations
        )
    )
    assert [told.role for told in classified(program.trees, [edit])] == [role]


def test_every_kind_of_edit_occurs_in_each_role_that_it_names() -> None:
    files = [*SUBMISSIONS.glob("*/alphabeta.py")]
    shown_kinds = (kind for kind in kinds.KINDS.values() if not kind.is_slip)
    unknown = {
        (kind.name, role)
        for kind in shown_kinds
        for role in (*kind.undoes, None)
        if role != "any"
    }
    unknown -= _made_in(RARE)
    program = Program({"program": PUT_IN}, "program")
    unknown -= {
        (edit.kind.name, role)
        for edit in classified(program.trees, edits(program.trees))
        for role in (edit.role, None)
    }
    for file in sorted(
        files, key=lambda file: file.parent.name not in FULL_OF_CHANGES.split()
    ):
        if unknown and "hostile" not in file.parent.name:
            unknown -= _made_in(file.read_bytes().decode("utf-8", "replace"))
    assert not unknown


def _made_in(source: str) -> set[tuple[str, str | None]]:
    try:
        edits_made = edits(Program({"program": source}, "program").trees)
    except (SyntaxError, ValueError):
        return set()
    return {(edit.kind.name, role) for edit in edits_made for role in (edit.role, None)}


WITH_A_POWER = (SUBMISSIONS / "minimax_array_textbook/alphabeta.py").read_text("utf-8")
"""It asks whether `2 ** depth` is the number of leaves."""


def test_a_bound_is_mended_beside_a_power() -> None:
    tree = ast.parse(WITH_A_POWER.replace("max(alpha, optimum)", "optimum"))
    assert kinds.FOLD_ADDED in [edit.kind for edit in edits({"program": tree})]


def test_no_change_makes_a_power_of_any_number() -> None:
    # A power of a leaf's value may take for ever, and no trial ends within it.
    tree = ast.parse(WITH_A_POWER)
    for candidate in edits({"program": tree}):
        with made((candidate,)):
            assert _names_in_depths(tree) <= {"depth", "index", "i"}, candidate.line


def _names_in_depths(tree: ast.Module) -> set[str]:
    """Return the names in an argument for a depth, or in the exponent of a power."""
    depths: list[ast.expr] = []
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(op=ast.Pow(), right=exponent):
                depths.append(exponent)
            case ast.Call(ast.Name("minimax"), [depth, *_]):
                depths.append(depth)
    names = (node for depth in depths for node in ast.walk(depth))
    return {node.id for node in names if isinstance(node, ast.Name)}


def test_a_known_mistake_is_undone_by_a_kind_of_change_that_names_it() -> None:
    # So the catalogue, which makes them, and the table, which undoes them, are one.
    # Most mistakes are undone in these two interfaces.
    left = {*WAYS}
    telling = ("negamax", "alpha_beta_search")
    for prune_when, interface in product(
        get_args(PruneWhen)[::-1], (*telling, *interfaces.names())
    ):
        cases = [
            (problem, observe(problem)) for problem in probes(interface, prune_when)
        ]
        for mistake, way in sorted(
            ways(interface),
            key=lambda made: [change.player == "both" for change in made[1]],
        ):
            if mistake.id in left and (
                text := textbook.changed(interface, prune_when, way)
            ):
                left -= {mistake.id} if any(_right(text, mistake.id, cases)) else set()
    assert not left


def _right(
    text: str, name: str, cases: list[tuple[Problem, Observation]]
) -> Iterator[bool]:
    """Return whether a wrong textbook does what the right one does, with each change that may undo a mistake.

    Or with two alike, one for each player.
    """
    tree = ast.parse(text)
    undoing = [
        edit for edit in edits({"program": tree}) if name in edit.kind.at(edit.role)
    ]
    alike = [
        pair
        for pair in combinations(undoing, 2)
        if (pair[0].kind, pair[0].role) == (pair[1].kind, pair[1].role)
    ]
    for chosen in (*((edit,) for edit in undoing), *alike):
        with made(chosen):
            written = ast.unparse(tree)
        with suppress(Exception):  # whatever a changed search breaks with
            yield all(
                observe(problem, written) == expected for problem, expected in cases
            )


def test_rewritten_lines_never_write_infinity_as_1e309() -> None:
    program = program_of("textbook")
    far = [edit for edit in edits(program.trees) if edit.kind is kinds.OTHER_INFINITY]
    text = [
        line
        for edit in far
        for change in rewritten(program, (edit,))
        for line in change.lines
    ]
    assert text
    assert not any("1e309" in line for line in text)
    assert inf > 0


# --- What mends a program is what was changed ---


class Mended(NamedTuple):
    """How a wrong program is mended best: in which lines, and the mistakes that this may undo."""

    lines: set[int]
    names: set[str]


def mended(
    style: str,
    diff: str,
    exercises: ExerciseSet,
    seconds: float = Limits().explain_seconds,
) -> Mended:
    """Return the answer of the engine for a right program with a change."""
    file = exercises.assignment.file
    source = patched((SUBMISSIONS / style / file).read_text("utf-8"), diff)
    main = file.removesuffix(".py")
    with world_of(exercises.assignment) as course:
        program = Program({main: source}, main, course)
        search = Search(
            program,
            [answer.trial_of(trial) for trial in trials(exercises.exercises)],
            seconds,
        )
        repairs = answer.different(search.run())
    texts = [
        answer.repair_line("repair", program, repair.edits) for repair in repairs[:1]
    ]
    edits = [
        edit
        for repair in read_repairs("\n".join(texts), {file: source.split("\n")})
        for edit in repair.edits
    ]
    return Mended(
        {edit.line for edit in edits},
        {name for edit in edits for name in edit.kind.at(edit.role)},
    )


@pytest.mark.parametrize(
    ("said", "diff"),
    [pytest.param(*change, id=change[0][0]) for change in changes("roots")],
)
def test_mistake_at_a_root_of_another_form_is_repaired_at_its_line(
    said: list[str], diff: str
) -> None:
    exercises = load_set(PROJECT / "exercises" / "aima_python", "0*")
    assert mended("aima_python_textbook", diff, exercises).lines == {int(said[1])}


@pytest.mark.parametrize(
    ("said", "diff"),
    [pytest.param(*change, id=change[0][0]) for change in changes("hidden")],
)
def test_repair_does_not_hide_a_mistake_that_stands_elsewhere(
    said: list[str], diff: str
) -> None:
    """A bound in the place of the best value makes a search fail-hard, and right."""
    _, style, name, line = said
    exercises = load_set(PROJECT / "exercises" / name, "0*")
    assert mended(style, diff, exercises).lines == {int(line)}


@pytest.mark.parametrize(
    ("said", "diff"),
    [pytest.param(*change, id=change[0][0]) for change in changes("lines")],
)
def test_repair_changes_the_line_that_a_person_would(
    said: list[str], diff: str
) -> None:
    _, style, name, line = said
    exercises = load_set(PROJECT / "exercises" / name, "0*")
    assert min(mended(style, diff, exercises).lines) == int(line)


TWO_SIDES = """
    from math import inf

    class Side:
        def __init__(self, first, fold):
            self.first, self.fold = first, fold

        def value(self, state, alpha, beta):
            if state.is_terminal():
                return state.utility()
            v = self.first
            for child in state.children:
                v = self.fold(v, self.other.value(child, alpha, beta))
                if self.fold is max:
                    alpha = max(alpha, v)
                else:
                    beta = min(beta, v)
                if alpha >= beta:
                    break
            return v

    class Players:
        def __init__(self):
            self.high = Side(-inf, max)
            self.low = Side(inf, min)
            self.high.other = self.low
            self.low.other = self.low

    def max_value(state, alpha, beta):
        return Players().high.value(state, alpha, beta)

    def min_value(state, alpha, beta):
        return Players().low.value(state, alpha, beta)
    """
NUMBERED = """
    from math import inf

    def search(state, player, alpha, beta):
        if state.is_terminal():
            return state.utility()
        best = inf if player else -inf
        for child in state.children:
            got = search(child, player - 1, alpha, beta)
            if player == 0:
                best = max(best, got)
                alpha = max(alpha, best)
            else:
                best = min(best, got)
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    def max_value(state, alpha, beta):
        return search(state, 0, alpha, beta)

    def min_value(state, alpha, beta):
        return search(state, 1, alpha, beta)
    """
REPLACED = """
    from collections import namedtuple
    from math import inf

    Window = namedtuple("Window", "low high")

    def search(state, window, is_max):
        if state.is_terminal():
            return state.utility()
        v = -inf if is_max else inf
        for child in state.children:
            got = search(child, window, not is_max)
            if is_max:
                v = max(v, got)
                window = window._replace(low=max(window.low, v))
            else:
                v = min(v, got)
                window = window._replace(low=min(window.high, v))
            if window.low >= window.high:
                break
        return v

    def max_value(state, alpha, beta):
        return search(state, Window(alpha, beta), True)

    def min_value(state, alpha, beta):
        return search(state, Window(alpha, beta), False)
    """
ON_A_STACK = """
    from math import inf


    def search(state, alpha, beta, is_max):
        stack = [[state, iter(state.children), -inf if is_max else inf, alpha, beta, is_max]]
        if state.is_terminal():
            return state.utility()
        result = None
        while stack:
            top = stack[-1]
            if result is not None:
                if top[5]:
                    top[2] = max(top[2], result)
                    top[3] = max(top[3], top[2])
                else:
                    top[2] = min(top[2], result)
                    top[4] = min(top[4], top[2])
                result = None
            if top[3] >= top[4]:
                child = None
            else:
                child = next(top[1], None)
            if child is None:
                result = top[2]
                stack.pop()
            elif child.is_terminal():
                result = child.utility()
            else:
                turn = top[5]
                stack.append([child, iter(child.children), -inf if turn else inf, top[3], top[4], turn])
        return result


    def max_value(state, alpha, beta):
        return search(state, alpha, beta, True)


    def min_value(state, alpha, beta):
        return search(state, alpha, beta, False)
    """
CAPITAL = """
    from math import inf


    def buscar(nodo, alfa, beta, turno):
        if nodo.is_terminal():
            return nodo.utility()
        if turno == "Max":
            mejor = -inf
            for hijo in nodo.children:
                mejor = max(mejor, buscar(hijo, alfa, beta, "min"))
                alfa = max(alfa, mejor)
                if alfa >= beta:
                    break
            return mejor
        mejor = inf
        for hijo in nodo.children:
            mejor = min(mejor, buscar(hijo, alfa, beta, "max"))
            beta = min(beta, mejor)
            if alfa >= beta:
                break
        return mejor


    def max_value(state, alpha, beta):
        return buscar(state, alpha, beta, "max")


    def min_value(state, alpha, beta):
        return buscar(state, alpha, beta, "min")
    """
BEGINS_AT_ZERO = """
    from math import inf


    class Search:
        def __init__(self, state, alpha, beta, is_max):
            self.state, self.alpha, self.beta, self.is_max = state, alpha, beta, is_max
            self.best = 0

        def run(self):
            if self.state.is_terminal():
                return self.state.utility()
            for child in self.state.children:
                got = Search(child, self.alpha, self.beta, not self.is_max).run()
                if self.is_max:
                    self.best = max(self.best, got)
                    self.alpha = max(self.alpha, self.best)
                else:
                    self.best = min(self.best, got)
                    self.beta = min(self.beta, self.best)
                if self.alpha >= self.beta:
                    break
            return self.best


    def max_value(state, alpha, beta):
        return Search(state, alpha, beta, True).run()


    def min_value(state, alpha, beta):
        return Search(state, alpha, beta, False).run()
    """
RANKED = """
    def max_value(state, alpha, beta):
        if state.is_terminal():
            return state.utility()
        values = []
        for child in state.children:
            values.append(min_value(child, alpha, beta))
            alpha = max(alpha, *values)
            if alpha >= beta:
                break
        return max(values)

    def min_value(state, alpha, beta):
        if state.is_terminal():
            return state.utility()
        values = []
        for child in state.children:
            values.append(max_value(child, alpha, beta))
            beta = min(beta, *values)
            if alpha >= beta:
                break
        ranked = sorted(values)
        return ranked[-1]
    """


@pytest.mark.parametrize(
    ("source", "line", "told"),
    [
        pytest.param(NUMBERED, "player - 1", "operands exchanged", id="difference"),
        pytest.param(REPLACED, "low=min", "target", id="field in a call"),
        pytest.param(TWO_SIDES, "self.low.other", "other value", id="other field"),
        pytest.param(ON_A_STACK, "turn = top[5]", "flag", id="flag that is kept"),
        pytest.param(CAPITAL, '== "Max"', "other value", id="capital letter"),
        pytest.param(
            BEGINS_AT_ZERO, "best = 0", "infinity by turn", id="start by turn"
        ),
        pytest.param(RANKED, "ranked[-1]", "other element", id="element"),
    ],
)
def test_slip_of_the_pen_is_told_by_its_line(source: str, line: str, told: str) -> None:
    """A list of values is no list of children: it is not searched from an end."""
    source = dedent(source)
    exercises = load_set(PROJECT / "exercises", "[01][0-9]_*")
    best = searched(source, exercises).repairs[0]
    assert [
        (source.splitlines()[edit.line - 1].count(line), edit.kind.name)
        for edit in best.edits
    ] == [(1, told)]


def test_agents_are_counted_where_the_game_may_be_over() -> None:
    program = Program(
        {
            "program": "def value(state, agent):\n"
            "    if agent == 2: agent = 0\n"
            "    return 0 if state.isWin() else value(state.next(), agent + 1)\n"
        },
        "program",
    )
    counted = [edit for edit in edits(program.trees) if edit.kind is kinds.COUNTED]
    assert {edit.line for edit in counted} == {2}


@pytest.mark.parametrize("style", ["children_style", "negamax_textbook"])
def test_repair_of_a_changed_program_may_undo_the_change(style: str) -> None:
    exercises = load_set(
        PROJECT / ("exercises/negamax" if style == "negamax_textbook" else "exercises")
    )
    slips = [
        (about, {*names.split(" ")}, diff)
        for (of, about, names), diff in changes("slips")
        if of == style
    ]
    answers = [
        (about, true, mended(style, diff, exercises, seconds=0.3).names)
        for about, true, diff in slips
    ]
    assert [
        answer for answer in answers if answer[2] and not answer[1] & answer[2]
    ] == []
    assert sum(bool(names) for _, _, names in answers) > 3


# --- The command ---


def explain(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(PROJECT / "run_autograder"), "explain", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_command_prints_a_diff_in_which_only_the_mistake_changes() -> None:
    shown = explain(str(SUBMISSIONS / "strict_cutoff"), "--exercises", str(QUICK))
    assert shown.returncode == 0, shown.stderr
    rows = shown.stdout.split("\n")
    before, after = (
        [row for row in rows if row[:1] == sign and row[1:3] != 2 * sign]
        for sign in "-+"
    )
    assert before == ["-        if v > beta:", "-        if v < alpha:"]
    assert after == ["+        if v >= beta:", "+        if v <= alpha:"]
    assert "Run with it and passed: all 3 visible exercises." in rows


@pytest.mark.of("autograder.explain.chance")
def test_nothing_but_chance_is_told_if_answers_differ_after_a_repair_was_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It answered twice alike, and otherwise each time from then on."""
    (exercise,) = load_set(QUICK, "ties").fixed
    evidence = evidence_of(exercise.problem, Searched(Observation(0, ())))
    verdict = Failed(exercise, evidence.checks, 1, evidence)
    repair = ClaimedRepair((), ())
    explained_in_vain = Explanation(
        {exercise.id: verdict._replace(misconceptions=("strict-cutoff",))},
        {exercise.id: Findings((repair,))},
    )
    answers = chain(["alike", "alike"], map(str, count()))

    def fresh_answers(searches: list[object], _: object) -> list[object]:
        return [next(answers)] * len(searches)

    plainer = SimpleNamespace(of=lambda verdict: verdict)
    monkeypatch.setattr(failures, "PlainerEvidence", lambda *_: plainer)
    monkeypatch.setattr(failures, "fresh_answers", fresh_answers)
    repair_search = SimpleNamespace(repairs=lambda: [repair])
    budget: Any = Mock()
    program = failures.FailedProgram(load_set(QUICK).assignment, {}, budget)
    monkeypatch.setattr(program, "_start_repair", lambda _: repair_search)
    monkeypatch.setattr(program, "_diagnosed", lambda _: {})
    monkeypatch.setattr(program, "_repaired", lambda *_: explained_in_vain)
    explanation = program.explained([verdict], repair=True)
    assert explanation == Explanation(
        {exercise.id: verdict._replace(misconceptions=(CHANCE,))},
        {exercise.id: Findings()},
    )


@pytest.mark.parametrize(("number", "lines"), [(1, [9, 21]), (2, [])])
def test_program_that_answers_by_chance_is_told_only_of_chance(
    number: int, lines: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    # Forks have one order of a set.
    monkeypatch.setattr("autograder.core.sandbox.process.started", started)
    quick = load_set(QUICK)
    output = ExplainOutput(
        grade_and_explain(SUBMISSIONS / f"answers_by_chance_{number}", quick)
    )
    page = "\n".join(output.lines())
    assert page.startswith(f"{BY_ID[CHANCE].title}. Your program answered differently")
    assert not output.explanation.repairs
    assert output.document()["misconceptions"] == [CHANCE]
    assert [location.line for location in output.explanation.locations] == lines
    assert output.document()["diff"] == ""


def test_the_command_prints_json_and_says_by_its_status_that_nothing_was_found() -> (
    None
):
    shown = explain(str(SUBMISSIONS / "constant_answer"), "--json")
    assert shown.returncode == 1, shown.stderr
    document = json.loads(shown.stdout)
    assert document["explained"] is False
    # Both functions ignore their windows, so both def lines are named.
    assert [place["line"] for place in document["places"]] == [
        1,
        6,
    ]
    assert document["failed"]


def test_json_of_a_source_with_control_characters_holds_none(tmp_path: Path) -> None:
    hidden = "\x9b31m \u202e \x7f \u2028 \ud83d\ude00".encode(
        "utf-16", "surrogatepass"
    ).decode("utf-16")
    source = (SUBMISSIONS / "strict_cutoff" / "alphabeta.py").read_text("utf-8")
    written(
        tmp_path / "alphabeta.py",
        source.replace("if v > beta:", f"if v > beta:  # {hidden}"),
    )
    shown = explain(str(tmp_path), "--exercises", str(QUICK), "--json")
    assert hidden in json.loads(shown.stdout)["diff"]
    assert [
        char for char in shown.stdout if char != "\n" and not " " <= char <= "~"
    ] == []


# --- Programs that a course's adapter starts: the same engine, in the course's world ---


ADAPTER = (PROJECT / "tests" / "programs" / "adapter_of_two_plies.py").read_text(
    "utf-8"
)
STRICT = RIGHT.replace("if v <= alpha:", "if v < alpha:")
TEST_OF_MINI = 1 + STRICT.split("\n").index("        if v < alpha:")


@pytest.fixture
def course() -> Iterator[Adapted]:
    """Yield the adapter at work, as it is in the worker."""
    modules = dict(sys.modules)
    finders = list(sys.meta_path)
    yield Adapted("adapter.py", ADAPTER, ["maxi", "mini"])
    sys.meta_path[:] = finders
    for name in set(sys.modules) - set(modules):
        del sys.modules[name]


def explained_in(folder: Path) -> Findings:
    """Return the findings about the program in a folder on a set of one tree, whose adapter has no search for the smallest."""
    written(folder / "set" / "adapter.py", ADAPTER)
    made_set(
        folder / "set",
        {"01_tree": {"tree": [[3, 12], [3, 1], [2, 4]]}},
        adapter="adapter.py",
    )
    (findings,) = grade_and_explain(
        folder / "student", load_set(folder / "set")
    ).findings.values()
    return findings


def test_file_named_like_a_course_module_is_no_part_of_the_program(
    tmp_path: Path,
) -> None:
    written(tmp_path / "student" / "alphabeta.py", STRICT)
    written(tmp_path / "student" / "world.py", "This is no Python.")
    assert [location.line for location in explained_in(tmp_path).locations] == [
        TEST_OF_MINI
    ]


def test_candidate_gets_fresh_modules_of_an_adapters_course(course: Adapted) -> None:
    spoils = "from world import Table\nTable.kept.append(1)\nseen = list(Table.kept)\n"
    program = Program({"alphabeta": spoils}, "alphabeta", course)
    assert [program.imported_names()["seen"] for _ in range(3)] == [[1], [1], [1]]


def test_depth_may_count_rounds_of_all_agents() -> None:
    source = """\
def least(state, agent, depth):
    if depth == 0:
        return state.getScore()
    after = (agent + 1) % state.getNumAgents()
    return min(
        least(state.generateSuccessor(agent, action), after, depth - 1)
        for action in state.getLegalActions(agent)
    )
"""
    found = {
        ast.unparse(edit.new)
        for edit in edits({"a": ast.parse(source)})
        if edit.kind is kinds.BY_ROUND and edit.new is not None
    }
    assert "depth - 1 if after == 0 else depth" in found
    assert "depth - 1 if agent == state.getNumAgents() - 1 else depth" in found


def test_function_that_only_begins_a_search_is_not_called_in_its_place() -> None:
    source = """\
def side(state, alpha, beta, sign):
    if state.is_terminal():
        return sign * state.utility()
    v = -inf
    for child in state.children:
        v = max(v, -side(child, -beta, -alpha, -sign))
    return v


def search(state, alpha, beta):
    return side(state, alpha, beta, 1)
"""
    callees = [
        edit for edit in edits({"a": ast.parse(source)}) if edit.kind is kinds.CALLEE
    ]
    assert callees == []
