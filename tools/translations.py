"""Checks a language of `autograder/words` against the English, and begins a new one."""

import argparse
import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from babel import Locale, UnknownLocaleError

from autograder.core.sentences import (
    ABOUT_LANGUAGE,
    BEFORE_REPETITION,
    DECIDES,
    ENGLISH,
    FOLDER,
    OTHER,
    Forms,
    fits,
    parts_of,
    texts_of,
)
from autograder.core.text import nearest

BESIDE = f"{ENGLISH}: "
"""The beginning of a name if the sentence is the English beside a gap."""
MOST_NAMED = 5
"""Of the sentences that a file lacks, so many names are told."""
TIMES_AS_LONG = 1.6
MORE_CHARACTERS = 12
"""A text that is longer than this times the English, and these characters, may not fit
in its place.
"""
KEPT = re.compile(r"`[^`]+`|\bM(?:AX|IN)\b|\balpha\b(?!-)|(?<!-)\bbeta\b")
"""The words that are the same in every language: code, and names of textbooks."""

Topic = Mapping[str, Forms]


class Complaint(NamedTuple):
    """A fault of a language that is to be repaired.

    is_gap: whether it is only that a sentence is missing. is_advice: whether it may
    stay as it is.
    """

    file: str
    message: str
    is_gap: bool = False
    is_advice: bool = False

    def __str__(self) -> str:
        return f"{self.file}: {self.message}"


class Unreadable(Exception):
    """A file of a language cannot be read. The text says which, why, and what to do."""


def topics(language: str) -> dict[str, dict[str, Any]]:
    """Return the sentences in the files of a language, by topic and name.

    Raise Unreadable.
    """
    files = sorted((FOLDER / language).glob("*.json"))
    return {file.stem: _read(file) for file in files if file.stem != ABOUT_LANGUAGE}


# --- Plural categories ---


def plurals_of(language: str) -> dict[str, str]:
    """Return the numbers below 200 of each plural category but `OTHER`, as ranges.

    Raise UnknownLocaleError and ValueError if the code is of no language.
    """
    category_of = Locale.parse(language, sep="-").plural_form
    numbers: dict[str, list[int]] = {}
    for number in range(2 * BEFORE_REPETITION):
        category = category_of(number)
        if category != OTHER:
            numbers.setdefault(category, []).append(number)
    return {category: _ranges(members) for category, members in numbers.items()}


def _ranges(numbers: list[int]) -> str:
    """Return numbers as ranges, such as "2-4 22-24"."""
    ranges: list[tuple[int, int]] = []
    for number in numbers:
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return " ".join(
        str(first) if first == last else f"{first}-{last}" for first, last in ranges
    )


# --- check ---


def complaints(language: str) -> Iterator[Complaint]:
    """Yield the mistakes in a language. Raise Unreadable."""
    about = _read(FOLDER / language / f"{ABOUT_LANGUAGE}.json")
    expected = plurals_of(language)
    if about.get("plurals") != expected:
        message = f'"plurals" must be {_shown(expected)}'
        yield Complaint(f"{ABOUT_LANGUAGE}.json", message)
    translated = topics(language)
    for topic, english in topics(ENGLISH).items():
        own = translated.pop(topic, {})
        yield from _gaps(f"{topic}.json", english, own)
        for name, forms in own.items():
            if not name.startswith(BESIDE) and not _is_gap(forms):
                yield from _of_sentence(topic, name, english, forms, {*expected})
    for topic in translated:
        yield Complaint(f"{topic}.json", "there is no such file in English; remove it")


def _is_gap(forms: object) -> bool:
    """Return whether a sentence still waits for a text."""
    if isinstance(forms, dict):
        return not all(forms.values())
    return forms in ("", None)


