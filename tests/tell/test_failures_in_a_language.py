"""What a student reads of a hand-in that cannot be graded, or fails, has no English in another language."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import ExerciseSet
from autograder.core.grading.run import grade
from autograder.core.sentences import ENGLISH, speak
from autograder.explain.graded import ExplainedReport
from autograder.tell.formats import results
from tests.sets import made_set, written
from tests.wide_letters import OWN_WORDS, language_in_wide_letters

pytestmark = pytest.mark.usefixtures("forked")
TREES = {"01": {"tree": [[3, 12, 8], [2, 4, 6]]}}
SEARCH = "def max_value(state, alpha, beta):\n    return {}\nmin_value = max_value\n"
NOTEBOOK = {"cells": [], "nbformat": 4, "nbformat_minor": 5, "metadata": {}}
FILES: dict[str, dict[str, object]] = {
    "no file": {"notes.txt": "x"},
    "another name": {"alpha_beta.py": SEARCH.format(1)},
    "two files": {"a/alphabeta.py": "x = 1", "b/alphabeta.py": "x = 2"},
    "an archive": {"alphabeta.rar": b"Rar!"},
    "no archive": {"alphabeta.zip": b"PK\x03\x04"},
    "a document": {"alphabeta.py": b"%PDF-1.4"},
    "a web page": {"alphabeta.py": "<!DOCTYPE html><html></html>"},
    "a notebook": {"alphabeta.py": json.dumps(NOTEBOOK)},
    "no JSON": {"alphabeta.ipynb": '{"cells": ['},
    "no cells": {"alphabeta.ipynb": '{"nbformat": 4}'},
    "UTF-16": {"alphabeta.py": SEARCH.encode("utf-16")},
    "Latin-1": {"alphabeta.py": b"# \xe4"},
    "no Python": {"alphabeta.py": "public class A { }"},
    "a conflict": {"alphabeta.py": "<<<<<<< HEAD\n=======\n>>>>>>> x\n"},
    "quotation marks": {"alphabeta.py": "x = “a”"},
    "no function": {"alphabeta.py": "def maxValue(): pass"},
    "a method": {"alphabeta.py": f"class A:\n    {SEARCH.splitlines()[0]} pass"},
    "no package": {"alphabeta.py": "import numpy"},
    "an input": {"alphabeta.py": 'input("Depth? ")'},
    "an end": {"alphabeta.py": "import os\nos._exit(3)"},
    "a loop": {"alphabeta.py": "while True: pass"},
    **{
        value: {"alphabeta.py": SEARCH.format(value)}
        for value in (
            *("None", "state", "10**5000", 'float("nan")', "{1}", "[0] * 10**10"),
            *("state.utility()", 'state.result("Z9")', "max_value(state, alpha, beta)"),
        )
    },
}
"""The files of each hand-in."""
BY_HAND: dict[str, dict[str, object]] = {
    text: {"answers.json": text}
    for text in (
        *("", "[]", "{}", '{"01": NaN}', '{"01": [1]}', '{"01": {}, "zebra": 1}'),
        '{"01": {"value": "x", "visited": ["C1", "C1", "B1", 3, "C9"], "more": 1}}',
        '{"01": {"value": 3, "visited": "C1"}}',
    )
}
OF_PYTHON = re.compile(r"^\w*(Error|Exit|Exception)\b.*$", re.MULTILINE)
"""A line in which Python names an exception."""
COLOURS = re.compile(r"\x1b\[[\d;]*m")
NAMES = {
    *OWN_WORDS,
    *("alphabeta", "answers", "ipynb", "json", "zip", "inf", "_two_plies", "visited"),
    *("actions", "children", "evaluate", "is_terminal", "name", "result", "value"),
    *("successors", "to_move", "utility", "set", "min_value", "max_value"),
}
"""Identifiers, names of files and formats, and words of the code that is shown."""


@pytest.fixture(scope="module")
def language(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with language_in_wide_letters(tmp_path_factory.mktemp("words") / "words") as code:
        yield code
    speak(ENGLISH)


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory, language: str) -> ExerciseSet:
    folder = tmp_path_factory.mktemp("set")
    limits = {"seconds": 1, "memory_mb": 256}
    return load_set(made_set(folder / "set", TREES, language=language, limits=limits))


@pytest.fixture(scope="module")
def by_hand(tmp_path_factory: pytest.TempPathFactory, language: str) -> ExerciseSet:
    folder = tmp_path_factory.mktemp("hand")
    fields = {"interface": "by_hand", "file": "answers.json", "language": language}
    return load_set(made_set(folder / "set", TREES, **fields))


def english_in(folder: Path, exercises: ExerciseSet) -> set[str]:
    """Return the words of what a student reads that are in English."""
    report = grade(folder, exercises)
    document = results(ExplainedReport(report, {}))
    texts = [str(document.get("output", ""))]
    texts += [str(test.get("output", "")) for test in document["tests"]]
    text = OF_PYTHON.sub("", COLOURS.sub("", "\n".join(texts)))
    lines = [line for line in text.splitlines() if not line.startswith("  │")]
    typed = " ".join(
        f"{file} {file.read_text('utf-8', 'replace')}"
        for file in folder.rglob("*")
        if file.is_file()
    )
    word = re.compile(r"[A-Za-z_]{3,}")
    return {*word.findall("\n".join(lines))} - {*word.findall(typed)} - NAMES


@pytest.mark.parametrize("name", FILES)
def test_failure_in_another_language_has_no_english(
    tmp_path: Path, programs: ExerciseSet, name: str
) -> None:
    for file, content in FILES[name].items():
        written(tmp_path / "hand_in" / file, content)
    assert english_in(tmp_path / "hand_in", programs) == set()


@pytest.mark.parametrize("name", BY_HAND)
def test_answers_by_hand_in_another_language_are_judged_without_english(
    tmp_path: Path, by_hand: ExerciseSet, name: str
) -> None:
    for file, content in BY_HAND[name].items():
        written(tmp_path / "hand_in" / file, content)
    assert english_in(tmp_path / "hand_in", by_hand) == set()


def test_archive_in_another_language_is_refused_without_english(
    tmp_path: Path, programs: ExerciseSet
) -> None:
    archive = tmp_path / "alphabeta.zip"
    with ZipFile(archive, "w") as entries:
        entries.writestr("../alphabeta.py", "x = 1")
    assert english_in(tmp_path, programs) == set()
