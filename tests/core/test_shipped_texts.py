"""The titles and hints of the shipped sets, in the languages that they have."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import FixedExercise
from autograder.core.sentences import ENGLISH
from tests.sets import PROJECT

CORE = PROJECT / "exercises"
SETS = sorted(
    file.parent
    for file in CORE.rglob("assignment.json")
    if file.parent.name != "schema"
)
NAMES = {"Negamax"}
"""Titles that are the same in every language."""
KEPT = re.compile(r"`[^`]*`|\b[A-Z]\d\b|\w+_\w+|\b(?:MAX|MIN|inf)\b|\d+(?:\.\d+)?")
"""The words that stay in every language: code, nodes, players and numbers."""
THOUSANDS = re.compile(r"(?<=\d)[,.\s](?=\d{3}\b)")
Texts = str | Mapping[str, str]
LANGUAGES = sorted(json.loads((CORE / "assignment.json").read_text("utf-8"))["title"])
"""Those of the core set's title."""


def texts_of(folder: Path, field: str) -> Iterator[tuple[str, Texts]]:
    """Yield the name of each file of a set that has a field, with its text."""
    for file in sorted(folder.glob("*.json")):
        document = json.loads(file.read_text("utf-8"))
        if field in document:
            yield file.stem, document[field]


def by_folder(folder: Path) -> str:
    return folder.name


def kept(text: str) -> set[str]:
    """Return the parts of a text that are the same in every language."""
    return set(KEPT.findall(THOUSANDS.sub("", text)))


def in_all_languages(text: Texts) -> Mapping[str, str]:
    return dict.fromkeys(LANGUAGES, text) if isinstance(text, str) else text


@pytest.mark.parametrize("folder", SETS, ids=by_folder)
def test_title_and_hint_have_a_text_for_each_language(folder: Path) -> None:
    for field in ("title", "hint"):
        for name, text in texts_of(folder, field):
            if isinstance(text, str):
                assert text in NAMES, name
            else:
                assert sorted(text) == LANGUAGES, name


@pytest.mark.parametrize("folder", SETS, ids=by_folder)
def test_hint_keeps_code_nodes_players_and_numbers(folder: Path) -> None:
    for name, text in texts_of(folder, "hint"):
        texts = in_all_languages(text)
        for language in LANGUAGES:
            lost = kept(texts[ENGLISH]) - kept(texts[language])
            assert not lost, (name, language)


@pytest.mark.parametrize("folder", SETS, ids=by_folder)
def test_title_names_no_other_nodes_than_the_english_one(folder: Path) -> None:
    """A handout writes other names in titles: "y" is a node, or Spanish for "and"."""
    titles = dict(texts_of(folder, "title"))
    for exercise in load_set(folder).exercises:
        if not isinstance(exercise, FixedExercise):
            continue
        nodes = {
            *exercise.pattern.tree.own_names.values(),
            *exercise.unneeded.values(),
        }
        texts = in_all_languages(titles[exercise.id])
        named = nodes & set(re.findall(r"\w+", texts[ENGLISH]))
        for language in LANGUAGES:
            told = nodes & set(re.findall(r"\w+", texts[language]))
            assert told == named, (exercise.id, language)