def _gaps(file: str, english: Topic, own: Mapping[str, object]) -> Iterator[Complaint]:
    gaps = [name for name in english if _is_gap(own.get(name))]
    if gaps:
        names = ", ".join(map(_shown, gaps[:MOST_NAMED]))
        more = f" and {len(gaps) - MOST_NAMED} more" if len(gaps) > MOST_NAMED else ""
        message = f"{len(gaps)} of {len(english)} are missing: {names}{more}"
        yield Complaint(file, message, is_gap=True)


def _of_sentence(
    topic: str, name: str, english: Topic, forms: Any, categories: set[str]
) -> Iterator[Complaint]:
    """Yield the mistakes in a sentence that is translated."""
    place = f"{topic}.json", _shown(name)
    if name not in english:
        near = nearest(name, [*english])
        advice = f"did you mean {_shown(near)}?" if near else "remove it"
        message = f"there is no such sentence in English; {advice}"
        yield Complaint(place[0], f"{place[1]}: {message}")
        return
    mistakes = [*_mistakes(english[name], forms, categories)]
    if not mistakes and not fits(english[name], forms):
        mistakes = ["it cannot take the place of the English, which is told instead"]
    for message in mistakes:
        yield Complaint(place[0], f"{place[1]}: {message}")
    if not mistakes and (other := _other_decider(english[name], forms)):
        yield Complaint(place[0], f"{place[1]}: {other}", is_advice=True)
    if not mistakes and _is_much_longer(english[name], forms):
        message = "this is much longer than the English; look whether it fits"
        yield Complaint(place[0], f"{place[1]}: {message}", is_advice=True)


def _mistakes(english: Forms, forms: Any, categories: set[str]) -> Iterator[str]:
    """Yield the mistakes of a sentence."""
    fields = forms.values() if isinstance(forms, dict) else [forms]
    if not all(isinstance(text, str) for text in fields):
        yield "write text in quotes, or an object with a text for each plural category"
        return
    texts = texts_of(forms)
    try:
        parts = parts_of(forms)
    except ValueError:
        yield "each { must begin the name of a part, as in {count}, and } must end it"
        return
    if parts != parts_of(english):
        listed = ", ".join(sorted(parts_of(english)))
        yield f"it must have the parts {listed or 'of the English, which has none'}"
    for category in texts.keys() - categories - {OTHER}:
        yield f"the language has no plural category {_shown(category)}"
    if OTHER not in texts:
        yield f"the form {_shown(OTHER)} is missing"
    elif lost := _kept_in(english) - _kept_in(forms):
        yield f"{', '.join(sorted(lost))} must stay as in English"


def _other_decider(english: Forms, forms: Forms) -> str:
    """Return advice if another part than in English decides the form; else ""."""
    if isinstance(english, str) or isinstance(forms, str):
        return ""
    right, own = (text.get(DECIDES, "count") for text in (english, forms))
    if right == own:
        return ""
    return (
        f"the number {own} decides the form, and in English {right} does;"
        f' write "{DECIDES}": {_shown(right)} if it does here, too'
    )


def _kept_in(forms: Forms) -> set[str]:
    """Return the parts of a sentence's last form that all languages share."""
    return {*KEPT.findall(texts_of(forms)[OTHER])}


def _is_much_longer(english: Forms, forms: Forms) -> bool:
    longest = max(map(len, texts_of(english).values()))
    limit = TIMES_AS_LONG * longest + MORE_CHARACTERS
    return max(map(len, texts_of(forms).values())) > limit


def check(language: str) -> int:
    """Print the mistakes in a language; return 1 if there are some."""
    if not (FOLDER / language).is_dir():
        print(f"There is no {language} yet; begin with: tools/words new {language}")
        return 1
    listed = list(complaints(language))
    for complaint in listed:
        print(complaint)
    english, translated = topics(ENGLISH), topics(language)
    total = sum(map(len, english.values()))
    left = sum(
        _is_gap(translated.get(topic, {}).get(name))
        for topic, names in english.items()
        for name in names
    )
    print(f"{total - left} of {total} sentences are there.", end=" ")
    print("Students read the others in English." if left else "None is missing.")
    return int(any(not complaint.is_advice for complaint in listed))


