"""Writes what the students of the shipped sets get; run it in the project's folder.

.venv/bin/python -m autograder.handout
"""

from pathlib import Path

from autograder.folder import ASSIGNMENT
from autograder.handout import load
from autograder.handout.files import student_files
from autograder.handout.shipped import student_folders
from autograder.load import load_assignment

for exercises, folder in student_folders().items():
    assignment = load_assignment(exercises / ASSIGNMENT)
    folder.mkdir(exist_ok=True)
    for name, text in student_files(load(assignment.interface), assignment).items():
        Path(folder, name).write_text(text, "utf-8")
    print(folder)
