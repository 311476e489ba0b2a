"""Reads the dates that Brightspace writes into names, in whatever form it does.

The form depends on the language and the settings of the university. All names of one
download have one form, so a form counts only if it makes a date of each.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from autograder.core.limits import SHORTEST_MONTH

NAMES_OF_MONTHS = (
    "january januar enero janvier gennaio januari janeiro ocak",
    "february februar febrero février febbraio februari fevereiro şubat",
    "march märz marzo mars maart março marts mart",
    "april abril avril aprile nisan",
    "may mai mayo maggio mei maio maj mayıs",
    "june juni junio juin giugno junho haziran",
    "july juli julio juillet luglio julho temmuz",
    "august agosto août augustus ağustos",
    "september septiembre septembre settembre setembro eylül",
    "october oktober octubre octobre ottobre outubro ekim",
    "november noviembre novembre novembro kasım",
    "december dezember diciembre décembre dicembre dezembro desember aralık",
)
"""The names of each month in the languages of Brightspace that have Latin letters.

Of another language no time is known.
"""
TOKEN = re.compile(r"\d+|[^\W\d_]+")
HALVES = ("am", "pm")


class Form(NamedTuple):
    """The form of a date: the roles of its three parts, and the parts of the clock.

    roles: such as "month day year". clock: the number of its parts, as 1 for 1159.
    has_half: whether AM or PM stands behind it.
    """

    roles: str
    clock: int
    has_half: bool


class Reading(NamedTuple):
    """A date as one form reads it. words: those beside the clock that say no half."""

    time: datetime
    words: tuple[str, ...]


def times_in(texts: Sequence[str]) -> list[datetime | None]:
    """Return the time in each text; None if it is not certain.

    texts: of one download. If no form fits them all, each is read alone.
    """
    readings = [dict(_readings(text)) for text in texts]
    common = set[Form]()
    if readings:
        common = set.intersection(*({*of_text} for of_text in readings))
    certain = [form for form in common if _is_clock_certain(form, readings)]
    if common and len(certain) < len(common):
        return [None for _ in texts]
    times: list[datetime | None] = []
    for of_text in readings:
        forms = certain if common else _certain_alone(of_text)
        possible = {of_text[form].time for form in forms}
        times.append(possible.pop() if len(possible) == 1 else None)
    return times


def _certain_alone(of_text: Mapping[Form, Reading]) -> list[Form]:
    """Return the forms that a text alone may have; none if a clock is not certain."""
    if all(_is_clock_certain(form, [of_text]) for form in of_text):
        return [*of_text]
    return []


def _is_clock_certain(form: Form, readings: Sequence[Mapping[Form, Reading]]) -> bool:
    """Return whether the hours are known that a form gives.

    An unknown word beside the clock may say the half of the day, unless some hour shows
    that the day has 24.
    """
    of_form = [of_text[form] for of_text in readings]
    if form.has_half or not any(reading.words for reading in of_form):
        return True
    return any(not 1 <= reading.time.hour <= 12 for reading in of_form)


def _readings(text: str) -> Iterator[tuple[Form, Reading]]:
    """Yield the ways to read a text, each with its form.

    Three parts are the date, and all numbers behind them the clock.
    """
    tokens = TOKEN.findall(unicodedata.normalize("NFKC", text))
    parts = [
        index for index, token in enumerate(tokens) if token.isdigit() or _month(token)
    ]
    # Before the date may stand a word alone, as the short name of a day.
    words_first = [index for index in parts if not tokens[index].isdigit()]
    for start in range(len(parts) - 3):
        if parts[:start] == words_first[:start]:
            yield from _with_date_at(parts[start:], tokens)


def _with_date_at(
    parts: Sequence[int], tokens: Sequence[str]
) -> Iterator[tuple[Form, Reading]]:
    """Yield the readings whose date is the first three of some parts of a text."""
    date = [tokens[index] for index in parts[:3]]
    clock = [tokens[index] for index in parts[3:]]
    beside = [token for token in tokens[parts[2] + 1 :] if not token.isdigit()]
    half = _half(beside)
    for roles, year, month, day in _dates(date):
        time = _on_the_clock(year, month, day, clock, half)
        if time is not None:
            words = () if half else tuple(beside)
            yield Form(roles, len(clock), bool(half)), Reading(time, words)


def _dates(parts: Sequence[str]) -> Iterator[tuple[str, int, int, int]]:
    """Yield the roles of three parts, with the year, the month and the day."""
    orders = ("day month year", "month day year", "year month day")
    for roles in orders:
        fields = dict(zip(roles.split(), parts, strict=True))
        is_year = fields["year"].isdigit() and len(fields["year"]) == 4
        is_day = fields["day"].isdigit() and len(fields["day"]) <= 2
        month = _month(fields["month"])
        if fields["month"].isdigit() and len(fields["month"]) <= 2:
            month = int(fields["month"])
        if is_year and is_day and month is not None:
            yield roles, int(fields["year"]), month, int(fields["day"])


def _on_the_clock(
    year: int, month: int, day: int, clock: Sequence[str], half: str
) -> datetime | None:
    """Return the time of a date and the parts of a clock; None if there is none."""
    if len(clock) == 1 and len(clock[0]) in (3, 4):
        hours, minutes = clock[0][:-2], clock[0][-2:]
    elif len(clock) == 2 and len(clock[1]) == 2:
        hours, minutes = clock
    else:
        return None
    hour = int(hours) if len(hours) <= 2 else 24
    if half:
        if not 1 <= hour <= 12:
            return None
        hour = hour % 12 + (12 if half == "pm" else 0)
    try:
        return datetime(year, month, day, hour, int(minutes))
    except ValueError:  # there is no such month, day, hour or minute
        return None


def _half(beside: Sequence[str]) -> str:
    """Return am or pm, if that stands at the end; else "".

    beside: the words around a clock, as ("p", "m") of p. m.
    """
    for start in (-1, -2):
        word = "".join(beside[start:]).casefold()
        if word in HALVES:
            return word
    return ""


@lru_cache
def _month(word: str) -> int | None:
    """Return the month whose name begins with a word; None for none, or several."""
    if len(word) < SHORTEST_MONTH or word.isdigit():
        return None
    if _plain(word) in ("mrt", "mrz"):  # not the beginning of maart and März
        return 3
    months = {
        number
        for number, names in enumerate(NAMES_OF_MONTHS, 1)
        for name in names.split()
        if _plain(name).startswith(_plain(word))
    }
    return months.pop() if len(months) == 1 else None


def _plain(word: str) -> str:
    """Return a word in small letters, without accents."""
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in decomposed if not unicodedata.combining(char))
