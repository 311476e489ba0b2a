"""The texts in students' files: each is used, and fits its place in every language."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import permutations
from pathlib import Path

import pytest

from autograder.core import sentences
from autograder.core.exercises.load import load_set
from autograder.core.sentences import ENGLISH, FOLDER, languages, parts_of, speak
from autograder.teach import (
    handout,
    handout_fields,
    handout_templates,
    student_folder,
    student_tests,
)
from autograder.teach.handout import student_files
from autograder.teach.handout_fields import FRAMES, OLDEST_PYTHON
from tests.asked import literals
from tests.reading import forget_sentences
from tests.sets import PROJECT, Typed, made_set, written
from tools.translations import topics

CORE = PROJECT / "exercises"
SETS = [
    CORE,
    *(
        file.parent
        for file in sorted(CORE.glob("*/assignment.json"))
        if file.parent.name not in ("schema", "by_hand")
    ),
]
TEXTS = {
    topic: texts
    for topic, texts in topics(ENGLISH).items()
    if topic.split("_")[0] == handout_templates.TOPIC
}
NAME_IN_FRAME = re.compile(r"\{[{%] (?:if )?(\w+)")
BY_CONVENTION = ("rules", "rule", "pruned_check", "outside", "window", "checks", "more")
"""The texts that the set's convention, or its checks, choose from."""


def test_each_text_of_the_handout_has_a_place() -> None:
    used: set[str] = set()
    for module in (handout, handout_fields, student_folder, student_tests):
        used |= literals(Path(str(module.__file__)))
    for frame in FRAMES.glob("*.template"):
        used |= set(NAME_IN_FRAME.findall(frame.read_text("utf-8")))
    for texts in TEXTS.values():
        used |= set[str]().union(*map(parts_of, texts.values()))
    unused = [
        f"{topic}: {name}"
        for topic, texts in TEXTS.items()
        for name in texts
        if name not in used
        and not any(name.startswith(f"{choice}_") for choice in BY_CONVENTION)
    ]
    assert not unused


# --- The students' tests ---

TABLES = {
    "SENTENCES",
    "EXCEPTIONS",
    "NO_VALUE",
    "NO_ACTION",
    "REMEDIES",
    "IN_MESSAGES",
    "SIGNS",
    "IN_CODE",
    "STOPS",
    "GOES_ON",
    "needed",
}
"""The names in the students' tests that hold sentences."""


@cache
def parsed_tests(exercises: Path) -> ast.Module:
    *_, tests = [
        text
        for name, text in student_files(load_set(exercises)).items()
        if name.startswith("test_")
    ]
    return ast.parse(tests)


def table_of(node: ast.AST) -> str:
    """Return the name of the table that a statement fills; "" for another one."""
    if not isinstance(node, ast.Assign):
        return ""
    name = ast.unparse(node.targets[0])
    return name if name in TABLES else ""


def literals_in(tests: ast.Module) -> set[str]:
    """Return the strings in the code of the tests, but tables, docstrings, patterns."""
    passed_over: set[ast.AST] = set()
    for node in ast.walk(tests):
        is_docstring = isinstance(node, ast.Expr) and is_text(node.value)
        if table_of(node) or is_docstring or is_search(node):
            passed_over.update(ast.walk(node))
    return {
        str(node.value)
        for node in ast.walk(tests)
        if isinstance(node, ast.Constant) and is_text(node) and node not in passed_over
    }


def is_search(node: ast.AST) -> bool:
    """Return whether a node calls a function of `re`."""
    return isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re.")


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def told_in(tests: ast.Module) -> Iterator[tuple[str, set[str]]]:
    """Yield the sentences that are told by name, each with the parts that it gets."""
    for node in ast.walk(tests):
        match node:
            case ast.Call(func=ast.Name(id="told"), args=[name]):
                keywords = {str(keyword.arg) for keyword in node.keywords}
            case ast.Call(func=ast.Name(id="told_in_line"), args=[name, _]):
                keywords = {str(keyword.arg) for keyword in node.keywords}
                assert isinstance(name, ast.Constant)
                yield f"{name.value!s}, in a line", keywords | {"file", "line", "code"}
            case _:
                continue
        names = [name.body, name.orelse] if isinstance(name, ast.IfExp) else [name]
        for literal in names:
            if isinstance(literal, ast.Constant):
                yield str(literal.value), keywords


