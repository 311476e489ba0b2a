"""Results for other platforms than Gradescope: valid whatever happens, and silent about hidden exercises.

The format of each platform stands here as its own source or documentation says it, which is named beside it.
"""

import base64
import html
import json
import re
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.cli.command_line import main
from autograder.core.exercises.load import load_set
from autograder.core.sentences import sentence
from autograder.explain.graded import ExplainedReport, grade_and_explain
from autograder.tell.classroom50 import is_ours, parts_of_a_point
from autograder.tell.formats import FORMATS, results, share, texts, unfinished
from autograder.tell.pages.image import image_of
from autograder.tell.styled_text import ansi
from tests.sets import made_set, valid_results
from tests.tell.test_gradescope import (
    FAILS_HIDDEN,
    HIDDEN,
    PASSES_HIDDEN,
    SLOW_HIDDEN,
    STRICT,
    TIES,
)

pytestmark = pytest.mark.usefixtures("unmended", "forked")
RIGHT = STRICT.parent / "textbook"
SHOWN_AT_ONCE = [name for name in FORMATS if name not in ("gradescope", "json")]
"""Formats of platforms that show students all that is in them."""


# --- What the platforms take ---


def prairielearn(files: dict[str, str]) -> float | None:
    """Return the score, as processGradingResult finds it (apps/prairielearn/src/lib/externalGrader.ts)."""
    assert len(files[""].encode()) <= 1024 * 1024  # apps/grader-host/src/index.ts
    data = json.loads(files[""], parse_constant=lambda name: pytest.fail(name))
    if data.get("gradable", True) is False:
        assert all(isinstance(message, str) for message in data["format_errors"])
        return None
    assert type(data["score"]) in (int, float)
    assert 0 <= data["score"] <= 1
    for test in data["tests"]:  # without either for one test, points are shown of none
        assert type(test["points"]) in (int, float)
        assert type(test["max_points"]) in (int, float)
    points, most = (
        sum(test[key] for test in data["tests"]) for key in ("points", "max_points")
    )
    assert data["score"] == pytest.approx(points / most)
    for images in (
        data.get("images", []),
        *(test.get("images", []) for test in data["tests"]),
    ):
        # apps/prairielearn/elements/pl-external-grader-results
        assert all(set(image) == {"label", "url"} for image in images)
    score: float = data["score"]
    return score


JUNIT: dict[str, tuple[set[str], set[str], set[str]]] = {
    "testsuite": (
        {"name", "tests", "failures", "errors"},
        {
            "group",
            "time",
            "skipped",
            "timestamp",
            "hostname",
            "id",
            "package",
            "file",
            "log",
            "url",
        },
        {"testsuite", "properties", "testcase", "system-out", "system-err"},
    ),
    "properties": (set(), set(), {"property"}),
    "property": ({"name", "value"}, set(), set()),
    "testcase": (
        {"name"},
        {"time", "classname", "group"},
        {"skipped", "error", "failure", "system-out", "system-err"},
    ),
    **{
        name: (set(), {"type", "message"}, set())
        for name in ("failure", "error", "skipped")
    },
    "system-out": (set(), set(), set()),
}
"""Of junit-10.xsd (jenkinsci/xunit-plugin), for each element: attributes that it needs and may have, its children."""


def junit(files: dict[str, str]) -> float | None:
    """Return the share of the points, as the properties say it."""
    root = ElementTree.fromstring(files[""].encode())
    for element in root.iter():
        needed, optional, children = JUNIT[element.tag]
        assert needed <= set(element.attrib) <= needed | optional
        assert {child.tag for child in element} <= children
    cases = root.findall("testcase")
    for count, tag in (
        ("failures", "failure"),
        ("errors", "error"),
        ("skipped", "skipped"),
    ):
        assert int(root.attrib[count]) == len(root.findall(f"testcase/{tag}"))
    assert int(root.attrib["tests"]) == len(cases) > 0
    if root.attrib["errors"] != "0":
        return None
    properties = {
        property_.attrib["name"]: float(property_.attrib["value"])
        for property_ in root.iter("property")
    }
    return properties["score"] / properties["max_score"]


