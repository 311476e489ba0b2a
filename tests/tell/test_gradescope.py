"""results.json: valid at every moment, and silent about all that the student may not see."""

import fcntl
import io
import json
import math
import os
import shutil
import subprocess
import unittest
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from gradescope_utils.autograder_utils import decorators
from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner
from hypothesis import given
from hypothesis import strategies as st

from autograder.core.exercises.load import load_assignment, load_set
from autograder.core.exercises.model import FeedbackByAttempt
from autograder.core.files import write_whole
from autograder.core.grading.report import (
    about_attempt,
    attempt_number,
    feedback_for,
)
from autograder.explain.graded import ExplainedReport, grade_and_explain
from autograder.tell import formats
from autograder.tell.formats import results, text_of, unfinished
from tests.sets import PROJECT, cases, made_set, valid_results, written

pytestmark = pytest.mark.usefixtures("unmended")
FEW = "[02][16]_*"
"""Of the core set fixed exercises and generated ones, of which a too strict test fails some."""
STRICT = PROJECT / "tests" / "submissions" / "strict_cutoff"


def report_on(submission: Path, folder: Path) -> ExplainedReport:
    return grade_and_explain(submission, load_set(folder))


TIES: dict[str, object] = {"tree": [[3, 12], [3, 4]]}


def test_results_have_points_visibility_tags_and_numbers_of_exercises(
    tmp_path: Path,
) -> None:
    points = {"value": 2, "pruned": 0.5, "order": 0.25}
    extras: dict[str, object] = {
        "points": points,
        "visibility": "after_due_date",
        "tags": ["ties"],
        "number": "1.2",
    }
    data = valid_results(
        results(
            report_on(STRICT, made_set(tmp_path / "set", {"ties": {**TIES, **extras}}))
        )
    )
    (test,) = data["tests"]
    assert test["name"] == "ties"
    assert (test["score"], test["max_score"], test["status"]) == (2, 2.75, "failed")
    assert (test["visibility"], test["tags"], test["number"]) == (
        "after_due_date",
        ["ties"],
        "1.2",
    )
    assert test["extra_data"]["checks"] == {
        "value": True,
        "pruned": False,
        "order": False,
    }
    assert data["score"] == 2
    assert (data["test_output_format"], "\x1b[1m" in test["output"]) == ("ansi", True)


TITLES = st.text(st.characters(codec="utf-8"), min_size=1).filter(str.strip)
EARNED = st.tuples(TITLES, st.sampled_from(["visible", "hidden"]), st.integers(0, 12))


@given(st.lists(EARNED, max_size=4))
def test_cached_results_are_those_that_gradescope_utils_makes(
    earned: list[tuple[str, str, int]],
) -> None:
    verdicts: list[Any] = []
    cases = []
    for title, visible, quarters in earned:
        exercise = SimpleNamespace(
            title=title, max_points=3, visibility=visible, tags=("a",), number="1"
        )
        points = quarters / 4
        verdicts.append(SimpleNamespace(exercise=exercise, points=points))

        def test(
            self: unittest.TestCase, set_score: Any, points: float = points
        ) -> None:
            set_score(points)

        test.__doc__ = title
        decorated = decorators.visibility(visible)(decorators.partial_credit(3)(test))
        decorated = decorators.number("1")(decorators.tags("a")(decorated))
        cases.append(
            type("Exercise", (unittest.TestCase,), {"test": decorated})("test")
        )
    runner = JSONTestRunner(stream=io.StringIO(), buffer=True)
    runner.run(unittest.TestSuite(cases))
    right = json.loads(json.dumps(runner.json_data))
    del right["execution_time"], right["leaderboard"]
    for made in (formats._tests(verdicts), formats._tests(verdicts)):
        for result in (*made["tests"], *right["tests"]):
            result["status"] = ""  # `results` says it
        assert made == right


