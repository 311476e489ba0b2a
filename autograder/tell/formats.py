"""Writes a report as Gradescope's results.json, and other platforms' files from it.

Gradescope's is written through gradescope-utils' JSON test runner. Most others show
everything at once to everyone who sees the grade. So they get a single row for all
hidden exercises, with their points together, which the grade tells anyway.

Platforms change. This was read on 2026-11-27, if no other day is named:
- PrairieLearn: docs/externalGrading.md at 06a6d590, the element
  pl-external-grader-results at 251efb0d, schemas/infoQuestion.ts at 03b311d2, pull
  requests up to 15627.
- Classroom 50: runner.py at 0c499034, schemas/result-v1.schema.json at 6e593c79, the
  wiki's Advanced Autograding.
- GitHub: src/ of autograding-grading-reporter at 1549b907, actions/checkout's notes up
  to v6.
- VPL: find_proposedgrade and find_proposedcomment of vpl_submission.class.php, notes on
  releases up to 4.5.0.
- GitLab: the pages Unit test reports and CI/CD job token (also of version 17.7).
- Jenkins: junit-10.xsd of the xUnit plugin (2026-11-22).
"""

import io
import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from autograder.core.exercises.cache import cached, digest_of, installed
from autograder.core.exercises.model import Exercise, FixedExercise
from autograder.core.exercises.tree_format import write_problem
from autograder.core.grading.report import about_attempt
from autograder.core.judging.judge import Failed, Verdict
from autograder.core.limits import LARGEST_FOREIGN, LARGEST_RELEASE, LARGEST_RESULTS
from autograder.core.outputs import FileKind
from autograder.core.project import NAME
from autograder.core.sentences import plain_number, sentence
from autograder.tell import classroom50
from autograder.tell.feedback import (
    ReportFeedback,
    failure_text,
    feedback_of,
    printed,
)
from autograder.tell.levels import with_one_advice
from autograder.tell.next_step import (
    drawn_example,
    next_step_text,
    text_below,
)
from autograder.tell.styled_text import Text, ansi, ansi_on_grey, line, plain
from autograder.tell.version import version

if TYPE_CHECKING:
    from autograder.explain.findings import Findings
    from autograder.explain.graded import ExplainedReport

Draw = Callable[[Failed], Mapping[str, str]]
"""Draws the tree of a failed exercise, and returns a label and the image's address."""


class Layout(NamedTuple):
    """The layout of a report's parts on a platform.

    others: the name of the sentence that says where the other exercises are. not_run:
    the name of the sentence about an exercise if nothing could be run. has_top: a text
    stands above all exercises. Without one, the exercise that comes first has that
    text: the example, if there is one.
    """

    others: str
    not_run: str = "not run"
    has_top: bool = True


IN_OUTPUTS = Layout("in outputs")
TO_UNFOLD = Layout("to unfold")
BELOW = Layout("below")
IN_CASES = Layout("in cases", "not run, no top", has_top=False)


def results(
    explained: "ExplainedReport",
    made_feedback: ReportFeedback | None = None,
    write: Callable[[Text], str] = ansi_on_grey,
    draw: Draw | None = None,
    layout: Layout = IN_OUTPUTS,
) -> dict[str, Any]:
    """Return a report in Gradescope's format.

    made_feedback: the feedback on it, if it was made already. write: makes a string of
    a styled text. draw: makes the image of a failed exercise; without it there are
    none. layout: where the platform shows each part.
    """
    report = with_one_advice(explained).report
    shown = made_feedback or feedback_of(explained)
    data = _tests(report.verdicts)
    pairs = zip(report.verdicts, shown.report.verdicts, strict=True)
    for test, (verdict, cut_verdict) in zip(data["tests"], pairs, strict=True):
        text = text_below(shown, cut_verdict)
        if report.failure is not None:
            text = [line(sentence("platforms", layout.not_run))]
        test["status"] = "passed" if verdict.passed else "failed"
        test["output"] = write(text).rstrip("\n")
        findings = shown.findings.get(cut_verdict.exercise.id)
        test["extra_data"] = _about_a_test(verdict, cut_verdict, findings)
    output_format = "text" if write is plain else "ansi"
    data["test_output_format"] = output_format
    data["output_format"] = output_format
    seconds = round(report.seconds, 3)
    # How long a hidden exercise takes says how it went.
    if len(report.visible) == len(report.verdicts):
        data["execution_time"] = seconds
    data["output"] = write(_about_the_whole(shown, layout)).rstrip("\n")
    data["extra_data"] = {
        "isolation": list(report.isolation.in_force),
        "isolation_missing": dict(report.isolation.missing),
        "seconds": seconds,
        "version": version(),
    }
    if report.failure is not None:
        data["extra_data"]["failure"] = report.failure.cause
    if draw is not None:
        _add_images(data, shown, draw)
    if not layout.has_top and data["tests"]:
        _put_first(data, shown)
    exercises = [verdict.exercise for verdict in report.verdicts]
    parts = classroom50.parts_of_a_point(exercises)
    if parts > 1:  # some points are fractions
        data["extra_data"]["parts_of_a_point"] = parts
    return data


