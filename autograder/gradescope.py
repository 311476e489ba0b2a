"""Writes a report as Gradescope's results.json, through gradescope-utils' JSON test runner."""

from __future__ import annotations

import io
import json
import os
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gradescope_utils.autograder_utils.decorators import number, partial_credit, tags, visibility
from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner

from autograder import VERSION
from autograder.feedback import feedback, printed
from autograder.grade import Report
from autograder.judge import Verdict
from autograder.page import Page, ansi, line, paragraph

UNFINISHED = "Grading did not finish. This is not your program's fault as far as is known: submit again, or tell staff."


def results(report: Report) -> dict[str, Any]:
    """A report in Gradescope's format."""
    runner = JSONTestRunner(stream=io.StringIO(), buffer=True, post_processor=lambda data: _complete(data, report))
    runner.run(unittest.TestSuite(_test(verdict) for verdict in report.verdicts))
    data: dict[str, Any] = runner.json_data
    return data


def write(file: Path, data: dict[str, Any]) -> None:
    """Writes results whole: at every moment the file is the old one or the new one."""
    text = json.dumps(data, indent=1, allow_nan=False)
    descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=".results-")
    with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as temporary:
        temporary.write(text + "\n")
    os.chmod(name, 0o644)
    os.replace(name, file)


def unfinished(words: str = UNFINISHED) -> dict[str, Any]:
    """Results that say that there are none yet, or never will be."""
    return {"score": 0, "output": words, "output_format": "text", "extra_data": {"isolation": [], "version": VERSION}}


def _test(verdict: Verdict) -> unittest.TestCase:
    """A unittest that gives the points that were judged already."""
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


def _complete(data: dict[str, Any], report: Report) -> None:
    """Adds to gradescope-utils' results what it has no words for."""
    for test, verdict in zip(data["tests"], report.verdicts, strict=True):
        test["status"] = "passed" if verdict.passed else "failed"
        test["output"] = ansi(feedback(verdict))
        test["extra_data"] = {
            "exercise": verdict.exercise.id,
            "checks": dict(verdict.checks),
            "misconceptions": list(verdict.misconceptions),
        }
    data["test_output_format"] = "ansi"
    data["execution_time"] = round(report.seconds, 3)
    data["output"] = ansi(_about_the_whole(report))
    data["output_format"] = "ansi"
    data["extra_data"] = {
        "isolation": list(report.isolation.in_force),
        "isolation_missing": dict(report.isolation.missing),
        "version": VERSION,
    }
    if not data["leaderboard"]:
        del data["leaderboard"]


def _about_the_whole(report: Report) -> Page:
    page = [line(f"{report.points:g} of {report.max_points:g} points")]
    if report.failure is not None:
        page = [*paragraph(report.failure.words, "bad"), *paragraph(report.failure.details)]
    return page + (printed(report.printed) if report.printed else [])
