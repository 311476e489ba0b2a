"""The languages that are there, and the tool that helps to translate."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.core import sentences
from autograder.core.sentences import ABOUT_LANGUAGE, ENGLISH, FOLDER, languages
from autograder.tell.pages.render import say
from tests.reading import forget_sentences
from tests.sets import PROJECT
from tools import translations

OTHERS = [language for language in languages() if language != ENGLISH]


def test_shipped_languages_are_whole() -> None:
    assert {"de", "es"} <= {*filter(is_whole, OTHERS)}


def is_whole(language: str) -> bool:
    """Return whether a language says that none of its sentences is missing."""
    about = json.loads(
        (FOLDER / language / f"{ABOUT_LANGUAGE}.json").read_text("utf-8")
    )
    return bool(about[sentences.WHOLE])


@pytest.mark.parametrize("language", OTHERS)
def test_sentences_of_a_language_fit_in_the_place_of_the_english(language: str) -> None:
    may_have_gaps = not is_whole(language)
    assert not [
        str(complaint)
        for complaint in translations.complaints(language)
        if not complaint.is_advice and not (complaint.is_gap and may_have_gaps)
    ]


@pytest.mark.parametrize("language", languages())
def test_plurals_of_a_language_are_those_of_unicode(language: str) -> None:
    about = json.loads(
        (FOLDER / language / f"{ABOUT_LANGUAGE}.json").read_text("utf-8")
    )
    assert about["plurals"] == translations.plurals_of(language)


@pytest.fixture
def words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a folder of languages that has two topics in English."""
    folder = tmp_path / "words"
    (folder / ENGLISH).mkdir(parents=True)
    english = {
        "verdict": {
            "value": "The value is {value}.",
            "right": "Right",
        },
        "bound": {"kept": "MIN has `beta`"},
        "count": {"leaves": {"one": "{count} leaf", "other": "{count} leaves"}},
    }
    for topic, texts in english.items():
        (folder / ENGLISH / f"{topic}.json").write_text(json.dumps(texts))
    about = '{"name": "E", "plurals": {"one": "1"}}'
    (folder / ENGLISH / "language.json").write_text(about)
    monkeypatch.setattr(sentences, "FOLDER", folder)
    monkeypatch.setattr(translations, "FOLDER", folder)
    forget_sentences()
    yield folder
    forget_sentences()


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
        'bound.json: 1 of 1 are missing: "kept"',
        'count.json: 1 of 1 are missing: "leaves"',
        'verdict.json: 1 of 2 are missing: "value"',
        "1 of 4 sentences are there. Students read the others in English.",
    ]
    translations.begin("de")
    assert json.loads((words / "de/verdict.json").read_text("utf-8")) == {
        "en: value": "The value is {value}.",
        "value": "",
        "right": "Richtig",
    }


ANYTHING = st.recursive(
    st.none() | st.integers() | st.text("{}value!:. ", max_size=12),
    lambda inner: (
        st.lists(inner, max_size=2)
        | st.dictionaries(st.sampled_from(["one", "other", "by", "few", "in"]), inner)
    ),
    max_leaves=4,
)


@given(ANYTHING, ANYTHING, st.booleans())
def test_what_a_translator_writes_breaks_no_sentence(
    value: Any, leaves: Any, is_whole: bool
) -> None:
    """It is told, or the English is, and then `check` names it.

    is_whole: whether the language says that it lacks nothing, be it true or not.
    """
    forget_sentences()
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        written(folder / ENGLISH, {"value": VALUE, "leaves": LEAVES})
        written(folder / "de", {"value": value, "leaves": leaves}, is_whole)
        with patch.object(sentences, "FOLDER", folder):
            with patch.object(translations, "FOLDER", folder):
                named = "\n".join(map(str, translations.complaints("de")))
            with sentences.speaking("de"):
                told = sentences.sentence("topic", "value", value=3)
                sentences.sentence("topic", "leaves", count=2)
                assert sentences.checked_topic("topic").keys() == {"value", "leaves"}
                assert sentences.has_sentence("topic", "leaves")
                assert isinstance(sentences.text_of("topic", "value"), str)
                say("topic", "value", value=3)
    forget_sentences()
    if told == VALUE.format(value=3):
        assert value == VALUE or '"value"' in named


VALUE = "The value is {value}."
LEAVES = {"one": "{count} leaf", "other": "{count} leaves"}


def written(folder: Path, texts: object, is_whole: bool = True) -> None:
    """Write a language that has one topic."""
    folder.mkdir()
    (folder / "topic.json").write_text(json.dumps(texts))
    about = {"name": "X", "plurals": {"one": "1"}, "whole": is_whole}
    (folder / "language.json").write_text(json.dumps(about))


def test_english_is_read_only_for_what_a_language_lacks(words: Path) -> None:
    translations.begin("de")
    fill(words / "de/verdict.json", "value", "Wert {value}")
    (words / "en/verdict.json").unlink()
    with sentences.speaking("de"):
        assert sentences.sentence("verdict", "value", value=3) == "Wert 3"
        with pytest.raises(FileNotFoundError):
            sentences.sentence("verdict", "right")