def _put_first(data: dict[str, Any], shown: ReportFeedback) -> None:
    """Give the text about the whole to the test that is read first, and put it first.

    It is the example's or, without one, the first that failed.
    """
    verdicts = shown.report.verdicts
    first = shown.order[0] if shown.order else verdicts[0]
    if first.passed or not first.exercise.is_visible:
        return
    test = data["tests"].pop(verdicts.index(first))
    data["tests"].insert(0, {**test, "output": data["output"]})


def _add_images(data: dict[str, Any], shown: ReportFeedback, draw: Draw) -> None:
    """Add the drawn trees to results: the example's, and those of other failures."""
    example = drawn_example(shown)
    if example is not None:
        data["images"] = [draw(example)]
    for test, verdict in zip(data["tests"], shown.report.verdicts, strict=True):
        if not isinstance(verdict, Failed) or not verdict.exercise.is_visible:
            continue
        has_drawing = bool(shown.sections[verdict.exercise.id].drawing)
        if has_drawing and verdict is not example:
            test["images"] = [draw(verdict)]


def text_of(data: Mapping[str, Any]) -> str:
    """Return results as the text of their file."""
    return json.dumps(dict(data), indent=1, allow_nan=False) + "\n"


def unfinished(message: str = "") -> dict[str, Any]:
    """Return results that say there are none. message: why, if that is known.

    They stand there before grading, too, in case the grader is killed.
    """
    return {
        "score": 0,
        "output": message or sentence("platforms", "unfinished"),
        "output_format": "text",
        "extra_data": {"isolation": [], "version": version()},
    }


