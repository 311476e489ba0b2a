"""`new`: makes a set of exercises in a folder, ready to hand out and to grade."""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

from autograder.exercises import ASSIGNMENT, SOLUTION, exercise_files, from_here, load_assignment, unknown_interface
from autograder.paths import EXERCISES, SCHEMAS
from autograder.teaching.handout import OWN_WORDS
from reference.interfaces import module_name

WRONG_USAGE = 2
FIXED = "01_one_tree.json"
GENERATED = "02_generated_trees.json"


def courses() -> list[str]:
    """The names of the courses whose own interface a shipped set fits."""
    return sorted(file.parent.name for file in EXERCISES.glob("*/adapter.py"))


def make(folder: Path, interface: str) -> int:
    """Makes a set and says what to do next; returns the exit status. Raises OSError."""
    unknown = None if interface in courses() else unknown_interface(interface)
    mistake = unknown or in_the_way(folder)
    if mistake:
        print(mistake, file=sys.stderr)
        return WRONG_USAGE
    try:
        new_set(folder, interface)
    except OSError as error:
        raise OSError(error.errno, error.strerror, error.filename or str(folder)) from None
    print(_made(folder, interface))
    return 0


def new_set(folder: Path, interface: str) -> None:
    """Makes a set for an interface or course, after the one that is shipped.

    folder: made where it does not exist. Raises OSError where it cannot be written.
    """
    shipped = write_frame(folder, interface)
    documents = [_document(file) for file in exercise_files(shipped)]
    for name, field in ((FIXED, "tree"), (GENERATED, "generate")):
        exercise = next(document for document in documents if field in document)
        (folder / name).write_text(_json(exercise, folder, "exercise.json"), "utf-8")


def write_frame(folder: Path, interface: str) -> Path:
    """Makes all of a set but its exercises; returns the shipped set that it is made after. Else as `new_set`."""
    shipped = EXERCISES / module_name(interface)
    if not shipped.is_dir():
        shipped = EXERCISES  # the core set's interface
    folder.mkdir(parents=True, exist_ok=True)
    assignment = _document(shipped / ASSIGNMENT)
    (folder / ASSIGNMENT).write_text(_json(assignment, folder, "assignment.json"), "utf-8")
    if "adapter" in assignment:
        for name in (assignment["adapter"], SOLUTION, OWN_WORDS):
            shutil.copyfile(shipped / name, folder / name)
    return shipped


def in_the_way(folder: Path) -> str | None:
    """What to say of a place where no set can be made."""
    if os.path.isdir(folder):
        words = "this folder is not empty; name one that is, or one that does not exist yet"
        return f"{from_here(folder)}: {words}" if any(folder.iterdir()) else None
    return f"{from_here(folder)}: there is a file of this name; name a folder" if os.path.exists(folder) else None


def _document(file: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return document


def _json(document: dict[str, Any], folder: Path, schema: str) -> str:
    """A document in a folder, a field a line. What belongs to the shipped set alone is left out."""
    fields = {key: value for key, value in document.items() if key not in ("$schema", "number", "expected")}
    if "generate" in fields:
        fields["generate"] = {key: value for key, value in fields["generate"].items() if key != "seed"}
    lines = (f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in fields.items())
    relative = os.path.relpath(SCHEMAS / schema, folder)
    return "{\n" + ",\n".join((f'  "$schema": {json.dumps(relative)}', *lines)) + "\n}\n"


def _made(folder: Path, interface: str) -> str:
    named = from_here(folder)
    stub = load_assignment(folder / ASSIGNMENT).file
    return f"""{named}: a set for {interface}
  {ASSIGNMENT:<26} its title, and what holds for all its exercises
  {FIXED:<26} an exercise with a tree
  {GENERATED:<26} an exercise with trees made at random

What to do next:
  1. Change the title in {ASSIGNMENT}, and add exercises; docs/exercises.md says how.
  2. Check them:                ./run_autograder validate {named}
  3. Write a right {stub}, and grade it:
                                ./run_autograder {stub} --exercises {named}
  4. Build the archive:         ./run_autograder zip --exercises {named}
  5. Write what students get:   ./run_autograder handout {named}"""
