"""Points: extra ones, checks that are not asked, and conditions of others."""

import base64
import json
import re
import subprocess
import sys
from collections.abc import Collection
from itertools import combinations
from pathlib import Path

import pytest

from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import (
    CHECKS,
    Exercise,
    FixedExercise,
    GeneratedExercise,
)
from autograder.core.grading.report import Report
from autograder.core.judging.judge import NotRun, Passed, Verdict, judge
from autograder.core.sandbox.outcome import Failure, Searched
from autograder.explain.graded import ExplainedReport
from autograder.teach.handout import student_files
from autograder.tell.feedback import feedback, feedback_of, visible_sum
from autograder.tell.formats import FORMATS, results, texts
from autograder.tell.pages.report import report_page
from autograder.tell.styled_text import plain
from reference.problem import Observation
from tests.sets import SUBMISSIONS, Typed, made_set, written

FIRST = {"title": "First", "tree": [[3, 12], [2, "x"]]}
EXTRA = {"title": "Harder", "tree": [[4, 2], [1, "x"]], "extra": True}
HIDDEN = {"visibility": "hidden"}


def reported(folder: Path, passed: dict[str, bool], **extra: object) -> ExplainedReport:
    """Return a report on a set of an exercise and an extra one, which passed or not."""
    exercises = load_set(made_set(folder, [FIRST, {**EXTRA, **extra}]))
    verdicts: list[Verdict] = []
    for exercise in exercises.exercises:
        if passed[exercise.id]:
            verdicts.append(Passed(exercise, 1, (), ""))
        else:
            verdicts.append(NotRun(exercise, Failure("not run", "It was not run.")))
    return ExplainedReport(Report(exercises, folder, tuple(verdicts), None, 0.0), {})


def test_points_of_an_extra_exercise_count_in_the_score_alone(tmp_path: Path) -> None:
    report = reported(tmp_path, {"01": True, "02": True}).report
    assert (report.points, report.max_points) == (6, 3)
    assert report.exercises.max_points == 3
    assert report.exercises.extra_points == 3
    assert report.exercises.exercises[1].title == "Harder (extra)"


@pytest.mark.parametrize(
    ("first", "second", "shown"),
    [
        (True, True, "6 of 3 points, 3 of them extra"),
        (False, True, "3 of 3 points, 3 of them extra"),
        (True, False, "3 of 3 points"),
    ],
)
def test_sum_says_how_many_points_are_extra(
    first: bool, second: bool, shown: str, tmp_path: Path
) -> None:
    report = reported(tmp_path, {"01": first, "02": second}).report
    assert visible_sum(report.verdicts) == shown


def test_sum_of_visible_exercises_says_nothing_of_hidden_extra_ones(
    tmp_path: Path,
) -> None:
    report = reported(tmp_path, {"01": True, "02": True}, **HIDDEN).report
    assert visible_sum(report.verdicts).startswith("Visible exercises: 3 of 3 points. ")


def test_gradescope_gets_an_extra_exercise_as_a_test_above_the_maximum(
    tmp_path: Path,
) -> None:
    data = results(reported(tmp_path, {"01": True, "02": True}))
    assert data["score"] == 6
    first, second = data["tests"]
    assert (second["name"], second["score"], second["max_score"]) == (
        "Harder (extra)",
        3,
        3,
    )
    assert second["extra_data"]["extra"] is True
    assert "extra" not in first["extra_data"]


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_extra_points_make_no_format_write_more_than_it_holds(
    form: str, tmp_path: Path
) -> None:
    explained = reported(tmp_path, {"01": False, "02": True})
    text = texts(form, results(explained))[""]
    if form == "prairielearn":
        assert json.loads(text)["score"] == 1
    if form == "github":
        read = json.loads(base64.b64decode(text))
        assert (read["max_score"], read["status"]) == (3, "fail")
        assert [test["status"] for test in read["tests"]] == ["fail", "pass"]
    if form == "vpl":
        assert "Grade :=>>3\n" in text
    if form == "junit":
        assert 'name="max_score" value="3"' in text
        assert 'failures="1"' in text


def test_a_failed_extra_exercise_fails_no_whole_run(tmp_path: Path) -> None:
    explained = reported(tmp_path, {"01": True, "02": False})
    assert 'failures="1"' in texts("junit", results(explained))[""]
    read = json.loads(base64.b64decode(texts("github", results(explained))[""]))
    assert read["status"] == "pass"


def test_validate_says_how_many_points_are_extra(tmp_path: Path, typed: Typed) -> None:
    folder = made_set(tmp_path / "set", [FIRST, EXTRA])
    printed = typed("validate", folder)
    assert "3 points: set the assignment's points on Gradescope to 3." in printed
    assert "3 more points can be earned in extra exercises" in printed