def github(files: dict[str, str]) -> float | None:
    """Return the share of the points, as NotifyClassroom adds them (autograding-grading-reporter, src/notify-classroom.js)."""
    assert re.fullmatch(r"[A-Za-z0-9+/=]+\n", files[""])
    # It becomes an environment variable, which Linux limits to 128 KiB.
    assert len(files[""]) < 128 * 1024
    result = json.loads(base64.b64decode(files[""]))
    assert result["status"] in ("pass", "fail", "error")
    for test in result["tests"]:
        assert test["line_no"] == 0  # src/console-results.js would say "line undefined"
        assert test["status"] in ("pass", "fail", "error")
    tags = "<(/?)(pre|details|summary)>|^<!-- alphabeta-autograder -->"
    assert re.sub(tags, "", files[".md"]).count("<") == 0
    points = sum(test["score"] for test in result["tests"])
    return points / result["max_score"] if result["max_score"] else None


def vpl(files: dict[str, str]) -> float | None:
    """Return the share of a grade of 0 to 10, as find_proposedgrade reads it (moodle-mod_vpl, vpl_submission.class.php)."""
    text = files[""]
    block = re.findall(
        r"^[ \t]*<\|--[ \t]*\n(.*?)^[ \t]*--\|>[ \t]*$", text, re.S | re.M
    )
    assert len(block) == 1
    assert all(line[0] in "->" for line in block[0].splitlines())
    grades = re.findall(r"^Grade :=>>(.*)$", text, re.M)
    assert len(grades) <= 1
    return float(grades[-1]) / 10 if grades else None


A_TIME = r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z"
WHOLE = {"type": "integer", "minimum": 0}
A_TEXT = {"type": "string", "minLength": 1}
CLASSROOM50: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": [
        "schema",
        "classroom",
        "assignment",
        "assignment_type",
        "owner",
        "submission",
        "commit",
        "release",
        "review",
        "datetime",
        "score",
        "max-score",
        "tests",
    ],
    "properties": {
        "schema": {"const": "classroom50/result/v1"},
        **dict.fromkeys(
            ["classroom", "assignment", "owner", "commit", "release", "review"], A_TEXT
        ),
        "assignment_type": {"enum": ["individual", "group", "team"]},
        "submission": {"type": "string", "pattern": "^submit/"},
        **{
            key: {"type": "string", "pattern": f"^{A_TIME}$"}
            for key in ("datetime", "graded_at")
        },
        "score": WHOLE,
        "max-score": WHOLE,
        "tests": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["test-name", "passed", "score", "max-score"],
                "properties": {
                    "test-name": A_TEXT,
                    "passed": {"type": "boolean"},
                    "score": WHOLE,
                    "max-score": WHOLE,
                },
            },
        },
        "submitted_by": {"type": "object"},
    },
}
"""The conditions of foundation50/classroom50 for a result, in schemas/result-v1.schema.json and validate_result of runner.py."""


def classroom50(files: dict[str, str]) -> float | None:
    """Return the share of the points, if the runner and the collection of scores take the result."""
    jsonschema.validate(json.loads(files[""]), CLASSROOM50)
    result = json.loads(files[""])
    assert result["score"] <= result["max-score"]
    points = sum(test["score"] for test in result["tests"])
    assert result["score"] == min(points, result["max-score"])
    for test in result["tests"]:
        assert test["score"] <= test["max-score"]
    # GitHub takes no longer text of a release, and the runner adds a note at its end.
    assert len(files[".md"]) < 125_000
    assert files[".md"].startswith("<!-- alphabeta-autograder -->")
    return result["score"] / result["max-score"] if result["tests"] else None


def as_gradescope(files: dict[str, str]) -> float | None:
    data = valid_results(json.loads(files[""]))
    if "tests" not in data:
        return None
    return float(data["score"] / sum(test["max_score"] for test in data["tests"]))


def plain_json(files: dict[str, str]) -> float | None:
    assert "\\u001b" not in files[""]
    return as_gradescope(files)


TAKEN: dict[str, Callable[[dict[str, str]], float | None]] = {
    "gradescope": as_gradescope
}
TAKEN |= {
    "prairielearn": prairielearn,
    "junit": junit,
    "github": github,
    "classroom50": classroom50,
    "vpl": vpl,
    "json": plain_json,
}