def test_results_show_nothing_of_a_hidden_exercise(tmp_path: Path) -> None:
    submission = tmp_path / "alphabeta.py"
    source = (STRICT / "alphabeta.py").read_text("utf-8")
    # Prints every value it sees, at once and again in later exercises.
    submission.write_text(
        source.replace("return state.utility()", "return seen(state.utility())"),
        "utf-8",
    )
    with submission.open("a", encoding="utf-8") as file:
        file.write(
            "\n\nSEEN = []\n\n\ndef seen(value):\n    SEEN.append(value)\n    print(SEEN)\n    return value\n"
        )
    hidden: dict[str, object] = {
        "tree": [[48151, 62342], [48151, 31415]],
        "visibility": "hidden",
    }
    report = report_on(
        submission, made_set(tmp_path / "set", {"a_hidden": hidden, "b_visible": TIES})
    )
    shown = json.dumps(valid_results(results(report)))
    assert "12" in shown
    for value in ("48151", "62342", "31415"):
        assert value not in shown


def test_failed_write_leaves_the_earlier_results_whole(tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    write_whole(file, text_of(unfinished()))
    assert "did not finish" in valid_results(file)["output"]
    with pytest.raises(ValueError, match="JSON compliant"):
        write_whole(file, text_of({"score": math.nan}))
    assert "did not finish" in valid_results(file)["output"]
    assert list(tmp_path.iterdir()) == [file]


def test_write_whole_keeps_the_text_and_makes_it_readable_to_all(
    tmp_path: Path,
) -> None:
    file = tmp_path / "class.csv"
    write_whole(file, "Zoë\r\n")
    assert file.read_bytes() == "Zoë\r\n".encode()
    assert file.stat().st_mode & 0o777 == 0o644


def test_results_are_indented_json_and_unfinished_ones_have_no_points() -> None:
    assert (
        text_of({"score": 3, "output": "é"})
        == '{\n "score": 3,\n "output": "\\u00e9"\n}\n'
    )
    assert unfinished()["score"] == 0


@pytest.fixture
def gradescope(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield a root laid out as Gradescope does, with the uploaded archive unpacked and set up in it.

    pytest's processes share one, in turns, as setting up takes long.
    """
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    root = shared / "autograder"
    with (shared / "autograder.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (root / "run_autograder").exists():
            set_up(root)
        yield root


def set_up(root: Path) -> None:
    """Do the steps of Gradescope with an upload."""
    root.mkdir()
    # Pytest closes its folders to other users; on Gradescope the root is open.
    for folder in (
        root,
        *root.parents,
    ):
        if folder.stat().st_uid == os.getuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o055)
    archive = root / "upload.zip"
    run([str(PROJECT / "run_autograder"), "zip", str(archive)], root)
    for name in ("source", "submission", "results"):
        (root / name).mkdir()
    with zipfile.ZipFile(archive) as opened:
        assert {"setup.sh", "run_autograder"} <= set(opened.namelist())
        assert not [
            name
            for name in opened.namelist()
            if name.startswith(("tests", "docs", "student_template"))
        ]
        opened.extractall(root / "source")
    # A few exercises are enough: to draw and grade all takes long.
    for file in (root / "source" / "exercises").glob("[0-9]*"):
        if not file.match(FEW):
            file.unlink()
    run(["bash", str(root / "source" / "setup.sh")], root)
    shutil.copy(root / "source" / "run_autograder", root / "run_autograder")


def run(command: list[str], root: Path, status: int = 0) -> str:
    """Run a command as Gradescope does, in its root."""
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(root),
        "AUTOGRADER_ROOT": str(root),
    }
    environment |= {
        name: value
        for name, value in os.environ.items()
        if name.startswith(("PIP_", "SSL_"))
    }
    done = subprocess.run(
        command, cwd=root, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_a_submission_is_graded_on_gradescope(gradescope: Path) -> None:
    shutil.rmtree(gradescope / "submission")
    (gradescope / "submission" / "homework").mkdir(parents=True)
    shutil.copy(STRICT / "alphabeta.py", gradescope / "submission" / "homework")
    run(["bash", str(gradescope / "run_autograder")], gradescope)
    data = valid_results(gradescope / "results" / "results.json")
    graded = results(report_on(STRICT, gradescope / "source" / "exercises"))
    assert 0 < graded["score"] < sum(test["max_score"] for test in graded["tests"])
    assert [test["extra_data"]["checks"] for test in data["tests"]] == [
        test["extra_data"]["checks"] for test in graded["tests"]
    ]
    if os.geteuid() == 0:
        assert "user" in data["extra_data"]["isolation"]


def test_an_empty_submission_is_told_so(gradescope: Path) -> None:
    shutil.rmtree(gradescope / "submission")
    (gradescope / "submission").mkdir()
    run(["bash", str(gradescope / "run_autograder")], gradescope)
    data = valid_results(gradescope / "results" / "results.json")
    assert data["score"] == 0
    assert "There is no alphabeta.py in the submission" in data["output"]


def test_broken_exercises_are_not_the_students_fault(gradescope: Path) -> None:
    broken = gradescope / "source" / "exercises" / "99_broken.json"
    broken.write_text('{"title": "x", "tree": []}', "utf-8")
    try:
        output = run(["bash", str(gradescope / "run_autograder")], gradescope, status=2)
    finally:
        broken.unlink()
    assert "99_broken.json: tree: this node has no children" in output
    data = valid_results(gradescope / "results" / "results.json")
    assert "course staff must mend" in data["output"]


@pytest.mark.parametrize(
    "module", ["reference/observe.py", "autograder/core/exercises/documents.py"]
)
def test_a_broken_grader_is_not_the_students_fault(
    gradescope: Path, module: str
) -> None:
    file = gradescope / "source" / module
    whole = file.read_text("utf-8")
    file.write_text("raise RuntimeError('broken for a test')\n", "utf-8")
    try:
        output = run(["bash", str(gradescope / "run_autograder")], gradescope, status=1)
    finally:
        file.write_text(whole, "utf-8")
    assert "broken for a test" in output
    data = json.loads((gradescope / "results" / "results.json").read_text("utf-8"))
    assert data["score"] == 0
    assert "not your program's fault" in data["output"]


PASSES_HIDDEN = "return state.utility()"
FAILS_HIDDEN = "return state.utility() + (state.name == 'H')"
CRASHES_HIDDEN = "return state.utility() + (1 / 0 if state.name == 'H' else 0)"
SLOW_HIDDEN = (
    "return state.utility() + (sum(range(10**7)) * 0 if state.name == 'H' else 0)"
)
HIDDEN: dict[str, object] = {
    "tree": [[{"name": "H", "value": 3}, 12], [2, 4]],
    "visibility": "hidden",
}


def seen_by_students(data: dict[str, Any]) -> str:
    """Return the part of some results that a student sees while the scores of hidden tests, and the total, are hidden."""
    shown = {
        key: value
        for key, value in data.items()
        if key not in ("tests", "score", "extra_data")
    }
    tests = [test for test in data["tests"] if test["visibility"] == "visible"]
    tests = [
        {key: value for key, value in test.items() if key != "extra_data"}
        for test in tests
    ]
    return json.dumps({**shown, "tests": tests})


@pytest.mark.parametrize(
    "visible", [TIES, {"tree": [[3, 12], [2, 4]]}], ids=["failed", "passed"]
)
def test_nothing_that_a_student_sees_depends_on_a_hidden_exercise(
    tmp_path: Path, visible: dict[str, object]
) -> None:
    source = (STRICT / "alphabeta.py").read_text("utf-8")
    folder = made_set(tmp_path / "set", {"a_hidden": HIDDEN, "b_visible": visible})
    outputs, scores = [], []
    for variant in (PASSES_HIDDEN, SLOW_HIDDEN, FAILS_HIDDEN, CRASHES_HIDDEN):
        submission = tmp_path / "alphabeta.py"
        submission.write_text(source.replace(PASSES_HIDDEN, variant), "utf-8")
        data = valid_results(results(report_on(submission, folder)))
        outputs.append(seen_by_students(data))
        scores.append(data["score"])
    assert outputs == outputs[:1] * 4
    assert scores[0] == scores[1] > max(scores[2:])
    assert "Visible exercises: " in outputs[0]
    assert "1 more exercise is hidden" in outputs[0]


@pytest.mark.parametrize("level", ["full", "diagnosis", "verdict"])
def test_printed_output_is_shown_only_with_full_feedback(
    tmp_path: Path, level: str
) -> None:
    submission = tmp_path / "alphabeta.py"
    source = (STRICT / "alphabeta.py").read_text("utf-8")
    printing = source.replace(
        PASSES_HIDDEN, "print('leaf', state.utility())\n        return state.utility()"
    )
    submission.write_text("print('at load')\n" + printing, "utf-8")
    folder = made_set(
        tmp_path / "set",
        {"a_passed": {"tree": [3, 1]}, "b_failed": TIES},
        feedback=level,
    )
    data = results(report_on(submission, folder))
    assert data["execution_time"] > 0
    shown = json.dumps(data)
    for text in ("at load", "leaf 1", "leaf 12"):
        assert (text in shown) == (level == "full")


def test_error_at_load_is_told_once_at_the_top(tmp_path: Path) -> None:
    submission = PROJECT / "tests" / "submissions" / "syntax_error"
    trees: dict[str, dict[str, object]] = {
        name: {"tree": [3, 12], "hint": "Prune."} for name in "abc"
    }
    data = valid_results(
        results(report_on(submission, made_set(tmp_path / "set", trees)))
    )
    assert json.dumps(data).count("SyntaxError") == 1
    assert [test["output"] for test in data["tests"]] == [
        "Not run. The text at the top says why."
    ] * 3
    assert "Prune." not in json.dumps(data)


# --- Feedback by attempt: which submission this is, and how much it is shown ---


ASKED = FeedbackByAttempt(full=3, diagnosis=10)


def test_earlier_submissions_are_counted_but_not_those_that_the_autograder_lost(
    tmp_path: Path,
) -> None:
    lost = {"score": 0.0, "autograder_error": True}
    earlier = [
        {"score": 3.0},
        lost,
        lost,
        {"score": 1.0, "autograder_error": False},
        {"score": 1.0},
    ]
    assert (
        attempt_number(written(tmp_path / "m.json", {"previous_submissions": earlier}))
        == 4
    )
    assert (
        attempt_number(written(tmp_path / "m.json", {"previous_submissions": []})) == 1
    )


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "{",
        "[]",
        "null",
        "{}",
        '{"previous_submissions": 3}',
        '{"previous_submissions": [3]}',
        "[" * 100_000,
    ],
)
def test_broken_or_missing_metadata_are_full_feedback_and_a_line_in_the_log(
    tmp_path: Path, text: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "submission_metadata.json"
    if text is not None:
        written(file, text)
    attempt = attempt_number(file)
    assert attempt is None
    assert feedback_for(ASKED, attempt) == "full"
    assert about_attempt(ASKED, attempt) == ""
    log = capsys.readouterr().err
    assert "submission_metadata.json does not say which attempt this is" in log
    if text == '{"previous_submissions": 3}':
        assert log.endswith(
            "so feedback is full (TypeError: previous_submissions is no list)\n"
        )


@pytest.mark.parametrize(
    ("attempt", "level", "words"),
    cases("feedback_level_and_its_sentence_follow_the_attempt"),
)
def test_feedback_level_and_its_sentence_follow_the_attempt(
    attempt: int, level: str, words: str
) -> None:
    assert feedback_for(ASKED, attempt) == level
    assert words in about_attempt(ASKED, attempt)


@given(st.integers(0, 5), st.integers(0, 5))
def test_feedback_by_attempt_never_grows(full: int, diagnosis: int) -> None:
    levels = FeedbackByAttempt(full, diagnosis)
    given_levels = [feedback_for(levels, attempt) for attempt in range(1, 13)]
    assert given_levels == ["full"] * full + ["diagnosis"] * diagnosis + ["verdict"] * (
        12 - full - diagnosis
    )


def test_feedback_level_without_attempts_holds_for_every_attempt() -> None:
    assert [feedback_for("diagnosis", attempt) for attempt in (None, 1, 99)] == [
        "diagnosis"
    ] * 3
    assert about_attempt("diagnosis", 99) == ""


def test_assignment_states_how_many_attempts_get_each_level(tmp_path: Path) -> None:
    for feedback, read in (
        ({"full": 3, "diagnosis": 10}, ASKED),
        ({"full": 2.0}, FeedbackByAttempt(full=2)),
    ):
        file = written(
            tmp_path / "assignment.json", {"title": "t", "feedback": feedback}
        )
        assert load_assignment(file).feedback == read
