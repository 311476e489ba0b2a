"""The folder of a set: which of its files are graded, and which only look as if they were."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from autograder.exercises.document import LONGEST_WORDS, InvalidExercises, Mistake
from autograder.text import visible_name

ASSIGNMENT = "assignment.json"
ENDINGS = (".json", ".json.txt", ".json.json")
"""How names end of files that are meant as exercises; the last two are what editors make of the first."""


def from_here(path: Path) -> str:
    """A path as it is typed in the current folder, on one line."""
    return visible_name(os.path.relpath(path) if path.is_relative_to(Path.cwd()) else str(path), LONGEST_WORDS)


def exercise_files(folder: Path) -> list[Path]:
    """The files of a folder that hold an exercise, in the order in which they are graded. Raises InvalidExercises."""
    names = sorted(name for name in names_in(folder) if name.endswith(".json") and name != ASSIGNMENT)
    return [folder / name for name in names if not name.startswith(".")]


def names_in(folder: Path) -> set[str]:
    """The names of what lies in a folder. Raises InvalidExercises where there is none, or it may not be read."""
    try:
        return set(os.listdir(folder))
    except FileNotFoundError:
        words = "there is no such folder"
    except NotADirectoryError:
        words = f"this is a file; name the folder that holds {ASSIGNMENT} and the exercises"
    except OSError as error:
        words = f"the folder cannot be read: {error.strerror}"
    raise InvalidExercises([Mistake(folder, "", words)])


def misnamed(folder: Path) -> Iterator[Mistake]:
    """The files that look like exercises to people but would be passed over. Raises InvalidExercises."""
    for name in sorted(names_in(folder)):
        ending = next((ending for ending in reversed(ENDINGS) if name.lower().endswith(ending)), "")
        right = name[: -len(ending)] + ".json" if ending else name
        right = ASSIGNMENT if right.lower() == ASSIGNMENT else right
        if name != right and not name.startswith("."):
            yield Mistake(folder / name, "", f"by this name it would be passed over; call it {right}")
