"""The languages that are there, and the tool that helps to translate."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from autograder.core import sentences
from autograder.core.sentences import ABOUT_LANGUAGE, ENGLISH, FOLDER, languages
from tests.sets import PROJECT
from tools import translations

OTHERS = [language for language in languages() if language != ENGLISH]


@pytest.mark.parametrize("language", OTHERS)
def test_language_has_every_sentence_with_its_parts(language: str) -> None:
    listed = translations.complaints(language)
    assert not [str(complaint) for complaint in listed if not complaint.is_advice]


@pytest.mark.parametrize("language", languages())
def test_plurals_of_a_language_are_those_of_unicode(language: str) -> None:
    about = json.loads(
        (FOLDER / language / f"{ABOUT_LANGUAGE}.json").read_text("utf-8")
    )
    assert about["plurals"] == translations.plurals_of(language)


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of languages that has two topics in English."""
    folder = tmp_path / "words"
    (folder / ENGLISH).mkdir(parents=True)
    english = {
        "verdict": {"value": "The value is {value}.", "right": "Right"},
        "count": {"leaves": {"one": "{count} leaf", "other": "{count} leaves"}},
    }
    for topic, texts in english.items():
        (folder / ENGLISH / f"{topic}.json").write_text(json.dumps(texts))
    (folder / ENGLISH / "language.json").write_text('{"name": "E", "plurals": {}}')
    monkeypatch.setattr(sentences, "FOLDER", folder)
    monkeypatch.setattr(translations, "FOLDER", folder)
    sentences._texts.cache_clear()
    yield folder
    sentences._texts.cache_clear()


def told(capsys: pytest.CaptureFixture[str], language: str) -> list[str]:
    """Return the lines that are printed about a language."""
    translations.check(language)
    return capsys.readouterr().out.splitlines()


def fill(file: Path, name: str, text: object) -> None:
    document = json.loads(file.read_text("utf-8"))
    document[name] = text
    file.write_text(json.dumps(document), "utf-8")


def test_language_begins_with_the_english_beside_each_gap(words: Path) -> None:
    assert translations.begin("pl") == 0
    assert json.loads((words / "pl/verdict.json").read_text("utf-8")) == {
        "en: value": "The value is {value}.",
        "value": "",
        "en: right": "Right",
        "right": "",
    }
    forms = json.loads((words / "pl/count.json").read_text("utf-8"))["leaves"]
    assert forms == {"one": "", "many": "", "few": "", "other": ""}


def test_language_is_gone_on_with(
    words: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    translations.begin("de")
    fill(words / "de/verdict.json", "right", "Richtig")
    assert told(capsys, "de")[1:] == [
        'count.json: 1 of 1 are missing: "leaves"',
        'verdict.json: 1 of 2 are missing: "value"',
        "1 of 3 sentences are there. Students read the others in English.",
    ]
    translations.begin("de")
    assert json.loads((words / "de/verdict.json").read_text("utf-8")) == {
        "en: value": "The value is {value}.",
        "value": "",
        "right": "Richtig",
    }


def test_gap_is_told_in_english(words: Path) -> None:
    translations.begin("de")
    fill(words / "de/verdict.json", "right", "Richtig")
    sentences.speak("de")
    try:
        assert sentences.sentence("verdict", "right") == "Richtig"
        assert sentences.sentence("verdict", "value", value=3) == "The value is 3."
        assert sentences.sentence("count", "leaves", count=2) == "2 leaves"
    finally:
        sentences.speak(ENGLISH)


@pytest.mark.parametrize(
    ("topic", "name", "text", "line"),
    [
        ("verdict", "value", "Wert", '"value": it must have the parts value'),
        ("verdict", "right", "{v}", '"right": it must have the parts of the English, which has none'),
        ("verdict", "left", "Links", '"left": there is no such sentence in English; remove it'),
        ("count", "leaves", {"one": "{count} Blatt"}, '"leaves": the form "other" is missing'),
        ("count", "leaves", {"few": "a", "other": "{count}"}, '"leaves": the language has no plural category "few"'),
        ("verdict", "right", "R" * 21, '"right": this is much longer than the English; look whether it fits'),
    ],
)  # fmt: skip
def test_mistake_of_a_translation_is_named(
    words: Path, capsys: pytest.CaptureFixture[str], topic: str, name: str, text: object, line: str
) -> None:  # fmt: skip
    translations.begin("de")
    fill(words / f"de/{topic}.json", name, text)
    assert f"{topic}.json: {line}" in told(capsys, "de")


def test_wrong_plurals_and_files_are_named(
    words: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    translations.begin("de")
    fill(words / "de/language.json", "plurals", {"one": "0-1"})
    (words / "de/more.json").write_text("{}")
    lines = told(capsys, "de")
    assert 'language.json: "plurals" must be {"one": "1"}' in lines
    assert "more.json: there is no such file in English; remove it" in lines


@pytest.mark.parametrize(
    ("arguments", "status", "line"),
    [
        (("check", "qq"), 1, "There is no qq yet; begin with: tools/words new qq"),
        (("new", "qq"), 2, 'There is no language with the code "qq".'),
        (("new", ".."), 2, "write the code of another language than English"),
        (("check", "en"), 2, "write the code of another language than English"),
    ],
)
def test_code_that_is_of_no_language_is_refused(
    arguments: tuple[str, ...], status: int, line: str
) -> None:
    ended = subprocess.run(
        [PROJECT / "tools/words", *arguments], capture_output=True, text=True
    )
    assert ended.returncode == status
    assert line in ended.stdout + ended.stderr
    assert not (FOLDER / "qq").exists()