@pytest.fixture(autouse=True)
def graded_of_ten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VPL_GRADEMIN", "0")
    monkeypatch.setenv("VPL_GRADEMAX", "10")


@pytest.fixture(autouse=True)
def graded_at_one_time(monkeypatch: pytest.MonkeyPatch) -> None:
    at = datetime(2026, 11, 20, 22, 59, tzinfo=timezone.utc)
    monkeypatch.setattr("autograder.tell.classroom50.now", lambda: at)


# --- What the command writes ---


def run(
    form: str, submission: Path, folder: Path, exercises: Path, *more: str
) -> tuple[int, dict[str, str]]:
    """Return the exit status and the files, by what their names end with."""
    file = folder / "results"
    for old in folder.glob("results*"):
        old.unlink()
    status = main(
        [
            str(submission),
            "--exercises",
            str(exercises),
            "--results",
            str(file),
            "--format",
            form,
            *more,
        ]
    )
    return status, {
        path.name.removeprefix("results"): path.read_text("utf-8")
        for path in folder.glob("results*")
    }


def test_every_format_has_a_reader_in_this_test() -> None:
    assert list(FORMATS) == list(TAKEN)


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ExplainedReport]:
    """Return the reports on several versions of a program, two of which differ in nothing but their time."""
    folder = tmp_path_factory.mktemp("formats")
    hidden = {
        "a_secret": {**HIDDEN, "points": {"value": 5}},
        "c_late": {**HIDDEN, "visibility": "after_due_date"},
    }
    exercises = load_set(made_set(folder / "set", {"b_visible": TIES, **hidden}))
    source = (STRICT / "alphabeta.py").read_text("utf-8")
    submission = folder / "alphabeta.py"
    made = {"right": grade_and_explain(RIGHT, exercises)}
    for name, line in (
        ("passes", PASSES_HIDDEN),
        ("slow", SLOW_HIDDEN),
        ("fails", FAILS_HIDDEN),
    ):
        submission.write_text(source.replace(PASSES_HIDDEN, line), "utf-8")
        made[name] = grade_and_explain(submission, exercises)
    return made


def files_of(form: str, report: ExplainedReport) -> dict[str, str]:
    draw = image_of if FORMATS[form].has_images else None
    return texts(form, results(report, None, FORMATS[form].shown, draw))


READ_FIRST: dict[str, Callable[[dict[str, str]], str]] = {
    "gradescope": lambda files: str(json.loads(files[""])["output"]),
    "prairielearn": lambda files: str(json.loads(files[""])["output"]),
    "junit": lambda files: (
        ElementTree.fromstring(files[""].encode()).findtext("testcase/failure") or ""
    ),
    "github": lambda files: html.unescape(files[".md"].partition("<pre>")[2]),
    "classroom50": lambda files: html.unescape(files[".md"].partition("<pre>")[2]),
    "vpl": lambda files: re.sub("^>", "", files[""].partition("\n")[2], flags=re.M),
    "json": lambda files: str(json.loads(files[""])["output"]),
}
"""The text that a student reads first on each platform, if nothing needs to be clicked but the first test that failed."""


@pytest.mark.parametrize(
    ("points", "most", "part"), [(0, 3, 0), (1, 3, 0.333333333), (4, 3, 1), (0, 0, 1)]
)
def test_part_of_the_points_is_never_more_than_all(
    points: float, most: float, part: float
) -> None:
    assert share(points, most) == part


