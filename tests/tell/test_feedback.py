"""The feedback on a failed exercise, and the order of reading."""

import re
from collections.abc import Sequence
from contextlib import redirect_stdout
from html import unescape
from io import StringIO
from math import inf, nan
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.cli.command_line import main
from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import (
    CHECKS,
    Adapter,
    Assignment,
    Check,
    Every,
    Exercise,
    ExerciseSet,
    Feedback,
    FixedExercise,
    Generate,
    GeneratedExercise,
)
from autograder.core.grading.report import Report
from autograder.core.judging.judge import (
    NOTHING_RIGHT,
    Evidence,
    Failed,
    NotRun,
    Passed,
    Verdict,
)
from autograder.core.limits import MOST_LINES_OF_TREE
from autograder.core.sandbox.outcome import Cause, Failure, Searched
from autograder.core.sentences import ENGLISH, languages, sentence, speak
from autograder.core.text import counted
from autograder.explain.catalogue import BY_ID
from autograder.explain.findings import (
    ClaimedRepair,
    EditedLine,
    Findings,
)
from autograder.explain.graded import ExplainedReport, grade_and_explain
from autograder.explain.repair.kinds import (
    A_PART,
    AS_THE_OTHER,
    CALLEE,
    LINE_DROPPED,
    LOOSER,
    SLIPS,
)
from autograder.tell.failed import known_mistakes
from autograder.tell.feedback import (
    Sections,
    Surroundings,
    failure_text,
    feedback,
    feedback_of,
    printed,
    same_failure_as,
    simplest_first,
    size_of_evidence,
    visible_sum,
    whole,
    why_first,
)
from autograder.tell.formats import results
from autograder.tell.levels import (
    KEPT,
    cut_findings,
    cut_report,
    cut_verdict,
    is_advice,
)
from autograder.tell.nearest_form import beside_nearest_form
from autograder.tell.next_step import next_step_text
from autograder.tell.pages.report import report_page
from autograder.tell.styled_text import (
    BAR,
    Line,
    Span,
    Style,
    folded,
    line,
    paragraph,
    plain,
)
from autograder.tell.terminal import print_report
from reference import interfaces
from reference.forms import other_right_searches
from reference.game import Tree
from reference.interfaces import fitted
from reference.observe import observe
from reference.problem import Answer, Observation, Problem
from tests.sets import PROJECT, SUBMISSIONS, cases, made_set, written
from tests.trees import PLAYERS, Nested, nested_trees

pytestmark = pytest.mark.usefixtures("forked")
TEXTBOOK = (PROJECT / "tests" / "submissions" / "textbook" / "alphabeta.py").read_text(
    "utf-8"
)
AIMA = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def report_on(
    folder: Path, source: str, *trees: object, repair: float = 0, **fields: object
) -> ExplainedReport:
    """Return the report on a program for some trees: exercises a, b, c and so on, with some fields in each.

    repair: for how many seconds one is looked for.
    """
    exercises = {
        name: {"tree": tree, **fields}
        for name, tree in zip("abcdefgh", trees, strict=False)
    }
    made_set(folder, exercises, limits={"explain_seconds": repair})
    return grade_and_explain(
        written(folder / "submission" / "alphabeta.py", source).parent, load_set(folder)
    )


def page_of(folder: Path, source: str, tree: object, **fields: Any) -> str:
    """Return the page on a program for one tree."""
    explained = report_on(folder, source, tree, **fields)
    (verdict,) = explained.report.verdicts
    findings = explained.findings.get(verdict.exercise.id)
    return plain(whole(feedback(verdict, None, findings)))


@given(st.integers(0, 10**9))
def test_counted_uses_the_singular_only_for_one(count: int) -> None:
    assert counted(count, "leaf", "leaves") == (
        f"{count:,} leaf" if count == 1 else f"{count:,} leaves"
    )
    assert counted(float(count), "point").endswith(
        " point" if count == 1 else " points"
    )


def test_counted_writes_whole_numbers_without_a_decimal_point() -> None:
    assert [counted(many, "second") for many in (0.5, 1.0, 5)] == [
        "0.5 seconds",
        "1 second",
        "5 seconds",
    ]


def program(old: str, new: str) -> str:
    """Return the textbook's program with one change."""
    assert old in TEXTBOOK
    return TEXTBOOK.replace(old, new, 1)


HINT = "Prune."


def test_hint_is_left_out_where_the_first_wrong_value_is_told(
    tmp_path: Path,
) -> None:
    page = page_of(tmp_path, program("v = -math.inf", "v = 100"), [3, 12, 8], hint=HINT)
    assert "The value first went wrong at A1" in page
    assert HINT not in page


def test_wrong_value_of_a_leaf_is_told_before_the_visits_that_follow(
    tmp_path: Path,
) -> None:
    wrong = program("return state.utility()", "print(state.utility())")
    page = " ".join(page_of(tmp_path, wrong, AIMA).split())
    assert "your max_value returned -inf there, and it is worth 3. At B1" in page


def without_return(call: str, end: str = "") -> str:
    """Return the textbook's program with something else in MAX's loop, and at MIN's end in the place of its return."""
    loop = "for a in state.actions():\n        v = max(v, min_value(state.result(a), alpha, beta))"
    source = program(loop, f"for child in state.children:\n        {call}")
    ended = source.replace(
        "beta = min(beta, v)\n    return v\n", f"beta = min(beta, v)\n    {end}\n"
    )
    return f"{ended}\n\ndef log(value):\n    pass\n"


@pytest.mark.parametrize(
    ("call", "end"), cases("missing_return_names_the_function_that_lacks_it")
)
def test_missing_return_names_the_function_that_lacks_it(
    tmp_path: Path, call: str, end: str
) -> None:
    page = page_of(tmp_path, without_return(call, end), AIMA)
    assert "TypeError" in page
    assert "Just before, min_value ended in line " in page
    assert "Is a `return` missing there, or does one stand without a value?" in page


@pytest.mark.parametrize(
    "call",
    [
        "v = max(v, None)",
        "log(v); v = max(v, None)",
        "min_value(child, alpha, beta); v = max(v, {}.get(1))",
    ],
)
def test_type_error_names_no_function_where_none_returned_none(
    tmp_path: Path, call: str
) -> None:
    page = page_of(tmp_path, without_return(call), AIMA)
    assert "TypeError" in page
    assert "Just before" not in page


@pytest.mark.parametrize(
    ("returned", "words"),
    [
        (
            "return v, state",
            "Just before, min_value ended in line {} and returned a tuple.",
        ),
        ("return state.utility", "and returned a method that was not called"),
        ("return max_value", "and returned a function that was not called"),
    ],
)
def test_type_error_names_the_function_that_returned_no_number(
    tmp_path: Path, returned: str, words: str
) -> None:
    source = without_return("v = max(v, min_value(child, alpha, beta))", returned)
    line = source.split("\n").index(f"    {returned}") + 1
    page = page_of(tmp_path, source, AIMA)
    assert words.format(line) in page


def test_search_for_a_missing_return_costs_no_point(tmp_path: Path) -> None:
    """Two ends are the program's own; a third would keep the hidden exercise from being run."""
    dies = "if child.name == 'X' or sys.getprofile():\n            os.abort()\n        v = max(v, "
    source = without_return(f"{dies}min_value(child, alpha, beta))")
    for name, tree in {
        "a": AIMA,
        "b": [{"name": "X", "value": 3}],
        "c": [{"name": "X", "value": 4}],
    }.items():
        written(tmp_path / f"{name}.json", {"title": name, "tree": tree})
    written(tmp_path / "z.json", {"title": "d", "tree": [3, 4], "visibility": "hidden"})
    explained = report_on(tmp_path, f"import os\nimport sys\n{source}")
    assert [verdict.points for verdict in explained.report.verdicts] == [0, 0, 0, 3]


@pytest.mark.parametrize(
    ("returned", "words"),
    cases("value_returned_in_place_of_an_action_is_refused_with_advice"),
)
def test_value_returned_in_place_of_an_action_is_refused_with_advice(
    tmp_path: Path, returned: str, words: str
) -> None:
    source = f"from math import inf\n\n\ndef alpha_beta_search(state):\n    return {returned}\n"
    assert words in page_of(tmp_path, source, AIMA, interface="alpha_beta_search")


