"""Checks a language of `autograder/words` against the English, and begins a new one."""

import argparse
import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter
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
    is_gap,
)

BESIDE = f"{ENGLISH}: "
"""What the name of a sentence begins with if it is the English beside a gap."""
MOST_NAMED = 5
"""Of what is missing in a file, so many names are told."""
TIMES_AS_LONG = 1.6
MORE_CHARACTERS = 12
"""A text that is longer than this times the English, and these characters, may not fit
in its place.
"""

Topic = Mapping[str, Forms]


class Complaint(NamedTuple):
    """What is to be mended in a language. is_advice: whether it may stay as it is."""

    file: str
    message: str
    is_advice: bool = False

    def __str__(self) -> str:
        return f"{self.file}: {self.message}"


def topics(language: str) -> dict[str, dict[str, Forms]]:
    """Return the texts of a language, by topic and name, as the files have them."""
    files = sorted((FOLDER / language).glob("*.json"))
    return {file.stem: _read(file) for file in files if file.stem != ABOUT_LANGUAGE}


def texts_of(forms: Forms) -> dict[str, str]:
    """Return the texts of a sentence by plural category; one text alone is `OTHER`."""
    if isinstance(forms, str):
        return {OTHER: forms}
    return {category: text for category, text in forms.items() if category != DECIDES}


def parts_in(text: str) -> set[str]:
    """Return the names of the parts of a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def parts_of(forms: Forms) -> set[str]:
    """Return the names of a sentence's parts, with the one that decides its form."""
    parts = {name for text in texts_of(forms).values() for name in parts_in(text)}
    return parts if isinstance(forms, str) else parts | {forms.get(DECIDES, "count")}


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
    """Yield what is to be mended in a language."""
    about = _read(FOLDER / language / f"{ABOUT_LANGUAGE}.json")
    expected = plurals_of(language)
    if about.get("plurals") != expected:
        yield Complaint(
            f"{ABOUT_LANGUAGE}.json", f'"plurals" must be {_shown(expected)}'
        )
    translated = topics(language)
    for topic, english in topics(ENGLISH).items():
        yield from _of_topic(topic, english, translated.pop(topic, {}), {*expected})
    for topic in translated:
        yield Complaint(f"{topic}.json", "there is no such file in English; remove it")


def _of_topic(
    topic: str, english: Topic, translated: Topic, categories: set[str]
) -> Iterator[Complaint]:
    file = f"{topic}.json"
    gaps = [name for name in english if is_gap(translated.get(name, ""))]
    if gaps:
        names = ", ".join(map(_shown, gaps[:MOST_NAMED]))
        more = f" and {len(gaps) - MOST_NAMED} more" if len(gaps) > MOST_NAMED else ""
        message = f"{len(gaps)} of {len(english)} are missing: {names}{more}"
        yield Complaint(file, message)
    for name, forms in translated.items():
        if name.startswith(BESIDE) or name in gaps:
            continue
        for message in _of_sentence(name, english.get(name), forms, categories):
            yield Complaint(file, f"{_shown(name)}: {message}")
        if name in english and _is_much_longer(english[name], forms):
            message = "this is much longer than the English; look whether it fits"
            yield Complaint(file, f"{_shown(name)}: {message}", is_advice=True)


def _of_sentence(
    name: str, english: Forms | None, forms: Forms, categories: set[str]
) -> Iterator[str]:
    """Yield the mistakes of a sentence that is translated."""
    if english is None:
        yield "there is no such sentence in English; remove it"
        return
    if parts_of(forms) != parts_of(english):
        parts = ", ".join(sorted(parts_of(english)))
        yield f"it must have the parts {parts or 'of the English, which has none'}"
    for category in texts_of(forms).keys() - categories - {OTHER}:
        yield f"the language has no plural category {_shown(category)}"
    if OTHER not in texts_of(forms):
        yield f"the form {_shown(OTHER)} is missing"


def _is_much_longer(english: Forms, forms: Forms) -> bool:
    longest = max(map(len, texts_of(english).values()))
    limit = TIMES_AS_LONG * longest + MORE_CHARACTERS
    return max(map(len, texts_of(forms).values())) > limit


def check(language: str) -> int:
    """Print what is to be mended in a language; return 1 if there is something."""
    if not (FOLDER / language / f"{ABOUT_LANGUAGE}.json").exists():
        print(f"There is no {language} yet; begin with: tools/words new {language}")
        return 1
    listed = list(complaints(language))
    for complaint in listed:
        print(complaint)
    translated = topics(language)
    total = left = 0
    for topic, english in topics(ENGLISH).items():
        total += len(english)
        left += sum(is_gap(translated.get(topic, {}).get(name, "")) for name in english)
    print(f"{total - left} of {total} sentences are there.", end=" ")
    print("Students read the others in English." if left else "None is missing.")
    return int(any(not complaint.is_advice for complaint in listed))


# --- new ---


def begin(language: str) -> int:
    """Write what a language lacks, with the English beside it; return the status."""
    try:
        plurals = plurals_of(language)
    except (UnknownLocaleError, ValueError):
        print(f'There is no language with the code "{language}".', file=sys.stderr)
        return 2
    folder = FOLDER / language
    folder.mkdir(exist_ok=True)
    about = folder / f"{ABOUT_LANGUAGE}.json"
    if not about.exists():
        name = Locale.parse(language, sep="-").get_display_name()
        _write(about, {"name": name, "plurals": plurals})
    translated = topics(language)
    for topic, english in topics(ENGLISH).items():
        known = translated.get(topic, {})
        _write(folder / f"{topic}.json", _with_gaps(english, known, [*plurals, OTHER]))
    print(f"{folder}: write each translation into the quotes below its English.")
    return 0


def _with_gaps(english: Topic, known: Topic, categories: list[str]) -> Topic:
    """Return the sentences of a topic: those that are known, and gaps for the others.

    Those that the English has no more are left out.
    """
    document: dict[str, Forms] = {}
    for name, forms in english.items():
        if not is_gap(known.get(name, "")):
            document[name] = known[name]
            continue
        document[f"{BESIDE}{name}"] = forms
        document[name] = known.get(name) or _gap(forms, categories)
    return document


def _gap(english: Forms, categories: list[str]) -> Forms:
    """Return a sentence without texts, with the plural categories of a language."""
    if isinstance(english, str):
        return ""
    gap = dict.fromkeys(categories, "")
    return {DECIDES: english[DECIDES], **gap} if DECIDES in english else gap


def _read(file: Path) -> Any:
    return json.loads(file.read_text("utf-8"))


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
    return COMMANDS[typed.command](typed.language)


def _code(text: str) -> str:
    """Return the code of another language than English, which is a folder's name."""
    if not re.fullmatch(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*", text) or text == ENGLISH:
        message = "write the code of another language than English, such as fr"
        raise argparse.ArgumentTypeError(message)
    return text


if __name__ == "__main__":
    sys.exit(main())
