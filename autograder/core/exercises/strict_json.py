"""Reads a JSON object as strictly as the formats ask, each mistake with its place.

It reads the files of a set, and answers that students write by hand.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

from autograder.core.errors import InvalidExercises, Mistake
from autograder.core.exercises.schema_check import location_of
from autograder.core.files import open_regular
from autograder.core.limits import LARGEST_EXACT, LARGEST_EXERCISE, MOST_PLIES
from autograder.core.sentences import sentence
from autograder.core.text import reason_of


class Unreadable(NamedTuple):
    """A placeholder for a value that Python's parser accepts and the format does not.

    instead: the value to go on with.
    """

    message: str
    instead: Any


def read_object(
    file: Path, example: str, *, of_a_set: bool = False
) -> tuple[dict[str, Any], list[Mistake]]:
    """Return the JSON object in a file, and its mistakes, which are replaced in it.

    of_a_set: whether the author of a set wrote the file, and may be told of its fields.
    Raises InvalidExercises if the file holds no object.
    """
    location = ""
    try:
        document, is_plain = _parse(file)
    except OSError as error:
        message = sentence("strict_json", "cannot be read", reason=reason_of(error))
    except UnicodeDecodeError as error:
        message = sentence("strict_json", "not UTF-8", position=error.start)
    except json.JSONDecodeError as error:
        # Only a mistake needs it.
        from autograder.core.exercises.not_json import why_not_json

        location, message = why_not_json(error, example, of_a_set=of_a_set)
    except RecursionError:
        name = "too deep for a tree" if of_a_set else "too deep"
        message = sentence("strict_json", name, most=MOST_PLIES)
    except ValueError as error:
        message = str(error)
    else:
        if isinstance(document, dict):
            replaced = [] if is_plain else list(_replace_unreadable(document))
            return document, [Mistake(file, *mistake) for mistake in replaced]
        message = sentence("strict_json", "no object", example=example)
    raise InvalidExercises([Mistake(file, location, message)])


def _parse(file: Path) -> tuple[Any, bool]:
    """Return a file's JSON value, and whether surely nothing in it is to be replaced.

    `Unreadable` stands for values that the format does not allow. Raises as reading
    does.
    """
    with open_regular(Path(os.path.realpath(file))) as opened:
        data = opened.read(LARGEST_EXERCISE + 1)
    if len(data) > LARGEST_EXERCISE:
        most = LARGEST_EXERCISE // 2**20
        raise ValueError(sentence("strict_json", "large", most=most))
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
        most = LARGEST_EXACT
        if len(text) <= 24:
            message = sentence("strict_json", "large integer", number=text, most=most)
        else:
            message = sentence(
                "strict_json",
                "long integer",
                beginning=text[:12],
                digits=len(text),
                most=most,
            )
        return self._unreadable(message)

    def fraction(self, text: str) -> float | Unreadable:
        """Read a number with a point or an exponent; 2.0 is whole in JSON."""
        number = float(text)
        if abs(number) == inf:
            shown = text[:24]
            message = sentence("strict_json", "large fraction", number=shown)
            return self._unreadable(message)
        if number.is_integer() and abs(number) <= LARGEST_EXACT:
            return int(number)
        return number

    def constant(self, text: str) -> Unreadable:
        """Refuse NaN and Infinity."""
        return self._unreadable(sentence("strict_json", "no number", constant=text))

    def entries(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """Make an object of its entries."""
        entries: dict[str, Any] = {}
        for key, value in pairs:
            if key in entries:
                message = sentence("strict_json", "twice", key=json.dumps(key))
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
                value = "?"
                parent[key] = value
            while isinstance(value, Unreadable):
                yield location_of([*path, key]), value.message
                value = value.instead
                parent[key] = value
            if isinstance(value, (dict, list)):
                stack.append(([*path, key], value))


def _unreadable_text(*texts: object) -> str | None:
    """Return the message about characters that a text may not have, or None."""
    text = "".join(text for text in texts if isinstance(text, str))
    if re.search("[\ud800-\udfff]", text):
        return sentence("strict_json", "half a character")
    if re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", text):
        return sentence("strict_json", "control character in a text")
    return None
