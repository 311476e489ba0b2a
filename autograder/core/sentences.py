"""The sentences that students read, each by a topic and a name, in the run's language.

They stand in `autograder/words/LANGUAGE/TOPIC.json`. A sentence has named parts in
braces. If its form depends on a number it is an object, with a form for each plural
category of the language:

    "same": {"one": "The same in {count} other: {ids}.",
             "other": "The same in {count} others: {ids}."}

The part `count` decides, or the one that the key `by` names. If a language lacks a
sentence, the English one stands in its place; English is read only then.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeGuard

from autograder.core.project import PROJECT

FOLDER = PROJECT / "autograder" / "words"
"""A folder for each language, named by its code (BCP 47)."""
ENGLISH = "en"
ABOUT_LANGUAGE = "language"
"""The file of a language that tells of the language itself: its name, its plurals."""
WHOLE = "whole"
"""Its field that says that the language lacks no sentence, as the tests then hold."""
OTHER = "other"
"""The plural category of all numbers that are in no other."""
DECIDES = "by"
"""The key of an object of forms that names the part that decides."""
IN = "in"
"""The key of an object of forms that names their language, if it is not the run's."""
BEFORE_REPETITION = 100
"""From here on the plural of a number is that of its last two digits and 100."""

SENTENCE = re.compile(r"(?:[^{}]|\{\{|\}\}|\{[^\W\d]\w*\})+", re.DOTALL)
"""Text whose braces are names of parts, or stand doubled for themselves."""
PART = re.compile(r"\{\{|\}\}|\{(\w+)\}")
BRACE = re.compile(r"\{[^{}]*\}?|\}")
RANGES = r"\d{1,3}(-\d{1,3})?( \d{1,3}(-\d{1,3})?)*"
"""The numbers of a plural category, as "2-4 22-24"."""

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
    """Have sentences told in another language meanwhile, one of `languages()`."""
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

    If the run's language is not there, English is taken, else the first language.
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
    return form_for(topic, name, parts).format_map(parts)


def form_for(topic: str, name: str, parts: Mapping[str, object]) -> str:
    """Return the form of a sentence that fits its parts, which stand in braces.

    It is English if the language has none that can be told with these parts. Raise
    KeyError if there is no such sentence.
    """
    own = _own(_Spoken.language, topic).texts.get(name)
    if own is not None and parts_of(own) <= parts.keys():
        return form_of(own, parts)
    return form_of(_in_english(_english(topic)[name]), parts)


def text_of(topic: str, name: str) -> str:
    """Return a sentence that has one form, with its parts as they stand in braces."""
    forms = checked_topic(topic)[name]
    return forms if isinstance(forms, str) else forms[OTHER]


def in_all_languages(topic: str, name: str) -> set[str]:
    """Return the texts of a sentence that has one form, its parts in braces."""
    return {str(_checked(language, topic)[name]) for language in languages()}


def in_a_row(names: Sequence[str], conjunction: Literal["and", "or"]) -> str:
    """Return names as they stand in a sentence: "a, b and c"."""
    *others, last = names
    if not others:
        return last
    return sentence("list", conjunction, names=", ".join(others), last=last)


def has_sentence(topic: str, name: str) -> bool:
    """Return whether there is a sentence of this name."""
    own = _own(_Spoken.language, topic)
    return name in own.texts or (not own.is_whole and name in _english(topic))


def topic_of(topic: str) -> Mapping[str, Forms]:
    """Return all sentences of a topic in the run's language, by name.

    No English is read if the language says that it lacks none.
    """
    own = _own(_Spoken.language, topic)
    return own.texts if own.is_whole else checked_topic(topic)


def checked_topic(topic: str) -> Mapping[str, Forms]:
    """Return all sentences of a topic, each with no other parts than the English."""
    return _checked(_Spoken.language, topic)


def form_of(forms: Forms, parts: Mapping[str, object]) -> str:
    """Return the form of a sentence that fits the number which decides."""
    if isinstance(forms, str):
        return forms
    number = parts[forms.get(DECIDES, "count")]
    return forms.get(plural_category(number, forms.get(IN, "")), forms[OTHER])


def plural_category(number: object, language: str = "") -> str:
    """Return the plural category of a number in a language; "" for the run's."""
    if not isinstance(number, int) or number < 0:
        return OTHER
    if number >= 2 * BEFORE_REPETITION:
        number = BEFORE_REPETITION + number % BEFORE_REPETITION
    return _categories(language or _Spoken.language).get(number, OTHER)


# --- Translations ---


