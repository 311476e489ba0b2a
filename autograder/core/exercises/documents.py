"""Find, read and check the JSON documents of a set, each mistake with its place."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from autograder.core.errors import InvalidExercises, Mistake
from autograder.core.exercises.schema_check import location_of, schema_mistakes
from autograder.core.files import open_regular
from autograder.core.limits import (
    LARGEST_EXACT,
    LARGEST_EXERCISE,
    LONGEST_MISTAKE,
    MOST_PLIES,
)
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


class Unreadable(NamedTuple):
    """A placeholder for a value that Python's parser accepts and the format does not.

    instead: the value to go on with.
    """

    message: str
    instead: Any


def read_document(
    file: Path, example: str = '{ "title": …, "tree": … }'
) -> tuple[dict[str, Any], list[Mistake]]:
    """Return the JSON object in a file, and its mistakes, which are replaced in it.

    Raises InvalidExercises if the file holds no object.
    """
    location = ""
    try:
        document, is_plain = _parse(file)
    except OSError as error:
        message = f"cannot be read: {error.strerror}"
    except UnicodeDecodeError as error:
        message = f"byte {error.start} is not UTF-8; save the file as UTF-8"
    except json.JSONDecodeError as error:
        # Only a mistake needs it.
        from autograder.core.exercises.not_json import why_not_json

        location, message = why_not_json(error, example)
    except RecursionError:
        message = f"arrays are nested too deeply; a tree has at most {MOST_PLIES} plies"
    except ValueError as error:
        message = str(error)
    else:
        if isinstance(document, dict):
            replaced = [] if is_plain else list(_replace_unreadable(document))
            return document, [Mistake(file, *mistake) for mistake in replaced]
        message = f"the file must hold one object: {example}"
    raise InvalidExercises([Mistake(file, location, message)])


def _parse(file: Path) -> tuple[Any, bool]:
    """Return a file's JSON value, and whether surely nothing in it is to be replaced.

    `Unreadable` stands for values that the format does not allow. Raises as reading
    does.
    """
    with open_regular(Path(os.path.realpath(file))) as opened:
        data = opened.read(LARGEST_EXERCISE + 1)
    if len(data) > LARGEST_EXERCISE:
        largest = f"{LARGEST_EXERCISE // 2**20} MiB"
        raise ValueError(f"the file is larger than {largest}; make its tree smaller")
    text = data.decode("utf-8-sig")
    hooks = _Hooks()
    document = json.loads(
        text,
        object_pairs_hook=hooks.entries,
        parse_constant=hooks.constant,
        parse_int=hooks.integer,
        parse_float=hooks.fraction,
    )
    # To walk through all that was read would take as long as to read it. Other
    # characters that are not allowed are no JSON.
    has_odd_text = re.search(r"\\[ubfr]|[\x7f-\x9f]", text)
    return document, not hooks.unreadable and not has_odd_text


class _Hooks:
    """Functions that Python's JSON parser calls for values that may not be allowed.

    unreadable: whether any value is not allowed.
    """

    def __init__(self) -> None:
        self.unreadable = False

    def integer(self, text: str) -> int | Unreadable:
        """Read a whole number."""
        if len(text) <= 17 and abs(int(text)) <= LARGEST_EXACT:
            return int(text)
        shown = text if len(text) <= 24 else f"{text[:12]}… ({len(text)} digits)"
        return self._unreadable(
            f"{shown} is too large; whole numbers go up to 2^53 = {LARGEST_EXACT}"
        )

    def fraction(self, text: str) -> float | Unreadable:
        """Read a number with a point or an exponent; 2.0 is whole in JSON."""
        number = float(text)
        if abs(number) == inf:
            return self._unreadable(
                f'{text[:24]} is too large; write "inf" or "-inf" if you mean infinity'
            )
        if number.is_integer() and abs(number) <= LARGEST_EXACT:
            return int(number)
        return number

    def constant(self, text: str) -> Unreadable:
        """Refuse NaN and Infinity."""
        return self._unreadable(
            f'{text} is not JSON; write "inf" or "-inf", or a number'
        )

    def entries(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """Make an object of its entries."""
        entries: dict[str, Any] = {}
        for key, value in pairs:
            if key in entries:
                message = f"{json.dumps(key)} stands here twice; keep one"
                value = self._unreadable(message, value)
            entries[key] = value
        return entries

    def _unreadable(self, message: str, instead: Any = 0) -> Unreadable:
        self.unreadable = True
        return Unreadable(message, instead)


def _replace_unreadable(document: Any) -> Iterator[tuple[str, str]]:
    """Replace values that are not allowed in a document; yield (location, message)."""
    stack: list[tuple[list[str | int], Any]] = [([], document)]
    while stack:
        path, parent = stack.pop()
        items = parent.items() if isinstance(parent, dict) else enumerate(parent)
        for key, value in list(items):
            message = _unreadable_text(key, value)
            if message:
                yield location_of([*path, key]), message
                value = parent[key] = "?"
            while isinstance(value, Unreadable):
                yield location_of([*path, key]), value.message
                value = parent[key] = value.instead
            if isinstance(value, (dict, list)):
                stack.append(([*path, key], value))


def _unreadable_text(*texts: object) -> str | None:
    """Return the message about characters that a text may not have, or None."""
    text = "".join(text for text in texts if isinstance(text, str))
    if re.search("[\ud800-\udfff]", text):
        return "a \\u escape stands for half a character; write the character itself"
    if re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", text):
        return (
            "the text holds a control character, which would give orders to a "
            "terminal; take it out"
        )
    return None


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