@pytest.mark.parametrize("exercises", SETS, ids=lambda folder: folder.name)
def test_students_tests_tell_sentences_with_their_parts(exercises: Path) -> None:
    tests = parsed_tests(exercises)
    (table,) = (node for node in tests.body if table_of(node) == "SENTENCES")
    assert isinstance(table, ast.Assign)
    known = ast.literal_eval(table.value)
    for name, keywords in told_in(tests):
        assert parts_of(known[name]) == keywords, name


def test_each_sentence_of_the_students_tests_is_told() -> None:
    names_used: set[str] = set()
    for tests in map(parsed_tests, SETS):
        names_used |= literals_in(tests) | {name for name, _ in told_in(tests)}
    assert {*topics(ENGLISH)["student_tests"]} <= names_used


@pytest.mark.parametrize("exercises", SETS, ids=lambda folder: folder.name)
def test_students_tests_have_no_sentences_in_their_code(exercises: Path) -> None:
    three_words = re.compile(r"[a-z]{2,},? [a-z]{2,},? [a-z]{2,}")
    names = {name for texts in topics(ENGLISH).values() for name in texts}
    assert not [
        text
        for text in literals_in(parsed_tests(exercises)) - names
        if three_words.search(text)
    ]


# --- Frames and languages ---


def test_frames_have_no_prose_of_their_own() -> None:
    prose = []
    for frame in FRAMES.glob("*.template"):
        if frame.name in ("test.py.template", "new_set.template"):
            continue
        text = frame.read_text("utf-8").split("\n---\n", 1)[1]
        without_code = re.sub(r"```python \w+\n.*?\n```", "", text, flags=re.DOTALL)
        without_fields = re.sub(r"\{[{%].*?[}%]\}", "", without_code)
        prose += re.findall(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}.*", without_fields)
    assert not prose


@pytest.fixture
def english_again() -> Iterator[None]:
    yield
    speak(ENGLISH)
    forget_sentences()


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("exercises", SETS, ids=lambda folder: folder.name)
def test_handout_is_whole_in_every_language(exercises: Path, language: str) -> None:
    """Its Python can be read by the oldest one, and its texts break no docstring."""
    files = student_files(load_set(exercises, language=language))
    english = student_files(load_set(exercises))
    assert [*files] == [*english]
    for name, text in files.items():
        assert "{{" not in text.replace("{{}}", "")
        if name.endswith(".py"):
            assert shape(text) == shape(english[name])


def shape(source: str) -> list[type[ast.AST]]:
    """Return the kinds of the nodes of a program, which its texts do not change."""
    tree = ast.parse(source, feature_version=OLDEST_PYTHON)
    return [type(node) for node in ast.walk(tree)]


@pytest.fixture
def of_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, english_again: None
) -> Callable[..., dict[str, str]]:
    """Return a function that makes the core set's handout in a language that has some texts alone."""

    def made(**texts: dict[str, sentences.Forms]) -> dict[str, str]:
        folder = tmp_path / "words"
        (folder / "qq").mkdir(parents=True)
        (folder / ENGLISH).symlink_to(FOLDER / ENGLISH)
        about = {"name": "Q", "plurals": {"few": "2-30"}}
        for topic, document in {"language": about, **texts}.items():
            (folder / "qq" / f"{topic}.json").write_text(json.dumps(document))
        monkeypatch.setattr(sentences, "FOLDER", folder)
        forget_sentences()
        return student_files(load_set(CORE, language="qq"))

    return made


def test_handout_is_in_the_language_of_the_set(
    of_language: Callable[..., dict[str, str]],
) -> None:
    texts = {
        "not_written": "qq {name} qq",
        "alpha": "alpha: qq",
        "heading_test": "Qq",
        "on_trees": {"few": "Few: {count}", "other": "Other: {count}"},
    }
    files = of_language(handout=texts)
    assert 'raise NotImplementedError("qq max_value qq")' in files["alphabeta.py"]
    assert "    alpha: qq\n    beta: the value that MIN" in files["alphabeta.py"]
    assert "\n## Qq\n" in files["README.md"]
    assert "\nFew: 20\n" in files["README.md"]


