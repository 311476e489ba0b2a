"""Where the students' files of the shipped sets lie."""

from __future__ import annotations

from pathlib import Path

from autograder.exercises import ASSIGNMENT, load_assignment
from autograder.paths import EXERCISES, PROJECT

STUDENT = "student"
"""The folder of a set that is handed out. What grades and checks a set passes over folders."""


def student_folders() -> dict[Path, Path]:
    """For each shipped set the folder that its students get; who answers by hand needs none."""
    files = [file for file in EXERCISES.glob(f"*/{ASSIGNMENT}") if file.parent.name != "schema"]
    sets = sorted(file.parent for file in files if not load_assignment(file).by_hand)
    return {EXERCISES: PROJECT / "student_template", **{folder: folder / STUDENT for folder in sets}}