def _tests(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Return results with the points of verdicts."""
    data = full_marks([verdict.exercise for verdict in verdicts])
    for test, verdict in zip(data["tests"], verdicts, strict=True):
        test["score"] = verdict.points
    data["score"] = sum(verdict.points for verdict in verdicts)
    return data


def full_marks(exercises: Sequence[Exercise]) -> dict[str, Any]:
    """Return the results of a submission that earns every point.

    They are cached: gradescope-utils makes them, and needs unittest for it, which takes
    a tenth of a short run to import.
    """
    shown = [
        (
            exercise.title,
            exercise.max_points,
            exercise.visibility,
            exercise.tags,
            exercise.number,
        )
        for exercise in exercises
    ]
    key = (
        "full marks",
        installed("gradescope_utils"),
        digest_of(Path(__file__)),
        shown,
    )
    make = partial(_made_by_gradescope_utils, exercises)
    return cached(key, make, _read_marks)


def _read_marks(lines: Sequence[str]) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(lines[0])
    return data


def _made_by_gradescope_utils(exercises: Sequence[Exercise]) -> list[str]:
    """Return results with every point, in a line. They are made of test cases alone."""
    from unittest import TestCase, TestSuite

    from gradescope_utils.autograder_utils.decorators import (
        number,
        partial_credit,
        tags,
        visibility,
    )
    from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner

    def case(exercise: Exercise) -> TestCase:
        def test(self: TestCase, set_score: Callable[[float], None]) -> None:
            set_score(exercise.max_points)

        test.__doc__ = exercise.title
        decorated = partial_credit(exercise.max_points)(test)
        decorated = visibility(exercise.visibility)(decorated)
        decorated = tags(*exercise.tags)(decorated)  # none are left out of the results
        decorated = number(exercise.number)(decorated)  # and so is a missing number
        made: TestCase = type("Exercise", (TestCase,), {"test": decorated})("test")
        return made

    runner = JSONTestRunner(stream=io.StringIO(), buffer=True)
    runner.run(TestSuite(map(case, exercises)))
    data = runner.json_data
    # The time of this run of unittest, and a leaderboard that no set has.
    del data["execution_time"], data["leaderboard"]
    return [json.dumps(data)]


def _about_a_test(
    verdict: Verdict, cut_verdict: Verdict, findings: "Findings | None"
) -> dict[str, Any]:
    """Return the extra_data of a test, for the statistics of a class as well.

    Of a hidden exercise students may know which checks failed. cut_verdict, findings:
    cut to their level; the known mistakes are there at every level.
    """
    exercise = verdict.exercise
    about: dict[str, Any] = {
        "exercise": exercise.id,
        "checks": {check: verdict.checks[check] for check in exercise.asked_checks},
        "misconceptions": [],
        "places": [],
    }
    if exercise.extra:
        about["extra"] = True
    if exercise.is_visible:
        about["misconceptions"] = list(verdict.misconceptions)
        if findings is not None:
            about["places"] = _places(cut_verdict, findings)
    if not isinstance(exercise, FixedExercise) and exercise.generate.seed is not None:
        about["seed"] = exercise.generate.seed  # which makes the same trees again
        if isinstance(verdict, Failed) and exercise.is_visible:
            about["failed_on"] = write_problem(verdict.evidence.problem)
    return about


def _places(verdict: Verdict, findings: "Findings") -> list[dict[str, Any]]:
    """Return the lines to look at, each with the mistake that was made there, or ""."""
    only_mistake = verdict.misconceptions if len(verdict.misconceptions) == 1 else ()
    places = findings.locations_of(findings.names or only_mistake)
    return [line_to_look_at._asdict() for line_to_look_at in places]


def _about_the_whole(shown: ReportFeedback, layout: Layout) -> Text:
    """Return the text that a student reads first.

    Nothing in it depends on a hidden exercise.
    """
    report = shown.report
    attempt = about_attempt(report.exercises.assignment.feedback, report.attempt)
    about = [line(attempt)] if attempt else []
    if report.failure is not None:
        about += [line(note) for note in report.notes]
        failure = failure_text(report.failure)
        if report.failure.cause == "missing file":
            failure = [*failure, line(sentence("platforms", "no program"))]
        return [*about, *failure, *printed(report.printed)]
    is_more_told = len(shown.order) > 1 and report.feedback != "verdict"
    where_others_are = ""
    if is_more_told:
        where_others_are = sentence("platforms", layout.others)
    advice = next_step_text(shown, changes=about, link=where_others_are)
    return advice + printed(report.printed)


# --- Other platforms ---

Record = Mapping[str, Any]
"""A report in Gradescope's format, from `results` or `unfinished`."""
NOT_XML = "[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]"
SPECIAL = r"""[&<>"'`*_~|[\]\\$@#!]"""


class TestRow(NamedTuple):
    """A visible exercise, or all hidden ones together.

    text: the feedback on it, if any may be known. images: of its tree.
    """

    name: str
    points: float
    max_points: float
    text: str
    passed: bool
    hidden: bool = False
    extra: bool = False
    images: Sequence[Mapping[str, str]] = ()


Write = Callable[[Record, Sequence[TestRow]], str]


class Format(NamedTuple):
    """The form in which a platform takes results.

    files: the function that writes each file, by the end of its name; "" for the file
    that was named. shown: makes a string of a styled text. most: the size of a file in
    bytes; beyond it the longest texts are left out. has_images: it takes images, too.
    layout: where it shows the parts of a report.
    """

    files: Mapping[str, Write]
    shown: Callable[[Text], str] = plain
    most: float = LARGEST_FOREIGN
    has_images: bool = False
    layout: Layout = IN_OUTPUTS


def texts(name: str, record: Record) -> dict[str, str]:
    """Return the files of a format, by the ends of their names.

    The longest texts are left out of a file that would be too large.
    """
    form = FORMATS[name]
    return {
        ending: _shortened(write, record, form) for ending, write in form.files.items()
    }


def _shortened(write: Write, record: Record, form: Format) -> str:
    """Return a record as text of at most `form.most` bytes.

    Of the rows' texts the longest are left out first.
    """
    rows = _rows(record, has_top=form.layout.has_top)
    # Of texts of one length the first is left out first.
    shortest_first = sorted(
        range(len(rows)), key=lambda index: (len(rows[index].text), -index)
    )
    text = write(record, rows)
    while len(text.encode()) > form.most and shortest_first:
        index = shortest_first.pop()
        rows[index] = rows[index]._replace(text=sentence("platforms", "left out"))
        text = write(record, rows)
    return text


def share(points: float, max_points: float) -> float:
    """Return the part of the points that was earned: all, if there are none."""
    return min(1.0, round(points / max_points, 9)) if max_points > 0 else 1.0


def _rows(record: Record, *, has_top: bool) -> list[TestRow]:
    """Return a row for each test, with no more than students may know.

    There are no rows if grading did not come to an end. has_top: a text above all
    says why nothing was run.
    """
    rows: list[TestRow] = []
    hidden: list[Record] = []
    for test in record.get("tests", ()):
        if test["visibility"] != "visible":
            hidden.append(test)
            continue
        name = f"{test['extra_data']['exercise']}: {test['name']}"
        is_said_above = has_top and bool(record["extra_data"].get("failure"))
        text = "" if is_said_above else test["output"]
        passed = test["status"] == "passed"
        points = test["score"], test["max_score"]
        extra = _is_extra(test)
        shown = " ".join(name.split())
        row = TestRow(shown, *points, text, passed, extra=extra)
        rows.append(row._replace(images=test.get("images", ())))
    if hidden:
        rows.append(
            TestRow(
                sentence("platforms", "hidden exercises", count=len(hidden)),
                *_points(hidden),
                sentence("platforms", "only points"),
                passed=all(
                    test["status"] == "passed" or _is_extra(test) for test in hidden
                ),
                hidden=True,
            )
        )
    return rows


def _points(tests: Sequence[Record]) -> tuple[float, float]:
    """Return the points earned in some tests, and those that could be.

    Extra ones are among those earned alone.
    """
    points = sum(test["score"] for test in tests)
    max_points = sum(test["max_score"] for test in tests if not _is_extra(test))
    return points, max_points


def _is_extra(test: Record) -> bool:
    return bool(test["extra_data"].get("extra"))


def _prairielearn(record: Record, rows: Sequence[TestRow]) -> str:
    """Return the results.json of an external grader.

    A submission that could not be graded costs no attempt there.
    """
    if not rows or record["extra_data"].get("failure"):
        not_graded = {
            "gradable": False,
            "format_errors": [sentence("platforms", "not graded")],
        }
        return text_of({**not_graded, "output": record["output"]})
    tests = [_prairielearn_test(row) for row in rows]
    graded = {
        "gradable": True,
        "score": share(*_points(record["tests"])),
        "output": record["output"],
        "tests": tests,
    }
    if "images" in record:
        graded["images"] = record["images"]
    text = text_of(graded)
    if len(text.encode()) > LARGEST_FOREIGN:  # first all images but the example's go
        for test in tests:
            test.pop("images", None)
        text = text_of(graded)
    return text


def _prairielearn_test(row: TestRow) -> dict[str, Any]:
    test: dict[str, Any] = {
        "name": row.name,
        "points": row.points,
        "max_points": row.max_points,
        "output": row.text,
    }
    if row.images:
        test["images"] = [*row.images]
    return test


def _github(record: Record, rows: Sequence[TestRow]) -> str:
    """Return the `result` that GitHub's classroom-resources read.

    autograding-grading-reporter takes JSON in base64, on one line.
    """
    import base64

    tests: list[dict[str, object]] = []
    for row in rows:
        status = "pass" if row.passed else "fail"
        tests.append({"name": row.name, "status": status, "score": row.points})
    is_passed = all(row.passed or row.extra for row in rows)
    status_of_all = "pass" if is_passed else "fail"
    if not rows:
        status_of_all = "error"
        message = record["output"]
        failed = {"name": "grading", "status": "error", "score": 0, "message": message}
        tests.append(failed)
    for test in tests:
        test["line_no"] = 0  # without one the log would say "line undefined"
    _, max_points = _points(record.get("tests", ()))
    result = {
        "version": 1,
        "status": status_of_all,
        "max_score": max_points,
        "tests": tests,
    }
    return base64.b64encode(json.dumps(result).encode()).decode() + "\n"


def _classroom50(record: Record, rows: Sequence[TestRow]) -> str:
    """Return the `result.json` of Classroom 50."""
    parts = _parts_of_a_point(record)
    tests = [
        classroom50.test_of(row.name, row.points, row.max_points, parts) for row in rows
    ]
    _, max_points = _points(record.get("tests", ()))
    return classroom50.result(tests, classroom50.whole(max_points, parts))


def _release(record: Record, rows: Sequence[TestRow]) -> str:
    """Return the text of Classroom 50's release, which a student reads there."""
    text = _rendered("github.md.j2", _escaped, record, rows)
    parts = _parts_of_a_point(record)
    if parts == 1:
        return text
    return f"{text}\n{sentence('platforms', 'whole points', count=parts)}\n"


def _parts_of_a_point(record: Record) -> int:
    """Return the number that makes all points whole."""
    return int(record["extra_data"].get("parts_of_a_point", 1))


def _rendered(
    template: str,
    escape: Callable[[str], str],
    record: Record,
    rows: Sequence[TestRow],
) -> str:
    """Return the text of a template.

    escape: writes a text so that nothing in it means more than itself.
    """
    from jinja2 import Environment, FileSystemLoader  # slow to import

    environment = Environment(  # noqa: S701 (each format escapes in its own way)
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=lambda value: escape(value) if isinstance(value, str) else value,
    )
    points, max_points = _points(record.get("tests", ()))
    return environment.get_template(template).render(
        rows=rows,
        points=points,
        max_points=max_points,
        not_graded=sentence("platforms", "not graded"),
        sentence=sentence,
        plain_number=plain_number,
        output=record["output"],
        grade=_grade(points, max_points),
        generator=NAME,
    )


def _grade(points: float, max_points: float) -> str:
    """Return a grade on VPL's scale, as its environment gives it."""
    lowest = float(os.environ.get("VPL_GRADEMIN") or 0)
    highest = float(os.environ.get("VPL_GRADEMAX") or max_points)
    grade = lowest + share(points, max_points) * (highest - lowest)
    return f"{grade:.6g}"


def _escaped(text: str) -> str:
    """Return a text without markup of XML, HTML or Markdown, and without mentions."""
    in_xml = re.sub(NOT_XML, "\ufffd", text)
    return re.sub(SPECIAL, lambda match: f"&#{ord(match[0])};", in_xml)


AS_IT_IS: Mapping[str, Write] = {"": lambda record, rows: text_of(record)}
FORMATS: Mapping[str, Format] = {
    "gradescope": Format(AS_IT_IS, ansi_on_grey, inf),
    "prairielearn": Format({"": _prairielearn}, ansi, has_images=True),
    "junit": Format(
        {"": partial(_rendered, "junit.xml.j2", _escaped)}, layout=IN_CASES
    ),
    "github": Format(
        {"": _github, ".md": partial(_rendered, "github.md.j2", _escaped)},
        layout=TO_UNFOLD,
    ),
    "classroom50": Format(
        {"": _classroom50, ".md": _release}, most=LARGEST_RELEASE, layout=TO_UNFOLD
    ),
    "vpl": Format({"": partial(_rendered, "vpl.txt.j2", str)}, layout=BELOW),
    "json": Format(AS_IT_IS, plain, inf),
}
"""The formats by their names for --format, the default first.

`_is_results` below has to recognize the files of each, or the next run refuses to write
over them.
"""


# --- Files of results, whichever format they are in ---

OF_PRAIRIELEARN = {"gradable", "format_errors", "score", "output", "images", "tests"}
OF_GITHUB = {"version", "status", "max_score", "tests"}
"""All fields of a result for these platforms, which name no program."""
MARKS = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="autograder"',
    f"<!-- {NAME} -->\n",
    "<|--\n",  # only VPL reads lines that begin so
)

