"""A sentence in the form of its number, in the language that is spoken, else in English.

These need no source of the project, so mutmut can change it meanwhile.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from autograder.core import sentences
from autograder.core.sentences import (
    ENGLISH,
    FOLDER,
    Forms,
    languages,
    parts_of,
    plural_category,
    sentence,
    speak,
    speaking,
)
from tests.reading import forget_sentences
from tools.translations import topics


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
    """Yield a language that lacks nearly all, and has more plurals than English. It is spoken."""
    folder = tmp_path / "words"
    (folder / "xx").mkdir(parents=True)
    (folder / ENGLISH).mkdir()
    for file in (FOLDER / ENGLISH).iterdir():
        (folder / ENGLISH / file.name).symlink_to(file)
    about: dict[str, Any] = {
        "name": "X",
        "plurals": {"one": "1", "few": "2-4 22-24 100 102-104"},
    }
    (folder / "xx" / "language.json").write_text(json.dumps(about))
    monkeypatch.setattr(sentences, "FOLDER", folder)
    forget_sentences()
    speak("xx")
    yield folder / "xx"
    speak(ENGLISH)
    forget_sentences()


def test_text_that_a_language_lacks_is_told_in_english(language: Path) -> None:
    assert "xx" in languages()
    assert (
        sentence("next_step", "seen in", exercise="01_x", title="T")
        == "Seen in 01_x (T)."
    )
    (language / "next_step.json").write_text('{"seen in": "X {title} {exercise}"}')
    forget_sentences()
    assert sentence("next_step", "seen in", exercise="01_x", title="T") == "X T 01_x"
    assert (
        sentence("next_step", "both fail") == topics(ENGLISH)["next_step"]["both fail"]
    )


@pytest.mark.usefixtures("language")
def test_plurals_of_large_numbers_follow_their_last_digits() -> None:
    numbers = (1, 3, 12, 103, 1003, 1001, 200, 203)
    assert [plural_category(number) for number in numbers] == [
        "one",
        "few",
        "other",
        "few",
        "few",
        "other",
        "few",
        "few",
    ]
    # What is no whole number has the form of most.
    assert {plural_category(number) for number in (-1, 1.0, 3.5, "3")} == {"other"}


@pytest.mark.usefixtures("language")
def test_sentence_without_a_form_for_a_number_has_the_one_of_most() -> None:
    forms: Forms = {"one": "a leaf", "other": "leaves"}
    assert sentences.form_of(forms, {"count": 3}) == "leaves"


def test_plurals_that_are_no_numbers_are_passed_over(language: Path) -> None:
    about = {"name": "X", "plurals": {"one": "1", "two": "2 to 3", "few": 4}}
    (language / "language.json").write_text(json.dumps(about))
    assert sentences.plurals() == sentences.plurals("xx") == {"one": "1"}


def test_names_stand_in_a_row() -> None:
    assert [
        sentences.in_a_row(["a", "b", "c"][:count], "or") for count in (1, 2, 3)
    ] == [
        "a",
        "a or b",
        "a, b or c",
    ]
    with speaking("de"):
        assert sentences.in_a_row(["a", "b"], "and") == "a und b"


def test_text_of_a_sentence_has_its_parts_in_braces(language: Path) -> None:
    texts = {"one form": "Of {a}", "forms": {"one": "{count} x", "other": "{count} xs"}}
    for code in (ENGLISH, "xx"):
        (language.parent / code / "topic.json").write_text(json.dumps(texts))
        texts = {"one form": "X {a}"}
    assert sentences.text_of("topic", "one form") == "X {a}"
    assert sentences.text_of("topic", "forms") == "{count} xs"
    assert sentences.has_sentence("topic", "forms")
    assert not sentences.has_sentence("topic", "no form")
    assert sentences.in_all_languages("topic", "one form") == {"Of {a}", "X {a}"}


@pytest.mark.parametrize(
    ("number", "told"), [(2.0, "2"), (0.5, "0.5"), (0.1 + 0.2, "0.3"), (1e6, "1000000")]
)
def test_number_is_told_whole_or_in_six_digits(number: float, told: str) -> None:
    assert str(sentences.plain_number(number)) == told


def test_parts_are_known_behind_braces_that_are_text() -> None:
    assert parts_of('{{"value": {value}}} {name}') == {"value", "name"}
    with pytest.raises(ValueError, match=re.escape("{value.x} is no name of a part")):
        parts_of("{value.x}")


@pytest.mark.parametrize("forms", [{"one": "{value}"}, "{value!r}", "", None])
def test_text_that_is_no_translation_does_not_fit(forms: object) -> None:
    assert not sentences.fits("The value is {value}.", forms)
