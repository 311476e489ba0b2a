"""A program's repair does not change when its identifiers do: they are in other languages, and mean other things."""

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import NamedTuple

import pytest

from autograder.core.exercises.load import load_set
from autograder.core.exercises.model import ExerciseSet
from autograder.core.judging.judge import Failed
from autograder.explain.graded import grade_and_explain
from autograder.explain.repair.classifier import classified
from reference import interfaces
from tests.searches import searched
from tests.sets import PROJECT, SUBMISSIONS, made_of_textbook, with_seed, written

LANGUAGES = {
    "Spanish": "cota valor mejor hijo turno nodo",
    "German": "schranke wert kind knoten bester",
    "Chinese": "值 界 子 树 最好",
    "one letter": "q w z p",
    "misleading": "beta alpha depth best state",
}
SECONDS = 1
"""The work that a search may do: a part of the usual."""
STEP = 20
"""The pages of every twentieth are made: one takes as long as ten repairs."""
BY_NAME = {"number_named_max", "written_minimax_max_is_a_number"}
"""Programs that another repair is found of: their mistake is that a variable is called
like a function of Python's, so under another name it is another mistake."""
CHANCE = "answers-by-chance"
SPELLING = "misspelt"
"""The kind of a slip that names alone tell: no program with it is compared."""


class Wrong(NamedTuple):
    """A wrong program of one file, the set that grades it, and a language for it.

    file: None if the program is made of the textbook's.
    """

    folder: Path
    file: Path | None
    exercises: str
    language: str

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def source(self) -> str:
        if self.file is None:
            return made_of_textbook(self.folder)
        return self.file.read_bytes().decode("utf-8", "replace")


def wrong_programs() -> Iterator[Wrong]:
    """Yield the wrong programs of tests/submissions, each with the next language."""
    languages = cycle(LANGUAGES)
    for verdict_file in sorted(SUBMISSIONS.glob("*/verdict.json")):
        folder = verdict_file.parent
        verdict = json.loads(verdict_file.read_text("utf-8"))
        files = [*folder.glob("**/*.py")]
        is_left_out = folder.name.startswith("hostile")
        is_left_out |= CHANCE in verdict.get("misconceptions", ())
        has_one = len(files) == 1 or "changes" in verdict
        is_left_out |= folder.name in BY_NAME
        if verdict["score"] != "full" and has_one and not is_left_out:
            exercises = verdict.get("exercises", "exercises")
            yield Wrong(folder, next(iter(files), None), exercises, next(languages))


@cache
def loaded(name: str) -> ExerciseSet:
    return load_set(PROJECT / name)


def kept_names(exercises: ExerciseSet) -> set[str]:
    """Return the names that a course calls, which a program may not choose."""
    names = {"self"}
    for exercise in exercises.exercises:
        names.update(interfaces.load(exercise.pattern.interface).functions)
    adapter = exercises.assignment.adapter
    if adapter is not None:
        names.update(re.findall(r"\w+", adapter.source))
    return names


def renamed(source: str, words: str, taken: set[str]) -> str:
    """Return the same program with other words for all names that are its own.

    taken: the names that stay.
    """
    tree = ast.parse(source)
    names: set[str] = set()
    taken = set(taken)
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names.add(name)
            case ast.arg(name) | ast.Name(name, ast.Store()):
                names.add(name)
            case ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                taken.add(name)
            case ast.Constant(str(text)) if text.isidentifier():  # it may be looked up
                taken.add(text)
            case ast.alias(name) | ast.ImportFrom(module=str(name)):
                taken.update(name.split("."))
    names = {name for name in names - taken if not name.startswith("__")}
    pairs = enumerate(zip(sorted(names), cycle(words.split()), strict=False))
    table = {name: f"{word}_{number}" for number, (name, word) in pairs}
    lines = source.splitlines(keepends=True)
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    for token in reversed(tokens):
        if token.type == tokenize.NAME and token.string in table:
            (row, first), (_, last) = token.start, token.end
            line = lines[row - 1]
            lines[row - 1] = line[:first] + table[token.string] + line[last:]
    return "".join(lines)


def told_of(
    source: str, program: Wrong, folder: Path, exercises: ExerciseSet
) -> tuple[list[str], list[tuple[str, ...]]]:
    """Return all that is told of each exercise, and the mistakes that are named."""
    file = program.file.name if program.file else exercises.assignment.file
    written(folder / file, source)
    explained = grade_and_explain(folder, exercises)
    failed = [
        verdict for verdict in explained.report.verdicts if isinstance(verdict, Failed)
    ]
    told = [
        f"{name}: {findings}" for name, findings in sorted(explained.findings.items())
    ]
    return told, [verdict.misconceptions for verdict in failed]


def in_old_words(told: str, source: str, in_other_words: str) -> str:
    """Return a text about a renamed program with the names that it had before.

    A repair may need a new variable, which is called after one that is there.
    """
    old_names = dict(zip(words_of(in_other_words), words_of(source), strict=True))
    old_names |= {f"{name}_before": f"{old}_before" for name, old in old_names.items()}
    return re.sub(r"\w+", lambda word: old_names.get(word[0], word[0]), told)


def words_of(source: str) -> list[str]:
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [token.string for token in tokens if token.type == tokenize.NAME]


def repair_of(source: str, exercises: ExerciseSet) -> list[tuple[str, str, int]]:
    """Return the kinds, roles and lines of the first repair found, and of slips."""
    search, repairs = searched(source, exercises, SECONDS)
    best = (repairs or search.nearest)[:1]
    all_edits = [edit for repair in best for edit in repair.edits]
    edits = classified(search.program.trees, all_edits, search.roles)
    # The role of a slip has names of the program.
    return [
        (edit.kind.name, "" if edit.kind.is_slip else edit.role, edit.line)
        for edit in (*edits, *search.seen)
    ]


def differences(program: Wrong) -> list[object]:
    """Return the findings on a program under two sets of names, if it differs."""
    exercises = loaded(program.exercises)
    source = program.source
    try:
        ast.parse(source)
    except (SyntaxError, ValueError):
        return []
    language = LANGUAGES[program.language]
    in_other_words = renamed(source, language, kept_names(exercises))
    edits = repair_of(in_other_words, exercises)
    found_before = repair_of(source, exercises)
    edits = [edit for edit in edits if edit[0] != SPELLING]
    is_same = edits == found_before or SPELLING in {kind for kind, *_ in found_before}
    return [] if is_same else [program.name, edits, found_before]


@pytest.mark.parametrize(
    "program",
    [pytest.param(program, id=program.name) for program in wrong_programs()],
)
def test_repair_is_the_same_whatever_the_identifiers_are(program: Wrong) -> None:
    assert not differences(program)


def is_python(program: Wrong) -> bool:
    """Tell whether a program can be read, so that its names can be others."""
    try:
        ast.parse(program.source)
    except SyntaxError:
        return False
    return True


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(program, id=program.name)
        for program in [*filter(is_python, wrong_programs())][::STEP]
    ],
)
def test_page_is_the_same_whatever_the_identifiers_are(
    program: Wrong, tmp_path: Path
) -> None:
    """Each submission's text decides which trees are its own, so a seed does here."""
    exercises = with_seed(loaded(program.exercises), 1)
    source = program.source
    other = renamed(source, LANGUAGES[program.language], kept_names(exercises))
    told, names = told_of(source, program, tmp_path / "before", exercises)
    told_after, names_after = told_of(other, program, tmp_path / "after", exercises)
    assert names_after == names
    assert [in_old_words(text, source, other) for text in told_after] == told
