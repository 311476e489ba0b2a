"""The sentences for students: whole, by name, with named parts."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest

from autograder.core import sentences
from autograder.core.exercises.model import CHECKS, Visibility
from autograder.core.launch import ALL_LAYERS
from autograder.core.sandbox.outcome import Cause
from autograder.core.sentences import (
    ENGLISH,
    FOLDER,
    Forms,
    languages,
    plural_category,
    sentence,
    speak,
)
from autograder.explain.catalogue import BY_ID
from autograder.explain.repair.kinds import KINDS
from tests.sets import PROJECT
from tools.translations import parts_of, topics


class Call(NamedTuple):
    """A call of `sentence` in the project. name: None if it is computed. parts: likewise."""

    file: str
    line: int
    topic: str
    name: str | None
    parts: set[str] | None


def calls_in(file: Path) -> Iterator[Call]:
    """Yield the calls of `sentence` in a module, with a topic that is written out."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.Call(
                func=ast.Name(id="sentence" | "line_of" | "text_of" as function),
                args=[ast.Constant(value=str() as topic), name],
            ):
                keywords = [keyword.arg for keyword in node.keywords]
                yield Call(
                    file.relative_to(PROJECT).as_posix(),
                    node.lineno,
                    topic,
                    str(name.value) if isinstance(name, ast.Constant) else None,
                    None
                    if None in keywords or function == "text_of"
                    else set(filter(None, keywords)),
                )


def literals(file: Path) -> set[str]:
    """Return the strings in a module that are written out."""
    return {
        node.value
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


MODULES = sorted((PROJECT / "autograder").rglob("*.py"))
SCRIPTS = [
    file
    for pattern in ("*.js", "*.j2", "*.template")
    for file in sorted((PROJECT / "autograder").rglob(pattern))
]
CALLS = [call for file in MODULES for call in calls_in(file)]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: f"{call.file}:{call.line}")
def test_sentence_that_is_asked_for_is_there_with_its_parts(call: Call) -> None:
    texts = topics(ENGLISH)[call.topic]
    if call.name is None:
        return
    assert call.name in texts
    if call.parts is not None:
        assert parts_of(texts[call.name]) == call.parts


NAMED_BY_TYPES = {
    "unfinished",
    "exceptions",
    "no_answer",
    "no_action",
    "returned",
    "pasted",
}
"""Topics with a sentence for each of some types, or kinds of text, of a program's: what
the program did names it, and no module lists the names."""
REASONS = literals(PROJECT / "autograder/core/reader/archive.py")
"""Among them the reasons for which a file of an archive is refused."""


LAYERS = {*ALL_LAYERS, "access_times"}


def test_each_sentence_is_asked_for() -> None:
    """If a name is computed, or a script asks, it stands in the text of that module."""
    asked = {(call.topic, call.name) for call in CALLS}
    asked |= {
        (call.topic, literal)
        for call in CALLS
        if call.name is None
        for literal in literals(PROJECT / call.file)
    }
    causes = {cause for union in get_args(Cause) for cause in get_args(union)}
    in_data = {*get_args(Visibility), *CHECKS, *KINDS, *causes, *REASONS, *LAYERS}
    in_data |= {name for name in topics()["mistakes"] if name.split(":")[0] in BY_ID}
    in_scripts = "".join(file.read_text("utf-8") for file in SCRIPTS)
    unused = [
        f"{topic}: {name}"
        for topic, texts in topics(ENGLISH).items()
        if topic not in NAMED_BY_TYPES
        for name in texts
        if (topic, name) not in asked and name not in in_data
        if f'"{name}"' not in in_scripts
    ]
    assert not unused


def test_form_is_chosen_by_the_number() -> None:
    forms: Forms = {"one": "{count} leaf", "other": "{count} leaves"}
    chosen = [sentences.form_of(forms, {"count": number}) for number in (0, 1, 2, 1.5)]
    assert [text.format(count=7) for text in chosen] == [
        "7 leaves",
        "7 leaf",
        "7 leaves",
        "7 leaves",
    ]


def test_other_part_may_decide() -> None:
    forms: Forms = {"by": "trees", "one": "its tree", "other": "its trees"}
    assert sentences.form_of(forms, {"count": 1, "trees": 2}) == "its trees"