# --- new ---


def begin(language: str) -> int:
    """Write the sentences that a language lacks, in English; return the status.

    Raise Unreadable.
    """
    plurals = plurals_of(language)
    english, translated = topics(ENGLISH), topics(language)
    folder = FOLDER / language
    folder.mkdir(exist_ok=True)
    about = folder / f"{ABOUT_LANGUAGE}.json"
    if not about.exists():
        name = Locale.parse(language, sep="-").get_display_name()
        _write(about, {"name": name, "plurals": plurals})
    for topic, texts in english.items():
        known = translated.get(topic, {})
        document = _with_gaps(texts, known, [*plurals, OTHER])
        if document != known:
            _write(folder / f"{topic}.json", document)
    print(f"{folder}: write each translation into the quotes below its English.")
    return 0


def _with_gaps(
    english: Topic, known: Mapping[str, Any], categories: list[str]
) -> dict[str, Any]:
    """Return the sentences of a topic: those that are known, and gaps for the others.

    Those that the English does not have stand at the end: `check` names them.
    """
    document: dict[str, Any] = {}
    for name, forms in english.items():
        if _is_gap(known.get(name)):
            document[f"{BESIDE}{name}"] = forms
            document[name] = known.get(name) or _gap(forms, categories)
        else:
            document[name] = known[name]
    others = {name for name in known if not name.startswith(BESIDE)} - {*english}
    return document | {name: known[name] for name in known if name in others}


def _gap(english: Forms, categories: list[str]) -> Forms:
    """Return a sentence without texts, with the plural categories of a language."""
    if isinstance(english, str):
        return ""
    keys = english.keys() - texts_of(english).keys()
    kept = {key: english[key] for key in keys}
    return {**kept, **dict.fromkeys(categories, "")}


def _read(file: Path) -> dict[str, Any]:
    """Return the object in a file. Raise Unreadable."""
    try:
        document = json.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise Unreadable(
            f"{file}: this file is missing;"
            f" tools/words new {file.parent.name} writes it"
        ) from None
    except UnicodeDecodeError as error:
        raise Unreadable(
            f"{file}: byte {error.start} is not UTF-8; save the file as UTF-8"
        ) from None
    except json.JSONDecodeError as error:
        raise Unreadable(
            f"{file}: line {error.lineno}, column {error.colno}: this is no JSON:"
            f" {error.msg}; look for a comma or a quotation mark that is missing"
        ) from None
    except OSError as error:
        raise Unreadable(f"{file}: cannot be read: {error.strerror}") from None
    if not isinstance(document, dict):
        raise Unreadable(f"{file}: write an object, {{ … }}, as the English has it")
    return document


def _write(file: Path, document: object) -> None:
    text = json.dumps(document, ensure_ascii=False, indent=1)
    file.write_text(f"{text}\n", "utf-8")


def _shown(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


COMMANDS = {"check": check, "new": begin}


def main() -> int:
    """Run the command that was typed, and return the exit status."""
    parser = argparse.ArgumentParser(prog="tools/words", description=__doc__)
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("language", type=_code, help="its code, such as fr or pt-BR")
    typed = parser.parse_args()
    try:
        return COMMANDS[typed.command](typed.language)
    except Unreadable as error:
        print(error, file=sys.stderr)
        return 1


def _code(text: str) -> str:
    """Return the code of another language than English, as it is always written."""
    try:
        right = str(Locale.parse(text.replace("_", "-"), sep="-")).replace("_", "-")
    except (UnknownLocaleError, ValueError):
        raise argparse.ArgumentTypeError(
            f'"{text}" is the code of no language that is known; write a code of'
            " BCP 47, such as fr or pt-BR"
        ) from None
    if right != text:
        raise argparse.ArgumentTypeError(f'write "{text}" as {right}')
    if text == ENGLISH:
        raise argparse.ArgumentTypeError(
            "English is what other languages are held against; name another one"
        )
    return text


if __name__ == "__main__":
    sys.exit(main())
