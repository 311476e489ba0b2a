"""Feedback by attempt: which submission this is, and how much it is shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.errors import InvalidExercises
from autograder.exercises.load import load_assignment, load_set
from autograder.exercises.model import FeedbackByAttempt
from autograder.judging.report import about_attempt, attempt_number, feedback_for
from autograder.judging.run import grade
from autograder.showing.gradescope import results
from tests.results import valid_results

STRICT = Path(__file__).parent / "submissions" / "strict_cutoff"
ASKED = FeedbackByAttempt(full=3, diagnosis=10)
LEVELS = ["full", "diagnosis", "verdict"]


def metadata(folder: Path, text: str) -> Path:
    """A file with some text where Gradescope has its metadata."""
    file = folder / "submission_metadata.json"
    file.write_text(text, "utf-8")
    return file


def test_earlier_submissions_are_counted_but_not_those_that_the_autograder_lost(tmp_path: Path) -> None:
    lost = {"score": 0.0, "autograder_error": True}
    earlier = [{"score": 3.0}, lost, lost, {"score": 1.0, "autograder_error": False}, {"score": 1.0}]
    assert attempt_number(metadata(tmp_path, json.dumps({"previous_submissions": earlier}))) == 4
    assert attempt_number(metadata(tmp_path, '{"previous_submissions": []}')) == 1


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "{}", '{"previous_submissions": 3}', '{"previous_submissions": [3]}', "[" * 100_000]
)
def test_broken_metadata_are_full_feedback_and_a_line_in_the_log(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    attempt = attempt_number(metadata(tmp_path, text))
    assert feedback_for(ASKED, attempt) == "full"
    assert about_attempt(ASKED, attempt) == ""
    assert "submission_metadata.json does not say which attempt this is" in capsys.readouterr().err


def test_the_log_says_what_is_wrong_with_the_metadata(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    attempt_number(metadata(tmp_path, '{"previous_submissions": 3}'))
    why = "so feedback is full (TypeError: previous_submissions is no list)\n"
    assert capsys.readouterr().err.endswith(why)


def test_missing_metadata_are_full_feedback_and_a_line_in_the_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert attempt_number(tmp_path / "submission_metadata.json") is None
    assert "does not say which attempt this is" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("attempt", "level", "words"),
    [
        (1, "full", "feedback in full. 2 more attempts get the same; later ones get the diagnosis"),
        (2, "full", "1 more attempt gets the same"),
        (3, "full", "the last that does. Later ones get the diagnosis"),
        (4, "diagnosis", "This is attempt 4: it gets the diagnosis, without the trees. 9 more attempts get the same"),
        (13, "diagnosis", "the last that does. Later ones get the verdict alone"),
        (14, "verdict", "the verdict alone, which checks failed, as all later ones do"),
    ],
)
def test_levels_and_what_is_said_of_them(attempt: int, level: str, words: str) -> None:
    assert feedback_for(ASKED, attempt) == level
    assert words in about_attempt(ASKED, attempt)


@given(st.integers(0, 5), st.integers(0, 5))
def test_later_attempts_never_get_more(full: int, diagnosis: int) -> None:
    asked = FeedbackByAttempt(full, diagnosis)
    given_levels = [feedback_for(asked, attempt) for attempt in range(1, 13)]
    assert given_levels == ["full"] * full + ["diagnosis"] * diagnosis + ["verdict"] * (12 - full - diagnosis)


def test_plain_words_hold_for_every_attempt() -> None:
    assert [feedback_for("diagnosis", attempt) for attempt in (None, 1, 99)] == ["diagnosis"] * 3
    assert about_attempt("diagnosis", 99) == ""


def assignment(folder: Path, feedback: object) -> Path:
    """An assignment.json with some feedback."""
    file = folder / "assignment.json"
    file.write_text(json.dumps({"title": "t", "feedback": feedback}), "utf-8")
    return file


def test_an_assignment_says_how_many_attempts_get_what(tmp_path: Path) -> None:
    assert load_assignment(assignment(tmp_path, {"full": 3, "diagnosis": 10})).feedback == ASKED
    assert load_assignment(assignment(tmp_path, {"full": 2.0})).feedback == FeedbackByAttempt(full=2)


@pytest.mark.parametrize("feedback", [{}, {"full": -1}, {"full": "3"}, {"verdict": 1}, {"full": True}, 3])
def test_other_feedback_is_refused_with_what_would_be_right(tmp_path: Path, feedback: object) -> None:
    with pytest.raises(InvalidExercises) as raised:
        load_assignment(assignment(tmp_path, feedback))
    (mistake,) = raised.value.mistakes
    assert mistake.place == "feedback"
    assert '{ "full": 3, "diagnosis": 10 }' in mistake.words


@pytest.mark.parametrize(("attempt", "level"), list(enumerate(LEVELS, 1)))
def test_what_an_attempt_is_shown(tmp_path: Path, attempt: int, level: str) -> None:
    assignment(tmp_path, {"full": 1, "diagnosis": 1})
    (tmp_path / "ties.json").write_text('{"title": "ties", "tree": [[3, 12], [3, 4]], "hint": "Think."}', "utf-8")
    data = valid_results(results(grade(STRICT, load_set(tmp_path), attempt=attempt)))
    (test,) = data["tests"]
    assert f"This is attempt {attempt}: " in data["output"]
    for text in (test["output"], data["output"]):
        assert ("Equal bounds do not prune" in text) == (level != "verdict")
        assert ("visit 1" in text) == ("Think." in text) == (level == "full")
