"""Writes results as Classroom 50 takes them: `result.json`, in whole points.

Its runner names the submission to an autograder in environment variables. It writes
the owner, the time and the author of the push itself.
"""

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timezone
from fractions import Fraction
from math import floor, lcm
from typing import Any

from autograder.core.exercises.model import Exercise
from autograder.core.limits import MOST_PARTS_OF_A_POINT
from autograder.core.project import NAME

SCHEMA = "classroom50/result/v1"
UNKNOWN = "unknown"
SUBMISSION = "submit/unknown"
"""The fields of a run that Classroom 50 did not start."""
VARIABLES = {
    "classroom": ("CLASSROOM", UNKNOWN),
    "assignment": ("ASSIGNMENT", UNKNOWN),
    "assignment_type": ("ASSIGNMENT_TYPE", "individual"),
    "owner": ("OWNER", UNKNOWN),
    "submission": ("SUBMISSION_TAG", SUBMISSION),
    "commit": ("COMMIT_URL", UNKNOWN),
    "release": ("RELEASE_URL", UNKNOWN),
}
"""The variable that its runner sets for each field, and the value without it."""


def parts_of_a_point(exercises: Iterable[Exercise]) -> int:
    """Return how many of the platform's points one point is.

    That is the smallest number that makes all points of the exercises whole, but at
    most MOST_PARTS_OF_A_POINT.
    """
    worth = [points for exercise in exercises for points in exercise.points.values()]
    denominators = [Fraction(str(points)).denominator for points in worth]
    return min(lcm(*denominators), MOST_PARTS_OF_A_POINT)


def result(tests: Sequence[Mapping[str, Any]], maximum: int) -> str:
    """Return the text of `result.json`.

    maximum: the points without extra ones; more are not taken. Without tests, nothing
    was graded: its runner reads from the exit status that grading failed.
    """
    identity = {
        field: os.environ.get(variable) or otherwise
        for field, (variable, otherwise) in VARIABLES.items()
    }
    data = {
        "schema": SCHEMA,
        **identity,
        "review": os.environ.get("REVIEW_URL") or identity["commit"],
        "datetime": f"{now():%Y-%m-%dT%H:%M:%SZ}",
        "score": min(maximum, sum(test["score"] for test in tests)),
        "max-score": maximum,
        "tests": [*tests],
    }
    return json.dumps(data, indent=2) + "\n"


def now() -> datetime:
    """Return the present time in UTC."""
    return datetime.now(timezone.utc)


def test_of(name: str, points: float, max_points: float, parts: int) -> dict[str, Any]:
    """Return a test of a result, which also says that this program wrote it.

    parts: how many of the platform's points one point is.
    """
    maximum = whole(max_points, parts)
    return {
        "test-name": name,
        "passed": points >= max_points,
        "score": min(maximum, whole(points, parts)),
        "max-score": maximum,
        "autograder": NAME,
    }


def whole(points: float, parts: int) -> int:
    """Return points as a whole number; a fraction that is left is cut off."""
    return floor(round(points * parts, 6))


def is_ours(data: Mapping[str, Any]) -> bool:
    """Return whether this program wrote a result, or nothing was graded in it."""
    tests = data.get("tests")
    if data.get("schema") != SCHEMA or not isinstance(tests, list):
        return False
    return all(
        isinstance(test, dict) and test.get("autograder") == NAME for test in tests
    )