@pytest.mark.parametrize("form", READ_FIRST)
@pytest.mark.parametrize(
    ("program", "advice"),
    [
        (
            (STRICT / "alphabeta.py").read_text("utf-8"),
            "A player goes on when the bounds are equal.",
        ),
        ("def max_value(:\n", "Look at the line below, and at the one before it."),
        (
            "def max_value(s, a, b):\n    return s.childs\n",
            "has no function called min_value",
        ),
        (
            "def max_value(s, a, b):\n    s.childs\nmin_value = max_value",
            "It has actions()",
        ),
    ],
)
def test_what_to_do_next_is_read_first_in_each_format(
    form: str, program: str, advice: str, tmp_path: Path
) -> None:
    submission = tmp_path / "alphabeta.py"
    submission.write_text(program, "utf-8")
    exercises = made_set(
        tmp_path / "set", {"a": {"tree": [1, 2]}, "b": TIES, "c": TIES}
    )
    _, files = run(form, submission, tmp_path, exercises)
    first = re.sub(r"\x1b\[[\d;]*m", "", READ_FIRST[form](files))
    assert advice in "\n".join(first.splitlines()[:6]), first
    others = [names for names in FORMATS if names != form]
    places = {FORMATS[name].layout.others for name in others} - {
        FORMATS[form].layout.others
    }
    assert not any(sentence("platforms", platform) in first for platform in places)


def svg_of(image: dict[str, str]) -> ElementTree.Element:
    """Return the root of an image's SVG; the browser that shows it asks for nothing else."""
    kind, _, content = image["url"].partition(",")
    assert kind == "data:image/svg+xml;base64"
    text = base64.b64decode(content, validate=True).decode()
    assert "http" not in text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    return ElementTree.fromstring(text)


def test_prairielearn_gets_the_tree_of_each_failure_as_an_image(tmp_path: Path) -> None:
    nasty = {**TIES, "title": "A <b>title</b> & more"}
    by_value = {"tree": [[3, 5], [2, 9]], "hint": "Equal bounds"}
    exercises = made_set(tmp_path / "set", {"a": TIES, "b": nasty, "c": by_value})
    _, files = run("prairielearn", STRICT, tmp_path, exercises)
    data = json.loads(files[""])
    assert prairielearn(files) == pytest.approx(5 / 9)
    (example,) = data["images"]
    assert example["label"].startswith("Your search in a. A number beside a leaf")
    texts_of_svg = "".join(svg_of(example).itertext())
    assert "Your search in a" in texts_of_svg
    assert "C4" in texts_of_svg
    # The example is at the top alone; an exercise that is right has no picture.
    assert ["images" in test for test in data["tests"]] == [False, True, False]
    assert svg_of(data["tests"][1]["images"][0])


@pytest.mark.parametrize(
    "program", ["def max_value(state): pass", "import math\nx = math.infinity"]
)
def test_prairielearn_gets_no_image_where_an_exception_says_what_to_do(
    program: str, tmp_path: Path
) -> None:
    submission = tmp_path / "alphabeta.py"
    submission.write_text(program, "utf-8")
    exercises = made_set(tmp_path / "set", {"a": TIES})
    _, files = run("prairielearn", submission, tmp_path, exercises)
    assert not json.loads(files[""]).get("images")


def test_prairielearn_loses_images_before_it_loses_pages(
    reports: dict[str, ExplainedReport],
) -> None:
    record = results(reports["passes"], None, ansi, image_of)
    test = next(test for test in record["tests"] if test["visibility"] == "visible")
    test["images"] = [{"label": "large", "url": "x" * 10**6}]
    data = json.loads(texts("prairielearn", record)[""])
    assert data["images"] == record["images"]
    assert not any(test.get("images") for test in data["tests"])
    assert "Left out here" not in str(data)


@pytest.mark.parametrize("form", TAKEN)
def test_a_program_gets_its_share_of_the_points(
    form: str, reports: dict[str, ExplainedReport]
) -> None:
    for name, earned in (("right", 1), ("passes", 11 / 13), ("fails", 5 / 13)):
        files = files_of(form, reports[name])
        assert TAKEN[form](files) == pytest.approx(earned)
        assert (
            "A player goes on when the bounds are equal" in "".join(files.values())
        ) == (name != "right")


def test_a_format_may_have_several_files(tmp_path: Path) -> None:
    status, files = run(
        "github", STRICT, tmp_path, made_set(tmp_path / "set", {"ties": TIES})
    )
    assert (status, set(files)) == (0, {"", ".md"})
    assert github(files) == pytest.approx(1 / 3)