def test_same_failure_as_finds_only_equal_failures(tmp_path: Path) -> None:
    source = program("v = max(v, ", "v = max(v / (state.name != 'A1'), ")
    source = source.replace("def min_value", "def other(): pass\n\n\ndef min_value")
    explained = report_on(tmp_path, source, AIMA, AIMA, [3, 4], 3)
    same_failures = same_failure_as(simplest_first(explained.report.verdicts, {}))
    assert {name: verdict.exercise.id for name, verdict in same_failures.items()} == {
        "b": "a",
        "c": "a",
    }
    named = program(
        "v = max(v, ", "raise ValueError(str(len(state.children)))\n        v = max(v, "
    )
    (tmp_path / "other").mkdir()
    explained = report_on(tmp_path / "other", named, AIMA, [3, 4], [5, 6])
    assert set(same_failure_as(simplest_first(explained.report.verdicts, {}))) == {"c"}


def broken(
    name: str, cause: Cause = "raised", details: str = "", looks: tuple[int, ...] = ()
) -> Failed:
    """Return a verdict on a search that came to no answer."""
    problem = Problem(Tree.from_nested([3, 5]))
    search_result = Searched(Failure(cause, "It broke.", details, looks))
    exercise = FixedExercise(name, name, pattern=problem)
    return Failed(
        exercise,
        NOTHING_RIGHT,
        1,
        Evidence(problem, observe(problem), search_result, NOTHING_RIGHT),
    )


def test_simplest_first_puts_immediate_failures_first_and_not_run_last() -> None:
    at_once, later = broken("b"), broken("c", looks=(1,))
    not_run = NotRun(broken("a").exercise, Failure("not run", "Not run."))
    order = simplest_first([not_run, later, at_once], {})
    assert order == [at_once, later, not_run]
    assert [size_of_evidence(verdict) for verdict in order] == [0, 3, 0]
    exercises = ExerciseSet(Path(), Assignment("t"), ())
    report = Report(exercises, Path(), (not_run, later, at_once), None, 0)
    shown = feedback_of(ExplainedReport(report, {}))
    assert why_first(shown).endswith("first: the search stopped before the first leaf.")


@pytest.mark.parametrize(
    ("cause", "details", "is_told"),
    cases("failures_are_equal_by_the_last_place_of_the_traceback"),
)
def test_failures_are_equal_by_the_last_place_of_the_traceback(
    cause: Cause, details: str, is_told: bool
) -> None:
    first = broken("a", cause, "a call\nalphabeta.py, line 3\n    v = a b")
    assert same_failure_as([first, broken("b", cause, details)]) == (
        {"b": first} if is_told else {}
    )


@pytest.mark.parametrize(
    ("visible", "hidden", "sum_"), cases("visible_sum_adds_only_visible_exercises")
)
def test_visible_sum_adds_only_visible_exercises(
    visible: int, hidden: int, sum_: str
) -> None:
    verdict = broken("a")
    other = verdict._replace(exercise=verdict.exercise._replace(visibility="hidden"))
    assert visible_sum([*[verdict] * visible, *[other] * hidden]) == sum_


@pytest.mark.parametrize(
    ("tree", "first", "second"),
    [
        ([[3, 4], [3, 2]], "when the bounds are equal", "best value starts"),
        ([-1], "best value starts", "when the bounds are equal"),
    ],
)
def test_mistake_that_shows_in_the_simplest_tree_is_told_first(
    tmp_path: Path, tree: object, first: str, second: str
) -> None:
    source = program("v = -math.inf", "v = 0").replace("if v <= alpha", "if v < alpha")
    others = [[5, 6, 9], [5, 9, 6], [7, -1, 3]], [[-1, -2], [-3, -4], [-2, -3]]
    explained = report_on(tmp_path, source, tree, *others, repair=3)
    verdict, *_ = explained.report.verdicts
    findings = explained.findings[verdict.exercise.id]
    page = plain(whole(feedback(verdict, None, findings)))
    assert page.index(first) < page.index(second)
    assert "\n     9 | " in page
    assert "\n    24 | " in page


# Word for word, of records made here


DRAWN = GeneratedExercise(
    "g",
    "g",
    Problem(Tree.from_nested(0)),
    Generate(2, (1, 1), (2, 2), seed=7),
    hint=HINT,
)
EVERY = DRAWN._replace(generate=Every(2, 2, seed=1))
THREE = Problem(Tree.from_nested([3, 5, 4]))
FIXED = FixedExercise("a", "a", pattern=THREE, hint=HINT)
DECISION = THREE._replace(interface="alpha_beta_search")


def failed(
    found: Observation | Failure,
    right: str = "",
    exercise: Exercise = FIXED,
    problem: Problem = THREE,
    *,
    here: str | None = None,
    trees: int = 1,
    **fields: Any,
) -> Failed:
    """Return a verdict on a search. right: the checks that hold, by their first letters. here: those on this tree."""
    every, of_evidence = (
        {check: check[0] in letters for check in CHECKS}
        for letters in (right, right if here is None else here)
    )
    evidence = Evidence(
        problem, observe(problem, calls=True), Searched(found, "said"), of_evidence
    )
    return Failed(exercise, every, trees, evidence, **fields)


def styled(page: Sequence[Line]) -> list[tuple[str, str]]:
    """Return the pieces of a page, each with its style."""
    return [(span.style, span.text) for row in page for span in row]


@pytest.mark.parametrize(
    ("exercise", "trees", "where"),
    [
        (FIXED, 1, ""),
        (DRAWN, 1, " on 1 generated tree"),
        (DRAWN, 2, " on all 2 generated trees"),
        (EVERY, 2, " on all 2 small trees"),
    ],
)
def test_feedback_of_a_passed_exercise_names_the_number_of_trees(
    exercise: Exercise, trees: int, where: str
) -> None:
    page = feedback(Passed(exercise, trees, (), "said"))
    assert styled(page.verdict) == [
        ("good", f"Value, pruned leaves and order of visits are right{where}.")
    ]
    assert styled(page.printed) == [
        ("faint", "Your code printed:"),
        ("", "  │ said"),
    ]
    assert not feedback(
        cut_verdict(Passed(exercise, trees, (), "said", feedback="diagnosis"))
    ).printed


def test_printed_output_is_quoted_and_cut() -> None:
    def lines_of(text: str) -> list[str]:
        return [row[0].text for row in printed(text)]

    assert lines_of("") == []
    assert lines_of("\n  so \n\n") == ["Your code printed:", "  │ ", "  │   so "]
    assert lines_of("x" * 20_001) == [
        "Your code printed:",
        f"  │ {'x' * 20_000} … (cut: 20001 characters in all)",
    ]


RIGHT = observe(THREE)
NEITHER = "the value, the pruned leaves, the order of visits"
ON_ONE = "Wrong on at least one of the {} trees that were tried"
BELOW = "Wrong on the tree that is drawn"
BROKEN = Failure("raised", "It broke.\nSo.\nThus.", "there", (1,))
UNFINISHED = "Your search did not finish"
OF_MANY = failed(RIGHT, exercise=EVERY, trees=1_000, here="po")
CHOICE = FIXED._replace(pattern=DECISION)
DECIDED = failed(observe(DECISION), "po", CHOICE, DECISION)


@pytest.mark.parametrize(
    ("verdict", "said"),
    [
        (failed(RIGHT), f"Wrong: {NEITHER}."),
        (failed(RIGHT, exercise=DRAWN), f"Wrong: {NEITHER}."),
        (
            failed(RIGHT, exercise=DRAWN, trees=2),
            f"{ON_ONE.format('2 generated')}: {NEITHER}.",
        ),
        (
            OF_MANY,
            f"{ON_ONE.format('1000 small')}: {NEITHER}. {BELOW}: the value.",
        ),
        (
            OF_MANY._replace(feedback="diagnosis"),
            f"{ON_ONE.format('1000 small')}: {NEITHER}.",
        ),
        (
            failed(RIGHT, exercise=DRAWN, trees=2, here="vpo"),
            f"{ON_ONE.format('2 generated')}: {NEITHER}.",
        ),
        (
            failed(RIGHT, "vp"),
            "Right: the value, the pruned leaves. Wrong: the order of visits.",
        ),
        (
            failed(RIGHT, "v"),
            "Right: the value. Wrong: the pruned leaves, the order of visits.",
        ),
        (
            failed(RIGHT, "vo"),
            "Right: the value, the order of visits. Wrong: the pruned leaves.",
        ),
        (
            failed(RIGHT, "", here="v"),
            f"Wrong: {NEITHER}. {BELOW}: the pruned leaves, the order of visits.",
        ),
        (
            DECIDED,
            "Right: the pruned leaves, the order of visits. Wrong: the action.",
        ),
        (
            failed(observe(DECISION), "", CHOICE, DECISION),
            "Wrong: the action, the pruned leaves, the order of visits.",
        ),
        (failed(BROKEN, "v"), f"{UNFINISHED}."),
        (
            failed(BROKEN, "v", DRAWN, trees=2),
            f"{UNFINISHED} on one of the 2 generated trees that were tried.",
        ),
    ],
)
def test_first_sentence_of_feedback_names_the_checks_that_are_right(
    verdict: Failed, said: str
) -> None:
    assert styled(feedback(verdict).verdict) == [("strong", said)]


