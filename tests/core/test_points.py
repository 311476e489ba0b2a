"""Extra exercises: their points count in the score, and not in the maximum."""

import base64
import json
from pathlib import Path

import pytest

from autograder.core.exercises.load import load_set
from autograder.core.grading.report import Report
from autograder.core.judging.judge import NotRun, Passed, Verdict
from autograder.core.sandbox.outcome import Failure
from autograder.explain.graded import ExplainedReport
from autograder.tell.feedback import visible_sum
from autograder.tell.formats import FORMATS, results, texts
from tests.sets import Typed, made_set, written

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
