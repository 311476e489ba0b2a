"""The core grades by itself: nothing else of the project is there."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.core.launch import SITE_PACKAGES
from tests.sets import PROJECT, QUICK, SUBMISSIONS

SCRIPT = """
import json, os, sys
folder, packages, *submissions = sys.argv[1:]
sys.path[:0] = [folder, packages]
from autograder.core.exercises.load import load_set
from autograder.core.grading.run import grade

exercises = load_set(os.path.join(folder, "set"))
reports = [grade(submission, exercises) for submission in submissions]
parts = {name.split(".")[1] for name in sys.modules if name.startswith("autograder.")}
points = [[report.points, report.max_points] for report in reports]
print(json.dumps({"points": points, "parts": sorted(parts)}), flush=True)
os._exit(0)
"""


@pytest.fixture
def alone(tmp_path: Path) -> Path:
    """Return a folder with the core, its sentences, the reference and one set, and nothing else of the project."""
    folder = tmp_path / "alone"
    package = folder / "autograder"
    left_out = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PROJECT / "autograder" / "core", package / "core", ignore=left_out)
    shutil.copy(PROJECT / "autograder" / "__init__.py", package)
    shutil.copytree(PROJECT / "autograder" / "words", package / "words")
    shutil.copytree(PROJECT / "reference", folder / "reference", ignore=left_out)
    shutil.copytree(QUICK, folder / "set")
    (folder / "exercises").mkdir()
    shutil.copytree(PROJECT / "exercises" / "schema", folder / "exercises" / "schema")
    for path in (
        tmp_path,
        *tmp_path.parents[:2],
    ):  # pytest's folders are closed to others
        if path.stat().st_uid == os.getuid():
            path.chmod(path.stat().st_mode | 0o055)
    return folder


@pytest.mark.of("autograder.core.grading.judged")
def test_core_grades_right_wrong_and_hostile_programs_alone(alone: Path) -> None:
    names = (
        "textbook",
        "strict_cutoff",
        "hostile_imports_autograder",
        "hostile_forges_answers",
    )
    submissions = [str(SUBMISSIONS / name) for name in names]
    line = [sys.executable, "-I", "-S", "-c", SCRIPT, str(alone), SITE_PACKAGES]
    done = subprocess.run(
        [*line, *submissions], cwd=alone, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["parts"] == ["core"]
    right, wrong, spy, forger = document["points"]
    assert right[0] == right[1]
    assert 0 < wrong[0] < wrong[1]
    assert spy[0] == spy[1]  # a right program that finds nothing to import
    assert forger[0] == 0
