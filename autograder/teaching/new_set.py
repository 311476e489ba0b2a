"""`new`: makes a set of exercises in a folder, with what its students get, ready to hand out and to grade."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

from autograder.exercises import ASSIGNMENT, SOLUTION, exercise_files, from_here, load_assignment, unknown_interface
from autograder.paths import EXERCISES, SCHEMAS
from autograder.teaching.handout import Handout, courses, load
from autograder.teaching.handout.files import student_files
from autograder.teaching.handout.shipped import STUDENT

WRONG_USAGE = 2
FIXED = "01_one_tree.json"
GENERATED = "02_generated_trees.json"


def make(folder: Path, interface: str) -> int:
    """Makes a set and says what to do next; returns the exit status. Raises OSError."""
    unknown = None if interface in courses() else unknown_interface(interface)
    mistake = unknown or in_the_way(folder)
    if mistake:
        print(mistake, file=sys.stderr)
        return WRONG_USAGE
    try:
        files = new_set(folder, interface)
    except OSError as error:
        raise OSError(error.errno, error.strerror, error.filename or str(folder)) from None
    print(_made(folder, interface, files))
    return 0


def new_set(folder: Path, interface: str) -> list[str]:
    """Makes a set for an interface or course, after the one that is shipped; returns its students' files by name.

    folder: made where it does not exist. Raises OSError where it cannot be written.
    """
    handout = load(interface)
    files = write_frame(folder, interface)
    schema = os.path.relpath(SCHEMAS, folder)
    for name, exercise in ((FIXED, handout.trees[0].document), (GENERATED, _generated(handout))):
        (folder / name).write_text(_json(exercise, f"{schema}/exercise.json"), "utf-8")
    return files


def write_frame(folder: Path, interface: str) -> list[str]:
    """Makes all of a set but its exercises; returns its students' files by name. The same as `new_set` else."""
    handout = load(interface)
    folder.mkdir(parents=True, exist_ok=True)
    assignment = _document(EXERCISES / handout.shipped / ASSIGNMENT)
    schema = os.path.relpath(SCHEMAS, folder)
    (folder / ASSIGNMENT).write_text(_json(assignment, f"{schema}/assignment.json"), "utf-8")
    if "adapter" in assignment:
        for name in (assignment["adapter"], SOLUTION):
            shutil.copyfile(EXERCISES / handout.shipped / name, folder / name)
    files = student_files(handout, load_assignment(folder / ASSIGNMENT))
    (folder / STUDENT).mkdir()
    for name, text in files.items():
        (folder / STUDENT / name).write_text(text, "utf-8")
    return list(files)


def in_the_way(folder: Path) -> str | None:
    """What to say of a place where no set can be made."""
    if os.path.isdir(folder):
        words = "this folder is not empty; name one that is, or one that does not exist yet"
        return f"{from_here(folder)}: {words}" if any(folder.iterdir()) else None
    return f"{from_here(folder)}: there is a file of this name; name a folder" if os.path.exists(folder) else None


def _document(file: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return document


def _generated(handout: Handout) -> dict[str, Any]:
    """The first generated exercise of the interface's shipped set."""
    documents = (_document(file) for file in exercise_files(EXERCISES / handout.shipped))
    return next(document for document in documents if "generate" in document)


def _json(document: dict[str, Any], schema: str) -> str:
    """A document, a field a line. What belongs to the shipped set alone is left out."""
    fields = {key: value for key, value in document.items() if key not in ("$schema", "number", "expected")}
    if "generate" in fields:
        fields["generate"] = {key: value for key, value in fields["generate"].items() if key != "seed"}
    lines = (f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in fields.items())
    return "{\n" + ",\n".join((f'  "$schema": {json.dumps(schema)}', *lines)) + "\n}\n"


def _made(folder: Path, interface: str, files: list[str]) -> str:
    stub = files[0]
    named = from_here(folder)
    return f"""{named}: a set for {interface}
  {ASSIGNMENT:<26} its title, and what holds for all its exercises
  {FIXED:<26} an exercise with a tree
  {GENERATED:<26} an exercise with trees made at random
  {f"{STUDENT}/":<26} what students get: {", ".join(files)}

What to do next:
  1. Change the title in {ASSIGNMENT}, and add exercises; docs/exercises.md says how.
  2. Check them:                ./run_autograder validate {named}
  3. Write a right {stub}, and grade it:
                                ./run_autograder {stub} --exercises {named}
  4. Build the archive:         ./run_autograder zip --exercises {named}
  5. Give students the folder   {named}/{STUDENT}"""
