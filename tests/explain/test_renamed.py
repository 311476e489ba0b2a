"""A program's repair does not change when its identifiers do: they are in other languages, and mean other things."""

import ast
import io
import json
import tokenize
from itertools import cycle

import pytest

from autograder.core.exercises.load import load_set
from tests.searches import searched
from tests.sets import PROJECT, SUBMISSIONS

CORE = load_set(PROJECT / "exercises")
FUNCTIONS = {"max_value", "min_value", "self"}
LANGUAGES = {
    "Spanish": "cota valor mejor hijo turno nodo",
    "German": "schranke wert kind knoten bester",
    "Chinese": "值 界 子 树 最好",
    "one letter": "q w z p",
    "misleading": "beta alpha depth best state",
}
WRONG = sorted(
    file.parent.name
    for file in SUBMISSIONS.glob("written_core_*/verdict.json")
    if "exercises" not in json.loads(file.read_text("utf-8"))
    and (file.parent / "alphabeta.py").exists()
)
SEVERAL = {"written_core_game_with_players"}
"""Two pairs of edits cost nearly the same there; which is found first, the order of the names decides."""
CHOSEN = list(zip(WRONG, cycle(LANGUAGES), strict=False))


def renamed(source: str, words: str) -> str:
    """Return the same program with other words for all names that are its own."""
    tree = ast.parse(source)
    own: set[str] = set()
    taken = set(FUNCTIONS)
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                own.add(name)
            case ast.arg(name) | ast.Name(name, ast.Store()):
                own.add(name)
            case ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                taken.add(name)
            case ast.alias(name):
                taken.add(name)
    own = {name for name in own - taken if not name.startswith("__")}
    pairs = enumerate(zip(sorted(own), cycle(words.split()), strict=False))
    table = {name: f"{word}_{number}" for number, (name, word) in pairs}
    lines = source.splitlines(keepends=True)
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    for token in reversed(tokens):
        if token.type == tokenize.NAME and token.string in table:
            (row, first), (_, last) = token.start, token.end
            line = lines[row - 1]
            lines[row - 1] = line[:first] + table[token.string] + line[last:]
    return "".join(lines)


def repair_of(source: str) -> list[tuple[str, int]]:
    """Return the kinds and lines of the first repair that is found."""
    search, repairs = searched(source, CORE)
    found = repairs or search.nearest
    return [(edit.kind.name, edit.line) for edit in found[0].edits] if found else []


@pytest.mark.parametrize(("name", "language"), CHOSEN)
def test_repair_is_the_same_whatever_the_identifiers_are(
    name: str, language: str
) -> None:
    source = (SUBMISSIONS / name / "alphabeta.py").read_text("utf-8")
    in_other_words = renamed(source, LANGUAGES[language])
    assert in_other_words != source
    found, found_before = repair_of(in_other_words), repair_of(source)
    if name in SEVERAL:
        found, found_before = found[:1], found_before[:1]
        found = [(found_before[0][0], line) for _, line in found]
    assert found == found_before
