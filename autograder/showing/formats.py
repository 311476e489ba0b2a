"""Writes a report as Gradescope's results.json, and of that record what other platforms take.

Gradescope's is written through gradescope-utils' JSON test runner. Most others show everything at once to whoever sees
the grade. So of hidden exercises they get a single entry, with their points together, which the grade tells anyway.
"""

import io
import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from autograder.exercises.model import FixedExercise
from autograder.exercises.tree_format import write_problem
from autograder.judging.judge import Failed, Verdict
from autograder.judging.report import Report, about_attempt
from autograder.limits import LARGEST_FOREIGN
from autograder.project import VERSION
from autograder.showing.feedback import ReportFeedback, failure_page, feedback_of, printed, visible_sum, why_first
from autograder.showing.styled_text import Page, Span, ansi, line, plain
from autograder.text import counted

UNFINISHED = "Grading did not finish. This is not your program's fault as far as is known: submit again, or tell staff."


def results(report: Report, said: ReportFeedback | None = None, shown: Callable[[Page], str] = ansi) -> dict[str, Any]:
    """A report in Gradescope's format. said: the feedback on it, if made. shown: writes pages, `ansi` or `plain`."""
    said = said or feedback_of(report)
    data = _tests(report.verdicts)
    for test, verdict in zip(data["tests"], report.verdicts, strict=True):
        page = [line("Not run. The text at the top says why.")] if report.failure is not None else said.page(verdict)
        test |= {"status": "passed" if verdict.passed else "failed", "output": shown(page).rstrip("\n")}
        test["extra_data"] = _about_a_test(verdict)
    del data["leaderboard"]  # of which there is none
    data["test_output_format"] = data["output_format"] = "ansi" if shown is ansi else "text"
    seconds = data["execution_time"] = round(report.seconds, 3)
    if len(report.visible) < len(report.verdicts):  # how long a hidden exercise takes says how it went
        del data["execution_time"]
    data["output"] = shown(_about_the_whole(report, said)).rstrip("\n")
    about = {"isolation": list(report.isolation.in_force), "isolation_missing": dict(report.isolation.missing)}
    failure = {} if report.failure is None else {"failure": report.failure.cause}
    return data | {"extra_data": {**about, "seconds": seconds, "version": VERSION, **failure}}


def text_of(data: Mapping[str, Any]) -> str:
    """Results as the text of their file."""
    return json.dumps(dict(data), indent=1, allow_nan=False) + "\n"


def unfinished(words: str = UNFINISHED) -> dict[str, Any]:
    """Placeholder results, for errors, and before grading, so that Gradescope has some if the grader is killed."""
    return {"score": 0, "output": words, "output_format": "text", "extra_data": {"isolation": [], "version": VERSION}}