ANY_RESULTS = re.compile(
    rb"\A\s*(?:<\?xml[^>]*>\s*)?<testsuites?\b|^Grade :=>>", re.MULTILINE
)
"""A mark of JUnit's and VPL's results, of any program."""


def _document(content: bytes) -> tuple[object, bool]:
    """Return the JSON document in a text, and whether it is in base64, as for GitHub.

    Raise ValueError or RecursionError.
    """
    in_base64 = not content.lstrip().startswith(b"{")
    if in_base64:
        import base64

        content = base64.b64decode(content.strip(), validate=True)
    return json.loads(content), in_base64


def _is_results(opened: BinaryIO) -> bool:
    """Return whether this program wrote the results in a file.

    Raise ValueError or RecursionError for most that holds none.
    """
    content = opened.read(LARGEST_RESULTS)
    if content.startswith(tuple(mark.encode() for mark in MARKS)):
        return True
    data, in_base64 = _document(content)
    if not isinstance(data, dict):
        return False
    if in_base64:
        return data.keys() == OF_GITHUB
    about = data.get("extra_data")
    if isinstance(about, dict) and {"isolation", "version"} <= about.keys():
        return True
    if "schema" in data:
        return classroom50.is_ours(data)
    # docs/platforms/prairielearn/grade.sh writes such a document first, too.
    return "gradable" in data and data.keys() <= OF_PRAIRIELEARN


def _is_alike(opened: BinaryIO) -> bool:
    """Return whether a file holds results for a platform, whoever wrote them.

    Raise ValueError or RecursionError for most that holds none.
    """
    content = opened.read(LARGEST_RESULTS)
    if re.search(ANY_RESULTS, content):
        return True
    data, _ = _document(content)
    if not isinstance(data, dict):
        return False
    is_scored = isinstance(data.get("score"), int | float)
    return is_scored or isinstance(data.get("tests"), list)


RESULTS = FileKind("results", _is_results, _is_alike)