def test_an_extra_that_is_no_truth_is_refused(tmp_path: Path, typed: Typed) -> None:
    written(tmp_path / "set" / "assignment.json", {"title": "T"})
    written(tmp_path / "set" / "01.json", {**EXTRA, "extra": 5})
    assert "extra: 5" in typed("validate", tmp_path / "set", status=2)


# --- Checks that are not asked ---

TREE = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]


def exercise_of(
    folder: Path, asked: Collection[str], **more: object
) -> FixedExercise | GeneratedExercise:
    """Return an exercise that asks some checks, each for a point."""
    points = {check: int(check in asked) for check in CHECKS}
    made_set(folder, [{"tree": TREE, "points": points, **more}])
    (exercise,) = load_set(folder).exercises
    return exercise


def verdict_on(exercise: Exercise, right: Collection[str]) -> Verdict:
    """Judge a search of which some checks hold."""
    assert isinstance(exercise, FixedExercise)
    looks = exercise.textbook.looks
    if "pruned" not in right:
        looks = tuple(exercise.problem.tree.leaves())
    elif "order" not in right:
        looks = looks[::-1]
    value = exercise.textbook.value if "value" in right else 100
    searched = Searched(Observation(value, looks))
    return judge(exercise, lambda problems: [searched], lambda: True)


@pytest.mark.parametrize("right", [(), ("value",), ("pruned",), ("value", "pruned")])
@pytest.mark.parametrize(
    "asked", [set(some) for n in (1, 2, 3) for some in combinations(CHECKS, n)]
)
def test_a_check_without_points_is_not_judged(
    asked: set[str], right: tuple[str, ...], tmp_path: Path
) -> None:
    exercise = exercise_of(tmp_path, asked)
    verdict = verdict_on(exercise, right)
    assert verdict.passed == (asked <= {*right})
    assert verdict.points == len(asked & {*right})


@pytest.mark.parametrize(
    "asked", [set(some) for n in (1, 2) for some in combinations(CHECKS, n)]
)
def test_a_check_without_points_is_named_nowhere(
    asked: set[str], tmp_path: Path
) -> None:
    words = {
        "value": r"the value|value +(expected|\d)|action",
        "pruned": "the pruned leaves|pruned +(expected|none|C)",
        "order": r"the order|visit \d \(should be",
    }
    verdict = verdict_on(exercise_of(tmp_path, asked), ())
    exercises = load_set(tmp_path)
    report = Report(exercises, tmp_path, (verdict,), None, 0.0)
    explained = ExplainedReport(report, {})
    shown = plain(feedback_of(explained).text_of(verdict))
    for check in {*CHECKS} - asked:
        assert not re.search(words[check], shown), shown
    page = report_page(explained)
    for check in {*CHECKS} - asked:
        assert f"{check} ✗" not in page
    (test,) = results(explained)["tests"]
    assert test["extra_data"]["checks"].keys() == asked
    if asked == {"value"}:
        assert "visit" not in shown
    if "value" in asked:
        assert "expected 3, found 100" in shown


def test_a_program_is_graded_and_explained_by_what_is_asked_alone(
    tmp_path: Path, typed: Typed
) -> None:
    exercises = made_set(
        tmp_path / "set",
        [
            {"tree": TREE},
            {"generate": {"examples": 20, "seed": 7}},
            {"tree": [1, 2], "points": {"pruned": 0}},
        ],
        points={"value": 0, "order": 0},
        limits={  # enough on a machine that does much else
            "seconds": 20,
            "cpu_seconds": 20,
            "run_seconds": 600,
            "explain_seconds": 30,
        },
    )
    written(tmp_path / "alphabeta.py", NO_PRUNING_AND_WRONG_VALUES)
    output = typed(tmp_path / "alphabeta.py", "--exercises", exercises, "--all")
    printed = output.replace(str(tmp_path), "")  # a folder that is named by chance
    assert "0 of 2 points" in printed
    assert not re.search(r"\b03\b", printed.replace(str(tmp_path), ""))
    assert "add a test that ends the loop early" in printed
    assert "+ 1" not in printed
    assert "value is" not in printed


NO_PRUNING_AND_WRONG_VALUES = """\
def max_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility() + 0.25
    v = float("-inf")
    for child in state.children:
        v = max(v, min_value(child, alpha, beta))
        alpha = max(alpha, v)
    return v


def min_value(state, alpha, beta):
    if state.is_terminal():
        return state.utility() + 0.25
    v = float("inf")
    for child in state.children:
        v = min(v, max_value(child, alpha, beta))
        beta = min(beta, v)
    return v
"""