def _tests(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Results with the points of verdicts: gradescope-utils makes them of test cases alone."""
    from unittest import TestCase, TestSuite  # slow to load, and needed only where a file of results is asked for

    from gradescope_utils.autograder_utils.decorators import number, partial_credit, tags, visibility
    from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner

    def case(verdict: Verdict) -> TestCase:
        exercise = verdict.exercise

        def test(self: TestCase, set_score: Callable[[float], None]) -> None:
            set_score(verdict.points)

        test.__doc__ = exercise.title
        scored = visibility(exercise.visibility)(partial_credit(exercise.max_points)(test))
        told = number(exercise.number)(tags(*exercise.tags)(scored))  # which are left out where there are none
        made: TestCase = type("Exercise", (TestCase,), {"test": told})("test")
        return made

    runner = JSONTestRunner(stream=io.StringIO(), buffer=True)
    runner.run(TestSuite(map(case, verdicts)))
    data: dict[str, Any] = runner.json_data
    return data


def _about_a_test(verdict: Verdict) -> dict[str, Any]:
    """The extra_data of a test. Of a hidden exercise students may know which checks failed."""
    exercise = verdict.exercise
    named = verdict.misconceptions if exercise.is_visible else ()
    about: dict[str, Any] = {"exercise": exercise.id, "checks": dict(verdict.checks)}
    about |= {"misconceptions": list(named), "places": []}
    if isinstance(verdict, Failed) and exercise.is_visible and verdict.feedback == "full":
        only, places = named[0] if len(named) == 1 else "", verdict.explanation.places
        about["places"] = [{**at._asdict(), "misconception": at.misconception or only} for at in places]
    if not isinstance(exercise, FixedExercise) and exercise.generate.seed is not None:
        about["seed"] = exercise.generate.seed  # which makes the same trees again
        if isinstance(verdict, Failed) and exercise.is_visible:
            about["failed_on"] = write_problem(verdict.evidence.problem)
    return about


def _about_the_whole(report: Report, said: ReportFeedback) -> Page:
    """What a student reads first. Nothing in it depends on a hidden exercise."""
    attempt = about_attempt(report.exercises.assignment.feedback, report.attempt)
    page = [line(attempt)] if attempt else []
    if report.failure is not None:
        page += failure_page(report.failure)
    else:
        page = [line(visible_sum(report.verdicts)), *page]
        if said.order:
            first = said.order[0]
            title = line(f"{first.exercise.id}: {first.exercise.title}")
            page += [line(), line(Span(why_first(said.order), "strong")), line(), title, *said.page(first)]
    page += [line(note) for note in report.notes]
    return page + (printed(report.printed) if report.feedback == "full" else [])


# --- Other platforms ---

Record = Mapping[str, Any]
"""What `results` or `unfinished` made."""
NOT_XML = "[\x00-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]"
NOT_GRADED = "Nothing was graded. The text below says why."
LEFT_OUT = "Left out here, as all of it would be longer than this platform takes."


class Entry(NamedTuple):
    """A visible exercise, or all hidden ones together. page: what is told of it, if anything is."""

    name: str
    points: float
    max_points: float
    page: str
    hidden: bool = False

    @property
    def passed(self) -> bool:
        """Whether every point was earned."""
        return self.points >= self.max_points


Write = Callable[[Record, Sequence[Entry]], str]


class Format(NamedTuple):
    """How a platform takes results. most: bytes of a file, beyond which the longest pages are left out.

    files: what is written to the file that was named, and to others, whose names go on as their key does.
    """

    files: Mapping[str, Write]
    shown: Callable[[Page], str] = plain
    most: float = LARGEST_FOREIGN


def texts(name: str, record: Record) -> dict[str, str]:
    """The files of a format, by what their names end with, without the longest pages where one would be too large."""
    form, made = FORMATS[name], {}
    for ending, write in form.files.items():
        found = _entries(record)
        by_length = sorted(range(len(found)), key=lambda place: (len(found[place].page), -place))
        while len((text := write(record, found)).encode()) > form.most and by_length:
            place = by_length.pop()
            found[place] = found[place]._replace(page=LEFT_OUT)
        made[ending] = text
    return made


def share(points: float, max_points: float) -> float:
    """The part of the points that was earned: all, where there are none."""
    return min(1.0, round(points / max_points, 9)) if max_points > 0 else 1.0


def _entries(record: Record) -> list[Entry]:
    """What students may be told of each exercise; none where grading did not come to an end."""
    tests = record.get("tests", ())
    hidden = [test for test in tests if test["visibility"] != "visible"]
    found = []
    for test in (test for test in tests if test["visibility"] == "visible"):
        name = " ".join(f"{test['extra_data']['exercise']}: {test['name']}".split())
        page = "" if record["extra_data"].get("failure") else test["output"]  # it was not run, as is said at the top
        found.append(Entry(name, *_points([test]), page))
    if hidden:
        told = "The points count, and nothing else is told."
        found.append(Entry(counted(len(hidden), "hidden exercise"), *_points(hidden), told, hidden=True))
    return found


def _points(tests: Sequence[Record]) -> tuple[float, float]:
    return sum(test["score"] for test in tests), sum(test["max_score"] for test in tests)


def _prairielearn(record: Record, found: Sequence[Entry]) -> str:
    """The results.json of an external grader. What could not be graded costs no attempt there."""
    if not found or record["extra_data"].get("failure"):
        return text_of({"gradable": False, "format_errors": [NOT_GRADED], "output": record["output"]})
    tests = [dict(zip(("name", "points", "max_points", "output"), entry, strict=False)) for entry in found]
    score = share(*_points(record["tests"]))
    return text_of({"gradable": True, "score": score, "output": record["output"], "tests": tests})


def _github(record: Record, found: Sequence[Entry]) -> str:
    """The `result` that classroom-resources/autograding-grading-reporter reads: JSON in base64, on one line."""
    import base64

    tests: list[dict[str, object]] = [
        {"name": entry.name, "status": "pass" if entry.passed else "fail", "score": entry.points} for entry in found
    ]
    status = ("pass" if all(entry.passed for entry in found) else "fail") if found else "error"
    tests = tests or [{"name": "grading", "status": status, "score": 0, "message": record["output"]}]
    tests = [{**test, "line_no": 0} for test in tests]  # without one the log would say "line undefined"
    result = {"version": 1, "status": status, "max_score": _points(record.get("tests", ()))[1], "tests": tests}
    return base64.b64encode(json.dumps(result).encode()).decode() + "\n"


def _rendered(name: str, escaped: Callable[[str], str], record: Record, found: Sequence[Entry]) -> str:
    """What a template writes. escaped: as what it writes a text, so that nothing in that means more than itself."""
    from jinja2 import Environment, FileSystemLoader  # slow to import

    environment = Environment(  # noqa: S701 (each format escapes in its own way)
        loader=FileSystemLoader(Path(__file__).parent / "templates"),
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=lambda value: escaped(value) if isinstance(value, str) else value,
    )
    points, most = _points(record.get("tests", ()))
    low, high = (float(os.environ.get(f"VPL_GRADE{end}") or whole) for end, whole in (("MIN", 0), ("MAX", most)))
    known = {"found": found, "points": points, "max_points": most, "not_graded": NOT_GRADED, "counted": counted}
    grade = f"{low + share(points, most) * (high - low):.6g}"
    return environment.get_template(name).render(known, output=record["output"], grade=grade)


def _escaped(text: str) -> str:
    """Text in which nothing is XML's, HTML's or Markdown's, nor a mention of somebody."""
    return re.sub(r"""[&<>"'`*_~|[\]\\$@#!]""", lambda found: f"&#{ord(found[0])};", re.sub(NOT_XML, "\ufffd", text))


AS_IT_IS: Mapping[str, Write] = {"": lambda record, found: text_of(record)}
FORMATS: Mapping[str, Format] = {
    "gradescope": Format(AS_IT_IS, ansi, inf),
    "prairielearn": Format({"": _prairielearn}, ansi),
    "junit": Format({"": partial(_rendered, "junit.xml.j2", _escaped)}),
    "github": Format({"": _github, ".md": partial(_rendered, "github.md.j2", _escaped)}),
    "vpl": Format({"": partial(_rendered, "vpl.txt.j2", str)}),
    "json": Format(AS_IT_IS, plain, inf),
}
