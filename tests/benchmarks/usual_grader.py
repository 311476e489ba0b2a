"""The usual grader of such an assignment, without protection: what `run` measures the autograder against.

A unittest file with gradescope-utils, as courses write it: it imports the student's module into its own process.

    usual_grader.py FOLDER CASES RESULTS

FOLDER: the student's. CASES: a JSON list of trees with the value and the leaves that a right search visits, by number.
"""

import argparse
import importlib
import json
import math
import sys
import unittest
from pathlib import Path
from typing import Any

from gradescope_utils.autograder_utils.decorators import weight
from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner

PARSER = argparse.ArgumentParser(
    description="Grades a submission as courses do without this project, for comparison."
)
for name in ("folder", "cases", "results"):
    PARSER.add_argument(name, type=Path, metavar=name.upper())
OPTIONS = PARSER.parse_args()
FOLDER, CASES, RESULTS = OPTIONS.folder, OPTIONS.cases, OPTIONS.results
TEMPLATE = Path(__file__).parents[2] / "student_template"

sys.path[:0] = [str(FOLDER), str(TEMPLATE)]
student: Any = importlib.import_module("alphabeta")
game: Any = importlib.import_module("game")


class TestAlphaBeta(unittest.TestCase):
    """A test for each tree."""


def make_test(case: dict[str, Any]) -> Any:
    """Return a test of one tree."""

    @weight(3)  # type: ignore[untyped-decorator]
    def test(self: unittest.TestCase) -> None:
        root = game.State(case["tree"])
        self.assertEqual(student.max_value(root, -math.inf, math.inf), case["value"])  # noqa: PT009
        self.assertEqual(root.looks.nodes, case["visited"])  # noqa: PT009

    test.__doc__ = case["title"]
    return test


for number, entry in enumerate(json.loads(CASES.read_text("utf-8"))):
    setattr(TestAlphaBeta, f"test_{number:02}", make_test(entry))

if __name__ == "__main__":
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(TestAlphaBeta)
    with RESULTS.open("w", encoding="utf-8") as stream:
        JSONTestRunner(visibility="visible", stream=stream).run(suite)
