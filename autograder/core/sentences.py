"""The sentences that students read, each by a topic and a name, in the run's language.

They stand in `autograder/words/LANGUAGE/TOPIC.json`. A sentence has named parts in
braces. If its form depends on a number it is an object, with a form for each plural
category of the language:

    "same": {"one": "The same in {count} other: {ids}.",
             "other": "The same in {count} others: {ids}."}

The part `count` decides, or the one that the key `by` names. What a language lacks is
told in English.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from autograder.core.project import PROJECT

FOLDER = PROJECT / "autograder" / "words"
"""A folder for each language, named by its code (BCP 47)."""
ENGLISH = "en"
ABOUT_LANGUAGE = "language"
"""The file of a language that tells of the language itself: its name, its plurals."""
OTHER = "other"
"""The plural category of all numbers that are in no other."""
DECIDES = "by"
"""The key of an object of forms that names the part that decides."""
BEFORE_REPETITION = 100
"""From here on the plural of a number is that of its last two digits and 100."""

Forms = str | Mapping[str, str]
"""A sentence, or its forms by plural category."""


class _Spoken:
    """The language of this process. A process grades for one set at a time."""

    language = ENGLISH


def languages() -> list[str]:
    """Return the codes of the languages that there are."""
    return sorted(file.parent.name for file in FOLDER.glob(f"*/{ABOUT_LANGUAGE}.json"))


def speak(language: str) -> None:
    """Tell all that follows in a language, one of `languages()`."""
    _Spoken.language = language


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Tell what is told meanwhile in another language, one of `languages()`."""
    before = _Spoken.language
    _Spoken.language = language
    try:
        yield
    finally:
        _Spoken.language = before


def language() -> str:
    """Return the code of the language that is spoken."""
    return _Spoken.language


def in_language(text: Forms) -> str:
    """Return an author's text, which may be an object with a text for each language.

    What is not there in the run's language is told in English, else in the first one.
    """
    if isinstance(text, str):
        return text
    first = next(iter(text.values()))
    return text.get(_Spoken.language, text.get(ENGLISH, first))


def sentence(topic: str, name: str, /, **parts: object) -> str:
    """Return a sentence for students, with its parts in place.

    topic: the name of a file. parts: strangers' text among them has been made visible.
    Raise KeyError if there is no such sentence, or a part is missing.
    """
    return form_of(topic_of(topic)[name], parts).format_map(parts)


def text_of(topic: str, name: str) -> str:
    """Return a sentence that has one form, with its parts as they stand in braces."""
    text = topic_of(topic)[name]
    assert isinstance(text, str)
    return text


def in_all_languages(topic: str, name: str) -> set[str]:
    """Return the texts of a sentence that has one form, its parts in braces."""
    return {str(_texts(language, topic)[name]) for language in languages()}


def in_a_row(names: Sequence[str], conjunction: Literal["and", "or"]) -> str:
    """Return names as they stand in a sentence: "a, b and c"."""
    *others, last = names
    if not others:
        return last
    return sentence("list", conjunction, names=", ".join(others), last=last)


def has_sentence(topic: str, name: str) -> bool:
    """Return whether there is a sentence of this name."""
    return name in topic_of(topic)


def topic_of(topic: str) -> Mapping[str, Forms]:
    """Return all sentences of a topic in the run's language, by name."""
    return _texts(_Spoken.language, topic)


def form_of(forms: Forms, parts: Mapping[str, object]) -> str:
    """Return the form of a sentence that fits the number which decides."""
    if isinstance(forms, str):
        return forms
    number = parts[forms.get(DECIDES, "count")]
    return forms.get(plural_category(number), forms[OTHER])


def is_gap(forms: Forms) -> bool:
    """Return whether a sentence of a language still waits for a text."""
    return not forms if isinstance(forms, str) else not all(forms.values())


def plural_category(number: object) -> str:
    """Return the plural category of a number in the run's language."""
    if not isinstance(number, int) or number < 0:
        return OTHER
    if number >= 2 * BEFORE_REPETITION:
        number = BEFORE_REPETITION + number % BEFORE_REPETITION
    return _categories(_Spoken.language).get(number, OTHER)


def plurals(language: str = "") -> Mapping[str, str]:
    """Return the numbers below 200 of each plural category but `OTHER`, as ranges.

    language: its code; "" for the run's.
    """
    about = _read(FOLDER / (language or _Spoken.language) / f"{ABOUT_LANGUAGE}.json")
    categories: Mapping[str, str] = about["plurals"]
    return categories


def plain_number(number: float) -> int | float:
    """Return a number as it is told: whole if it is, else rounded to six digits."""
    rounded = float(f"{number:g}")
    return int(rounded) if rounded.is_integer() else rounded


@lru_cache
def _texts(language: str, topic: str) -> Mapping[str, Forms]:
    texts: dict[str, Forms] = _read(FOLDER / ENGLISH / f"{topic}.json")
    file = FOLDER / language / f"{topic}.json"
    if language == ENGLISH or not file.exists():
        return texts
    known: dict[str, Forms] = _read(file)
    return {
        name: text if is_gap(known.get(name, "")) else known[name]
        for name, text in texts.items()
    }


@lru_cache
def _categories(language: str) -> Mapping[int, str]:
    """Return the plural categories of the numbers below 200, but for `OTHER`."""
    categories: dict[int, str] = {}
    for category, ranges in plurals(language).items():
        for numbers in ranges.split():
            first, _, last = numbers.partition("-")
            for number in range(int(first), int(last or first) + 1):
                categories[number] = category
    return categories


def _read(file: Path) -> Any:
    return json.loads(file.read_text("utf-8"))
