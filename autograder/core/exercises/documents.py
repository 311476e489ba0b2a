"""Find, read and check the JSON documents of a set, each mistake with its place."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from autograder.core.errors import InvalidExercises, Mistake
from autograder.core.exercises.schema_check import schema_mistakes
from autograder.core.exercises.strict_json import read_object
from autograder.core.limits import LONGEST_MISTAKE
from autograder.core.sentences import ENGLISH, speaking
from autograder.core.text import visible_name

ASSIGNMENT = "assignment.json"


class Renamed(NamedTuple):
    """A field of a set's files that has a new name.

    schema: "exercise" or "assignment". old, new: its names, with those of the objects
    that it lies in before them, as in "limits.seconds"; it stays in its object. since:
    the first version that knows the new name.
    """

    schema: str
    old: str
    new: str
    since: str

    @property
    def until(self) -> str:
        """The first version that does not know the old name any more."""
        return f"{int(self.since.partition('.')[0]) + 1}.0.0"

    @property
    def warning(self) -> str:
        """The advice to the author of a file that has the old name."""
        message = (
            f'this field is called "{_last(self.new)}" since version {self.since}; '
            "write that"
        )
        return f"{message}, as the old name is not read from version {self.until} on"


RENAMED: tuple[Renamed, ...] = ()
"""The fields whose old names are still read. Each stays here for one major version: a
test says when it has to go.

`secret` and `packages` are also looked for by name in teach/deployment.py and in
setup.sh.
"""


def from_here(path: Path) -> str:
    """Return a path as it is typed in the current folder, on one line."""
    typed = os.path.relpath(path) if path.is_relative_to(Path.cwd()) else str(path)
    return visible_name(typed, LONGEST_MISTAKE)


def exercise_files(folder: Path) -> list[Path]:
    """Return the files of a folder that hold an exercise, in the order of grading.

    Raises InvalidExercises.
    """
    documents = [name for name in names_in(folder) if name.endswith(".json")]
    hidden = [name for name in documents if name.startswith(".")]
    return [folder / name for name in sorted({*documents} - {*hidden, ASSIGNMENT})]


def names_in(folder: Path) -> set[str]:
    """Return the names in a folder.

    Raises InvalidExercises if there is no folder, or if it may not be read.
    """
    try:
        return set(os.listdir(folder))
    except FileNotFoundError:
        message = "there is no such folder"
    except NotADirectoryError:
        message = (
            f"this is a file; name the folder that holds {ASSIGNMENT} and the exercises"
        )
    except OSError as error:
        message = f"the folder cannot be read: {error.strerror}"
    raise InvalidExercises([Mistake(folder, "", message)])


def misnamed(folder: Path) -> Iterator[Mistake]:
    """Yield the files that are meant as exercises but have names that are skipped.

    Raises InvalidExercises.
    """
    for name in sorted(names_in(folder)):
        # An editor may add an ending of its own.
        right = re.sub(r"(?ai)\.json(\.txt|\.json)?\Z", ".json", name)
        right = ASSIGNMENT if right.lower() == ASSIGNMENT else right
        if name != right and not name.startswith("."):
            message = f"by this name it would be passed over; call it {right}"
            yield Mistake(folder / name, "", message)


def read_document(
    file: Path, example: str = '{ "title": …, "tree": … }'
) -> tuple[dict[str, Any], list[Mistake]]:
    """Return the JSON object in a file of a set, and its mistakes, told in English.

    The values that are mistakes are replaced in it. Raises InvalidExercises if the
    file holds no object.
    """
    with speaking(ENGLISH):
        return read_object(file, example, of_a_set=True)


def _last(path: str) -> str:
    return path.rpartition(".")[2]


def fields_by_old_names(
    document: dict[str, Any], schema: str
) -> Iterator[tuple[Renamed, dict[str, Any]]]:
    """Find the fields that a document has by an old name, each with the object that it
    lies in.
    """
    for renamed in RENAMED:
        parent: Any = document
        for name in renamed.old.split(".")[:-1]:
            parent = parent.get(name) if isinstance(parent, dict) else None
        if (
            renamed.schema == schema
            and isinstance(parent, dict)
            and _last(renamed.old) in parent
        ):
            yield renamed, parent


def rename_fields(document: dict[str, Any], schema: str) -> Iterator[tuple[str, str]]:
    """Give the fields of a document that have old names the new ones, in place.

    Yields a mistake, as (location, message), for each field that has both its names.
    """
    for renamed, parent in [*fields_by_old_names(document, schema)]:
        old, new = _last(renamed.old), _last(renamed.new)
        if new in parent:
            yield (
                renamed.old,
                (
                    f'this is the old name of "{new}", which stands here too; keep '
                    f'"{new}" alone'
                ),
            )
        parent.setdefault(new, parent.pop(old))


def old_names(file: Path) -> Iterator[Mistake]:
    """Warn of each field that a file of a set has by an old name.

    Raises InvalidExercises if it holds no object.
    """
    if RENAMED:
        document, _ = read_document(file)
        schema = "assignment" if file.name == ASSIGNMENT else "exercise"
        for renamed, _ in fields_by_old_names(document, schema):
            yield Mistake(file, renamed.old, renamed.warning)


def checked_document(file: Path, schema: str) -> tuple[dict[str, Any], list[Mistake]]:
    """Return the document in a file, and its mistakes.

    schema: "exercise" or "assignment". Raises InvalidExercises.
    """
    document, mistakes = read_document(file)
    for location, message in rename_fields(document, schema):
        mistakes.append(Mistake(file, location, message))
    try:
        for location, message in schema_mistakes(document, schema):
            mistakes.append(Mistake(file, location, message))
    except RecursionError:
        mistakes.append(Mistake(file, "", "this is nested too deeply to be meant"))
        raise InvalidExercises(mistakes) from None
    return document, mistakes
