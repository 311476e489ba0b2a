"""Reads JSON documents strictly, and says for every mistake where it is and how to mend it."""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from errno import EISDIR
from pathlib import Path
from typing import Any

from autograder.exercises.collecting import collecting_paused
from autograder.text import counted, visible_name

LARGEST_INTEGER = 2**53
"""Integers up to this size are the same number in Python, in JSON and as a double on the wire."""
UNSHOWABLE = re.compile(r"\\u([dD][89a-fA-F]|00[0189])|[\x7f-\x9f]")
"""What may stand for half a character, or for one that gives orders to a terminal."""
ORDER = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
AN_EXERCISE = '{ "title": …, "tree": … }'
LARGEST_FILE = 64 * 2**20
"""Bytes. A tree of a million leaves takes about a tenth of it."""
LONGEST_WORDS = 1000
MOST_TOLD_OF_A_FILE = 20
MOST_TOLD = 200


@dataclass(frozen=True)
class Mistake:
    """One mistake in a file: where, what, and what would be right. An empty place means the file as a whole."""

    file: Path
    place: str
    words: str

    def __str__(self) -> str:
        return ": ".join(visible_name(part, LONGEST_WORDS) for part in (str(self.file), self.place, self.words) if part)


class InvalidExercises(Exception):
    """Raised where exercises cannot be graded with. Carries every mistake of every file."""

    def __init__(self, mistakes: Sequence[Mistake]) -> None:
        super().__init__("\n".join(map(str, mistakes)))
        self.mistakes = tuple(mistakes)


def told(mistakes: Sequence[Mistake]) -> Iterator[str]:
    """The lines that tell of mistakes: of a file with very many the first ones, and how many more there are."""
    lines = 0
    by_file: dict[Path, list[Mistake]] = {}
    for mistake in mistakes:
        by_file.setdefault(mistake.file, []).append(mistake)
    files = list(by_file.items())
    for place, (file, found) in enumerate(files):
        if lines >= MOST_TOLD:
            left = sum(len(others) for _, others in files[place:])
            yield f"… and {counted(left, 'more mistake')} in {counted(len(files) - place, 'other file')}"
            return
        shown = found[:MOST_TOLD_OF_A_FILE]
        yield from map(str, shown)
        if len(found) > len(shown):
            yield str(Mistake(file, "", f"… and {counted(len(found) - len(shown), 'more mistake')}"))
        lines += len(shown)


@dataclass(frozen=True)
class Unreadable:
    """Stands in a document for a value that means nothing, although Python's JSON reader lets it pass."""

    words: str
    instead: Any = 0


def place_of(path: Sequence[str | int]) -> str:
    """A path into a document as people write it: tree[1].children[0]."""
    place = ""
    for step in path:
        place += f"[{step}]" if isinstance(step, int) else f".{step}" if place else step
    return place


@collecting_paused()
def read_document(file: Path, example: str = AN_EXERCISE) -> tuple[dict[str, Any], list[Mistake]]:
    """The JSON object in a file, and the values in it that mean nothing, each replaced by one that does.

    example: what such a file looks like, for words about one that holds something else.
    Raises InvalidExercises where the file holds no JSON object at all.
    """
    reader = _StrictReader()
    try:
        document = reader.read(_contents(file))
    except OSError as error:
        raise InvalidExercises([Mistake(file, "", f"cannot be read: {error.strerror}")]) from None
    except UnicodeDecodeError as error:
        words = f"byte {error.start} is not UTF-8; save the file as UTF-8"
        raise InvalidExercises([Mistake(file, "", words)]) from None
    except json.JSONDecodeError as error:
        from autograder.exercises.json_syntax import why_not_json  # only what is no JSON needs it

        raise InvalidExercises([Mistake(file, *why_not_json(error.doc, error, example))]) from None
    except RecursionError:
        words = "arrays are nested too deeply; a tree has at most 200 plies"
        raise InvalidExercises([Mistake(file, "", words)]) from None
    except ValueError as error:
        raise InvalidExercises([Mistake(file, "", str(error))]) from None
    if not isinstance(document, dict):
        raise InvalidExercises([Mistake(file, "", f"the file must hold one object: {example}")])
    if not reader.found_unreadable:
        return document, []
    return document, [Mistake(file, place_of(path), words) for path, words in _replace_unreadable(document)]


def _contents(file: Path) -> bytes:
    """The bytes of a regular file. Raises OSError, and ValueError for a pipe, a device and whatever has no end."""
    descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK)  # else a named pipe waits for someone to write to it
    with open(descriptor, "rb") as opened:
        kind = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(kind):
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        if not stat.S_ISREG(kind):
            raise ValueError("this is no ordinary file but a pipe or a device; put a file there, or take it away")
        data = opened.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        raise ValueError(f"the file is larger than {LARGEST_FILE // 2**20} MiB; make its tree smaller")
    return data


class _StrictReader:
    """Python's JSON reader with what it lets pass made visible: NaN, Infinity, repeated keys, enormous numbers."""

    def __init__(self) -> None:
        self.found_unreadable = False

    def read(self, data: bytes) -> Any:
        text = data.decode("utf-8-sig")
        self.found_unreadable = UNSHOWABLE.search(text) is not None
        return json.loads(
            text,
            parse_constant=lambda text: self._unreadable(f'{text} is not JSON; write "inf" or "-inf", or a number'),
            parse_int=self._integer,
            parse_float=self._float,
            object_pairs_hook=self._object,
        )

    def _unreadable(self, words: str) -> Unreadable:
        self.found_unreadable = True
        return Unreadable(words)

    def _integer(self, text: str) -> int | Unreadable:
        if len(text) <= 17 and abs(int(text)) <= LARGEST_INTEGER:
            return int(text)
        shown = text if len(text) <= 24 else f"{text[:12]}… ({len(text)} digits)"
        return self._unreadable(f"{shown} is too large; whole numbers go up to 2^53 = {LARGEST_INTEGER}")

    def _float(self, text: str) -> float | Unreadable:
        value = float(text)
        if abs(value) != float("inf"):
            return value
        return self._unreadable(f'{text[:24]} is too large; write "inf" or "-inf" if you mean infinity')

    def _object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        entries: dict[str, Any] = {}
        for key, value in pairs:
            if key in entries:
                self.found_unreadable = True
                value = Unreadable(f'"{key}" stands here twice; keep one', instead=value)
            entries[key] = value
        return entries


def _replace_unreadable(document: Any) -> Iterator[tuple[list[str | int], str]]:
    """Replaces what is unreadable in a document; yields the path to each, and what is wrong with it."""
    stack: list[tuple[list[str | int], Any]] = [([], document)]
    while stack:
        path, parent = stack.pop()
        entries = list(parent.items() if isinstance(parent, dict) else enumerate(parent))
        for key, value in entries:
            unshowable = next((words for text in (value, key) if isinstance(text, str) and (words := _fault(text))), "")
            if unshowable:
                yield [*path, key], unshowable
                value = parent[key] = "?"
            while isinstance(value, Unreadable):
                yield [*path, key], value.words
                value = parent[key] = value.instead
            if isinstance(value, (dict, list)):
                stack.append(([*path, key], value))


def _fault(text: str) -> str:
    """What is wrong with a text that cannot be shown, "" for one that can."""
    if any("\ud800" <= char <= "\udfff" for char in text):
        return "a \\u escape stands for half a character; write the character itself"
    if ORDER.search(text):
        return "the text holds a control character, which would give orders to a terminal; take it out"
    return ""