@pytest.fixture
def language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A language that lacks nearly all, and has more plurals than English. It is spoken."""
    folder = tmp_path / "words"
    (folder / "xx").mkdir(parents=True)
    (folder / ENGLISH).symlink_to(FOLDER / ENGLISH)
    about: dict[str, Any] = {
        "name": "X",
        "plurals": {"one": "1", "few": "2-4 22-24 102-104"},
    }
    (folder / "xx" / "language.json").write_text(json.dumps(about))
    monkeypatch.setattr(sentences, "FOLDER", folder)
    sentences._texts.cache_clear()
    speak("xx")
    yield folder / "xx"
    speak(ENGLISH)
    sentences._texts.cache_clear()


def test_text_that_a_language_lacks_is_told_in_english(language: Path) -> None:
    assert "xx" in languages()
    assert (
        sentence("next_step", "seen in", exercise="01_x", title="T")
        == "Seen in 01_x, T."
    )
    (language / "next_step.json").write_text('{"seen in": "X {title} {exercise}"}')
    sentences._texts.cache_clear()
    assert sentence("next_step", "seen in", exercise="01_x", title="T") == "X T 01_x"
    assert (
        sentence("next_step", "both fail") == topics(ENGLISH)["next_step"]["both fail"]
    )


@pytest.mark.usefixtures("language")
def test_plurals_of_large_numbers_follow_their_last_digits() -> None:
    assert [plural_category(number) for number in (1, 3, 12, 103, 1003, 1001)] == [
        "one",
        "few",
        "other",
        "few",
        "few",
        "other",
    ]


# --- No other text for students in the modules ---

TOLD_BY = [
    file
    for pattern in (
        "tell/**/*.py",
        "core/sandbox/*.py",
        "core/judging/*.py",
        "core/grading/*.py",
    )
    for file in sorted((PROJECT / "autograder").glob(pattern))
]
"""The modules that make the texts which students read."""
NOT_YET = {
    "tell/terminal.py",
    "tell/trace.py",
}
"""Those that still have such texts of their own. None may be added."""
TO_COURSE_STAFF = {
    "core/grading/report.py": (
        "does not say which attempt this is",
        "previous_submissions is no list",
    ),
    "core/grading/run.py": ("students' programs may read all that lies in",),
    "core/sandbox/containment.py": (
        "Students' programs would run as root here",
        "it was left out, as asked",
    ),
    "core/sandbox/selftest.py": ("The probes did not run",),
    "core/sandbox/staging.py": ("others remove it again and again",),
    "tell/classroom50.py": ("Classroom 50 takes whole points alone",),
}
"""Texts on the machine and its settings, by the module: whoever set it up reads them."""
NO_SENTENCES = {
    "core/grading/right_program.py": ("from __future__ import annotations",),
    "core/judging/by_hand.py": ('{ "01_two_plies": {',),
    "core/sandbox/differences.py": ("absl aiohttp", "'game' is not a package"),
    "tell/formats.py": ("<?xml version=",),
    "tell/pages/render.py": ("<!DOCTYPE html>", "Content-Security-Policy"),
}
"""Python, JSON and HTML, names of packages, and the end of a message of Python's."""


def told_literals(file: Path) -> list[str]:
    """Return the literals of three words or more that a module may tell students."""
    tree = ast.parse(file.read_text("utf-8"))
    passed_over: set[ast.AST] = set()
    for node in ast.walk(tree):
        for untold in _untold_parts(node):
            passed_over.update(ast.walk(untold))
    names = {name for texts in topics(ENGLISH).values() for name in texts}
    texts: list[str] = []
    for node in ast.walk(tree):
        text = _text_in(node)
        if node not in passed_over and len(_words_of(text)) >= 3 and text not in names:
            texts.append(text)
        if isinstance(node, ast.JoinedStr):
            passed_over.update(ast.walk(node))
    return texts


def _untold_parts(node: ast.AST) -> list[ast.AST]:
    """Return the docstrings, patterns, types, keys and texts that are compared with."""
    match node:
        case ast.Subscript(slice=key):
            return [key]
        case (
            ast.Expr(value=ast.Constant())
            | ast.Compare()
            | ast.Call(func=ast.Attribute(value=ast.Name(id="re")))
            | ast.Call(func=ast.Name(id="Remedy" | "Syntax" | "_of_all"))
        ):
            return [node]
    return []


def _text_in(node: ast.AST) -> str:
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.JoinedStr(values=pieces):
            return "".join(
                str(piece.value) if isinstance(piece, ast.Constant) else "{}"
                for piece in pieces
            )
    return ""


def _words_of(text: str) -> list[str]:
    return [word for word in text.split() if sum(map(str.isalpha, word)) >= 2]


def _module(file: Path) -> str:
    return file.relative_to(PROJECT / "autograder").as_posix()


def _exceptions(module: str) -> tuple[str, ...]:
    return TO_COURSE_STAFF.get(module, ()) + NO_SENTENCES.get(module, ())


@pytest.mark.parametrize("file", TOLD_BY, ids=_module)
def test_texts_for_students_stand_in_the_words_alone(file: Path) -> None:
    module = _module(file)
    texts = [
        text
        for text in told_literals(file)
        if not any(beginning in text for beginning in _exceptions(module))
    ]
    if module in NOT_YET:
        assert texts, f"{module} has none any more: take it off the list"
    else:
        assert not texts


@pytest.mark.parametrize("module", [*TO_COURSE_STAFF, *NO_SENTENCES])
def test_each_exception_is_still_there(module: str) -> None:
    texts = told_literals(PROJECT / "autograder" / module)
    for beginning in _exceptions(module):
        assert any(beginning in text for text in texts)
