"""Writes a report as Gradescope's results.json, through gradescope-utils' JSON test runner."""

from __future__ import annotations

import io
import json
import unittest
from collections.abc import Callable
from typing import Any

from gradescope_utils.autograder_utils.decorators import number, partial_credit, tags, visibility
from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner

from autograder.exercises.model import FixedExercise
from autograder.exercises.tree_format import write_problem
from autograder.judging import Failed, Report, Verdict, about_attempt
from autograder.project import VERSION
from autograder.showing.feedback import failure_page, printed
from autograder.showing.report_feedback import ReportFeedback, feedback_of, visible_sum, why_first
from autograder.showing.styled_text import Page, Span, ansi, line

UNFINISHED = "Grading did not finish. This is not your program's fault as far as is known: submit again, or tell staff."


def results(report: Report, said: ReportFeedback | None = None, shown: Callable[[Page], str] = ansi) -> dict[str, Any]:
    """A report in Gradescope's format.

    said: the feedback on it, where it has been made already. shown: how pages are written, `ansi` or `plain`.
    """
    said = said or feedback_of(report)
    runner = JSONTestRunner(stream=io.StringIO(), buffer=True)
    runner.run(unittest.TestSuite(_test(verdict) for verdict in report.verdicts))
    data: dict[str, Any] = runner.json_data
    _complete(data, report, said, shown)
    return data


def text_of(data: dict[str, Any]) -> str:
    """Results as the text of their file."""
    return json.dumps(data, indent=1, allow_nan=False) + "\n"


def unfinished(words: str = UNFINISHED) -> dict[str, Any]:
    """Placeholder results, for errors, and before grading, so that Gradescope has some if the grader is killed."""
    return {"score": 0, "output": words, "output_format": "text", "extra_data": {"isolation": [], "version": VERSION}}


def _test(verdict: Verdict) -> unittest.TestCase:
    """A test case whose score is the points of a verdict: gradescope-utils makes results of test cases alone."""
    exercise = verdict.exercise

    def test(self: unittest.TestCase, set_score: Callable[[float], None]) -> None:
        set_score(verdict.points)

    test.__doc__ = exercise.title
    scored = partial_credit(exercise.max_points)(test)
    scored = visibility(exercise.visibility)(scored)
    if exercise.number:
        scored = number(exercise.number)(scored)
    if exercise.tags:
        scored = tags(*exercise.tags)(scored)
    case: unittest.TestCase = type("Exercise", (unittest.TestCase,), {"test": scored})("test")
    return case


def _complete(data: dict[str, Any], report: Report, said: ReportFeedback, shown: Callable[[Page], str]) -> None:
    """Adds the fields that gradescope-utils does not write."""
    for test, verdict in zip(data["tests"], report.verdicts, strict=True):
        page = [line("Not run. The text at the top says why.")] if report.failure is not None else said.page(verdict)
        test["status"] = "passed" if verdict.passed else "failed"
        test["output"] = shown(page).rstrip("\n")
        exercise = verdict.exercise
        test["extra_data"] = {
            "exercise": exercise.id,
            "checks": dict(verdict.checks),
            "misconceptions": list(verdict.misconceptions) if exercise.is_visible else [],
            "places": _places(verdict),
        }
        if not isinstance(exercise, FixedExercise) and exercise.generate.seed is not None:
            test["extra_data"]["seed"] = exercise.generate.seed  # which makes the same trees again
            if isinstance(verdict, Failed) and exercise.is_visible:
                test["extra_data"]["failed_on"] = write_problem(verdict.evidence.problem)
    data["test_output_format"] = data["output_format"] = "ansi" if shown is ansi else "text"
    data["execution_time"] = round(report.seconds, 3)
    if len(report.visible) < len(report.verdicts):  # how long a hidden exercise takes says how it went
        del data["execution_time"]
    data["output"] = shown(_about_the_whole(report, said)).rstrip("\n")
    data["extra_data"] = {
        "isolation": list(report.isolation.in_force),
        "isolation_missing": dict(report.isolation.missing),
        "seconds": round(report.seconds, 3),
        "version": VERSION,
    }
    if report.failure is not None:
        data["extra_data"]["failure"] = report.failure.cause
    if not data["leaderboard"]:
        del data["leaderboard"]


def _places(verdict: Verdict) -> list[dict[str, Any]]:
    """The lines that explain a failure, best first, where the student is shown as much."""
    if not isinstance(verdict, Failed) or not verdict.exercise.is_visible or verdict.feedback != "full":
        return []
    from autograder.mistakes.catalogue import BY_ID  # only a failed exercise needs it

    only = verdict.misconceptions[0] if len(verdict.misconceptions) == 1 else ""
    return [
        {"file": file, "line": number, "misconception": name if name in BY_ID else only}
        for file, number, name in verdict.explanation.places
    ]


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
