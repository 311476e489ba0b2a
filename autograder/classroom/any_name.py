"""Takes a program by another name, if it is the only one that may be meant."""

import os
from collections.abc import Collection
from hashlib import sha256
from pathlib import Path

from autograder.classroom.grading import sent_files
from autograder.classroom.records import HandIn
from autograder.core.exercises.model import ExerciseSet
from autograder.core.sandbox.local_imports import defining
from autograder.core.text import listed, named

SEVERAL = "{programs} define what is asked for, and which one is meant is not guessed"


def with_any_name(
    hand_in: HandIn, exercises: ExerciseSet, functions: Collection[str], scratch: Path
) -> HandIn:
    """Return a submission with its program under the name that it has to have.

    That is done if no file may be meant but one Python file that defines one of the
    functions; else the submission stays as it is, and a note names several such files.
    A single file is graded by any name anyway. An archive stays as it is, and so does a
    folder that is empty, too large, or cannot be read. scratch: a folder for copies.
    """
    file = exercises.assignment.file
    if not os.path.isdir(hand_in.path):
        return hand_in
    files = sent_files(hand_in.path)
    if files is None:
        return hand_in
    names = {Path(name).name for name in files}
    programs = defining(hand_in.path, map(Path, files), functions)
    endings = {Path(name).suffix.lower() for name in files}
    other_endings = {*exercises.assignment.accept} - {".py"}
    has_other_program = not endings.isdisjoint(other_endings)
    if file in names or has_other_program or not programs:
        return hand_in
    if len(programs) > 1:
        note = SEVERAL.format(programs=listed(sorted(programs)))
        return hand_in._replace(notes=(*hand_in.notes, note))
    (program,) = programs
    folder = scratch / sha256(os.fsencode(hand_in.path)).hexdigest()
    for name, content in files.items():
        path = folder / name
        target = path.with_name(file) if Path(name) == program else path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    note = f"graded as {file}, as no other file defines what is asked for: "
    notes = (*hand_in.notes, f"{note}{named(program)}")
    return hand_in._replace(path=folder, notes=notes)