def test_an_exercise_without_points_is_in_no_set(tmp_path: Path) -> None:
    nothing = dict.fromkeys(CHECKS, 0)
    folder = made_set(tmp_path, [FIRST, {"tree": [1, 2], "points": nothing}])
    assert [exercise.id for exercise in load_set(folder).exercises] == ["01"]


@pytest.mark.parametrize("asked", ["value", "pruned", "order"])
def test_the_handout_asks_what_is_asked(asked: str, tmp_path: Path) -> None:
    points = {check: int(check == asked) for check in CHECKS}
    folder = made_set(tmp_path / "set", [{"tree": TREE}], points=points)
    files = student_files(load_set(folder))
    readme, test = files["README.md"], files["test_alphabeta.py"]
    assert "On each, one thing is checked:\n\n1. **" + asked in readme
    tests = test[test.index("def test_two_plies") :]
    assert ("value=" in tests) == (asked == "value")
    assert ("visited=" in tests) == (asked != "value")
    assert ("in_order=False" in tests) == (asked == "pruned")


@pytest.mark.parametrize(
    ("asked", "is_right"), [("value", False), ("pruned", True), ("order", True)]
)
def test_tests_at_home_ask_what_is_asked(
    asked: str, is_right: bool, tmp_path: Path
) -> None:
    points = {check: int(check == asked) for check in CHECKS}
    folder = made_set(tmp_path / "set", [{"tree": TREE}], points=points)
    for name, text in student_files(load_set(folder)).items():
        written(tmp_path / "home" / name, text)
    textbook = SUBMISSIONS / "textbook" / "alphabeta.py"
    program = textbook.read_text("utf-8").replace(".utility()", ".utility() + 0.25")
    written(tmp_path / "home" / "alphabeta.py", program)
    done = subprocess.run(
        [sys.executable, "-B", "test_alphabeta.py"],
        cwd=tmp_path / "home",
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode == 0) == is_right, done.stdout


# --- Conditions ---


@pytest.mark.parametrize(
    ("earned", "right", "points"),
    [
        ("each", (), 0),
        ("each", ("pruned", "order"), 5),
        ("each", ("value",), 1),
        ("with value", ("pruned", "order"), 0),
        ("with value", ("value",), 1),
        ("with value", ("value", "pruned"), 3),
        ("with value", CHECKS, 6),
        ("all or nothing", ("value", "pruned"), 0),
        ("all or nothing", CHECKS, 6),
    ],
)
def test_points_may_need_the_value_or_all(
    earned: str, right: tuple[str, ...], points: float, tmp_path: Path
) -> None:
    worth = {"value": 1, "pruned": 2, "order": 3}
    exercise = exercise_of(tmp_path, CHECKS, points=worth, earned=earned)
    verdict = verdict_on(exercise, right)
    assert verdict.points == points
    shown = plain(feedback(verdict).verdict)
    assert ("This exercise gives points only if" in shown) == (
        bool(right) and not points
    )


def test_what_is_not_asked_is_no_condition(tmp_path: Path) -> None:
    exercise = exercise_of(tmp_path, {"value", "pruned"}, earned="all or nothing")
    assert verdict_on(exercise, ("value", "pruned")).points == 2


def test_the_assignment_says_the_condition_for_exercises_that_do_not(
    tmp_path: Path,
) -> None:
    exercises = [{"tree": TREE}, {"tree": [1, 2], "earned": "each"}]
    folder = made_set(tmp_path, exercises, earned="with value")
    first, second = load_set(folder).exercises
    assert (first.earned, second.earned) == ("with value", "each")
    readme = student_files(load_set(folder))["README.md"]
    assert "Some exercises give points only if the value, or all of it" in readme


def test_audit_lists_no_mistake_that_shows_in_no_check_that_is_asked(
    tmp_path: Path, typed: Typed
) -> None:
    points = {"pruned": 0, "order": 0}
    folder = made_set(tmp_path, [{"tree": [[3, 12, 8], [2, 4, 6]]}], points=points)
    printed = typed("audit", folder, status=1)
    assert "no-pruning passes" not in printed
    assert "the mistake shows in no check that the set asks" in printed


def test_handout_of_values_alone_says_nothing_of_visits(tmp_path: Path) -> None:
    points = {"pruned": 0, "order": 0}
    folder = made_set(tmp_path, [{"tree": TREE}], points=points)
    graded = student_files(load_set(folder))["README.md"].partition("is graded")[2]
    graded, _, _ = graded.partition("## What is not allowed")
    assert "visit" not in graded
    assert "must remember nothing" in graded