def test_students_tests_speak_the_language_of_the_set(
    of_language: Callable[..., dict[str, str]], tmp_path: Path
) -> None:
    """By Python alone, with its plural forms and the stub's own words."""
    texts = {
        "right trees": {"few": "Few: {right}/{count}", "other": "{right}/{count}"},
        "write it": "Qq {name} {file}",
        "failed": "QQ {test}",
    }
    files = of_language(student_tests=texts, handout={"not_written": "qq {name}, qq"})
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    command = [sys.executable, "-I", "test_alphabeta.py"]
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert "QQ test_two_plies\n" in done.stdout
    assert "\nFew: 0/20\n" in done.stdout
    assert "\n    Qq max_value alphabeta.py\n" in done.stdout


# --- A set's own words ---

WITH_WORDS = [
    folder for folder in SETS if (folder / handout_fields.WORDS_OF_SET).exists()
]
OTHERS = [language for language in languages() if language != ENGLISH]


@pytest.mark.parametrize("folder", WITH_WORDS, ids=lambda folder: folder.name)
def test_own_words_of_a_shipped_set_are_there_in_each_language(folder: Path) -> None:
    """They have the same fields, and the same trees in the tests."""
    english = handout_templates.read_fields(folder / handout_fields.WORDS_OF_SET)
    for language in OTHERS:
        fields = handout_templates.read_fields(
            folder / handout_fields.file_of_words(language)
        )
        assert fields.keys() == english.keys()
        assert fields["trees"] == english["trees"]
        assert kept(fields) == kept(english)


def kept(fields: dict[str, str]) -> set[str]:
    """Return the code in texts, which is the same in each language."""
    return {code for text in fields.values() for code in re.findall("`[^`\n]+`", text)}


@pytest.fixture
def own_words(tmp_path: Path, english_again: None) -> Path:
    """Return a set that has words of its own, in English and in German."""
    folder = made_set(tmp_path / "set", {"01": {"tree": [[3, 3], [3, 9]]}})
    title = {"en": "Own words", "de": "Eigene Worte", "es": "Palabras propias"}
    written(folder / "assignment.json", {"title": title})
    for name, task in {"handout.md": "a task.", "handout.de.md": "ein Ziel."}.items():
        written(folder / name, f"---\ntask: {task}\n---\n")
    return folder


def test_own_words_of_a_language_are_read_in_place_of_the_others(
    own_words: Path,
) -> None:
    for language, task in {"en": "a task", "de": "ein Ziel", "es": "a task"}.items():
        files = student_files(load_set(own_words, language=language))
        assert f": {task}.\n" in files["README.md"]


def test_validate_says_which_language_has_no_own_words(
    own_words: Path, typed: Typed
) -> None:
    hints = {}
    for language in ("de", "es"):
        title = {"en": "Own words", "de": "Eigene Worte"}
        assignment = {"title": title, "language": language}
        written(own_words / "assignment.json", assignment)
        hints[language] = "write handout.es.md beside it" in typed(
            "validate", own_words
        )
    assert hints == {"de": False, "es": True}
    written(own_words / "assignment.json", {"title": "Nur Deutsch", "language": "de"})
    (own_words / "handout.de.md").unlink()
    assert "handout" not in typed("validate", own_words)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("handout.de.md", "handout.de.md: tsak: there is no field of this name"),
        ("handout.qq.md", 'handout.qq.md: there is no language "qq"'),
    ],
)
def test_own_words_of_each_language_are_checked(
    own_words: Path, typed: Typed, name: str, message: str
) -> None:
    written(own_words / name, "---\ntsak: typo\n---\n")
    assert message in typed("validate", own_words, status=2)


# --- Files of another language are replaced ---


@pytest.mark.parametrize(("before", "after"), [*permutations(languages(), 2)])
def test_handout_in_another_language_is_replaced_by_force(
    own_words: Path, tmp_path: Path, before: str, after: str
) -> None:
    title = {code: f"Title {code}" for code in languages()}
    for language in (before, after):
        assignment = {"title": title, "language": language}
        written(own_words / "assignment.json", assignment)
        is_second = language == after
        handout.handout(None, own_words, tmp_path / "students", force=is_second)
    heading, *_ = (tmp_path / "students/README.md").read_text("utf-8").splitlines()
    assert heading == f"# Title {after}"


def test_readme_of_another_set_is_not_replaced_by_force(
    own_words: Path, tmp_path: Path, typed: Typed
) -> None:
    readme = written(tmp_path / "students/README.md", "# Titel\n")
    typed("handout", own_words, "--to", readme.parent, "--force", status=2)
    assert readme.read_text("utf-8") == "# Titel\n"