def texts_of(forms: Forms) -> dict[str, str]:
    """Return the texts of a sentence by plural category; one text alone is `OTHER`."""
    if isinstance(forms, str):
        return {OTHER: forms}
    return {
        category: text
        for category, text in forms.items()
        if category not in (DECIDES, IN)
    }


def parts_of(forms: Forms) -> set[str]:
    """Return the names of a sentence's parts, with the one that decides its form.

    Raise ValueError if a brace has no other, or has more than a name in it.
    """
    parts: set[str] = set()
    for text in texts_of(forms).values():
        if text and not SENTENCE.fullmatch(text):
            wrong = BRACE.search(PART.sub("", text))
            raise ValueError(f"{wrong and wrong[0]} is no name of a part")
        parts.update(filter(None, PART.findall(text)))
    return parts if isinstance(forms, str) else parts | {forms.get(DECIDES, "count")}


def fits(english: Forms, forms: object) -> bool:
    """Return whether a translation can stand in the place of the English.

    If it cannot, as it is a gap, or asks for a part that is not there, the English is
    told: nobody's grade may hang on it.
    """
    return _is_sentence(forms) and parts_of(forms) <= parts_of(english)


def _is_sentence(forms: object) -> TypeGuard[Forms]:
    """Return whether a translator's text is a sentence, or the forms of one."""
    if isinstance(forms, dict):
        texts = [*forms.values()]
        if OTHER not in forms:
            return False
    else:
        texts = [forms]
    return all(isinstance(text, str) and SENTENCE.fullmatch(text) for text in texts)


def plurals(language: str = "") -> Mapping[str, str]:
    """Return the numbers below 200 of each plural category but `OTHER`, as ranges.

    language: its code; "" for the run's.
    """
    ranges = _about(language or _Spoken.language).get("plurals")
    if not isinstance(ranges, dict):
        return {}
    return {
        category: numbers
        for category, numbers in ranges.items()
        if isinstance(numbers, str) and re.fullmatch(RANGES, numbers)
    }


def plain_number(number: float) -> int | float:
    """Return a number as it is told: whole if it is, else rounded to six digits."""
    rounded = float(f"{number:g}")
    return int(rounded) if rounded.is_integer() else rounded


def count_told_in_english(language: str) -> tuple[int, int]:
    """Return how many sentences a language lacks, and how many there are."""
    lacking = 0
    total = 0
    for file in (FOLDER / ENGLISH).glob("*.json"):
        if file.stem == ABOUT_LANGUAGE:
            continue
        english = _english(file.stem)
        own = _own(language, file.stem).texts
        total += len(english)
        lacking += sum(not fits(english[name], own.get(name)) for name in english)
    return lacking, total


class _Topic(NamedTuple):
    """The sentences that a language has of a topic.

    is_whole: whether it says that it lacks none, and each is a sentence.
    """

    texts: Mapping[str, Forms]
    is_whole: bool


@lru_cache
def _own(language: str, topic: str) -> _Topic:
    """Return the sentences of a topic that are there in a language."""
    if language == ENGLISH:
        return _Topic(_english(topic), is_whole=True)
    written = _read_if_possible(FOLDER / language / f"{topic}.json")
    texts = {name: forms for name, forms in written.items() if _is_sentence(forms)}
    has_all = 0 < len(texts) == len(written)
    return _Topic(texts, is_whole=has_all and _about(language).get(WHOLE) is True)


@lru_cache
def _english(topic: str) -> Mapping[str, Forms]:
    english: dict[str, Forms] = _read(FOLDER / ENGLISH / f"{topic}.json")
    return english


@lru_cache
def _checked(language: str, topic: str) -> Mapping[str, Forms]:
    """Return all sentences of a topic, in English those that a language lacks."""
    own = _own(language, topic).texts
    return {
        name: own[name] if fits(forms, own.get(name)) else _in_english(forms)
        for name, forms in _english(topic).items()
    }


def _in_english(forms: Forms) -> Forms:
    """Return a sentence that another language lacks: English says its plurals, too."""
    return forms if isinstance(forms, str) else {**forms, IN: ENGLISH}


@lru_cache
def _about(language: str) -> Mapping[str, Any]:
    return _read_if_possible(FOLDER / language / f"{ABOUT_LANGUAGE}.json")


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


def _read_if_possible(file: Path) -> dict[str, Any]:
    """Return an object of a translator's file; {} if it is not there, or is none.

    `tools/words check` says what is wrong with it.
    """
    try:
        document = _read(file)
    except (OSError, ValueError):  # no JSON, or no UTF-8
        return {}
    return document if isinstance(document, dict) else {}