def test_no_english_is_read_for_a_topic_that_is_whole(words: Path) -> None:
    texts = {"value": "Wert {value}", "right": "Richtig"}
    translations.begin("de")
    for name, text in texts.items():
        fill(words / "de/verdict.json", name, text)
    fill(words / "de/language.json", "whole", True)
    translations.begin("de")
    (words / "en/verdict.json").unlink()
    with sentences.speaking("de"):
        assert sentences.topic_of("verdict") == texts
        assert sentences.has_sentence("verdict", "right")
        assert not sentences.has_sentence("verdict", "left")


@pytest.mark.parametrize("language", OTHERS)
def test_sentences_of_a_whole_language_stand_in_the_order_of_the_english(
    language: str,
) -> None:
    """A mistake is explained by sentences in this order."""
    own = translations.topics(language)
    for topic, english in translations.topics(ENGLISH).items():
        if is_whole(language):
            assert [*own[topic]] == [*english], topic


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b'{"right": "Richtig"', "this is no JSON"),
        (b"\xef\xbb\xbf{}", "this is no JSON"),
        (b'{"right": "\xe4"}', "byte 11 is not UTF-8"),
        (b"[]", "write an object"),
        (b"", "this is no JSON"),
    ],
)
@pytest.mark.parametrize("name", ["verdict", "language"])
def test_file_that_cannot_be_read_is_named_and_english_is_told(
    words: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    content: bytes,
    message: str,
) -> None:
    translations.begin("de")
    (words / f"de/{name}.json").write_bytes(content)
    for command in ("check", "new"):
        if name == "language" and command == "new":
            continue  # it is not read, as it is there
        monkeypatch.setattr("sys.argv", ["tools/words", command, "de"])
        assert translations.main() == 1
        assert f"{name}.json: " in (printed := capsys.readouterr().err)
        assert message in printed
    with sentences.speaking("de"):
        assert sentences.sentence("verdict", "right") == "Right"
        assert sentences.sentence("count", "leaves", count=1) == "1 leaf"


def test_names_that_the_english_does_not_have_stay(words: Path) -> None:
    translations.begin("de")
    fill(words / "de/verdict.json", "rigth", "Richtig")
    translations.begin("de")
    kept = json.loads((words / "de/verdict.json").read_text("utf-8"))
    assert kept["rigth"] == "Richtig"


@pytest.mark.usefixtures("words")
def test_plurals_of_english_text_are_those_of_english() -> None:
    translations.begin("fr")
    with sentences.speaking("fr"):
        assert sentences.plural_category(0) == "one"
        assert sentences.sentence("count", "leaves", count=0) == "0 leaves"


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
        ("verdict", "rigth", "Richtig", '"rigth": there is no such sentence in English; did you mean "right"?'),
        ("verdict", "value", "Wert {value", '"value": each { must begin the name of a part, as in {count}, and } must end it'),
        ("verdict", "value", "Wert }{value}", '"value": each { must begin the name of a part, as in {count}, and } must end it'),
        ("verdict", "value", "Wert {value!r}", '"value": each { must begin the name of a part, as in {count}, and } must end it'),
        ("verdict", "value", "Wert {value:d}", '"value": each { must begin the name of a part, as in {count}, and } must end it'),
        ("verdict", "value", "Wert {value.x}", '"value": each { must begin the name of a part, as in {count}, and } must end it'),
        ("verdict", "value", 3, '"value": write text in quotes, or an object with a text for each plural category'),
        ("verdict", "value", ["{value}"], '"value": write text in quotes, or an object with a text for each plural category'),
        ("verdict", "value", {"other": 3}, '"value": write text in quotes, or an object with a text for each plural category'),
        ("bound", "kept", "Schranke", '"kept": MIN, `beta` must stay as in English'),
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


def test_form_that_another_number_decides_than_in_english_is_named(
    words: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forms = {"one": "{failed} of {count} fails", "other": "{failed} of {count} fail"}
    for code, decider in (("en", {"by": "failed"}), ("de", {})):
        (words / code).mkdir(exist_ok=True)
        text = json.dumps({"fail": {**decider, **forms}})
        (words / code / "some.json").write_text(text)
    translations.begin("de")
    assert (
        'some.json: "fail": the number count decides the form, and in English failed'
        ' does; write "by": "failed" if it does here, too'
    ) in told(capsys, "de")
    fill(words / "de/some.json", "fail", {"by": "failed", **forms})
    assert not [line for line in told(capsys, "de") if line.startswith("some.json")]


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
        (("check", "qq"), 2, '"qq" is the code of no language that is known'),
        (("new", ".."), 2, '".." is the code of no language that is known'),
        (("check", "en"), 2, "English is what other languages are held against"),
        (("new", "pt-br"), 2, 'write "pt-br" as pt-BR'),
        (("check", "is"), 1, "There is no is yet; begin with: tools/words new is"),
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