@pytest.mark.parametrize("form", TAKEN)
def test_whatever_goes_wrong_the_file_is_valid(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exercises = made_set(tmp_path / "set", {"ties": TIES})
    (tmp_path / "empty").mkdir()
    status, files = run(form, tmp_path / "empty", tmp_path, exercises)
    assert status == 0
    # PrairieLearn counts no attempt if there was nothing to grade.
    assert TAKEN[form](files) == (None if form == "prairielearn" else 0)
    assert "There is no alphabeta.py in the submission" in "".join(files.values())

    def breaks(*_: object, **__: object) -> None:
        raise RuntimeError("broken for a test")

    monkeypatch.setattr("autograder.cli.grade.grade_and_explain", breaks)
    status, files = run(form, STRICT, tmp_path, exercises)
    assert status == 1
    assert TAKEN[form](files) is None
    assert "not your program" in "".join(files.values())
    status, files = run(form, STRICT, tmp_path, tmp_path / "empty")
    assert status == 2
    assert "The exercises of this autograder have mistakes" in "".join(files.values())

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("autograder.cli.grade.grade_and_explain", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(form, STRICT, tmp_path, exercises)
    left = {
        path.name.removeprefix("results"): path.read_text("utf-8")
        for path in tmp_path.glob("results*")
    }
    assert set(left) == set(FORMATS[form].files)
    assert TAKEN[form](left) is None
    assert "Grading did not finish" in "".join(left.values())


def test_the_exit_status_says_that_too_little_was_earned(tmp_path: Path) -> None:
    # The sample submission earns 4 of these 6 points, or 66.67 %.
    exercises = made_set(tmp_path / "set", {"a": {"tree": [3, 1]}, "b": TIES})
    for least, status in (("66.6", 0), ("66.7%", 3)):
        assert (
            run("json", STRICT, tmp_path, exercises, "--fail-below", least)[0] == status
        )
    assert (
        main([str(RIGHT), "--exercises", str(exercises), "--fail-below", "100%"]) == 0
    )


# --- Hidden exercises ---


@pytest.mark.parametrize("form", SHOWN_AT_ONCE)
def test_of_hidden_exercises_the_sum_of_their_points_is_told_alone(
    form: str, reports: dict[str, ExplainedReport]
) -> None:
    passed, slow, failed = (
        files_of(form, reports[name]) for name in ("passes", "slow", "fails")
    )
    assert passed == slow
    for files in (passed, failed):
        if form == "github":
            files[""] = base64.b64decode(files[""]).decode()
        text = "".join(files.values())
        assert "2 hidden exercises" in text
        assert "secret" not in text
        assert "late" not in text
    figures = re.compile(r"[\d.]+|[✓✗]|pass|fail|true|false")
    assert figures.sub("", str(passed)) == figures.sub("", str(failed))


# --- Texts that a platform could take for its own ---


NASTY = st.text(
    st.sampled_from(" \n\tx-|<>&;:=`_*#@[]()\x00\x01\x1b\u2028\ufffe")
    | st.characters(exclude_categories=["Cs"])
)
TAGS = [
    "Grade :=>>10",
    "--|>",
    "<|--",
    "Comment :=>>x",
    "-Title (-3)",
    "</pre><script>",
    "]]>",
]
TAGS += ["::set-output::", "```"]


def a_record(title: str, page: str) -> dict[str, Any]:
    """Return a record as `gradescope.results` makes it, of a failed exercise."""
    test = {
        "name": title,
        "score": 1,
        "max_score": 4,
        "visibility": "visible",
        "output": page,
        "status": "failed",
    }
    test["extra_data"] = {
        "exercise": "01",
        "checks": dict.fromkeys(("value", "pruned", "order"), False),
    }
    test["extra_data"] |= {"misconceptions": [], "places": []}  # type: ignore[operator]
    about = {"isolation": [], "version": "1"}
    return {**unfinished(page), "tests": [test], "score": 1, "extra_data": about}


@given(
    st.sampled_from(SHOWN_AT_ONCE),
    NASTY,
    st.lists(NASTY | st.sampled_from(TAGS)).map("\n".join),
)
def test_format_escapes_text_so_that_only_the_points_are_read(
    form: str, title: str, page: str
) -> None:
    assert TAKEN[form](texts(form, a_record(title, page))) == 0.25


@pytest.mark.parametrize("form", SHOWN_AT_ONCE)
def test_format_leaves_out_large_output_but_keeps_the_points(form: str) -> None:
    record = a_record("small", "x")
    (test,) = record["tests"]
    record["tests"] = [test, *({**test, "output": "│" * 140_000} for _ in range(3))]
    files = texts(form, record)
    assert all(len(text.encode()) < 1024 * 1024 for text in files.values())
    assert TAKEN[form](files) == 0.25
    assert "Left out here" in "".join(files.values())


def test_share_of_no_points_is_one() -> None:
    assert share(0, 0) == 1
    assert share(0.1 + 0.2, 0.3) == 1


def test_classroom50_counts_a_fraction_of_a_point_in_whole_points(
    tmp_path: Path,
) -> None:
    points = {"points": {"value": 0.5, "pruned": 0.25, "order": 0.25}}
    exercises = made_set(tmp_path / "set", {"a": {**TIES, **points}, "b": TIES})
    scores = {}
    for name, submission in (("right", RIGHT), ("wrong", STRICT)):
        status, files = run("classroom50", submission, tmp_path, exercises)
        result = json.loads(files[""])
        scores[name] = (status, result["score"], result["max-score"])
        assert classroom50(files) == pytest.approx(result["score"] / 16)
        assert "so each point counts 4 there" in files[".md"]
    # A maximum that depended on the score would not be the same for all students.
    assert scores == {"right": (0, 16, 16), "wrong": (0, 6, 16)}


def test_classroom50_takes_no_more_than_the_maximum_where_points_are_extra(
    tmp_path: Path,
) -> None:
    exercises = made_set(tmp_path / "set", {"a": TIES, "b": {**TIES, "extra": True}})
    for submission, score in ((RIGHT, 3), (STRICT, 2)):
        _, files = run("classroom50", submission, tmp_path, exercises)
        assert classroom50(files) == pytest.approx(score / 3)
        assert json.loads(files[""])["max-score"] == 3


def test_classroom50_result_names_whom_its_runner_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = {
        "CLASSROOM": "cs-principles",
        "ASSIGNMENT": "search",
        "ASSIGNMENT_TYPE": "group",
        "OWNER": "ada-l",
        "SUBMISSION_TAG": "submit/2026-11-20T14-32-05Z-a1b2c3d",
        "COMMIT_URL": "https://github.com/org/cs-principles-search-ada-l/commit/a1b2c3d",
        "RELEASE_URL": "https://github.com/org/cs-principles-search-ada-l/releases/tag/x",
        "REVIEW_URL": "https://github.com/org/cs-principles-search-ada-l/compare/0...1",
    }
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    exercises = made_set(tmp_path / "set", {"ties": TIES})
    _, files = run("classroom50", STRICT, tmp_path, exercises)
    assert classroom50(files) == pytest.approx(1 / 3)
    assert set(values.values()) <= set(map(str, json.loads(files[""]).values()))


@pytest.mark.parametrize(
    ("points", "parts"),
    [
        ([1, 1, 1], 1),
        ([0.5, 0.25, 2], 4),
        ([0.2, 0.3333, 1], 10_000),
        ([0.333333333, 0, 0], 10_000),
    ],
)
def test_points_are_whole_if_each_counts_so_many(
    points: list[float], parts: int, tmp_path: Path
) -> None:
    exercise = {
        **TIES,
        "points": dict(zip(("value", "pruned", "order"), points, strict=True)),
    }
    exercises = load_set(made_set(tmp_path / "set", {"a": exercise}))
    assert parts_of_a_point(exercises.exercises) == parts


@pytest.mark.parametrize(
    ("tests", "ours"),
    [
        ([], True),
        ([{"autograder": "alphabeta-autograder"}], True),
        ([{"test-name": "hello"}], False),
        (["hello"], False),
        ("hello", False),
    ],
)
def test_result_of_another_autograder_is_not_taken_for_ours(
    tests: object, ours: bool
) -> None:
    assert is_ours({"schema": "classroom50/result/v1", "tests": tests}) is ours
    assert not is_ours({"tests": tests})