SIMPLEST_FIRST: tuple[tuple[Exercise, Problem], ...] = (
    # These two are as simple as each other, so they keep the order they have here.
    (FIXED, Problem(Tree.from_nested([3, 999]))),
    (FIXED, Problem(Tree.from_nested([3, 5]))),
    (FIXED, Problem(Tree.from_nested([3, 5], "MIN"))),
    (FIXED, Problem(Tree.from_nested([[3, 5, 7], [2, 4, 6]]))),
    (FIXED, Problem(Tree.from_nested([3, -1000]))),
    (FIXED, Problem(Tree.from_nested([3, inf]))),
    (FIXED, Problem(Tree.from_nested([3, -inf], "MIN"))),
    (FIXED, Problem(Tree.from_nested([3, 5]), window=(2, 9))),
    (FIXED, Problem(Tree.from_nested([3, 5], "MIN"), window=(2, inf))),
    (DRAWN, Problem(Tree.from_nested([3, 5]))),
    (EVERY, Problem(Tree.from_nested([3, 5, 7]))),
    (DRAWN, Problem(Tree.from_nested([3, 5]), window=(2, 9))),
    (FIXED, Problem(Tree.from_nested([1] * MOST_LINES_OF_TREE))),  # fits on no screen
)


def test_simplest_first_sorts_by_kind_of_tree_then_by_size() -> None:
    verdicts = [
        failed(RIGHT, exercise=exercise, problem=problem)
        for exercise, problem in SIMPLEST_FIRST
    ]
    halves = verdicts[len(verdicts) // 2 :], verdicts[: len(verdicts) // 2]
    mixed = [verdict for half in halves for verdict in half]
    assert simplest_first(mixed, {}) == verdicts
    right, wrong = failed(RIGHT, "v"), failed(RIGHT, "p")
    assert simplest_first([right, wrong, right], {}) == [wrong, right, right]


def test_feedback_parts_have_their_reading_order() -> None:
    sections = feedback(failed(RIGHT._replace(looks=(1, 2))))
    order = ("verdict", "drawing", "parting", "rows", "hint")
    shown = [name for name, rows in sections._asdict().items() if rows]
    assert [name for name in shown if name in order] == [*order]


def test_reduced_feedback_has_only_the_first_parts() -> None:
    verdict = failed(RIGHT._replace(looks=(1, 2)), misconceptions=("strict-cutoff",))
    sections = feedback(verdict)
    beginning = Sections(verdict=sections.verdict, diagnosis=sections.diagnosis)
    assert feedback(cut_verdict(verdict._replace(feedback="diagnosis"))) == beginning
    alone = Sections(verdict=sections.verdict)
    assert feedback(cut_verdict(verdict._replace(feedback="verdict"))) == alone
    hidden = verdict._replace(exercise=FIXED._replace(visibility="hidden"))
    assert feedback(cut_verdict(hidden)) == alone
    assert feedback(hidden) == sections
    passed = Passed(hidden.exercise, 1, (), "said")
    assert not feedback(cut_verdict(passed)).printed
    assert feedback(passed).printed


@pytest.mark.parametrize("level", ["diagnosis", "verdict"])
def test_reduced_feedback_blanks_each_field_that_is_not_listed(
    level: Feedback, monkeypatch: pytest.MonkeyPatch
) -> None:
    exercise = FIXED._replace(source="SOURCE", tags=("TAG",))
    verdict = Passed(exercise, 1, (), "", feedback=level)
    assert cut_verdict(verdict).exercise == exercise._replace(hint="", source="")
    assert set(FixedExercise._fields) > KEPT
    # As a new field is, until somebody lists it.
    monkeypatch.setattr("autograder.tell.levels.KEPT", KEPT - {"tags"})
    assert cut_verdict(verdict).exercise.tags == ()


NEAREST = ClaimedRepair(
    (EditedLine(LOOSER, "test", "a.py", 7, "MENDED"),), (), "nearest", 9.0, ("a", "b")
)
TOLD_AT: dict[str, tuple[Feedback, ...]] = {
    "PRINTED": ("full",),
    "IMPORTED": ("full",),
    "HINT": ("full",),
    "MENDED": ("full",),
    "With this change, 2 of the exercises": ("full",),
    "data-player": ("full",),
    BY_ID["strict-cutoff"].title: ("full", "diagnosis"),
    "REASON": ("full", "diagnosis"),
    "TRACEBACK": ("full", "diagnosis"),
    "HEADLINE": get_args(Feedback),
    "Wrong: the value, the order of visits": get_args(Feedback),
}
"""The sentences of the feedback, and the levels that have them."""


def report_of_everything(level: Feedback, **fields: Any) -> ExplainedReport:
    """Return a report in which each of TOLD_AT is known."""
    exercise = FIXED._replace(hint="HINT", **fields)
    search_result = Searched(RIGHT._replace(value=9, looks=(2, 1)), "PRINTED")
    checks = {check: check == "pruned" for check in CHECKS}
    wrong = failed(RIGHT, "p", exercise)._replace(
        evidence=Evidence(THREE, observe(THREE, calls=True), search_result, checks),
        misconceptions=("strict-cutoff",),
    )
    findings = {exercise.id: Findings(nearest=NEAREST, exercises=3)}
    exception = Failure("raised", "HEADLINE\nREASON", "TRACEBACK", (1,))
    broke = failed(exception, exercise=exercise._replace(id="b"))
    not_run = NotRun(
        exercise._replace(id="c"), Failure("not run", "HEADLINE c\nREASON", "")
    )
    right = Passed(exercise._replace(id="d"), 1, (), "PRINTED")
    verdicts = tuple(
        verdict._replace(feedback=level) for verdict in (wrong, broke, not_run, right)
    )
    exercises = tuple(verdict.exercise for verdict in verdicts)
    report = Report(
        ExerciseSet(Path(), Assignment("t"), exercises),
        Path("alphabeta.py"),
        verdicts,
        None,
        0,
        printed="IMPORTED",
        feedback=level,
        sources={"a.py": b"\n" * 6 + b"MENDED\n"},
    )
    return ExplainedReport(report, findings)


def test_no_exercise_that_was_right_is_told_of_if_none_was() -> None:
    """Neither in the text of an exercise nor on the page is one said to stay right."""
    explained = report_of_everything("full")
    verdicts = [verdict for verdict in explained.report.verdicts if not verdict.passed]
    of_none = explained._replace(
        report=explained.report._replace(verdicts=tuple(verdicts))
    )
    for told, is_any_right in [(explained, True), (of_none, False)]:
        shown = feedback_of(told)
        texts = plain(shown.sections["a"].places), report_page(told)
        assert all("2 of the exercises" in text for text in texts)
        assert [("still are" in text) for text in texts] == [is_any_right] * 2


SHADOWED = Failure(
    "raised",
    "TypeError: 'int' object is not callable\n`max` is a number here. Use another name.",
    '  │ File "a.py", line 7, in max_value\n  │     alpha = max(alpha, max)',
    (1,),
    raised="TypeError",
)


@pytest.mark.parametrize(
    ("words", "is_told"),
    [
        ("NameError: name 'math' is not defined\nWrite `import math`.", True),
        ("NameError: name 'bet' is not defined\nDid you mean `beta`?", True),
        (SHADOWED.message, True),
        ("NotImplementedError: stub\nWrite its body.", True),
        ("NotImplementedError\nWrite its body.", True),
        ("TypeError: '<' not supported\nIs a `return` missing there?", False),
        ("AttributeError: 'NoneType' object\nIs a `return` missing there?", False),
        ("RecursionError: too deep\nIs there a base case?", False),
        ("ValueError: A1 is not terminal\nevaluate() gives the value.", False),
        ("NameError: name 'Max' is not defined", False),
        ("Your program raised this exception:\n  │ Odd: so\nDo it.", False),
    ],
)
def test_an_exception_is_advice_if_its_sentence_says_what_to_do(
    words: str, *, is_told: bool
) -> None:
    kind, *_ = re.split(r"[:\n]", words)
    broken = Failure("raised", words, "there", raised=kind)
    assert is_advice(failed(broken)) == is_told


def advised(*edits: EditedLine, failure: Failure = SHADOWED) -> ExplainedReport:
    """Return the report on a program whose search broke, and for which a repair was found."""
    findings = Findings((ClaimedRepair(edits, ()),), exercises=2, names=("one-player",))
    exercise = FIXED._replace(id="b")
    verdicts = (
        failed(failure, misconceptions=("one-player",)),
        failed(RIGHT, exercise=exercise, misconceptions=("one-player",)),
    )
    exercises = tuple(verdict.exercise for verdict in verdicts)
    report = Report(
        ExerciseSet(Path(), Assignment("t"), exercises), Path("a.py"), verdicts, None, 0
    )
    return cut_report(ExplainedReport(report, {"a": findings, "b": findings}))


def test_an_exception_that_is_advice_silences_names_and_other_lines() -> None:
    other_line = EditedLine(LOOSER, "test", "a.py", 9)
    advice = advised(other_line)
    assert advice.findings == {}
    assert [verdict.misconceptions for verdict in advice.report.verdicts] == [(), ()]
    assert not advised(other_line, other_line._replace(line=7)).findings


def test_a_repair_of_the_line_that_raised_is_told_beside_advice() -> None:
    its_line = EditedLine(LOOSER, "test", "a.py", 7)
    assert set(advised(its_line).findings) == {"a", "b"}
    for kind in (AS_THE_OTHER, LINE_DROPPED, A_PART):
        assert not advised(its_line._replace(kind=kind)).findings
    message = "NameError: name 'math' is not defined\nWrite `import math`."
    no_name = SHADOWED._replace(message=message, raised="NameError")
    assert not advised(its_line, failure=no_name).findings


@pytest.mark.parametrize(
    ("cause", "is_the_programs"),
    [("missing file", False), ("forged", False), ("raised", True)],
)
def test_only_what_the_program_says_goes_on_behind_a_bar(
    cause: Cause, *, is_the_programs: bool
) -> None:
    text = failure_text(Failure(cause, "It must be called alphabeta.py. " * 5))
    bars = [row for row in plain(folded(text, 80)).splitlines() if BAR in row]
    assert bool(bars) == is_the_programs


def test_unread_parameter_is_not_told_beside_a_search_that_broke() -> None:
    """A body that is only begun reads few of them."""
    unread = EditedLine(SLIPS["unread"], "max_value alpha,beta", "a.py", 3)
    exercise = FIXED._replace(id="b")
    verdicts = (
        failed(Failure("not a value", "It returned None.")),
        failed(RIGHT, exercise=exercise),
    )
    explained = ExplainedReport(
        report_of_everything("full").report._replace(verdicts=verdicts),
        dict.fromkeys("ab", Findings(slips=(unread,))),
    )
    findings = cut_report(explained).findings
    assert [findings[name].slips for name in "ab"] == [(), (unread,)]


def test_copy_of_the_other_players_function_is_told_alone() -> None:
    """A change that mends little by accident would contradict it."""
    copy = EditedLine(SLIPS["same as other"], "g f greatest smallest", "a.py", 3)
    by_accident = ClaimedRepair((EditedLine(A_PART, "", "a.py", 9),), (), "nearest")
    findings = Findings((), by_accident, 2, (copy,), ("one-player",))
    report = report_of_everything("full").report
    wrong = failed(RIGHT, misconceptions=("one-player",))
    cut_to_level = cut_report(
        ExplainedReport(report._replace(verdicts=(wrong,)), {"a": findings})
    )
    assert cut_to_level.findings == {"a": Findings(exercises=2, slips=(copy,))}
    assert cut_to_level.report.verdicts[0].misconceptions == ()


def test_change_that_helps_by_accident_is_not_told_beside_a_mistake() -> None:
    report = report_of_everything("full").report
    wrong = failed(RIGHT, misconceptions=("strict-cutoff",))
    for kind, role, is_told in ((A_PART, "", False), (LOOSER, "test", True)):
        edit = EditedLine(kind, role, "a.py", 9)
        nearest = ClaimedRepair((edit,), (), "nearest", exercises_repaired=("a",))
        explained = ExplainedReport(
            report._replace(verdicts=(wrong,)), {"a": Findings(nearest=nearest)}
        )
        assert bool(cut_report(explained).findings["a"].nearest) is is_told


def test_repair_round_what_a_program_keeps_is_not_told() -> None:
    report = report_of_everything("full").report
    wrong = failed(RIGHT, misconceptions=("state-kept-between-searches",))
    for kind, is_told in ((LINE_DROPPED, False), (CALLEE, True)):
        repair = ClaimedRepair((EditedLine(kind, "", "a.py", 9),), ())
        explained = ExplainedReport(
            report._replace(verdicts=(wrong,)), {"a": Findings((repair,))}
        )
        assert bool(cut_report(explained).findings["a"].repairs) is is_told


def test_results_have_no_mistake_that_an_exception_silences() -> None:
    """A class counts only proved mistakes."""
    explained = ExplainedReport(
        report_of_everything("full").report._replace(
            verdicts=(failed(SHADOWED, misconceptions=("one-player",)),)
        ),
        {"a": Findings(nearest=NEAREST._replace(edits=()), names=("one-player",))},
    )
    (test,) = results(explained)["tests"]
    assert test["extra_data"]["misconceptions"] == []
    assert test["extra_data"]["places"] == []


@pytest.mark.parametrize(
    ("line", "ends", "kind", "is_told"),
    [
        (7, (True, False), "repair", True),
        (8, (True, False), "repair", False),  # it works round the exception
        (7, (True, True), "repair", False),  # both are about the exception
        (7, (False, False), "repair", False),  # none is
        (7, (True, False), "nearest", False),  # it is not proved
    ],
)
def test_mistake_that_an_exception_hides_is_told_if_it_is_proved(
    line: int, ends: tuple[bool, bool], kind: str, is_told: bool
) -> None:
    edits = (
        EditedLine(A_PART, "", "a.py", line),
        EditedLine(LOOSER, "test", "a.py", 9),
    )
    components = tuple(
        ClaimedRepair((edit,), (), ends_exception=ends_exception)
        for edit, ends_exception in zip(edits, ends, strict=True)
    )
    repair = ClaimedRepair(edits, (), kind, components=components)
    findings = Findings((repair,), names=("strict-cutoff",))
    report = report_of_everything("full").report
    broken = failed(SHADOWED, misconceptions=("strict-cutoff",))
    told = cut_report(
        ExplainedReport(report._replace(verdicts=(broken,)), {"a": findings})
    )
    assert told.findings == ({"a": findings} if is_told else {})
    assert bool(told.report.verdicts[0].misconceptions) == is_told


def test_an_exception_that_is_advice_is_read_first() -> None:
    small = failed(RIGHT, "v", FIXED._replace(id="b"))
    advice = failed(SHADOWED)
    assert simplest_first([small, advice], {}) == [advice, small]


def shown_by_all(
    report: ExplainedReport, *, show_hidden: bool = False
) -> dict[str, str]:
    """Return the output of each way to show a report; on an instructor's terminal if so."""
    terminal = StringIO()
    with redirect_stdout(terminal):
        print_report(report, show_hidden=show_hidden)
    if show_hidden:
        return {"the terminal": terminal.getvalue()}
    data = results(report, write=plain)
    record = [data["output"], *(test["output"] for test in data["tests"])]
    body = report_page(report).split("</style>")[1].split("<script>")[0]
    return {
        "the terminal": terminal.getvalue(),
        "the results": "\n".join(record),
        "the page": unescape(body),
    }


@pytest.mark.parametrize("level", get_args(Feedback))
def test_nothing_is_shown_that_is_above_the_level_of_feedback(level: Feedback) -> None:
    shown = shown_by_all(report_of_everything(level))
    told_by_some = {
        mark for mark in TOLD_AT if any(mark in text for text in shown.values())
    }
    assert told_by_some == {mark for mark, at in TOLD_AT.items() if level in at}


@pytest.mark.parametrize("level", get_args(Feedback))
def test_only_an_instructor_is_shown_more_of_hidden_exercises_than_the_verdict(
    level: Feedback,
) -> None:
    report = report_of_everything(level, visibility="hidden")
    everything = shown_by_all(report, show_hidden=True)["the terminal"]
    assert {*TOLD_AT} - {"data-player"} == {
        mark for mark in TOLD_AT if mark in everything
    }
    hidden = "\n".join(shown_by_all(report).values())
    told_of_hidden = {mark for mark, at in TOLD_AT.items() if "verdict" in at}
    if level == "full":
        told_of_hidden.add("IMPORTED")
    assert {mark for mark in TOLD_AT if mark in hidden} == told_of_hidden


@pytest.mark.parametrize("level", get_args(Feedback))
def test_report_as_told_has_nothing_that_is_above_the_level_of_feedback(
    level: Feedback,
) -> None:
    """So no page that is made of it can say more, however it is made."""
    report = report_of_everything(level)
    marks = ("PRINTED", "HINT", "MENDED", "REASON", "TRACEBACK")
    told_report, findings = cut_report(report)
    told_text = repr((told_report.verdicts, findings))
    assert [mark for mark in marks if mark in told_text] == [
        mark for mark in marks if level in TOLD_AT[mark]
    ]
    assert ("strict-cutoff" in told_text) == (level != "verdict")
    assert bool(findings) == (level != "verdict")


def test_diagnosis_as_told_keeps_which_mistakes_were_made_and_whether_by_hand() -> None:
    """The mistakes of several that are alternatives, and whether there is a program to look at."""
    findings = Findings(
        nearest=NEAREST, names=("strict-cutoff",), by_hand=True, exercises=2
    )
    verdict = failed(RIGHT, feedback="diagnosis")
    assert cut_findings(verdict, findings) == Findings(
        names=("strict-cutoff",), by_hand=True
    )


def test_headline_about_an_answer_is_told_unless_the_exercise_is_hidden() -> None:
    failure = Failure("not an answer", "visited[0]: there is no leaf C9")
    not_run = NotRun(FIXED, failure, feedback="verdict")
    hidden = not_run._replace(exercise=FIXED._replace(visibility="hidden"))
    assert "C9" in plain(whole(feedback(cut_verdict(not_run))))
    assert "C9" not in plain(whole(feedback(cut_verdict(hidden))))


@pytest.mark.parametrize("level", get_args(Feedback))
def test_results_have_places_with_full_feedback_alone(level: Feedback) -> None:
    first, *_ = results(report_of_everything(level))["tests"]
    about = first["extra_data"]
    assert [place["line"] for place in about["places"]] == [7] * (level == "full")
    assert about["misconceptions"] == ["strict-cutoff"]


def test_reduced_feedback_of_a_program_not_run_has_only_the_first_line() -> None:
    not_run = NotRun(FIXED, BROKEN._replace(cause="not run"))
    assert feedback(not_run) == Sections(
        failure=[*paragraph("It broke.\nSo.\nThus.", "fault"), line("there")]
    )
    assert feedback(cut_verdict(not_run._replace(feedback="verdict"))) == Sections(
        verdict=[line(Span("It broke.", "strong"))]
    )


@pytest.mark.parametrize(
    ("cause", "what"), [("raised", "same exception"), ("too slow", "same")]
)
def test_an_equal_failure_names_the_exercise_that_tells_it(
    cause: Cause, what: str
) -> None:
    verdict = failed(BROKEN._replace(cause=cause))
    sections = feedback(verdict, broken("first"))
    assert sections == Sections(verdict=sections.verdict, failure=sections.failure)
    assert sections.failure == [line(f"The {what} as in first (first): It broke.")]
    assert feedback(
        NotRun(FIXED, BROKEN._replace(cause=cause)), broken("first")
    ) == Sections(failure=sections.failure)
    alone = feedback(verdict)
    # The message of an exception is the program's.
    first_style: Style = "bad" if cause == "raised" else "fault"
    assert alone.failure == [
        line(Span("It broke.", first_style)),
        *paragraph("So.\nThus.", "fault"),
        line("there"),
    ]
    assert not alone.hint


ASIDE = Problem(Tree.from_nested(AIMA))
EVALUATED = Tree.from_nested(
    [{"value": 3, "children": [1, 2]}, {"value": 5, "children": [3, 4]}]
)
CUT_OFF = Problem(EVALUATED, "alpha_beta", depth=1)
TWO_PASSES = Problem(
    Tree.from_nested([[3], [2, 9]]), "aspiration_search", guess=20, epsilon=1
)
WON = Problem(Tree.from_nested([[3, inf], 5]))
OF_INFINITY = "Some leaves are inf or -inf."
WITH_INFINITIES = DRAWN._replace(
    generate=Generate(2, (1, 1), (2, 2), infinities=True, seed=7), hint=OF_INFINITY
)


@pytest.mark.parametrize(
    ("problem", "exercise", "looks", "right", "fits"),
    [
        (
            ASIDE,
            FIXED,
            slice(-1),
            "",
            False,
        ),  # the hint is about pruning, and that is not where it went wrong
        (ASIDE, DRAWN, slice(-1), "", True),
        (ASIDE._replace(prune_when="alpha > beta"), FIXED, slice(-1), "", True),
        (THREE, FIXED, slice(-1), "", True),  # nothing to prune
        (
            CUT_OFF,
            FIXED,
            slice(-1),
            "",
            True,
        ),  # nor here, as deep as it was to be searched
        (CUT_OFF, FIXED, slice(None), "po", True),
        (ASIDE, FIXED, slice(None), "po", False),
        (ASIDE, DRAWN, slice(None), "po", False),
        (TWO_PASSES, FIXED, slice(2), "", False),  # one pass is missing, and no leaf
        (TWO_PASSES, FIXED, slice(None), "po", True),
        (THREE, FIXED._replace(hint=""), slice(-1), "", False),
        (
            ASIDE,
            WITH_INFINITIES,
            slice(-1),
            "",
            False,
        ),  # no leaf is infinite there
        (WON, WITH_INFINITIES, slice(-1), "", True),
        (
            ASIDE._replace(window=(2, 9)),
            FIXED,
            slice(None),
            "po",
            True,
        ),  # what may be returned is what it is about
        # No leaf is infinite, but authors know what a hint on their own tree is about.
        (
            THREE,
            FIXED._replace(hint=OF_INFINITY),
            slice(-1),
            "",
            True,
        ),
        (THREE, FIXED, slice(0), "", False),
    ],
)
def test_hint_is_shown_only_where_it_is_about_the_failure(
    problem: Problem, exercise: Exercise, looks: slice, right: str, fits: bool
) -> None:
    expected = observe(problem)
    observation = expected._replace(value=-1, looks=expected.looks[looks])
    sections = feedback(failed(observation, right, exercise, problem))
    assert sections.hint == ([line(f"Hint: {exercise.hint}")] if fits else [])


OF_FIRST_PASS = (
    "the pruned leaves of the first pass, the order of visits of the first pass"
)


@pytest.mark.parametrize(
    ("looks", "guess", "is_told"),
    [
        ((3, 5, 4), 20, True),
        ((3,), 20, True),
        ((3, 4), 20, False),  # where a second pass is due
        ((3, 4, 5), 3, False),  # and where none is
    ],
)
def test_difference_is_told_to_be_in_the_first_of_two_passes(
    looks: tuple[int, ...], guess: int, is_told: bool
) -> None:
    """The drawing has the cutoffs of the last one."""
    problem = TWO_PASSES._replace(guess=guess)
    found = observe(problem)._replace(looks=looks)
    text = plain(whole(feedback(failed(found, "v", problem=problem))))
    assert (sentence("divergence", "first of two passes") in text) is is_told
    assert "Your search" in text


@pytest.mark.parametrize(
    ("looks", "guess", "right", "said"),
    [
        ((3, 4), 20, "", "Wrong: the value, the second pass."),
        ((3, 4, 4), 20, "v", "Right: the value. Wrong: the second pass."),
        ((3,), 20, "v", f"Right: the value. Wrong: {OF_FIRST_PASS}."),
        (
            (4, 3),
            20,
            "vp",
            f"Right: the value, {OF_FIRST_PASS.replace(', ', '. Wrong: ')}.",
        ),
        (
            (3,),
            3,
            "v",
            "Right: the value. Wrong: the pruned leaves, the order of visits.",
        ),
    ],
)
def test_missing_second_pass_is_told_and_not_the_first_that_is_right(
    looks: tuple[int, ...], guess: int, right: str, said: str
) -> None:
    problem = TWO_PASSES._replace(guess=guess)
    found = observe(problem)._replace(looks=looks)
    assert styled(feedback(failed(found, right, problem=problem)).verdict) == [
        ("strong", said)
    ]


def test_feedback_separates_alternative_mistakes_from_mistakes_made_together() -> None:
    def diagnosis_of(*names: str, together: bool = False) -> list[tuple[str, str]]:
        changes = (LOOSER, "test"), (CALLEE, "recursion")
        edits = tuple(
            EditedLine(*change, "a.py", 1 + index)
            for index, change in enumerate(changes)
        )
        findings = (
            Findings((ClaimedRepair(edits, ()),), exercises=1, names=names)
            if together
            else Findings()
        )
        return styled(
            feedback(failed(RIGHT, misconceptions=names), None, findings).diagnosis
        )

    first, two, three = (
        BY_ID[name] for name in ("strict-cutoff", "one-player", "no-pruning")
    )
    assert diagnosis_of() == []
    assert diagnosis_of(first.id) == [
        ("bad", f"{first.title}."),
        ("", f" {first.description()}"),
    ]
    assert diagnosis_of(first.id, two.id, together=True) == [
        *diagnosis_of(first.id),
        *diagnosis_of(two.id),
    ]
    same = (
        "",
        "A search with any of these mistakes does the same in all that was run, so grading cannot tell which it is. Check them one by one.",
    )
    joint_lines = [
        ("", "Perhaps: "),
        *diagnosis_of(first.id),
        ("", "     or: "),
        *diagnosis_of(two.id),
        same,
    ]
    assert diagnosis_of(first.id, two.id) == joint_lines
    titles = [("bad", f"{mistake.title}.") for mistake in (first, two, three)]
    leads = [("", "Perhaps: "), ("", "     or: "), ("", "     or: ")]
    assert [
        piece for piece in diagnosis_of(first.id, two.id, three.id) if piece[1]
    ] == [
        *(piece for pair in zip(leads, titles, strict=True) for piece in pair),
        same,
    ]


@pytest.mark.parametrize(
    ("names", "are_alternatives"),
    [
        (("alpha-not-updated", "beta-not-updated"), False),
        (("no-pruning", "alpha-not-updated", "beta-not-updated"), False),
        (("eager-children", "no-pruning"), True),
        (("strict-cutoff",), False),
    ],
)
def test_mistakes_that_one_search_makes_together_are_no_alternatives(
    names: tuple[str, ...], *, are_alternatives: bool
) -> None:
    """Plain minimax raises no alpha and lowers no beta, and a search with one of these prunes."""
    verdict = failed(RIGHT, misconceptions=names)
    assert known_mistakes(verdict, Findings()).are_alternatives == are_alternatives


@pytest.mark.parametrize("names", [("late-cutoff",), ("late-cutoff", "no-max-cutoff")])
def test_claim_of_a_search_is_made_of_several_only_if_it_holds_of_all(
    names: tuple[str, ...],
) -> None:
    """Above the example, and of a mistake that explains several exercises."""
    problem = Problem(Tree.from_nested([3, [2, 9]]))
    extra, no_extra = (
        failed(Observation(2, looks), exercise=exercise, problem=problem)
        for exercise, looks in (
            (FIXED, (1, 3, 4)),
            (FIXED._replace(id="b"), (1,)),
        )
    )
    claim = sentence("mistakes", "late-cutoff: extra-leaf")
    for others, is_told in [((), True), ((no_extra,), False)]:
        verdicts = tuple(
            verdict._replace(misconceptions=names) for verdict in (extra, *others)
        )
        exercises = tuple(verdict.exercise for verdict in verdicts)
        report = Report(
            ExerciseSet(Path(), Assignment("t"), exercises),
            Path("alphabeta.py"),
            verdicts,
            None,
            0,
        )
        explained = ExplainedReport(report, {})
        shown = feedback_of(explained)
        assert (claim in plain(next_step_text(shown))) == is_told
        text = re.sub("<[^>]*>", "", report_page(explained))
        assert (claim in unescape(text)) == is_told
        assert claim in plain(shown.sections["a"].diagnosis)


def test_two_mistakes_are_the_same_in_any_order() -> None:
    """Each exercise has those first that its own tree shows."""
    problem = Problem(Tree.from_nested([3, [2, 9]]))
    names = ("strict-cutoff", "update-reversed")
    verdicts = (
        failed(Observation(2, (1,)), problem=problem, misconceptions=names),
        failed(
            Observation(2, (1,)),
            exercise=FIXED._replace(id="b"),
            problem=problem,
            misconceptions=names[::-1],
        ),
    )
    exercises = tuple(verdict.exercise for verdict in verdicts)
    report = Report(
        ExerciseSet(Path(), Assignment("t"), exercises),
        Path("alphabeta.py"),
        verdicts,
        None,
        0,
    )
    told = plain(next_step_text(feedback_of(ExplainedReport(report, {}))))
    assert sentence("next_step", "same in others", count=1, ids="b") in told


def rows(verdict: Failed) -> str:
    return plain(feedback(verdict).rows)


def test_rows_show_expected_and_found_where_they_differ() -> None:
    wrong = failed(RIGHT._replace(value=4, looks=(1, 3)), here="p")
    assert rows(wrong).splitlines() == [
        "value     expected 5, found 4",
        "visited   expected B1 B2 B3, found B1 B3",
        "pruned    expected none, found B2",
    ]
    results = [span for span in styled(feedback(wrong).rows) if span[0]]
    assert results == [("bad", "4"), ("bad", "B1 B3"), ("bad", "B2")]
    allowed = failed(RIGHT._replace(value=6, looks=(1, 3)), "po", here="v")
    first, *_ = rows(allowed).splitlines()
    assert first == "value     6 (the textbook's search returns 5)"
    results = [span for span in styled(feedback(allowed).rows) if span[0]]
    assert results == [("good", "B1 B3"), ("good", "B2")]
    assert (
        rows(failed(observe(CUT_OFF), problem=CUT_OFF))
        == "value     5\nvisited   B1 B2\npruned    none"
    )
    assert styled(feedback(failed(RIGHT)).rows)[:2] == [
        ("", "value     "),
        ("", "5"),
    ]


@pytest.mark.parametrize("language", languages())
def test_results_in_rows_begin_in_one_column_in_each_language(language: str) -> None:
    speak(language)
    try:
        titles = [row[0].text for row in feedback(failed(RIGHT)).rows]
    finally:
        speak(ENGLISH)
    assert len(titles) == 3
    assert len(set(map(len, titles))) == 1


FIRST_ALONE = "value expected 5, found nothing; visited expected B1 B2 B3, found B1"


@pytest.mark.parametrize(
    ("found", "problem", "lines", "wrong"),
    [
        (Failure("raised", "It broke.", looks=(1,)), THREE, 2, FIRST_ALONE),
        (
            Failure("not a value", "", looks=(1,)),
            THREE,
            3,
            f"{FIRST_ALONE}; pruned expected none, found B2 B3",
        ),
        (
            RIGHT._replace(value="x" * 41),
            THREE,
            3,
            f"value expected 5, found {'x' * 40} … (cut: 41 characters in all)",
        ),
        (RIGHT._replace(value="B1"), DECISION, 3, "action expected B2, found B1"),
    ],
)
def test_rows_have_no_pruned_leaves_where_the_search_gave_no_answer(
    found: Observation | Failure, problem: Problem, lines: int, wrong: str
) -> None:
    texts = [
        " ".join(row.split())
        for row in rows(failed(found, problem=problem)).split("\n")
    ]
    assert len(texts) == lines
    assert "; ".join(row for row in texts if "found" in row) == wrong


@pytest.mark.parametrize(
    ("looks", "shown"), cases("row_of_many_leaves_names_those_where_the_searches_part")
)
def test_row_of_many_leaves_names_those_where_the_searches_part(
    looks: list[int], shown: Any
) -> None:
    problem = Problem(Tree.from_nested(list(range(max(looks)))))
    row = rows(failed(Observation(0, tuple(looks)), problem=problem)).split("\n")[1]
    *before, first, last, after = shown
    names = (
        " ".join([*before, *(f"B{number}" for number in range(first, last + 1))])
        + after
    )
    assert row.startswith(f"visited   expected {names}, found ")


@pytest.mark.parametrize(
    ("fields", "said"),
    cases("drawn_tree_can_be_pasted_with_its_other_terms"),
)
def test_drawn_tree_can_be_pasted_with_its_other_terms(
    fields: dict[str, Any], said: str
) -> None:
    problem = THREE._replace(**fields)
    tree, *others = rows(failed(RIGHT, exercise=DRAWN, problem=problem)).split("\n")
    assert tree == f"tree      [3, 5, 4]{said}   (seed 7)"
    assert rows(failed(RIGHT, problem=problem)).split("\n") == others
    large = problem._replace(tree=Tree.from_nested([1] * 60))
    assert "tree " not in rows(failed(RIGHT, exercise=DRAWN, problem=large))
    assert "tree " in rows(
        failed(
            RIGHT,
            exercise=DRAWN,
            problem=problem._replace(tree=Tree.from_nested([1] * 59)),
        )
    )


def test_feedback_of_negamax_says_that_the_drawing_has_max_s_values() -> None:
    first, *_ = feedback(
        failed(RIGHT, problem=THREE._replace(interface="negamax"))
    ).signs
    text = (
        "The values of leaves and nodes are drawn for MAX. At MIN's nodes a right search sees them negated, "
        "and so are v, alpha and beta there."
    )
    assert first == line(Span(text, "faint"))


@pytest.mark.parametrize("root", ["MAX", "MIN"])
@pytest.mark.parametrize("mirrored", [True, False])
def test_feedback_of_an_adapter_says_whose_values_are_shown(
    root: str, mirrored: bool
) -> None:
    problem = Problem(Tree.from_nested([3, 5, 4], root), "alpha_beta_search")
    verdict = failed(observe(problem), "po", problem=problem)
    signs = feedback(verdict, around=Surroundings(mirrored=mirrored)).signs
    assert ("All numbers here are MAX's." in plain(signs)) == (
        mirrored and root == "MIN"
    )
    adapter = Adapter(Path("adapter.py"), "", ("alpha_beta_search",), mirrored=mirrored)
    exercises = ExerciseSet(
        Path(), Assignment("t", adapter=adapter), (verdict.exercise,)
    )
    report = Report(exercises, Path("alphabeta.py"), (verdict,), None, 0)
    explained = ExplainedReport(report, {})
    shown = feedback_of(explained)
    assert shown.sections["a"].signs == signs
    # Wherever the numbers stand.
    for in_full in (True, False):
        text = next_step_text(shown, in_full=in_full)
        assert plain(text).count(plain(signs)) == 1 or not signs
    assert "All numbers here are MAX" in report_page(explained) or not signs


def test_text_returned_as_a_value_is_told_beside_the_first_difference() -> None:
    text = f'Your search returned text, "{"x" * 40} … (cut: 41 characters in all)". It must return a value, a number.'
    *_, last = feedback(failed(RIGHT._replace(value="x" * 41))).parting
    assert last == line(Span(text, "bad"))


ACTION = Problem(Tree.from_nested([[4, 7], [4, 1], [9, 4], 4]), "alpha_beta_search")


@pytest.mark.parametrize(
    ("answer", "right", "problem", "sentences"),
    [
        (
            "B2",
            "po",
            ACTION,
            "B2. A right search returns B1. B1 is worth 4, and B2 is worth 1.",
        ),
        (
            "B4",
            "po",
            ACTION,
            "B4. A right search returns B1. Both are worth 4, and B1 comes first.",
        ),
        ("C1", "po", ACTION, "C1. A right search returns B1. C1 is no action at A1."),
        (
            4,
            "po",
            ACTION,
            "a value, 4. It must return an action, a name from state.actions().",
        ),
        (
            "B2",
            "po",
            ACTION._replace(tree=Tree.from_nested([3, 5, 4], "MIN")),
            "B2. A right search returns B1. B1 is worth 3, and B2 is worth 5.",
        ),
    ],
)
def test_wrong_action_after_right_visits_is_set_beside_the_right_one(
    answer: str | int, right: str, problem: Problem, sentences: str
) -> None:
    found = observe(problem)._replace(value=answer)
    parting = plain(feedback(failed(found, right, problem=problem)).parting)
    assert parting == f"Your search returned {sentences}"


def test_refused_answer_is_told_by_its_failure_alone() -> None:
    refused = Failure("not a value", "It returned a tuple.", looks=RIGHT.looks)
    assert not feedback(failed(refused, "po")).parting


@pytest.mark.parametrize("asked", [("value",), ("value", "pruned"), CHECKS])
@pytest.mark.parametrize("problem", [THREE, ACTION, CUT_OFF, TWO_PASSES, WON])
@pytest.mark.parametrize("value", [4.5, nan, "B3"])
def test_each_wrong_answer_is_told_in_words(
    asked: tuple[Check, ...], problem: Problem, value: Answer
) -> None:
    verdict = failed(observe(problem)._replace(value=value), "po", problem=problem)
    evidence = verdict.evidence._replace(asked_checks=asked)
    assert feedback(verdict._replace(evidence=evidence)).parting


# Once for all who show it


@pytest.mark.parametrize("shown", [[], ["--show-hidden"]])
def test_the_feedback_on_an_exercise_is_made_once(
    shown: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The terminal, results.json and the page show the same. What instructors see beside it is made for them alone."""
    folder = report_on(
        tmp_path, program("v <= alpha", "v < alpha"), AIMA, [[1, 2], [1, 0]]
    ).report.submission
    results, page = folder / "results.json", folder / "page.html"
    made = []

    def counted_feedback(verdict: Verdict, *others: Any) -> Sections:
        made.append(verdict.exercise.id)
        return feedback(verdict, *others)

    monkeypatch.setattr("autograder.tell.feedback.feedback", counted_feedback)
    written = ["--results", results, "--html", page]
    assert (
        main(
            [
                str(argument)
                for argument in (folder, "--exercises", tmp_path, *written, *shown)
            ]
        )
        == 0
    )
    assert made == ["a", "b"] * (1 + len(shown))
    assert "✗ b" in capsys.readouterr().out


FAIL_HARD_AND_STRICT = """
def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    for child in state.children:
        alpha = max(alpha, min_value(child, alpha, beta))
        if alpha > beta:
            break
    return alpha


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility()
    for child in state.children:
        beta = min(beta, max_value(child, alpha, beta))
        if beta < alpha:
            break
    return beta
"""


def test_first_exercise_for_equal_bounds_has_equal_bounds() -> None:
    """In a smaller one the search goes wrong at v = 1 and alpha = 3, because of equal bounds further down."""
    exercises = load_set(PROJECT / "exercises")
    chosen = [
        exercise
        for exercise in exercises.exercises
        if exercise.id in ("06_three_plies", "09_ties_at_min_nodes")
    ]
    assert len(chosen) == 2
    with TemporaryDirectory() as folder:
        submission = written(Path(folder) / "alphabeta.py", FAIL_HARD_AND_STRICT).parent
        report = grade_and_explain(
            submission, exercises._replace(exercises=tuple(chosen))
        )
    first, second = feedback_of(report).order
    assert first.misconceptions == second.misconceptions == ("strict-cutoff",)
    assert first.exercise.id == "09_ties_at_min_nodes"
    assert "v is 4, and 4 ≤ 4" in plain(feedback_of(report).text_of(first))


NO_TEST_AT_ROOT = (
    SUBMISSIONS / "alpha_beta_search_no_test_at_root" / "alphabeta.py"
).read_text("utf-8")
WON_ACTION = [
    [3, "-inf"],
    [[-7], [-5, -6]],
    [["inf"], ["inf", 2]],
    ["x", "y"],
    ["inf"],
]
"""No action is better than the third one; the second one has a cutoff."""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            "best_score, best_action = -math.inf, None",
            "best_score, best_action = 0, state.actions()[0]",
        ),
        ("    return best_action\n\n", "    return best_actions\n\n"),
    ],
    ids=["no worth below 0 is kept", "breaks after the last look"],
)
def test_leaf_of_another_right_form_is_not_told_as_one_to_be_pruned(
    tmp_path: Path, old: str, new: str
) -> None:
    """Without a test at the root a right search goes on after a win is found, and so does this one once it is mended."""
    assert old in NO_TEST_AT_ROOT
    report = report_on(
        tmp_path,
        NO_TEST_AT_ROOT.replace(old, new),
        WON_ACTION,
        interface="alpha_beta_search",
    )
    shown = feedback_of(report)
    assert not shown.report.verdicts[0].passed
    page = plain(shown.text_of(shown.report.verdicts[0]))
    assert "C9 inf   visit" in page
    assert "should be pruned" not in page
    assert "B4 MIN ≤" not in page


def test_search_that_ends_at_the_root_is_not_said_to_reach_the_end_of_the_game(
    tmp_path: Path,
) -> None:
    page = page_of(
        tmp_path, program("if state.is_terminal():", "if True:\n        return 0"), AIMA
    )
    assert (
        "Your search looked at no leaf, so its answer earns no points. Does your code "
        "come to a state where the game is over, and what does it return there?"
    ) in page


@pytest.mark.parametrize(
    "name",
    ["root-window-reset", "full-first-window", "depth-off-by-one", "depth-miscounted"],
)
def test_a_program_that_hands_nothing_on_is_not_asked_what_it_passes(name: str) -> None:
    """The window and the depth may be set where a function begins, or be kept elsewhere."""
    assert "passed" not in BY_ID[name].description(lambda claim: False, ())


def test_every_text_about_an_action_calls_it_one(tmp_path: Path) -> None:
    assert styled(feedback(Passed(CHOICE, 1, (), "")).verdict) == [
        ("good", "Right: the action, the pruned leaves, the order of visits.")
    ]
    report = report_on(
        tmp_path,
        NO_TEST_AT_ROOT.replace(
            "return best_action\n\n", "return state.actions()[0]\n\n"
        ),
        [[3, 5], [4, 6]],
        [[3, 5], [7, 6]],
        interface="alpha_beta_search",
    )
    shown = StringIO()
    with redirect_stdout(shown):
        print_report(report, in_full=True)
    assert "(action ✗ pruned ✓ order ✓)" in shown.getvalue()
    assert "Wrong: the action." in shown.getvalue()


@pytest.mark.parametrize("name", interfaces.names())
def test_an_interface_says_whether_its_answer_is_an_action(name: str) -> None:
    problem = Problem(Tree.from_nested([0, 1]), name, guess=0, epsilon=1)
    answer = observe(fitted(problem)).value
    assert isinstance(answer, str) == interfaces.load(name).decides


def test_leaf_that_was_read_ahead_is_not_told_as_a_step(tmp_path: Path) -> None:
    """Slices read all leaves first, so the loop may end at the right child all the same."""
    source = "\n".join(
        [
            "def minimax(depth, index, maximizing_player, values, alpha, beta):",
            "    if len(values) == 1:",
            "        return values[0]",
            "    half = len(values) // 2",
            "    best = alpha if maximizing_player else beta",
            "    for part in [values[:half], values[half:]]:",
            "        if maximizing_player:",
            "            best = max(best, minimax(0, 0, False, part, best, beta))",
            "        else:",
            "            best = min(best, minimax(0, 0, True, part, alpha, best))",
            "        if best >= beta if maximizing_player else best <= alpha:",
            "            break",
            "    return best",
            "",
        ]
    )
    page = page_of(tmp_path, source, [[3, 5], [2, 7]], interface="minimax_array")
    assert "a right search stops here. Your search looked at C4, too." in page


def test_search_of_the_right_leaves_stays_beside_the_textbooks() -> None:
    """So does one of which no visits are asked."""
    wrong_value = failed(RIGHT, "po")
    assert wrong_value.evidence.has_right_visits
    assert beside_nearest_form(wrong_value) is wrong_value
    evidence = failed(RIGHT._replace(looks=(1, 2))).evidence
    unasked = wrong_value._replace(evidence=evidence._replace(asked_checks=("value",)))
    assert beside_nearest_form(unasked) is unasked


@given(nested_trees(), PLAYERS, st.data())
def test_nearest_right_search_differs_in_the_fewest_leaves(
    nested: Nested, player: str, data: st.DataObject
) -> None:
    """But not in none, unless it is the textbook's: the check says that leaves are wrong."""
    tree = Tree.from_nested(nested, player)
    problem = Problem(tree, "alpha_beta_search", prune_when="alpha > beta")
    leaves = st.lists(st.sampled_from([*tree.leaves()]), unique=True)
    looks = tuple(data.draw(leaves))
    verdict = failed(Observation("none", looks), problem=problem)
    found = beside_nearest_form(verdict).evidence

    def differences(right: Observation) -> int:
        return len({*looks} ^ {*right.looks})

    textbook = verdict.evidence.expected
    others = map(differences, other_right_searches(problem))
    assert differences(found.expected) == min(
        [differences(textbook), *filter(None, others)]
    )
    assert bool(found.expected.calls) == bool(verdict.evidence.expected.calls)
    assert found == verdict.evidence._replace(expected=found.expected)


def test_same_mistake_is_told_once_and_named_later(tmp_path: Path) -> None:
    report = report_on(
        tmp_path,
        program("if v >= beta:", "if v > beta:"),
        [[[3, 5], [5, 1]], 1],
        [[[4, 2], [4, 6]], 1],
        repair=20,
    )
    shown = feedback_of(report)
    first, second = shown.order
    assert first.misconceptions == second.misconceptions == ("strict-cutoff",)
    explanation = "Look at the comparison in the line that ends the loop"
    assert explanation in plain(shown.text_of(first))
    assert " <- change the comparison" in plain(shown.text_of(first))
    page = plain(shown.text_of(second))
    name = first.exercise.id
    assert f"The same mistake as in {name} ({first.exercise.title})." in page
    assert explanation not in page
    assert " <- change the comparison" not in page
    assert ", too." in page


def test_same_slip_without_a_name_is_told_once(tmp_path: Path) -> None:
    source = program(
        "v = max(v, min_value(state.result(a), alpha, beta))",
        "max(v, min_value(state.result(a), alpha, beta))",
    )
    shown = feedback_of(
        report_on(tmp_path, source, AIMA, [3, 12, 8], [[1, 2], [5, 4]], repair=20)
    )
    slip = plain(shown.sections[shown.order[0].exercise.id].places)
    assert slip
    for verdict in shown.order[1:]:
        assert slip not in plain(shown.text_of(verdict))
        name = shown.order[0].exercise.id
        assert f"The same mistake as in {name} ({name})." in plain(
            shown.text_of(verdict)
        )


def test_slip_that_repairs_nothing_is_not_called_the_mistake_of_others(
    tmp_path: Path,
) -> None:
    """It is in the program, and nothing shows that an exercise fails by it."""
    source = program("if v <= alpha:", "if v < alpha:")
    report = report_on(tmp_path, source, [[3, 4], [3, 2]], [[5, 6], [5, 1]])
    slip = EditedLine(SLIPS["bare"], "", "alphabeta.py", 2, "return")
    unnamed = [
        verdict._replace(misconceptions=())
        for verdict in report.report.verdicts
        if isinstance(verdict, Failed)
    ]
    failed_ids = [verdict.exercise.id for verdict in unnamed]
    explained = ExplainedReport(
        report.report._replace(verdicts=tuple(unnamed)),
        dict.fromkeys(failed_ids, Findings(slips=(slip,))),
    )
    shown = feedback_of(explained)
    first, second = (verdict.exercise.id for verdict in shown.order)
    page = plain(shown.text_of(shown.order[1]))
    assert f"The lines to look at are the same as in {first} ({first})." in page
    assert f"1 other fails, too: {second}." in plain(next_step_text(shown))


def test_others_that_the_told_change_mends_are_said_to_be(tmp_path: Path) -> None:
    """They may show it in another way, so they are not said to fail by the same."""
    source = program("if v <= alpha:", "if v < alpha:")
    report = report_on(tmp_path, source, [[3, 4], [3, 2]], [[5, 6], [5, 1]])
    change = ClaimedRepair((EditedLine(LOOSER, "test", "a.py", 9),), ())
    unnamed = [
        verdict._replace(misconceptions=())
        for verdict in report.report.verdicts
        if isinstance(verdict, Failed)
    ]
    findings = Findings((change,), None, 2)
    bare = ExplainedReport(report.report._replace(verdicts=tuple(unnamed)), {})
    first, second = (verdict.exercise.id for verdict in feedback_of(bare).order)
    explained = bare._replace(findings={first: findings, second: Findings()})
    text = plain(next_step_text(feedback_of(explained)))
    is_right = "and is right once this is changed"
    assert f"1 other fails, too, {is_right}: {second}." in text
