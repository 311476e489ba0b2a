"""Advises on a file that may be the program by another name, or hold it."""

import os
import re
import unicodedata
from collections.abc import Collection
from pathlib import Path

from autograder.core.files import read_regular
from autograder.core.limits import LARGEST_PROGRAM
from autograder.core.sandbox.file_kinds import (
    COMPILED,
    ENDINGS,
    IN_PLACE_OF_THE_PROGRAM,
    PLACEHOLDER,
    SHORTCUT,
    kind_of,
)
from autograder.core.sandbox.listing import paths_met
from autograder.core.sandbox.local_imports import as_names, telling_words
from autograder.core.sentences import sentence
from autograder.core.text import between_backticks, named, source_lines

WITHOUT_TEXT = (COMPILED, PLACEHOLDER, SHORTCUT)
"""Kinds of files that may stand for the program, and do not have its text."""


def _is_copy(name: str, file: str) -> bool:
    """Return whether a name is that of another copy of a file.

    A browser or a file manager names it: `alphabeta (1).py`.
    """
    stem, suffix = map(re.escape, os.path.splitext(file))
    numbered, copied = r" ?\(\d+\)", r" ?-? ?copy(?: ?\(?\d+\)?)?"
    pattern = rf"copy of {stem}{suffix}|{stem}(?:{numbered}|{copied}){suffix}"
    return re.fullmatch(pattern, name, re.IGNORECASE) is not None


def renaming(files: list[Path], file: str) -> str:
    """Return how to rename the first file whose name is nearly the right one."""
    advices = (renaming_of(candidate.name, file) for candidate in files)
    return next(filter(None, advices), "")


def converting(folder: Path, files: list[Path], file: str) -> str:
    """Return the way to the program from a file that is packed, or stands for it."""
    for suffix, kind in ENDINGS.items():
        for candidate in files:
            if candidate.suffix.lower() == suffix:
                return _in_place(candidate, kind, file)
    stem = os.path.splitext(file)[0].lower()
    for candidate in files:
        if not candidate.name.lower().lstrip(".#").startswith(f"{stem}."):
            continue
        kind = kind_of(read_regular(folder / candidate, 2**12) or b"")
        if not kind:
            ending = os.path.splitext(candidate.name)[1].lower()
            kind = IN_PLACE_OF_THE_PROGRAM.get(ending, "")
        if kind:
            return _in_place(candidate, kind, file)
    return ""


def _in_place(candidate: Path, kind: str, file: str) -> str:
    """Return the way from a file of a kind to the program."""
    name = named(candidate.name)
    return sentence("in_place_of_the_program", kind, name=name, file=file)


def renaming_of(name: str, file: str) -> str:
    """Return how to rename a file whose name is nearly that of the student's file.

    It is "" for any other name.
    """
    wanted = file.lower()
    near = name.lower()
    stem, suffix = os.path.splitext(wanted)
    names = {"name": named(name), "file": file}
    if near.strip() == wanted != near:
        names["name"] = f"`{between_backticks(name)}`"
        return sentence("submission", "rename, blank", **names)
    if near == wanted or _is_copy(name, file) or near == f"{stem}.pyw":
        return sentence("submission", "rename", **names)
    if near in (f"{wanted}.txt", f"{wanted}{suffix}"):
        return sentence("submission", "rename, hidden ending", **names)
    if near in (stem, f"{stem}.txt", f"{wanted}.download"):
        return sentence("submission", "rename, perhaps", **names)
    char = _other_letter(near, wanted)
    if not char:
        return ""
    letter = unicodedata.name(char, "")
    if not letter:
        return sentence("submission", "rename, unseen letter", **names)
    return sentence("submission", "rename, other letter", letter=letter, **names)


def _other_letter(name: str, file: str) -> str:
    """Return the first character of a name that only looks like a file's own name.

    It is "" for any other name. Such a name is the same but for marks and invisible
    characters, or a few of its letters are of another alphabet.
    """
    others = [char for char in name if not char.isascii()]
    if not others:
        return ""
    decomposed = unicodedata.normalize("NFKD", name)
    letters = [char for char in decomposed if unicodedata.category(char)[0] not in "CM"]
    if len(letters) != len(file):
        return ""
    pairs = zip(letters, file, strict=True)
    differing = [char for char, right in pairs if char != right]
    is_alike = not any(map(str.isascii, differing)) and 2 * len(differing) < len(file)
    return others[0] if is_alike else ""


def may_be_program(submission: Path, functions: Collection[str]) -> str:
    """Return the name of a file that may be the program, or hold it.

    It is "" if each file of the submission is text that mentions none of the functions.
    """
    if not os.path.isdir(submission):
        return submission.name
    for relative, is_file in paths_met(submission):
        if not is_file or _may_be(submission / relative, functions):
            return str(relative)
    return ""


def _may_be(file: Path, functions: Collection[str]) -> bool:
    """Return whether a file may be a program with some functions, or hold it."""
    data = read_regular(file, LARGEST_PROGRAM + 1)
    if data is None or len(data) > LARGEST_PROGRAM or b"\0" in data:
        return True
    ending = file.suffix.lower()
    kind = IN_PLACE_OF_THE_PROGRAM.get(ending, "")
    if ending in ENDINGS or kind in WITHOUT_TEXT or kind_of(data[: 2**12]):
        return True
    telling = telling_words(functions)
    text = "\n".join(source_lines(data))
    return telling is None or telling.search(as_names(text)) is not None
